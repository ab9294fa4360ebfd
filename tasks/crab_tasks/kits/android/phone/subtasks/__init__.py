"""Phone: sub-tasks."""
