"""Tasks on the phone: the phone's settings."""
