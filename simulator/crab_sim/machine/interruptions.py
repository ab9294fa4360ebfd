"""Interruptions: banners and dialogs about other things, which come at moments that were drawn before the episode.

A banner lies above the top of the screen until it is closed or its time is over. A dialog takes all touches, keys and
text until its button is pressed, or Enter, Escape or Back. Closing one does nothing else.

* `INTERRUPTIONS`, `Interruptions`, `Interruption` - those to come, and the one that is shown.
* `KINDS` - their texts. `drawn` - moments drawn by a seed.
* `notified` - a program's notification, which comes at once. `after`, `closed`, `dialog`, `dialog_shown`, `lay_out` -
  the life of all of them on a machine.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from crab_sim.machine.slices import Slice
from crab_sim.ui.containers import Column, Row
from crab_sim.ui.controls import Button, IconButton
from crab_sim.ui.labels import Label
from crab_sim.ui.node import ShadeData, SwipeData
from crab_sim.ui.scene import AnyScene
from crab_sim.ui.widgets import Icon, Space

__all__ = [
    "CLOSE_ID", "INTERRUPTIONS", "KINDS", "Interruption", "Interruptions", "Kind", "after", "closed",
    "dialog", "dialog_shown", "drawn", "lay_out", "notified",
]  # fmt: skip

CLOSE_ID: Final = "com.android.systemui:id/interruption_dismiss"
"""The resource id of the button that closes an interruption."""
_ID = "com.android.systemui:id/"
_BANNER_SECONDS: Final = 8.0
_NOTICE: Final = 1000
"""The number of the kind that a program's notification has."""


class Kind(NamedTuple):
    """What an interruption says.

    Attributes:
        title: Its title.
        body: Its text.
        icon: Its icon's name.
        button: The text of a dialog's button; ``""`` for a banner.
    """

    title: str
    body: str
    icon: str
    button: str = ""


KINDS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "android": (
        Kind("Weather", "Rain is expected this evening.", "sun"),
        Kind("Daily steps", "You are halfway to your goal.", "clock"),
        Kind("Podcasts", "A new episode is available.", "music"),
        Kind("System update", "A new version is ready and can be installed tonight.", "download", "Later"),
        Kind("Rate this app", "Do you like it? Tell others what you think.", "star", "Not now"),
        Kind("Storage is filling up", "Consider removing apps that you no longer use.", "info", "OK"),
    ),
    "ubuntu": (
        Kind("Weather", "Rain is expected this evening.", "sun"),
        Kind("Bluetooth", "The headphones were disconnected.", "bluetooth"),
        Kind("Printer added", "The printer in the hall can be used now.", "info"),
        Kind("Software updates", "Important updates are ready to be installed.", "download", "Later"),
        Kind("Firmware update", "An update is available for the touchpad.", "settings", "Not now"),
        Kind("Low disk space", "The volume for backups has little space left.", "info", "OK"),
    ),
}  # fmt: skip
"""Device to the interruptions that may come, three banners and three dialogs."""


class Interruption(NamedTuple):
    """An interruption to come: its time, in seconds since 1970, and the number of its kind in `KINDS`."""

    at: float
    kind: int


class Interruptions(NamedTuple):
    """The interruptions of a machine.

    Attributes:
        coming: Those to come, the next one first.
        shown: The number of the kind that is shown; -1 for none.
        until: The time at which a banner goes away by itself.
        notice: The last notification of a program: its title and its text.
    """

    coming: tuple[Interruption, ...] = ()
    shown: int = -1
    until: float = 0.0
    notice: tuple[str, str] = ("", "")


INTERRUPTIONS: Final = Slice[Interruptions](
    "interruptions", volatile="the environment interrupts, nobody else", covers=True
)


def drawn(device: str, now: float, count: int, rng: random.Random) -> Interruptions:
    """Returns some interruptions, the first after a few seconds and the others one after the other.

    Args:
        device: The device.
        now: The machine's time.
        count: Their number.
        rng: Draws their moments and kinds.
    """
    kinds = range(len(KINDS[device]))
    coming: list[Interruption] = []
    at = now
    for _ in range(count):
        at += rng.uniform(1.5, 5.0) if not coming else rng.uniform(4.0, 14.0)
        coming.append(Interruption(round(at, 3), rng.choice(kinds)))
    return Interruptions(tuple(coming))


