"""The phone's Phone app."""
