"""Words for seeded content, by theme."""
