"""Rhythmbox."""
