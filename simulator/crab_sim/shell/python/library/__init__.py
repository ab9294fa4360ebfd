"""Modules that Monty lacks, as source that Monty runs.

* `prelude` - runs before each program: `sys`, `open`, `input` and others that Monty lacks.
* the others - modules of Python's library, by their names.

They keep to what Monty can run: no classes derived from others, no generators, no decorated methods.
"""
