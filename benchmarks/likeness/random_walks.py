"""Random walks: clicks that nobody chose, drawn half from the real screen and half from the simulated one.

Each step looks at both screens, draws a side, and then one of the elements there that can be clicked, by role and
label. Whether the other side has such an element is what counts; then it is clicked on both. One that the other side
lacks is clicked on neither, and the walk goes on by one that both have, so that the screens keep pace. What would end
a walk, a window's buttons to close and to minimize it, is drawn for its last click only.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from comparing import Screen, is_same, key_of, perform, prepare, steady
from walks.steps import open_with, started

from crab_gym.backends.base import Backend, DeviceError, Element
from crab_gym.task import OracleStuck
from crab_sim.devices.apps import APPS

__all__ = ["APP_NAMES", "Shares", "measure"]

_CLICKS: Final = 8
APP_NAMES: Final = {app.id: app.name for app in APPS if app.device == "ubuntu" and app.id != "code"}
_DOCUMENTS: Final = {
    "image_viewer": "eog photo.png",
    "document_viewer": "evince report.pdf",
    "archive_manager": "file-roller pack.zip",
    "videos": "totem clip.mp4",
}
"""The commands of programs that show nothing without a document."""

Key = tuple[str, str]


class Sight(NamedTuple):
    """What a walk sees of a screen.

    Attributes:
        clickable: The elements that can be clicked, by class of role and label; the topmost of several. Rows of lists
            and tabs are among them on both sides, whatever a click does: GTK doesn't tell which of its rows do
            something, and a click on the tab in front does nothing anywhere.
        names: The labels of these and of what can't be clicked; texts and fields are content.
        screen: What tells the screen from others.
    """

    clickable: Mapping[Key, Element]
    names: frozenset[str]
    screen: Screen


@dataclass
class Shares:
    """The counts of one app.

    Attributes:
        app: Its id.
        walks: Its walks.
        chosen: Clicks drawn from each side, ``"desktop"`` and ``"sim"``.
        both: Those that the other side has, too.
        common: Names on both screens, over all looks.
        names: Names on either screen.
        same: Walks that end on the same screen.
        only: Labels that one side lacked, by side that has them and number of looks.
        errors: What broke a walk.
    """

    app: str
    walks: int = 0
    chosen: Counter[str] = field(default_factory=Counter)
    both: Counter[str] = field(default_factory=Counter)
    common: int = 0
    names: int = 0
    same: int = 0
    only: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    def rates(self) -> dict[str, float]:
        """Returns the shares."""
        return {
            "real clicks": self.both["desktop"] / max(1, self.chosen["desktop"]),
            "simulated clicks": self.both["sim"] / max(1, self.chosen["sim"]),
            "labels": self.common / max(1, self.names),
            "same screen": self.same / max(1, self.walks),
        }


def _sight(backend: Backend, app: str) -> Sight:
    screen, elements = steady(backend, app)
    clickable: dict[Key, Element] = {}
    names = set()
    for element in elements:
        key = key_of(element)
        if element.app != app or key is None:
            continue
        names.add(key[1])
        if element.enabled and (element.clickable or key[0] in ("item", "tab")):
            clickable[key] = element
    return Sight(clickable, frozenset(names), screen)


def _without_ends(sight: Sight) -> Sight:
    """Returns a sight without the buttons that would end the walk."""
    ends = {("button", "minimize")} if sight.screen.above else {("button", "minimize"), ("button", "close")}
    return sight._replace(clickable={key: sight.clickable[key] for key in sight.clickable if key not in ends})


def _begin(backend: Backend, app: str) -> None:
    """Starts the program on a fresh device."""
    prepare(backend, app)

    def look(device: str) -> tuple[Element, ...]:
        return tuple(backend.elements())

    begin = open_with(look, _DOCUMENTS[app], app) if app in _DOCUMENTS else started(look, APP_NAMES[app], app)
    for step in begin:
        perform(backend, step)


def _walk(row: Shares, backends: Mapping[str, Backend], draw: random.Random, tell: Callable[[str], None]) -> None:
    """Makes one walk and counts it."""
    for backend in backends.values():
        _begin(backend, row.app)
    sights = _look(row, backends)
    for number in range(_CLICKS):
        if number < _CLICKS - 1:
            sights = {name: _without_ends(sight) for name, sight in sights.items()}
        common = sorted(sights["desktop"].clickable.keys() & sights["sim"].clickable.keys())
        if not common:
            break
        side = draw.choice(("desktop", "sim"))
        other = "sim" if side == "desktop" else "desktop"
        key = draw.choice(sorted(sights[side].clickable))
        row.chosen[side] += 1
        if key in sights[other].clickable:
            row.both[side] += 1
        else:
            tell(f"  {other} has no {key}")
            key = draw.choice(common)
        tell(f"  click {key}")
        for name, backend in backends.items():
            x, y = sights[name].clickable[key].center
            backend.act("click", {"x": x, "y": y}, 1.0)
        sights = _look(row, backends)
        tell("    " + ", ".join(f"{sight.screen.title!r} {sight.screen.above}" for sight in sights.values()))
    row.walks += 1
    row.same += is_same(sights["desktop"].screen, sights["sim"].screen)


def _look(row: Shares, backends: Mapping[str, Backend]) -> dict[str, Sight]:
    sights = {name: _sight(backend, row.app) for name, backend in backends.items()}
    real, simulated = sights["desktop"], sights["sim"]
    row.common += len(real.names & simulated.names)
    row.names += len(real.names | simulated.names)
    for name, one, other in (("desktop", real, simulated), ("sim", simulated, real)):
        row.only.update((name, *key) for key in one.clickable.keys() - other.clickable.keys())
        row.only.update((name, "name", label) for label in one.names - other.names)
    return sights


def measure(apps: Sequence[str], backends: Mapping[str, Backend], walks: int, seed: int, details: bool) -> list[Shares]:
    """Makes walks on both devices.

    Args:
        apps: Ids of the apps.
        backends: The devices, ``"desktop"`` and ``"sim"``.
        walks: The number of walks of each app.
        seed: Determines the clicks.
        details: Whether to print each step.
    """

    def tell(line: str) -> None:
        if details:
            print(line, flush=True)

    rows = []
    for app in apps:
        if reason := backends["desktop"].unplayable([app]):
            print(f"{app} is left out: {reason}")
            continue
        row = Shares(app)
        for number in range(walks):
            tell(f"{app}, walk {number}")
            draw = random.Random(f"{seed} {app} {number}")
            try:
                _walk(row, backends, draw, tell)
            except (DeviceError, OracleStuck) as error:
                row.errors.append(f"walk {number}: {str(error)[:200]}")
        rows.append(row)
        for (side, kind, label), times in row.only.most_common(40) if details else ():
            print(f"  {times:3} only {side}: {kind} {label!r}")
        print(report(row), flush=True)
    return rows


def report(row: Shares) -> str:
    """Returns a row of the report."""
    shares = "  ".join(f"{name} {rate:.0%}" for name, rate in row.rates().items())
    return f"{row.app:16} {row.walks:3} walks  {shares}  {'; '.join(row.errors)}"
