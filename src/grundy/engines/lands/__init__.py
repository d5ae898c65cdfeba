"""Positions that fall into parts: a search of couples of a part and a heap, and compiled moves of spots in regions."""
