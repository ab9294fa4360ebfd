"""The desktop's Terminal app."""
