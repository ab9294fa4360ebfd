"""Document Viewer: sub-tasks."""
