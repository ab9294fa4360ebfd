"""What programmers do in a terminal: files of lines, and repositories."""
