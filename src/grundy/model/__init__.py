"""The nouns: option, space, rule, position, play, result; and the definition, the slow judge of everything."""
