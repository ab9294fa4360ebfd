"""The phone's photos, songs, videos and recordings: a scanner for them, and those of a lived-in phone."""
