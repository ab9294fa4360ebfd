"""Tasks on the phone: orders and places."""
