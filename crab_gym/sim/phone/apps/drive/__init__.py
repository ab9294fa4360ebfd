"""The phone's Drive app."""
