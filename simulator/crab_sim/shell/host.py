"""The machine that a shell runs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

KERNEL_RELEASE: Final = "6.1.0-18-amd64"
KERNEL_BUILD: Final = "#1 SMP PREEMPT_DYNAMIC"
"""Release and version of the kernel, as ``uname`` has them."""


class Host(Protocol):
    """The machine that a shell runs on: everything that differs between machines."""

    @property
    def user(self) -> str:
        """Name of the user."""

    @property
    def hostname(self) -> str:
        """Name of the machine."""

    @property
    def home(self) -> str:
        """The user's home directory, absolute."""

    @property
    def unknown_command(self) -> str:
        """Message for an unknown command, such as ``bash: {name}: command not found``."""

    @property
    def max_output(self) -> int:
        """Maximum bytes of one stream or pipe; `MAX_OUTPUT` unless the machine's commands print more than text."""

    def time(self) -> float:
        """Returns the virtual time, Unix seconds."""

    def processes(self) -> Sequence[tuple[int, str]]:
        """Returns (process id, name) of each running process."""
