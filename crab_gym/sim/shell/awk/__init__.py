"""The command ``awk``."""
