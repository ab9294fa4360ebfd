"""Names and places in the box that several of its modules need."""

from __future__ import annotations

USER = "user"
UID = 1000
HOME = "/home/user"
HOST_NAME = "ubuntu"
RUNTIME_DIR = "/run/user/1000"

PRIVATE_DIR = "/run/crab"
"""Folder of the services' own files, which the box's user may write like any other of its own."""

CONNECTION, SITES, LISTENER = 3, 4, 5
"""Descriptors of process 1: to the host, of the bundled sites' memory, and of the socket that these are served on."""

SCREEN = 63
"""Descriptor of process 1: of the screen's file."""

AGENT_DIR = "/run/agent"
"""Read-only mount of what is carried into the box: this package, as ``guest``, and what it serves."""
