"""Pages on which boxes are to be ticked."""
