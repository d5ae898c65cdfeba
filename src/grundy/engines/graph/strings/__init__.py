"""Strings-and-coins: a table of all sets of strings of each part of a graph."""
