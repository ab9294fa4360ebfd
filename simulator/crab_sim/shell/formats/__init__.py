"""Conversions between values and text that several commands share."""
