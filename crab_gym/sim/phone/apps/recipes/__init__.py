"""The phone's Recipes app."""
