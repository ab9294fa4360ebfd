"""The phone's Clock app."""
