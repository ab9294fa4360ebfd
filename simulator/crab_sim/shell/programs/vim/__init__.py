"""A simulated vim: an engine without a screen of its own, whose whole state is plain data."""
