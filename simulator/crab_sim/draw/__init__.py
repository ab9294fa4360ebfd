"""Drawing: display lists into pixels, with text, icons, pictures and maps."""
