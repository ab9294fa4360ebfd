"""The phone's Calendar app."""
