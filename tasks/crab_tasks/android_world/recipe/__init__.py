"""AndroidWorld's tasks of the Recipes app: those that add recipes, and those that delete some."""
