"""Names, paths and descriptor numbers in the box that several modules need."""

from __future__ import annotations

USER = "user"
UID = 1000
HOME = "/home/user"
HOST_NAME = "ubuntu"
RUNTIME_DIR = "/run/user/1000"

PRIVATE_DIR = "/run/crab"
"""Folder of the services' own files; the box's user may write to it."""

CONNECTION, SITES, LISTENER = 3, 4, 5
"""Descriptors of process 1: the connection to the host, the memory of the bundled sites, and their server socket."""

SCREEN = 63
"""Descriptor of process 1: the screen's file."""

GUEST_DIR = "/run/agent"
"""Read-only mount of the files that are copied into the box: this package, as ``guest``."""
