"""The phone's photos, songs, videos and recordings: finding them, and those of a lived-in phone."""
