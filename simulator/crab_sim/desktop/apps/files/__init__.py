"""The desktop's Files app."""
