"""Experiments over many tasks: evaluating policies, verifying tasks, building the index."""
