"""Goals of composed tasks: a grammar that tells them, and a parser of its own that reads them."""
