"""GitBarn."""
