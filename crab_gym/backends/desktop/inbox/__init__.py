"""The programs that run inside the box, on the operating system's own Python (3.9 or newer), without crab_gym.

Nothing here imports crab_gym, numpy or anything else outside the standard library and python-xlib: `crab_gym` is not
visible in the box. The modules are imported while the host's files are still in sight; see `main`.
"""
