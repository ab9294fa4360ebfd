"""The share sheet: the shared text or file, and below it the apps that take it."""

from __future__ import annotations

from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone.apps import INSTALLED
from crab_sim.phone.system.above import ABOVE, NOTHING_ABOVE, dim_below
from crab_sim.phone.system.launcher import AppIcon
from crab_sim.phone.system.share import Shared, taken_as
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.phone.system.toasts import toast
from crab_sim.ui import AnyMessage, Box, Button, Column, Grid, Icon, Label, Row, Scroll, Space, Widget
from crab_sim.ui.page import NO_PAGE
from crab_sim.ui.scene import AnyScene

__all__ = ["lay_out", "update"]

_CHOOSER = "com.android.intentresolver:id/"
_CELL = 92
_KINDS = {"text": "text", "image": "image", "audio": "audio file", "video": "video", "file": "file"}
_ICONS = {"text": "document", "image": "image", "audio": "music", "video": "file", "file": "file"}


def _preview(shared: Shared) -> Widget[AnyMessage]:
    text = shared.title or (shared.value if shared.kind == "text" else shared.value.rpartition("/")[2])
    label = Label(" ".join(text.split()) or "(empty)", rid=_CHOOSER + "content_preview_text", flex=1)
    row: list[Widget[AnyMessage]] = [Icon(_ICONS[shared.kind], "muted", 22), label]
    if shared.kind == "text":
        row.append(Button("Copy", ("share_copy",), "tonal", "copy", rid=_CHOOSER + "chooser_copy_button"))
    return Box(Row(row, gap=12, height=44), pad=(14, 6), radius=16)


def lay_out(machine: Machine, scene: AnyScene) -> None:
    """Lays out the sheet: the shared thing, and the apps that take it."""
    theme, w, bottom = scene.theme, machine.width, machine.height - NAV_HEIGHT
    page = machine.get(ABOVE)
    shared: Shared = page.arg
    dim_below(scene, w, bottom, "Close sheet", ("above_close",))
    takers = [app.spec for app in INSTALLED if taken_as(shared.kind, app.shares) and app.spec.id in machine.apps]
    icons = [AppIcon(app, ("share_to", app.id), menu=False, rid="android:id/text1") for app in takers]
    columns = max(4, w // 96)
    targets: Widget[AnyMessage] = Grid(icons, columns, _CELL)
    if not icons:
        targets = Label("No app can take this", tone="muted", align="center", pad=(0, 24))
    preview = _preview(shared)
    chrome = 24 + 40 + 56 + 16
    content = targets.height(theme, w - 16) + 16
    height = min(chrome + content, bottom - STATUS_HEIGHT - 40)
    top = bottom - height
    scene.ops.append(("shadow", 0, top, w, bottom, scene.clip, 12))
    scene.round(0, top, w, height + 24, theme.raised, 24)
    scene.fill(0, bottom - 24, w, 24 + NAV_HEIGHT, theme.raised)
    title = f"Sharing {_KINDS[shared.kind]}"
    scene.node(0, top, w, height, "dialog", title, "", _CHOOSER + "chooser_header", ("nothing",))
    scene.round(w // 2 - 18, top + 10, 36, 4, theme.faint, 2)
    scene.page = page
    Column(
        [
            Space(20),
            Label(title, "title", rid=_CHOOSER + "headline", pad=(20, 6)),
            Row([Space(16), _flexed(preview), Space(16)]),
            Space(10),
            Scroll("targets", [targets, Space(8)], pad=(8, 0), rid=_CHOOSER + "profile_pager"),
        ]
    ).place(scene, 0, top, w, height)
    scene.page = NO_PAGE


def _flexed(widget: Widget[AnyMessage]) -> Widget[AnyMessage]:
    widget.flex = 1
    return widget


def _share_to(machine: Machine, app: str) -> None:
    shared: Shared = machine.get(ABOVE).arg
    shares = next(entry.shares for entry in INSTALLED if entry.spec.id == app)
    kind = taken_as(shared.kind, shares)
    machine.put(ABOVE, NOTHING_ABOVE)
    if kind is not None:
        machine.launch(app, shares[kind](shared.value))


def _copy(machine: Machine) -> None:
    machine.put(CLIPBOARD, machine.get(ABOVE).arg.value)
    toast(machine, "Copied")
    machine.put(ABOVE, NOTHING_ABOVE)


def update(machine: Machine, message: AnyMessage) -> None:
    """Handles the sheet's messages."""
    match message:
        case ("above_close",):
            machine.put(ABOVE, NOTHING_ABOVE)
        case ("share_to", str(app)):
            _share_to(machine, app)
        case ("share_copy",):
            _copy(machine)
