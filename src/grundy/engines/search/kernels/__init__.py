"""The compiled part of the search: parts, what is known of them, and the searches themselves."""
