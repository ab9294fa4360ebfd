"""The phone's Gallery app."""
