"""Mail: sub-tasks."""
