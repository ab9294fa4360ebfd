"""Pages that answer: games, a terminal, suggestions."""
