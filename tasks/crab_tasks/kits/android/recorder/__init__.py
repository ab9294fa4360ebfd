"""Recorder."""
