"""The machine that runs compiled programs: instructions, calls, exceptions."""
