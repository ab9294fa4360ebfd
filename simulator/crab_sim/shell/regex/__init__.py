"""POSIX regular expressions."""
