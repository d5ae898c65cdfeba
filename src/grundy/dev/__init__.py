"""For whoever adds to grundy: `python -m grundy.dev new KIND NAME` writes the file of a thing, and its test."""
