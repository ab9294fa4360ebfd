"""Simulated machines: whole devices as plain data, knowing nothing of Gymnasium."""
