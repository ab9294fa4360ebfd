"""Tasks on the desktop: text files, in editors and the terminal."""
