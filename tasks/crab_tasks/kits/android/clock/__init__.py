"""Clock."""
