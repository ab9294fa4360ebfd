"""The files of spreadsheets: text with separators, OpenDocument, Office Open XML."""
