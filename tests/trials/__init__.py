"""Random games, rules and positions, asked of every engine and of the definition; and random bytes for every parser."""
