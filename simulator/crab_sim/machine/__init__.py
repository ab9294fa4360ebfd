"""A simulated machine: its state as plain data, its screen, its input."""
