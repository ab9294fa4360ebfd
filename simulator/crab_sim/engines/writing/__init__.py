"""Rich text: paragraphs with looks, styles, lists and tables; edits, layout on pages, files of word processors."""
