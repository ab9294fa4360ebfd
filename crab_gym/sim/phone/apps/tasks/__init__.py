"""The phone's Tasks app."""
