"""Pages with menus and trees."""
