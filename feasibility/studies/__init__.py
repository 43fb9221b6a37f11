"""What goes beyond one pair: a folder each; the core knows none of them."""
