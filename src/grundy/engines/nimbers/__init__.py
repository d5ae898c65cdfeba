"""Nimbers by the million: products, inverses and roots of NumPy arrays, and logarithms."""
