"""Proof-number search."""
