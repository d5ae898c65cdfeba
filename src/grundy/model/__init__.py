"""The nouns: option, space, rule, position, convention, result; and the definition, the slow judge of everything."""
