"""Settings: sub-tasks."""
