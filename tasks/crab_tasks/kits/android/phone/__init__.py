"""Phone."""
