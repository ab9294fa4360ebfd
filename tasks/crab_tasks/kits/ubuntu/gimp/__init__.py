"""GIMP."""
