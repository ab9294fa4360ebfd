"""Tasks about programs and their versions."""
