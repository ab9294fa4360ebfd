"""Firefox: the desktop's web browser."""
