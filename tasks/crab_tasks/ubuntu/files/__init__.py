"""Tasks on the desktop: files and folders."""
