"""Gallery: sub-tasks."""
