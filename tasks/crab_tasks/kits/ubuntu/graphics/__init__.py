"""Kits of what is done with the desktop's programs for pictures."""
