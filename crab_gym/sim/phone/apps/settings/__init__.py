"""The phone's Settings app."""
