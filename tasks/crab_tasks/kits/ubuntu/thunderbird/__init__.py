"""Thunderbird."""
