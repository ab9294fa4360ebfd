"""The desktop's music player, Rhythmbox."""
