"""Sub-tasks about appointments and things to do, in the desktop's Calendar and Endeavour."""
