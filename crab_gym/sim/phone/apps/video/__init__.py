"""The phone's Videos app."""
