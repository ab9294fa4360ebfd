"""Kits of the desktop's programs: each one's evaluators, setups and moves."""
