"""Pages of the computer that a phone is connected to: addresses of localhost, which ``adb reverse`` leads there.

The phone itself reaches nothing: it says which addresses it wants, and adbd puts their answers here (see
`crab_sim.adbd.local_pages`). Elsewhere they are refused.

Slices: ``"browser_wanted"``, the addresses that nobody has answered, and ``"browser_local"``, the answers.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import WINDOWS, Slice

__all__ = ["LOCAL", "MAX_BYTES", "WANTED", "LocalPage", "deliver", "is_local", "local_page", "port_of", "want"]

MAX_BYTES: Final = 300_000
"""Bytes of the longest page."""
_MOST: Final = 20
_HOSTS: Final = re.compile(r"https?://(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(?:[/?#]|$)")


class LocalPage(NamedTuple):
    """An answer: its address, its status (0 for a server that can't be reached), its MIME type and its bytes."""

    url: str
    status: int
    type: str = ""
    data: bytes = b""


WANTED: Final = Slice[tuple[str, ...]]("browser_wanted", volatile="requests under way")
LOCAL: Final = Slice[tuple[LocalPage, ...]]("browser_local", volatile="a cache")


def is_local(url: str) -> bool:
    """Returns whether an address is one of the computer that the phone is connected to.

    >>> is_local("https://localhost:8000/task.html"), is_local("https://localhost.example/")
    (True, False)
    """
    return _HOSTS.match(url) is not None


def port_of(url: str) -> int:
    """Returns the port of such an address, 0 for none that there can be."""
    try:
        return urlsplit(url).port or 80
    except ValueError:
        return 0


def _bare(url: str) -> str:
    return url.partition("#")[0]


def local_page(context: Context, url: str) -> LocalPage:
    """Returns the answer of an address, that of a server that can't be reached where there is none."""
    bare = _bare(url)
    return next((row for row in context.get(LOCAL) if row.url == bare), LocalPage(bare, 0))


def want(context: Context, url: str) -> None:
    """Asks for an address."""
    wanted = context.get(WANTED)
    if is_local(url) and _bare(url) not in wanted:
        context.put(WANTED, (*wanted, _bare(url))[-_MOST:])


def deliver(machine: Machine, page: LocalPage) -> None:
    """Puts an answer, and shows it where the Browser waits for it."""
    machine.put(WANTED, tuple([url for url in machine.get(WANTED) if url != page.url]))
    rows = [row for row in machine.get(LOCAL) if row.url != page.url]
    machine.put(LOCAL, (*rows, page._replace(data=page.data[:MAX_BYTES]))[-_MOST:])
    window = next((window for window in machine.get(WINDOWS) if window.app == "browser"), None)
    if window is not None and window.page.name == "web" and _bare(str(window.page.arg)) == page.url:
        machine.apps["browser"].update(Context(machine, window.id), ("loaded",))
