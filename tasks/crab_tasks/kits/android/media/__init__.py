"""Kits of the phone's apps for what is played: music, videos, recordings."""
