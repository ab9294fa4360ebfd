"""Calendar: sub-tasks."""
