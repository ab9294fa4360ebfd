"""Expenses."""
