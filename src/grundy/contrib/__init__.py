"""Positions for programs of others, each with an extra of its own."""
