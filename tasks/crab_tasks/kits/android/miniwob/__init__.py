"""The shared parts of the tasks of MiniWoB: items of their pages, words, moves, and the task that a page makes."""
