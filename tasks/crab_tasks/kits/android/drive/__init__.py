"""Drive."""
