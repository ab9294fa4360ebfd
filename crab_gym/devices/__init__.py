"""Facts that simulated and real devices share, such as apps, gestures, keys and the ADB wire format."""
