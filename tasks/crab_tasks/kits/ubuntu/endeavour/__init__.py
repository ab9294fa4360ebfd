"""Endeavour."""
