"""The programs that run inside the box, on its own Python (3.10 or newer), without crab_gym.

Nothing here imports crab_gym, numpy or anything else outside the standard library, python-xlib and PyGObject. The
first stage of a box (`boot`, `mounts`) runs on the caller's Python; it copies this package into the box, where `main`
goes on.
"""
