"""What rules are judged by: pairs whose truth is known, and what a rule does to them."""
