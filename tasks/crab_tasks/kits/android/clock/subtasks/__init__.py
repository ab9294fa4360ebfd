"""Clock: sub-tasks."""
