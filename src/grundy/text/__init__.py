"""From text to plain data and back: every reader knows the line and column of what it reads."""
