"""Heaps that are split, or lose a counter and have to be answered: Top Entails."""
