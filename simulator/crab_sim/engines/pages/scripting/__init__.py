"""Scripts of web pages, run in a sandbox: a page's state is its source and the log of what was done to it."""
