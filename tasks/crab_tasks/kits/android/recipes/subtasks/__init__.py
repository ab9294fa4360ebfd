"""Recipes: sub-tasks."""
