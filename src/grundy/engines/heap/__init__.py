"""Nim-values of heaps and integers of any size: take-away sets and floor division."""
