"""Maps: sub-tasks."""
