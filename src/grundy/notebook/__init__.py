"""grundy in a notebook: a board to play on, and pictures of whole games."""
