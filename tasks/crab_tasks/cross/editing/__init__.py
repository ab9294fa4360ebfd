"""Tasks on both devices: what the phone says is edited into a file in the terminal."""
