"""Tasks on the phone."""
