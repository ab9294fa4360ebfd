"""Text Editor."""
