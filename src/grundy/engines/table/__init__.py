"""Table engines: the nim-values of all states of a bounded problem, smallest states first.

masks: states are sets of bits, a move clears a fixed set of them. 64 states are worked on in one machine word.
cuts:  states are sub-rectangles of a grid, a move takes out a whole row or column and leaves two of them.
Both know plain numbers and strings alone; small problems are done in plain Python, without NumPy or Numba.
"""
