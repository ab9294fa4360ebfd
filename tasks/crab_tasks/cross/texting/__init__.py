"""Tasks on both devices that text messages begin or end."""
