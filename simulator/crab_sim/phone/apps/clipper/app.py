"""The phone's Clipper: shows the clipboard. Its broadcasts are those of `crab_sim.phone.android.commands.am`.

State: the clipboard. Pages: ``main``.
"""

from __future__ import annotations

from typing import assert_never

from crab_sim import ui
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.apps.clipper import APP as FACTS
from crab_sim.ui import Page

__all__ = ["APP"]

_ID = "ca.zgrs.clipper:id/"
_HINT = "Programs on a computer read and write this phone's clipboard with the broadcasts clipper.get and clipper.set."


def _start(intent: Intent) -> Page:
    return Page("main")


def _view(context: Context) -> View:
    text = context.get(CLIPBOARD)
    shown = ui.Label(text or "The clipboard is empty", wrap=True, rid=_ID + "clipboard", verbatim=bool(text))
    rows = [
        ui.Label("Clipper", "title", pad=(16, 16)),
        ui.Label(_HINT, "small", "muted", wrap=True, pad=(16, 4)),
        ui.Box(shown, pad=(14, 12), margin=(16, 12, 16, 16)),
    ]
    return View(ui.Column([ui.Scroll("main", rows)]))


def _update(context: Context, message: PhoneMessage) -> None:
    match message:
        case ("back",):
            context.pop()
        case ("started",) | ("submit", _):
            pass
        case _:
            assert_never(message)


APP = AppSpec(view=_view, update=_update, start=_start, title=lambda context: "Clipper", **FACTS.spec.facts)
