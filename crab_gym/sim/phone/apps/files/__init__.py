"""The phone's Files app."""
