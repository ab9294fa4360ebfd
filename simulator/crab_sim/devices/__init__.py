"""Facts that simulated and real devices share, such as apps, gestures, keys, media files and the ADB wire format."""
