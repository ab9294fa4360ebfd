"""The phone's Messages app."""
