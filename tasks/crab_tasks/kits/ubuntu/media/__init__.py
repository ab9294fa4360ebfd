"""Kits of Rhythmbox: its songs and playlists."""
