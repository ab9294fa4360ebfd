"""Programming in the terminal: sub-tasks about files of lines and about repositories."""
