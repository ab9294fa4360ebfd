"""Markdown: sub-tasks."""
