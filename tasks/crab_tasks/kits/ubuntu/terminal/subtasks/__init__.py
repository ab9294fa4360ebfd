"""Terminal: sub-tasks."""
