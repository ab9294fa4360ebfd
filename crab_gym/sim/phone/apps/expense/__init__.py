"""The phone's Expenses app."""
