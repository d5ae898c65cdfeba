"""Long computations: one loop round every engine, with progress, limits, interrupts, checkpoints and a store."""
