"""Kits of what keeps files in order: folders, archives, their sizes."""
