"""Endeavour, the to-do list of GNOME, with lists of tasks."""
