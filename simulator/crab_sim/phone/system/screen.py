"""The phone's screen, back to front: the launcher or the app in front, the layers above, the bars; black when off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from crab_sim.draw.ops import layer_ops
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import WINDOWS
from crab_sim.phone import power
from crab_sim.phone.battery import BATTERY
from crab_sim.phone.system import (
    keyboard,
    launcher,
    lock_screen,
    look,
    notification_shade,
    permission_dialog,
    recents,
    settings_store,
    share_sheet,
    status_bar,
)
from crab_sim.phone.system.above import ABOVE, dim
from crab_sim.phone.system.launcher import DRAWER, SHELL, Shell
from crab_sim.phone.system.notifications import NOTIFICATIONS
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.phone.system.toasts import TOAST, lay_out_toast
from crab_sim.phone.system.wallpaper import OWN_WALLPAPER, WALLPAPER
from crab_sim.phone.times import is_24_hour
from crab_sim.phone.widgets.basics import NIGHT
from crab_sim.ui import Window
from crab_sim.ui.scene import AnyScene
from crab_sim.ui.theme import WHITE, Color

__all__ = ["build"]

_BLACK: Final = (0, 0, 0)
_LAYERS_ABOVE: Final[Mapping[str, Callable[[Machine, AnyScene], None]]] = {
    "share": share_sheet.lay_out, "permission": permission_dialog.lay_out, "shade": notification_shade.lay_out,
}  # fmt: skip


def build(machine: Machine, scene: AnyScene) -> None:
    """Lays out the bars, between them the launcher or the app in front, and the layers above."""
    if not power.is_on(machine):
        scene.fill(0, 0, machine.width, machine.height, _BLACK)
        return
    if lock_screen.is_locked(machine):
        _build_locked(machine, scene)
        return
    shell: Shell = machine.get(SHELL)
    above = machine.get(ABOVE).name
    settings, minute = machine.get(SETTINGS), int(machine.now // 60)
    if above != "shade":
        _build_below(machine, scene, shell, minute, settings)
    if keyboard.is_shown(machine):
        keyboard.lay_out(machine, scene)
    if above:
        _LAYERS_ABOVE[above](machine, scene)
    notification_shade.lay_out_heads_up(machine, scene)
    if machine.get(TOAST).text:
        lay_out_toast(machine, scene)
    w, h = machine.width, machine.height
    if scene.wanted([(0, 0, w, STATUS_HEIGHT), (0, h - NAV_HEIGHT, w, h)]):
        _build_bars(machine, scene, shell, minute, settings)


def _build_locked(machine: Machine, scene: AnyScene) -> None:
    """Lays out the lock screen; of the bars, it has the icons on the right."""
    _wallpaper(machine, scene)
    lock_screen.lay_out(machine, scene)
    on = status_bar.switches(machine.get(SETTINGS))
    status_bar.status_icons(machine, scene, (), on, scene.theme.text)


def _build_bars(
    machine: Machine, scene: AnyScene, shell: Shell, minute: int, settings: settings_store.Settings
) -> None:
    above, theme = machine.get(ABOVE).name, scene.theme
    on_wallpaper = shell.screen in ("home", "recents")
    night = shell.screen == "app" and above != "shade" and _is_night(machine, machine.get(WINDOWS)[-1])
    ink = WHITE if (night and above != "share") or (on_wallpaper and above != "shade") else theme.text
    top_ink = WHITE if night else theme.text
    key = (minute, settings, machine.get(NOTIFICATIONS), machine.get(BATTERY), ink, top_ink)
    machine.cached(scene, "bars", key, lambda: _lay_bars(machine, scene, minute, settings, ink, top_ink))


def _lay_bars(
    machine: Machine,
    scene: AnyScene,
    minute: int,
    settings: settings_store.Settings,
    ink: Color,
    top_ink: Color,
) -> None:
    full, rows, on = is_24_hour(settings), machine.get(NOTIFICATIONS), status_bar.switches(settings)
    time = (minute, full, top_ink)
    machine.cached(scene, "status clock", time, lambda: status_bar.status_clock(scene, machine.now, full, top_ink))
    shown = (rows, on, machine.get(BATTERY), top_ink)
    notifying = [row.app for row in rows]
    machine.cached(scene, "status", shown, lambda: status_bar.status_icons(machine, scene, notifying, on, top_ink))
    gestures = look.has_gestures(settings)
    bar = status_bar.gesture_bar if gestures else status_bar.nav_bar
    machine.cached(scene, "buttons", (ink, gestures), lambda: bar(machine, scene, ink))


def _build_below(
    machine: Machine, scene: AnyScene, shell: Shell, minute: int, settings: settings_store.Settings
) -> None:
    w, h, theme = machine.width, machine.height, scene.theme
    keys, stock = keyboard.height(machine), look.has_stock_labels(settings)
    if shell.screen == "home":
        paper = machine.peek(WALLPAPER, OWN_WALLPAPER)
        machine.cached(scene, "home", (shell, theme, stock, paper), lambda: _layer(machine, scene, launcher.home))
        full = is_24_hour(settings)
        machine.cached(scene, "clock", (minute, full, theme), lambda: launcher.clock(machine, scene, full))
    elif shell == DRAWER and not keys:
        machine.cached(scene, "drawer", (shell, theme, stock), lambda: _layer(machine, scene, launcher.drawer))
    elif shell.screen == "drawer":
        scene.fill(0, 0, w, h, theme.background)
        machine.cached(scene, "drawer", (shell, theme, keys, stock), lambda: launcher.drawer(machine, scene, keys))
    elif shell.screen == "recents":
        _wallpaper(machine, scene)
        recents.lay_out(machine, scene)
    else:
        window: Window = machine.get(WINDOWS)[-1]
        bottom = h - NAV_HEIGHT - keys
        scene.fill(0, 0, w, h, theme.background)
        if _is_night(machine, window):
            scene.fill(0, 0, w, STATUS_HEIGHT, NIGHT)
            scene.fill(0, bottom, w, h - bottom, NIGHT)
        machine.build_window(scene, window, 0, STATUS_HEIGHT, w, bottom - STATUS_HEIGHT)
        page = window.page
        if scene.drawn and (page.overlay or page.focus) and any([node.role == "dialog" for node in scene.nodes]):
            dim(scene, 0, 0, w, STATUS_HEIGHT)  # as the dialog does with the page between them
            dim(scene, 0, bottom, w, h)


def _is_night(machine: Machine, window: Window) -> bool:
    return window.page.name in machine.apps[window.app].dark


def _wallpaper(machine: Machine, scene: AnyScene) -> None:
    tone = "dark" if scene.theme.dark else "light"
    key = machine.peek(WALLPAPER, OWN_WALLPAPER).data or f"wallpaper:android:{tone}"
    scene.ops.append(("picture", 0, 0, machine.width, machine.height, scene.clip, key))


def _layer(machine: Machine, scene: AnyScene, build: Callable[[Machine, AnyScene], None]) -> None:
    """Lays out a screen that is shown again and again as one operation, which is drawn once."""
    start = len(scene.ops)
    if build is launcher.home:
        _wallpaper(machine, scene)
    else:
        scene.fill(0, 0, machine.width, machine.height, scene.theme.background)
    build(machine, scene)
    if scene.drawn:
        scene.ops[start:] = [("layer", 0, 0, machine.width, machine.height, scene.clip, layer_ops(scene.ops[start:]))]
