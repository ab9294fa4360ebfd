"""Evaluators, setups and moves of the desktop's small programs."""
