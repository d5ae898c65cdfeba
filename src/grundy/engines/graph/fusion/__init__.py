"""Graphs that hang from a root, of which a move cuts an edge: their values, and the cuts that win."""
