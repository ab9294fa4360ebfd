"""Tasks in the desktop's mail program."""
