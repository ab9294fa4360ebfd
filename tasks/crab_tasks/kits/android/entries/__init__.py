"""Rows of an app among many others, as AndroidWorld's tasks have them."""
