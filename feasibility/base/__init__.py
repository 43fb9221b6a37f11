"""What every room stands on: errors and exit codes, limits, counted words, frozen values."""
