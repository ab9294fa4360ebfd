"""Videos: sub-tasks."""
