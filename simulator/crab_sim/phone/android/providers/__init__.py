"""Android's content providers, one module per theme; `addresses` finds one by its ``content://`` address."""
