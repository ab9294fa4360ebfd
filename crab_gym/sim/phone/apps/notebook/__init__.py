"""The phone's Notebook app."""
