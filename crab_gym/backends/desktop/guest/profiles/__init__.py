"""The two profiles of the desktop: window managers, panels and search windows.

* `openbox` - the light profile.
* `gnome` - GNOME Shell.
"""
