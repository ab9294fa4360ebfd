"""Thin adapters to other ecosystems."""