def notified(slices: Mapping[str, object], device: str, now: float, title: str, text: str) -> Interruptions:
    """Returns a machine's interruptions with a program's notification, in place of a banner or after a dialog.

    A dialog has to be closed by whoever uses the machine, so the notification waits for it. Of several that wait, the
    last one is shown.

    Args:
        slices: The machine's state.
        device: Its name.
        now: Its time.
        title: The notification's title.
        text: Its text.
    """
    state = slices.get(INTERRUPTIONS.name)
    coming = state.coming if isinstance(state, Interruptions) else ()
    if isinstance(state, Interruptions) and dialog_shown(slices, device):
        others = tuple([each for each in coming if each.kind != _NOTICE])
        return state._replace(coming=(Interruption(now, _NOTICE), *others), notice=(title, text))
    return Interruptions(coming, _NOTICE, now + _BANNER_SECONDS, (title, text))


def _kind(state: Interruptions, device: str) -> Kind:
    """Returns what the interruption that is shown says."""
    return Kind(*state.notice, "info") if state.shown == _NOTICE else KINDS[device][state.shown]


def after(state: Interruptions, device: str, now: float) -> Interruptions:
    """Returns the state at a time: the next one is shown once it is due, and a banner goes once its time is over."""
    if state.shown >= 0 and now >= state.until and not _kind(state, device).button:
        state = state._replace(shown=-1)
    if state.shown < 0 and state.coming and state.coming[0].at <= now:
        return Interruptions(state.coming[1:], state.coming[0].kind, now + _BANNER_SECONDS, state.notice)
    return state


def closed(slices: Mapping[str, object]) -> Interruptions:
    """Returns a machine's interruptions without the one that is shown."""
    state = slices.get(INTERRUPTIONS.name)
    return state._replace(shown=-1) if isinstance(state, Interruptions) else Interruptions()


def dialog(slices: Mapping[str, object], device: str) -> Kind | None:
    """Returns what the dialog says that is shown, None if there is none."""
    state = slices.get(INTERRUPTIONS.name)
    if not isinstance(state, Interruptions) or state.shown < 0:
        return None
    kind = _kind(state, device)
    return kind if kind.button else None


def dialog_shown(slices: Mapping[str, object], device: str) -> bool:
    """Returns whether a dialog is shown, which takes all keys and text."""
    return dialog(slices, device) is not None


def lay_out(scene: AnyScene, device: str, state: Interruptions, width: int, height: int, top: int) -> None:
    """Lays out the interruption that is shown, if any, above everything.

    Args:
        scene: The scene.
        device: The device.
        state: Its interruptions.
        width: Width of the screen in pixels.
        height: Height of the screen.
        top: The lower edge of the bar at the top of the screen.
    """
    if state.shown < 0:
        return
    scene.app, scene.owner = "system", "shell"
    kind = _kind(state, device)
    if kind.button:
        _dialog(scene, kind, width, height)
    else:
        _banner(scene, kind, width, top)


def _texts(kind: Kind, rids: Sequence[str]) -> Column:
    return Column(
        [
            Label(kind.title, font="bold", rid=_ID + rids[0], wrap=True),
            Label(kind.body, "small", "muted", wrap=True, rid=_ID + rids[1]),
        ],
        gap=2, flex=1,
    )  # fmt: skip


def _banner(scene: AnyScene, kind: Kind, width: int, top: int) -> None:
    across = min(width - 24, 420)
    closing = IconButton("close", "Dismiss", ("interruption_close",), CLOSE_ID, "text")
    body = Row([Icon(kind.icon, "accent", 26), _texts(kind, ("title", "text")), closing], gap=12, pad=(14, 10))
    tall = body.height(scene.theme, across)
    left, upper = (width - across) // 2, top + 6
    scene.ops.append(("shadow", left, upper, left + across, upper + tall, scene.clip, 10))
    scene.round(left, upper, across, tall, scene.theme.raised, 18)
    scene.frame(left, upper, across, tall, scene.theme.outline, 18)
    data = SwipeData(("interruption_close", 0))
    scene.node(left, upper, across, tall, "dialog", kind.title, "Notification", "", ("nothing",), data=data)
    body.place(scene, left, upper, across, tall)


def _dialog(scene: AnyScene, kind: Kind, width: int, height: int) -> None:
    scene.ops.append(("shade", 0, 0, width, height, scene.clip, (0, 0, 0), 110))
    scene.node(0, 0, width, height, "other", "", "", "", ("nothing",), data=ShadeData())
    across = min(width - 48, 400)
    button = Button(kind.button, ("interruption_close",), "tonal", rid=CLOSE_ID)
    rows = [_texts(kind, ("alert_title", "alert_text")), Space(18), Row([Space(flex=1), button])]
    body = Column(rows, pad=(22, 20))
    tall = body.height(scene.theme, across)
    left, upper = (width - across) // 2, (height - tall) // 2
    scene.ops.append(("shadow", left, upper, left + across, upper + tall, scene.clip, 12))
    scene.round(left, upper, across, tall, scene.theme.raised, 18)
    scene.node(left, upper, across, tall, "dialog", kind.title, "", "", ("nothing",))
    body.place(scene, left, upper, across, tall)
