"""Widgets and dialogs that the phone's apps share."""
