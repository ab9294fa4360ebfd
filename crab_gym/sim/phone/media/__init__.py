"""The phone's photos, songs, videos and recordings: their bytes, and those of a lived-in phone."""
