"""What every room stands on: errors, limits, counted words, frozen values."""
