"""Thunderbird: sub-tasks."""
