"""The phone's Fitness app."""
