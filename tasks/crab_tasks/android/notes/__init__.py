"""Tasks on the phone: notes and recipes."""
