"""Questions that are answered with a text about an app's records."""
