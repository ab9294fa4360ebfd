"""Kits of the apps and programs with which files and folders are kept in order."""
