"""Results for people and machines: text and JSON. Nothing here computes."""
