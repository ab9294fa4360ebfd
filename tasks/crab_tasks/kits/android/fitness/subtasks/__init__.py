"""Fitness: sub-tasks."""
