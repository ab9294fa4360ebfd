"""Tasks on the desktop."""
