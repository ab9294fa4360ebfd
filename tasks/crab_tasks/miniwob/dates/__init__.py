"""Pages with dates and times."""
