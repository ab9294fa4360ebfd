"""The desktop's Characters."""
