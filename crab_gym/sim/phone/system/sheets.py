"""The system's layers above the app in front: the share sheet, a permission's dialog, a toast.

The slice ``"above"`` is the `Page` of the sheet, `crab_gym.sim.phone.system.share.NOTHING_ABOVE` for none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crab_gym.sim.machine.machine import Machine
from crab_gym.sim.machine.slices import CLIPBOARD
from crab_gym.sim.phone.apps import INSTALLED
from crab_gym.sim.phone.system import permissions
from crab_gym.sim.phone.system.launcher import AppIcon
from crab_gym.sim.phone.system.permissions import PERMISSIONS, Request
from crab_gym.sim.phone.system.share import ABOVE, NOTHING_ABOVE, Shared, taken_as
from crab_gym.sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_gym.sim.phone.system.toasts import toast
from crab_gym.sim.ui import (
    Box,
    Button,
    Column,
    Grid,
    Icon,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Widget,
)
from crab_gym.sim.ui.node import ShadeData
from crab_gym.sim.ui.page import NO_PAGE, AnyMessage

__all__ = ["EVENTS", "dim", "permission_dialog", "share_sheet"]

_CHOOSER = "com.android.intentresolver:id/"
_CONTROLLER = "com.android.permissioncontroller:id/"
_CELL = 92


def dim(scene: Scene, left: int, top: int, right: int, bottom: int) -> None:
    """Darkens a rectangle, given by its edges."""
    scene.ops.append(("shade", left, top, right, bottom, scene.clip, (0, 0, 0), 110))


def _dim(scene: Scene, w: int, h: int, description: str, message: AnyMessage) -> None:
    dim(scene, 0, 0, w, h)
    scene.node(0, 0, w, h, "other", description=description, message=message, data=ShadeData())


# Sharing ------------------------------------------------------------------------------------------------------------

_KINDS = {"text": "text", "image": "image", "audio": "audio file", "video": "video", "file": "file"}
_ICONS = {"text": "document", "image": "image", "audio": "music", "video": "file", "file": "file"}


def _preview(shared: Shared) -> Widget:
    text = shared.title or (shared.value if shared.kind == "text" else shared.value.rpartition("/")[2])
    label = Label(" ".join(text.split()) or "(empty)", rid=_CHOOSER + "content_preview_text", flex=1)
    row: list[Widget] = [Icon(_ICONS[shared.kind], "muted", 22), label]
    if shared.kind == "text":
        row.append(Button("Copy", ("share_copy",), "tonal", "copy", rid=_CHOOSER + "chooser_copy_button"))
    return Box(Row(row, gap=12, height=44), pad=(14, 6), radius=16)


def share_sheet(machine: Machine, scene: Scene) -> None:
    """Lays out the sheet with what is shared and the apps that take it."""
    theme, w, bottom = scene.theme, machine.width, machine.height - NAV_HEIGHT
    page: Page = machine.get(ABOVE)
    shared: Shared = page.arg
    _dim(scene, w, bottom, "Close sheet", ("above_close",))
    takers = [app.spec for app in INSTALLED if taken_as(shared.kind, app.shares) and app.spec.id in machine.apps]
    icons = [AppIcon(app, ("share_to", app.id), menu=False, rid="android:id/text1") for app in takers]
    columns = max(4, w // 96)
    targets: Widget = Grid(icons, columns, _CELL)
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


def _flexed(widget: Widget) -> Widget:
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


# Permissions --------------------------------------------------------------------------------------------------------


class _Choice(Widget):
    """One of the dialog's answers, as wide as the dialog."""

    __slots__ = ("message", "rid", "text")

    def __init__(self, text: str, message: AnyMessage, rid: str) -> None:
        self.flex, self.text, self.message, self.rid = 0, text, message, rid

    def height(self, theme: Theme, w: int) -> int:
        """Returns the button's height."""
        return 50

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the button."""
        theme = scene.theme
        scene.round(x, y, w, h, theme.tonal, 14)
        scene.text(x, y, w, h, self.text, theme.on_tonal, theme.font, "bold", "center")
        scene.node(x, y, w, h, "button", self.text, rid=_CONTROLLER + self.rid, message=self.message)


def permission_dialog(machine: Machine, scene: Scene) -> None:
    """Lays out the question whether an app may do something."""
    theme, w, bottom = scene.theme, machine.width, machine.height - NAV_HEIGHT
    request: Request = machine.get(ABOVE).arg
    permission = PERMISSIONS[request.permission]
    _dim(scene, w, bottom, "", ("nothing",))
    dim(scene, 0, bottom, w, machine.height)
    question = f"Allow {machine.apps[request.app].name} to {permission.purpose}?"
    choices = [_Choice("Don’t allow", ("permission_deny",), "permission_deny_button")]
    if permission.while_used:
        choices = [
            _Choice("While using the app", ("permission_allow", False), "permission_allow_foreground_only_button"),
            _Choice("Only this time", ("permission_allow", True), "permission_allow_one_time_button"),
            *choices,
        ]
    else:
        choices.insert(0, _Choice("Allow", ("permission_allow", False), "permission_allow_button"))
    width = min(w - 40, 400)
    body = Column(
        [
            Icon(permission.icon, "accent", 28),
            Space(14),
            Label(question, 18, align="center", wrap=True, rid=_CONTROLLER + "permission_message"),
            Space(20),
            Column(choices, gap=4),
        ],
        pad=(22, 24),
    )
    height = body.height(theme, width)
    left, top = (w - width) // 2, max(STATUS_HEIGHT, (bottom - height) * 3 // 5)
    scene.ops.append(("shadow", left, top, left + width, top + height, scene.clip, 12))
    scene.round(left, top, width, height, theme.raised, 28)
    scene.node(left, top, width, height, "dialog", question, "", _CONTROLLER + "grant_dialog", ("nothing",))
    body.place(scene, left, top, width, height)


EVENTS: Mapping[str, Callable[..., object]] = {
    "above_close": lambda machine: machine.put(ABOVE, NOTHING_ABOVE),
    "share_to": _share_to,
    "share_copy": _copy,
    "permission_allow": permissions.allow,
    "permission_deny": permissions.deny,
}
"""What touches on the sheets do."""
