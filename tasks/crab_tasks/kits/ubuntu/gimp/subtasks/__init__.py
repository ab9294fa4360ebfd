"""GIMP: sub-tasks."""
