"""The phone's system: launcher, status bar, notifications, settings, permissions."""
