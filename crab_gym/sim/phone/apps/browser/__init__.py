"""The phone's Browser app."""
