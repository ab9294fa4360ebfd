"""The desktop's Document Viewer."""
