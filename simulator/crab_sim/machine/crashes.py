"""Crashes of simulated apps: where an app's code raises, the app is closed, and the rest of the machine goes on.

* `guarded` - lets something happen on a machine.
* `screen` - what is visible of the screen as it is now.
* `closed_front` - what to do where an app's picture can't be drawn.
* `watching` - collects the crashes in this process, since each of them is a fault of the simulator.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from crab_sim.devices.facts import Crash
from crab_sim.extras import MissingExtra
from crab_sim.machine.machine import ActionRefused, Machine
from crab_sim.machine.slices import WINDOWS
from crab_sim.ui.page import PlainData, Window
from crab_sim.ui.scene import Scene

__all__ = ["UnknownVerb", "closed_front", "guarded", "screen", "watching"]

_LONGEST = 20_000
"""Characters of a traceback that are kept."""
_MOST: Final = 100
"""Crashes that a machine keeps until somebody asks for them."""
_WATCHERS: Final[list[list[Crash]]] = []
_log = logging.getLogger(__name__)


class UnknownVerb(Exception):
    """A machine has no such verb: an error of the caller, not of an app."""


def guarded(machine: Machine, event: Callable[[], None], app: str = "", keeps: bool = False) -> bool:
    """Lets something happen; returns False where an app's code raised, and nothing but the app's end has happened.

    Args:
        machine: The machine.
        event: What happens.
        app: The app that it concerns, where no window of it takes part.
        keeps: Whether what had happened before an app's code raised remains.

    Raises:
        ActionRefused: The machine refuses it.
        UnknownVerb: There is no such verb.
        MissingExtra: The host lacks what the event needs, which is no fault of an app.
    """
    before, outer, touch = machine.snapshot(), machine.acting, machine.last_touch
    machine.acting = ""
    try:
        event()
    except (ActionRefused, UnknownVerb, MissingExtra):
        raise
    except Exception as error:
        machine.last_touch = touch
        _crashed(machine, machine.snapshot() if keeps else before, error, app)
        return False
    finally:
        machine.acting = outer
    return True


def screen(machine: Machine) -> Scene:
    """Returns what is visible of the screen; an app whose view raises is closed, and the home screen begins anew."""
    for _ in range(len(machine.get(WINDOWS)) + 1):
        machine.acting = ""
        try:
            return machine.visible_scene
        except Exception as error:
            if not _crashed(machine, machine.snapshot(), error):
                _begin_anew(machine)
                break
    return machine.visible_scene


def closed_front(machine: Machine, error: Exception) -> bool:
    """Closes the app in front, of whose picture something can't be drawn; returns False where there is none."""
    front = machine.front
    machine.acting = "" if front is None else front.id
    return _crashed(machine, machine.snapshot(), error)


@contextmanager
def watching() -> Iterator[list[Crash]]:
    """Collects the crashes of this process's simulated apps in a list, as long as it is entered."""
    crashes: list[Crash] = []
    _WATCHERS.append(crashes)
    try:
        yield crashes
    finally:
        _WATCHERS[:] = [other for other in _WATCHERS if other is not crashes]


def _crashed(machine: Machine, before: Mapping[str, PlainData], error: Exception, app: str = "") -> bool:
    """Brings a machine back to the state before an event, without the app that raised; returns whether it was open."""
    window = _window(machine.get(WINDOWS), machine.acting) or _window(before["windows"], machine.acting)
    if window is not None:
        app = window.app
    machine.restore(before)
    _note(machine, app or "system", error)
    if window is None or _window(before["windows"], window.id) is None:
        return False
    machine.close_window(window.id)
    return True


def _note(machine: Machine, app: str, error: Exception) -> None:
    """Notes a crash, and logs it."""
    told = "".join(traceback.format_exception(error))[-_LONGEST:]
    missing = (error.name or "") if isinstance(error, ModuleNotFoundError) else ""
    crash = Crash(app, type(error).__name__, told, machine.device, missing)
    _log.error("%s of a simulated %s device failed", app, machine.device, exc_info=error)
    machine.crashes = [*machine.crashes[1 - _MOST :], crash]
    for watcher in _WATCHERS:
        watcher.append(crash)


def _begin_anew(machine: Machine) -> None:
    """Closes all windows and shows the home screen, as where a desktop's session fails."""
    machine.put(WINDOWS, ())
    for slice, value in machine.home().items():
        machine.put(slice, value)


def _window(windows: tuple[Window, ...], window_id: str) -> Window | None:
    for window in windows:
        if window.id == window_id:
            return window
    return None
