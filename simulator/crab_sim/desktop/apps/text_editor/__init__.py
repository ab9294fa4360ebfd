"""The desktop's Text Editor app."""
