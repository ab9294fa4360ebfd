"""Tasks about programs that run on the desktop."""
