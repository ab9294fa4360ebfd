"""Messages: sub-tasks."""
