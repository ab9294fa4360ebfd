"""The desktop's Settings app."""
