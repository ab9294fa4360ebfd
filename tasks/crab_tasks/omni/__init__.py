"""Scenarios from which tasks are synthesised, and the published list of those tasks."""
