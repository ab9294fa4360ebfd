"""AndroidWorld's tasks of the Expenses app: those that add entries, and those that delete some."""
