"""Text to position, rule and move, and back: the one room that resolves names."""
