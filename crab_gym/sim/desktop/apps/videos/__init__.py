"""The desktop's video player, after GNOME's, which is also known as Totem."""
