"""Pages with an inbox."""
