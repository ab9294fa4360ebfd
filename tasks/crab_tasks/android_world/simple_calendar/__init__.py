"""AndroidWorld's tasks of the calendar: those that add events, those that delete some, and its questions."""
