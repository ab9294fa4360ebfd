"""Tasks on the desktop: pictures."""
