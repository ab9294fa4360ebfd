"""Presentations: slides with their texts and pictures, edits of them, their files, and printing."""
