"""The claims that prove a nim-value, gathered from the tables of a search."""
