"""Pages with forms, tables and searches."""
