"""The desktop's Screenshot."""
