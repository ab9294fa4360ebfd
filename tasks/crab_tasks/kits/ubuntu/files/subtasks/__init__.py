"""Files: sub-tasks."""
