"""The desktop's Calculator."""
