"""The compiler: from Python's syntax tree to instructions of the machine."""
