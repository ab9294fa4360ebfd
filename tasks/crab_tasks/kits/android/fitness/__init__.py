"""Fitness."""
