"""The phone's Markdown app."""
