"""Calendar: the events of months and weeks."""
