"""Tasks on both devices."""
