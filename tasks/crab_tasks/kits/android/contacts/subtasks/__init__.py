"""Contacts: sub-tasks."""
