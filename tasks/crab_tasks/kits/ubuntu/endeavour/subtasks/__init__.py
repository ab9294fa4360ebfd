"""Endeavour: sub-tasks."""
