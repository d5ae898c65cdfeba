"""Curves in the plane that never cross: which can be drawn, by which way, and how they make room."""
