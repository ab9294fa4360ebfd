"""Recorder: sub-tasks."""
