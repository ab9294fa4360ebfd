"""Tasks: sub-tasks."""
