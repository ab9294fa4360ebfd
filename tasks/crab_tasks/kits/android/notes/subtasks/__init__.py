"""Notes: sub-tasks."""
