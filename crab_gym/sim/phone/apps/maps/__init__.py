"""The phone's Maps app."""
