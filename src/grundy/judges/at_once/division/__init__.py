"""Large sets of numbers of the floor-division game: see kernels.py."""
