"""Sub-tasks that change, move or remove what is already in the phone's apps."""
