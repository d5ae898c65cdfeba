"""Reading sequences and tables: periods, digits, guesses, comparisons. What is found here is observed, never proved."""
