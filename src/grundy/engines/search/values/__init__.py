"""Tables of nim-values."""
