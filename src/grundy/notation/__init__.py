"""Text to position, rule and move, and back: the one room that resolves names."""

TYPED = "rule"
"""In the place of the name of a game, before a rule that is typed: rule:n -> n-1."""
