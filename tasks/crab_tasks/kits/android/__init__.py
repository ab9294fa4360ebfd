"""Kits of the phone's apps: each one's evaluators, setups and moves."""
