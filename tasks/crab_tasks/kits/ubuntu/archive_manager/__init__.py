"""Archive Manager."""
