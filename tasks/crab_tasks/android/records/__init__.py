"""Tasks on the phone: expenses, tracks, playlists and photos."""
