"""Pages on which something is drawn or dragged."""
