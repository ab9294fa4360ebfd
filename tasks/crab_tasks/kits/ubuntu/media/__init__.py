"""Kits of the apps that play media."""
