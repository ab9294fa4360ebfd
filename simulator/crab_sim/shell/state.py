"""The state that a shell keeps between lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crab_sim.shell.host import Host


@dataclass(frozen=True, slots=True)
class ShellState:
    """The plain data that a shell keeps between lines.

    Attributes:
        cwd: the working directory, absolute.
        variables: all shell variables, exported or not.
        status: exit status of the last command, 0 to 255.
        exported: names of the variables that commands see in their environment.
        arguments: the positional parameters.
        functions: source text of each function's body.
        aliases: text of each alias.
        options: letters and names set with ``set -``, such as ``e`` or ``pipefail``.
        history: the lines run so far, oldest first.
    """

    cwd: str = "/"
    variables: Mapping[str, str] = field(default_factory=dict)
    status: int = 0
    exported: frozenset[str] = frozenset()
    arguments: tuple[str, ...] = ()
    functions: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    options: frozenset[str] = frozenset()
    history: tuple[str, ...] = ()


def login_state(host: Host, variables: Mapping[str, str] | None = None) -> ShellState:
    """Returns the state of a fresh shell of the host's user, in the home directory, with the usual environment."""
    environment = {
        "HOME": host.home,
        "USER": host.user,
        "LOGNAME": host.user,
        "PWD": host.home,
        "SHELL": "/bin/sh" if host.home == "/" else "/bin/bash",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        **(variables or {}),
    }
    return ShellState(cwd=host.home, variables=environment, exported=frozenset(environment))
