"""Tasks of our own making for each of AndroidWorld's 116, a module per app. docs/androidworld.md compares them."""
