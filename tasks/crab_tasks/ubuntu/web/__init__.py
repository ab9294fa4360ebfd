"""Tasks on the desktop: the web."""
