"""Pages with questions about numbers."""
