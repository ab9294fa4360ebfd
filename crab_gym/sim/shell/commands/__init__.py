"""The commands of the shell, one module per command or family."""
