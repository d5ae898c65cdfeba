"""Compounds of positions other than their sum, each by its theorem."""
