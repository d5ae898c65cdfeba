"""From a question to values: one engine for each shape of rule."""
