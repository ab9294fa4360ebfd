"""Notebook: sub-tasks."""
