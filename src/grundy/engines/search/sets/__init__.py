"""Search for nim-values in requested sets."""
