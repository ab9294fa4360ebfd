"""Kits of what goes by the phone's screens: switches, the clipboard, conversations, the stopwatch."""
