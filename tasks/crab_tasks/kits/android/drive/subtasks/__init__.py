"""Drive: sub-tasks."""
