"""Tasks in the desktop's calendar, to-do list and clock."""
