"""Expenses: sub-tasks."""
