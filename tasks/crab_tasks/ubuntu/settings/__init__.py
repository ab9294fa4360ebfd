"""Tasks on the desktop: the desktop's settings."""
