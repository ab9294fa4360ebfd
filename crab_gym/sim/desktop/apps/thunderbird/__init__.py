"""Thunderbird, the desktop's mail program."""
