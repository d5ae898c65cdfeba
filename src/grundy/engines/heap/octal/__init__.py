"""Heaps of which a move takes some and breaks the rest: nim-values, exact, of any take-and-break code."""
