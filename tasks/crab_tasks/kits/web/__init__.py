"""Kits of the bundled web's sites: each one's evaluators, setups and moves."""
