"""Servers of the box, beside that of the bundled sites."""
