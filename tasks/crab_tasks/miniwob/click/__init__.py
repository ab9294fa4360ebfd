"""Pages on which something is to be tapped."""
