"""A simulated git, whose repositories are those of the real one: loose objects, an index, refs, reflogs."""
