"""Ways through a text: motions, text objects, brackets."""
