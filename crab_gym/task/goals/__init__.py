"""Goals of composed tasks: a grammar that writes them, and an independent parser that reads them."""
