"""The catalogue: one file a family of games, one entry a game; `catalogue.GAMES` lists them all."""
