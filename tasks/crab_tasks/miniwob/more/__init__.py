"""Families that a phone's real browser doesn't play well, added here where the simulated phone can."""
