"""The parts of the desktop around the windows: top bar, status menu, dock, overview, title bars, wallpaper."""
