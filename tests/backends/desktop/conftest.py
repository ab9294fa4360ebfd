"""Fixtures of the real desktop's tests."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crab_gym.backends.base import CommandResult
from crab_gym.backends.desktop import DesktopBackend

ROOT = os.environ.get("CRAB_TEST_ROOT", "host")
"""The option ``root`` of the tests' boxes; see `BoxOptions.root`."""


def becomes(holds: Callable[[], bool], seconds: float = 30.0) -> bool:
    """Returns whether something holds within some seconds: programs take their time on a busy host."""
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.1)
    return holds()


class Desk:
    """A running desktop, and shortcuts for acting on it."""

    def __init__(self, root: str = ROOT, profile: str = "light", **options: Any) -> None:
        self.backend = DesktopBackend("ubuntu", (1280, 720), profile=profile, root=root, spare=False, **options)
        self.backend.reset(0)
        self.state, self.setup = self.backend.state, self.backend.setup

    def act(self, verb: str, /, **args: Any) -> None:
        self.backend.execute(verb, args)
        self.backend.settle()

    def open(self, name: str) -> None:
        self.act("search_app", name=name)
        self.act("press", key="enter")

    def reads(self, path: str, text: str) -> bool:
        """Returns whether a file gets a text within half a minute."""
        return becomes(lambda: self.state.read_text(path) == text)

    def python(self, code: str, *argv: str) -> CommandResult:
        return self.state.run(["python3", "-c", code, *argv])

    def kill(self, process: str) -> None:
        """Kills the box's processes of a name, from inside the box."""
        code = (
            "import os,sys\n"
            "for p in filter(str.isdigit, os.listdir('/proc')):\n"
            "    if open(f'/proc/{p}/comm').read().strip() == sys.argv[1]: os.kill(int(p), 9)"
        )
        self.python(code, process)


def descendants() -> dict[int, str]:
    """Returns the names of the descendants of this process by id, as the host sees them.

    The resource tracker of multiprocessing is left out, since other tests may have started it.
    """
    parents, names = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            head, _, tail = Path(f"/proc/{entry}/stat").read_text(errors="replace").rpartition(")")
            if b"multiprocessing.resource_tracker" in Path(f"/proc/{entry}/cmdline").read_bytes():
                continue
        except OSError:
            continue
        parents[int(entry)], names[int(entry)] = int(tail.split()[1]), head.partition("(")[2]
    found: dict[int, str] = {}
    for number in parents:
        above = number
        while above := parents.get(above, 0):
            if above == os.getpid():
                found[number] = names[number]
                break
    return found


@pytest.fixture
def desk(_needs_desktop: None) -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.backend.close()


@pytest.fixture
def over_root(_needs_desktop: None) -> Iterator[Desk]:
    """A desktop whose root file system is that of this host."""
    desk = Desk("/")
    yield desk
    desk.backend.close()


@pytest.fixture
def desk_class(_needs_desktop: None) -> type[Desk]:
    """Returns the class of desktops of any profile; the test closes them."""
    return Desk


@pytest.fixture
def host_processes() -> Any:
    """Returns a function that lists the descendants that this process has had since the fixture was asked for.

    Servers that tests share, of which there may be some already, are no concern of the test.
    """
    before = descendants()
    return lambda: {number: name for number, name in descendants().items() if number not in before and name != "adb"}
