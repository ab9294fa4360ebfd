"""Browser: sub-tasks."""
