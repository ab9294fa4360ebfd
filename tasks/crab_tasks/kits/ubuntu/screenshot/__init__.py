"""Screenshot."""
