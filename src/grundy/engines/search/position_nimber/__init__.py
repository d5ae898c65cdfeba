"""Couples of a state and a heap, for rules that are code: compiled."""
