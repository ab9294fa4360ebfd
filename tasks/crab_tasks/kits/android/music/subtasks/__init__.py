"""Music: sub-tasks."""
