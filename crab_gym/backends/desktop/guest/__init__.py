"""The guest: the programs that run inside a box, on its own Python (3.10 or newer), without crab_gym.

Nothing here imports crab_gym, numpy or anything else but the standard library and python-xlib. A box boots in two
stages: `boot` (with `mounts`) runs on the caller's Python, makes the box's root, copies this package into it and enters
it; then `main` runs on the box's Python, starts the desktop (`session`) and answers requests (`service`). A box that is
restored from an image begins with `restore` in place of `boot`.
"""
