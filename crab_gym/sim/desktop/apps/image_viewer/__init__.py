"""The desktop's Image Viewer."""
