"""Tasks about the files of the Markdown app."""
