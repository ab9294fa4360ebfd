"""The desktop's screen while nobody uses it: blank after the time that Settings › Power says, and locked then.

What wakes or unlocks the screen does nothing else: a click or key wakes it, and, where Settings › Privacy › Screen has
it locked, the next one unlocks it, as the user has no password. Super+L and the status menu lock it at once. An
alarm or a timer wakes it, unless Settings › Notifications keeps notifications off the lock screen; while a video plays,
it stays on.

* `use` - notes an action, and wakes or unlocks the screen. `tick` - blanks it. `lock`, `ring` - lock and wake it.
* `is_open` - whether the desktop is to be seen. `lay_out` - the black or locked screen.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from crab_sim.desktop.apps.settings.backgrounds import lay_out_wallpaper
from crab_sim.desktop.apps.videos.state import now_of
from crab_sim.desktop.settings_store import INTERFACE
from crab_sim.desktop.shell.top_bar import clock_text
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import SETTINGS, WINDOWS, Slice
from crab_sim.ui import Label
from crab_sim.ui.scene import AnyScene
from crab_sim.ui.theme import WHITE, Color

__all__ = ["SCREEN", "is_open", "lay_out", "lock", "ring", "tick", "use"]

SCREEN: Final = Slice[str]("lock", volatile="screens go off by themselves", covers=True)
"""``"blank"`` or ``"locked"``; absent while the desktop is to be seen."""
USED: Final = Slice[float]("last_used", volatile="when the desktop was used")
_DELAY: Final = ("org.gnome.desktop.session", "idle-delay")
_LOCKS: Final = ("org.gnome.desktop.screensaver", "lock-enabled")
_TELLS: Final = ("org.gnome.desktop.notifications", "show-in-lock-screen")
_LEAST: Final = 10  # seconds
_BLACK: Color = (0, 0, 0)
_SHADE: Color = (20, 20, 24)


def is_open(machine: Machine) -> bool:
    """Returns whether the desktop is to be seen, and not a blank or locked screen."""
    return SCREEN.name not in machine.slices


def use(machine: Machine) -> bool:
    """Notes that somebody uses the desktop now; returns whether that only woke or unlocked the screen."""
    slices = machine.slices
    slices[USED.name] = slices["time"]  # nothing on the screen depends on it
    if SCREEN.name not in slices:
        return False
    _turn(machine, "locked" if machine.get(SCREEN) == "blank" and machine.get(SETTINGS)[_LOCKS] == "true" else "")
    return True


def tick(machine: Machine) -> None:
    """Blanks the screen if nobody has used the desktop for long."""
    slices = machine.slices
    idle = slices["time"] - slices.get(USED.name, slices["booted"])
    if idle < _LEAST:  # as in nearly every step
        return
    delay = int(machine.get(SETTINGS)[_DELAY])
    if delay and delay <= idle and machine.peek(SCREEN, "") != "blank" and not _shows_video(machine):
        _turn(machine, "blank")


def _shows_video(machine: Machine) -> bool:
    windows = [window for window in machine.get(WINDOWS) if window.app == "videos"]
    return any(now_of(Context(machine, window.id), machine.now).playing for window in windows)


def lock(machine: Machine) -> None:
    """Locks the screen."""
    _turn(machine, "locked")


def ring(machine: Machine) -> None:
    """Wakes the screen for an alarm or a timer, where notifications are shown on the lock screen."""
    if not is_open(machine) and machine.get(SETTINGS)[_TELLS] == "true":
        use(machine)


def _turn(machine: Machine, state: str) -> None:
    machine.put(SCREEN, state)
    if not state:
        del machine.slices[SCREEN.name]  # the state of a screen that was never blank


def lay_out(machine: Machine, scene: AnyScene, files: Callable[[], Files]) -> None:
    """Lays out the blank screen, or the time and date on the locked one.

    Args:
        machine: The desktop.
        scene: The scene.
        files: Returns its files, which may have the wallpaper's picture.
    """
    width, height, settings = machine.width, machine.height, machine.get(SETTINGS)
    if machine.get(SCREEN) == "blank":
        scene.fill(0, 0, width, height, _BLACK)
        return
    if scene.drawn:
        lay_out_wallpaper(scene, width, height, settings, files)
        scene.ops.append(("shade", 0, 0, width, height, scene.clip, _SHADE, 150))
    # A click anywhere opens it (`use`): whoever has nothing but clicks on elements has to find one.
    scene.node(0, 0, width, height, "other", "", "Lock screen", message=("dismiss",))
    moment, middle = time.gmtime(machine.now), height // 2
    clock = clock_text(int(machine.now // 60), settings[INTERFACE, "clock-format"], "false", "false")
    for top, size, text in (
        (middle - 110, 72, clock),
        (middle - 8, 22, f"{time.strftime('%A %B', moment)} {moment.tm_mday}"),
        (middle + 60, 14, "Click or press a key to unlock"),
    ):
        Label(scene.theme.say(text), size, WHITE, align="center").place(scene, 0, top, width, size + 12)
