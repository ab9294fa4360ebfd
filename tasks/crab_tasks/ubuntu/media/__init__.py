"""Tasks about music and videos on the desktop."""
