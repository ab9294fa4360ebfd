"""Answers of models: thoughts, calls in the notations of all templates, and arguments in other shapes."""
