"""The accessibility trees of the programs whose windows are on the screen, read by AT-SPI over D-Bus.

One `GetItems` call per program returns all that it keeps in its cache, in place of several calls per widget. Then the
widgets that show are asked for their bounds and texts, all at once. A program that hangs, lies or floods costs limited
time and a limited number of rows: the result then ends at the limit.

* `Accessibility` - the connection to the accessibility bus, and the programs on it.
* `tree_reader` - one reading of their trees.
* `nodes` - widgets, and the rows that are made of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from ..dbus import Bus, Call, first_items, only_value
from ..wire import Tree
from .nodes import ROOT
from .tree_reader import ACCESSIBLE, APP_SECONDS, PROPERTIES, App, TreeReader

__all__ = ["Accessibility"]

_SECONDS = 5.0  # for a reading of all programs
_MAX_APPS = 32
_REGISTRY = "org.a11y.atspi.Registry"
_DBUS = "org.freedesktop.DBus"


class Accessibility:
    """The programs' accessibility trees; the connection is made at the first reading, and kept.

    Args:
        session_bus: Address of the session bus.
        size: Width and height of the screen.
    """

    def __init__(self, session_bus: str, size: tuple[int, int]) -> None:
        self._session_bus = session_bus
        self._size = size
        self._bus: Bus | None = None
        self._registry = ""  # the registry at which we have registered
        self._apps: dict[str, App] = {}
        self._awaited: set[str] = set()  # browsers whose pages were waited for

    def read(self, pids: Iterable[int]) -> list[Tree]:
        """Returns the trees of these processes, one per program."""
        end = time.monotonic() + _SECONDS
        try:
            bus = self._connect()
            apps = [app for app in self._programs(bus, end) if app.pid in set(pids)]
            return TreeReader(bus, apps, self._awaited, self._size, end).trees()
        except OSError:
            self.close()
            return []

    def close(self) -> None:
        """Closes the connection; the next reading opens another."""
        if self._bus is not None:
            self._bus.close()
        self._bus = None
        self._registry = ""
        self._apps.clear()

    def _connect(self) -> Bus:
        if self._bus is None:
            session = Bus(self._session_bus)
            try:
                where = Call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "s")
                address = only_value(session.ask([where], time.monotonic() + 2.0)[0], "")
            finally:
                session.close()
            self._bus = Bus(address)
        return self._bus

    def _programs(self, bus: Bus, end: float) -> list[App]:
        first = min(end, time.monotonic() + APP_SECONDS)
        answer = bus.ask([Call(_REGISTRY, ROOT, ACCESSIBLE, "GetChildren", "a(so)")], first)[0]
        if answer is not None and answer.sender != self._registry:
            # Programs fill their caches once somebody listens to any event: this one hardly ever happens.
            event = ("document:load-complete",)
            listen = Call(_REGISTRY, "/org/a11y/atspi/registry", _REGISTRY, "RegisterEvent", "", "s", event)
            if bus.ask([listen], first)[0] is not None:
                self._registry = answer.sender
        names = list(dict.fromkeys(name for name, _ in first_items(answer, _MAX_APPS)))
        new = [name for name in names if name not in self._apps]
        process = "GetConnectionUnixProcessID"
        pids = bus.ask([Call(_DBUS, "/org/freedesktop/DBus", _DBUS, process, "u", "s", (name,)) for name in new], end)
        toolkit = ("org.a11y.atspi.Application", "ToolkitName")
        kits = bus.ask([Call(name, ROOT, PROPERTIES, "Get", "v", "ss", toolkit) for name in new], first)
        for name, pid, kit in zip(new, pids, kits, strict=True):
            if kit is not None:
                self._apps[name] = App(name, only_value(pid, 0), only_value(kit, "")[:40])
        return [self._apps[name] for name in names if name in self._apps]
