"""The phone's Notes app."""
