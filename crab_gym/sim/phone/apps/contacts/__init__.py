"""The phone's Contacts app."""
