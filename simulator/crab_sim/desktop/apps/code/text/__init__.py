"""The text of a document: its languages and its changes."""
