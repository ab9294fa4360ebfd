"""The commands of git, a module for each or for some that belong together."""
