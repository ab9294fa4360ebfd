"""Pages with posts of people."""
