"""The phone's Mail app."""
