"""The phone's Camera app."""
