"""The search engine: positions as sets of places, for games whose tables would be too large."""
