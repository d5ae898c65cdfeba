"""A rule read back: what it depends on, so that nothing found of it is taken for a rule that does something else."""
