"""Nim-products and nim-inverses of numbers of 64 bits."""
