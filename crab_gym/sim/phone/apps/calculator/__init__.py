"""The phone's Calculator app."""
