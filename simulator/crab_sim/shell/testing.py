"""A small host and file tree, for examples and tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crab_sim.files import Directory, File, Files
from crab_sim.shell import Result, login_state, run
from crab_sim.shell.context import Command
from crab_sim.shell.limits import MAX_OUTPUT


@dataclass(frozen=True)
class ExampleHost:
    """A host with fixed answers."""

    user: str = "user"
    hostname: str = "desktop"
    home: str = "/home/user"
    unknown_command: str = "bash: {name}: command not found"
    max_output: int = MAX_OUTPUT
    commands: Mapping[str, Command] = field(default_factory=dict)
    now: float = 1_715_000_000.0
    running: tuple[tuple[int, str], ...] = ((1, "init"), (812, "gnome-shell"), (4242, "bash"))

    def time(self) -> float:
        """Returns the fixed time."""
        return self.now

    def processes(self) -> tuple[tuple[int, str], ...]:
        """Returns the fixed processes."""
        return self.running


def example_host() -> ExampleHost:
    """Returns a host of the user ``user`` at a fixed time."""
    return ExampleHost()


def example_files() -> Files:
    """Returns a small tree: two text files and a directory at home, one of root's in /etc."""
    mtime = 1_714_000_000.0
    return Files(
        [
            ("/home/user", Directory(mtime, 0o755, "user")),
            ("/home/user/fruit.txt", File(b"apple 3\npear 5\nfig 12\n", mtime, 0o644, "user")),
            ("/home/user/notes.txt", File(b"one\ntwo\n", mtime, 0o644, "user")),
            ("/home/user/docs", Directory(mtime, 0o755, "user")),
            ("/home/user/docs/plan.md", File("# Plan\n\n- über\n".encode(), mtime, 0o644, "user")),
            ("/tmp", Directory(mtime, 0o1777, "root")),
            ("/etc/hostname", File(b"desktop\n", mtime, 0o644, "root")),
        ]
    )


def example_run(line: str, before: Result | None = None, stdin: bytes = b"") -> Result:
    """Runs a line on the example machine.

    Args:
        line: the text.
        before: the result to go on from; by default a fresh machine.
        stdin: standard input.
    """
    host = example_host()
    if before is None:
        return run(line, example_files(), login_state(host), host, stdin)
    return run(line, before.files, before.state, host, stdin)
