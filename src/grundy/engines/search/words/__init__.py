"""Sets of places as tuples of 64-bit words."""
