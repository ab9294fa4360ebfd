"""The dialog in which an app asks for a permission."""

from __future__ import annotations

from crab_sim.machine.machine import Machine
from crab_sim.phone.system import permissions
from crab_sim.phone.system.above import ABOVE, dim, dim_below
from crab_sim.phone.system.permissions import PERMISSIONS, Request
from crab_sim.phone.system.status_bar import NAV_HEIGHT, STATUS_HEIGHT
from crab_sim.ui import AnyMessage, Column, Icon, Label, Space, Theme, Widget
from crab_sim.ui.scene import AnyScene

__all__ = ["lay_out", "update"]

_CONTROLLER = "com.android.permissioncontroller:id/"


class _Choice(Widget[AnyMessage]):
    """One of the dialog's answers, as wide as the dialog."""

    __slots__ = ("message", "rid", "text")

    def __init__(self, text: str, message: AnyMessage, rid: str) -> None:
        self.flex, self.text, self.message, self.rid = 0, text, message, rid

    def height(self, theme: Theme, w: int) -> int:
        """Returns the button's height."""
        return 50

    def place(self, scene: AnyScene, x: int, y: int, w: int, h: int) -> None:
        """Draws the button."""
        theme = scene.theme
        scene.round(x, y, w, h, theme.tonal, 14)
        scene.text(x, y, w, h, theme.say(self.text), theme.on_tonal, theme.font, "bold", "center")
        scene.node(x, y, w, h, "button", self.text, rid=_CONTROLLER + self.rid, message=self.message)


def lay_out(machine: Machine, scene: AnyScene) -> None:
    """Lays out the question whether an app may do something."""
    theme, w, bottom = scene.theme, machine.width, machine.height - NAV_HEIGHT
    request: Request = machine.get(ABOVE).arg
    permission = PERMISSIONS[request.permission]
    dim_below(scene, w, bottom, "", ("nothing",))
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


def update(machine: Machine, message: AnyMessage) -> None:
    """Handles the dialog's answers."""
    match message:
        case ("permission_allow", bool(once)):
            permissions.allow(machine, once)
        case ("permission_deny",):
            permissions.deny(machine)
