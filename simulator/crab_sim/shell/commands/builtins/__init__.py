"""The commands that are part of the shell: they read or change its variables, its directory or its flow."""
