"""The phone's Music app."""
