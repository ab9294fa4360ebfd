"""Android's own commands, one module per command or family."""
