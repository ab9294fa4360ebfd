"""Document Viewer."""
