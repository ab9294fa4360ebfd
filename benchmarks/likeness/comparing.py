"""Plays walks on both desktops and counts what their screens and states have in common."""

from __future__ import annotations

import hashlib
import io
import re
import time
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final, NamedTuple

from PIL import Image
from walks import Walk
from walks.steps import HOME, ROWS, label_of

from crab_gym.backends.base import Backend, DesktopSetup, DeviceError, Element
from crab_gym.backends.errors import UnsupportedQuery
from crab_gym.backends.sim.backend import SimBackend
from crab_gym.task import Action, OracleStuck
from crab_sim.desktop.apps.endeavour.data import INBOX, TASK_LISTS
from crab_sim.desktop.apps.thunderbird.contacts import CARDS
from crab_sim.devices import clock_settings
from crab_sim.devices.apps import APPS
from crab_sim.devices.facts import Change, Facts, changes
from crab_sim.devices.media import movie, mp3
from crab_sim.documents import document_text
from crab_tasks.kits.ubuntu.archive_manager.state import zipped
from crab_tasks.kits.ubuntu.document_viewer.state import text_pdf

__all__ = ["LIMITS", "Likeness", "compare", "is_open_menu", "is_same", "key_of", "perform", "prepare", "steady"]

LIMITS: Final = {"recall": 0.80, "next screens": 0.85, "state": 1.0}
_TITLE_HEIGHT = 48  # a title in a menu bar is lower, an open menu taller
_MAX_LOOKS, _PAUSE = 5, 0.5  # a real program tells of a change some time after it has drawn it
_CLASS_NAME: Final = re.compile(r"(?:[A-Z][a-z0-9]+){3,}|Gjs_\w+")
_OF_THE_MACHINE: Final = frozenset(("system_monitor",))  # apps whose lists tell of the machine: its processes
_PROGRAMS: Final = {app.id: app.processes for app in APPS if app.device == "ubuntu"}

CLASSES: Final = {
    **{role: role for role in ("button", "checkbox", "menu_item", "radio", "switch", "tab", "link")},
    **dict.fromkeys(ROWS, "item"),
    "menu": "menu_item",
}  # fmt: skip
"""Roles whose labels an agent goes by, and those of them that stand for each other: an icon view has no rows, and an
entry with a submenu may count as a menu. Texts and fields are content."""


class Screen(NamedTuple):
    """One screen: the labels by role, and what tells it from others."""

    labels: frozenset[tuple[str, str]] = frozenset()
    title: str = ""
    above: bool = False


def is_same(real: Screen, simulated: Screen) -> bool:
    """Returns whether two screens show the same, as far as titles and menus tell."""
    alike = real.title.casefold() == simulated.title.casefold()
    if real.above and real.title.endswith(":"):  # dialogs of GTK 4 have no titles
        alike = simulated.title.startswith(real.title)
    return alike and real.above == simulated.above


class Played(NamedTuple):
    """What a walk led to: its screens, the changed state, and why it ended early (``""`` if it didn't)."""

    screens: list[Screen]
    changed: list[str]
    stuck: str


@dataclass
class Likeness:
    """The counts of one app."""

    app: str
    screens: int = 0
    real: int = 0
    simulated: int = 0
    common: int = 0
    same_next: int = 0
    walks: int = 0
    same_state: int = 0
    errors: list[str] = field(default_factory=list)

    def rates(self) -> dict[str, float]:
        """Returns the shares that are compared with the limits."""
        return {
            "recall": self.common / max(1, self.real),
            "precision": self.common / max(1, self.simulated),
            "next screens": self.same_next / max(1, self.screens),
            "state": self.same_state / max(1, self.walks),
        }

    def count(self, real: Screen, simulated: Screen) -> None:
        """Counts a pair of screens after the same action."""
        self.screens += 1
        self.real += len(real.labels)
        self.simulated += len(simulated.labels)
        self.common += len(real.labels & simulated.labels)
        self.same_next += is_same(real, simulated)


def labels(elements: Sequence[Element], app: str) -> frozenset[tuple[str, str]]:
    """Returns role and label of an app's elements."""
    keys = (key_of(element) for element in elements if element.app == app)
    return frozenset(key for key in keys if key is not None)


def key_of(element: Element) -> tuple[str, str] | None:
    """Returns the class of an element's role and its label; None if an agent doesn't go by it.

    No labels: what is disabled; names of icons, of widgets' classes (which GTK gives a widget without a name), of open
    menus (which are those of their windows), of processes; and lists' numbers, sizes and times.
    """
    kind, label = CLASSES.get(element.role, ""), label_of(element)
    if not element.enabled or not kind or not label or label.endswith("-symbolic") or is_open_menu(element):
        return None
    if _CLASS_NAME.fullmatch(element.text or element.description):
        return None
    is_content = kind == "item" and (label[0].isdigit() or element.app in _OF_THE_MACHINE)
    return None if is_content else (kind, label)


def is_open_menu(element: Element) -> bool:
    """Returns whether an element is an open menu, other than a title in a menu bar."""
    _, top, _, bottom = element.bounds
    return element.role == "menu" and bottom - top > _TITLE_HEIGHT


def _lies_above(element: Element, elements: Sequence[Element]) -> bool:
    """Returns whether an element is a dialog, an entry of a menu or an open menu; tips have nothing to choose."""
    left, top, right, bottom = element.bounds
    return element.role in ("dialog", "menu_item") or (
        is_open_menu(element)
        and any([left <= x < right and top <= y < bottom for x, y in (e.center for e in elements if key_of(e))])
    )


def _heading(elements: Sequence[Element], app: str) -> str:
    """Returns the title in the right part of an app's header bar."""
    top = min((element.bounds[1] for element in elements if element.role == "window" and element.app == app), default=0)
    texts = [e for e in elements if (e.app, e.role) == (app, "text") and e.bounds[3] < top + _TITLE_HEIGHT]
    return max(texts, key=lambda text: text.bounds, default=Element("text")).text


def seen(backend: Backend, app: str) -> tuple[Screen, Sequence[Element]]:
    """Returns the screen as it is now, and its elements."""
    elements = backend.elements()
    front = backend.state.foreground()
    title = front.title
    if backend.kind == "sim":  # its dialogs are parts of their windows
        dialogs = [element.text for element in elements if element.role == "dialog" and element.app == front.app != ""]
        title = next((text for text in reversed(dialogs) if text), title)
    elif app == "settings" and title == "Settings":  # which a simulated window names after its panel, too
        title = _heading(elements, app) or title
    title = re.sub(" [—–] ", " - ", title)
    title = (title.rpartition(" - ")[0] or title).strip()
    title = re.sub("^[a-z]+@[a-z]+: .*", "Terminal", title)  # as shells name the windows of terminals
    above = any([_lies_above(element, elements) and element.app == app for element in elements])
    if above and title in _PROGRAMS.get(front.app, ()):  # as GTK titles a window that has no title
        title = ""
    return Screen(labels(elements, app), f"{front.app}: {title}".strip(), above), elements


def steady(backend: Backend, app: str) -> tuple[Screen, Sequence[Element]]:
    """Returns the screen as it is once two looks at a real one agree, and its elements."""
    screen, elements = seen(backend, app)
    for _ in range(_MAX_LOOKS if backend.real_time else 0):
        time.sleep(_PAUSE)
        before, (screen, elements) = screen, seen(backend, app)
        if before == screen:
            break
    return screen, elements


def _song(setup: DesktopSetup, title: str, artist: str, seconds: float) -> None:
    setup.write_file(f"{HOME}/Music/{title}.mp3", mp3(title, artist, "Evenings", seconds))


def _plant(backend: Backend, app: str) -> None:
    """Puts the documents into the home folder that an app's walks need."""
    setup = backend.setup
    match app:
        case "document_viewer":
            pages = [("First", "A page."), ("Second", "The second page."), ("Third", "The last page.")]
            setup.write_file(f"{HOME}/report.pdf", text_pdf(pages, "Report"))
        case "archive_manager":
            setup.write_file(f"{HOME}/pack.zip", zipped({"list.txt": "milk\n", "papers/note.txt": "one\n"}))
        case "music":
            _song(setup, "Copper Field", "The Lamplighters", 120.0)
            _song(setup, "Paper Boats", "The Lamplighters", 90.0)
        case "videos":
            setup.write_file(f"{HOME}/clip.mp4", movie("mp42", 30.0, 1.79e9))
        case "calendar":
            with suppress(UnsupportedQuery):  # a real desktop has no events at first
                for event in setup.calendar():
                    setup.remove_event(event.id)
        case "clocks":  # a real desktop has neither cities nor alarms at first
            setup.set_setting(clock_settings.SCHEMA, clock_settings.CITIES, clock_settings.cities_text(()))
            setup.set_setting(clock_settings.SCHEMA, clock_settings.ALARMS, clock_settings.alarms_text(()))
        case "endeavour":
            with suppress(UnsupportedQuery):
                setup.clear_todos()
            if isinstance(backend, SimBackend):  # a real desktop has no lists at first
                machine = backend.machine
                machine.put(TASK_LISTS, tuple([row for row in machine.get(TASK_LISTS) if row.id == INBOX]))
        case "thunderbird":
            letters = (("ada@example.org", "Boat on Friday"), ("ben@example.org", "Minutes"))
            own = [setup.add_mail(sender, subject, "See you then.") for sender, subject in letters]
            for mail in setup.mails():  # a real desktop makes mails of its own with the first one
                if mail.id not in own:
                    setup.remove_mail(mail.id)
            if isinstance(backend, SimBackend):  # a real desktop knows nobody at first
                backend.machine.put(CARDS, ())


def prepare(backend: Backend, app: str) -> None:
    """Gives the device the same home folder, whatever it is."""
    backend.reset(0)
    setup = backend.setup
    for name in setup.list_dir(HOME):
        if not name.startswith("."):
            setup.remove(f"{HOME}/{name}")
    for part in ("files", "info"):
        trash = f"{HOME}/.local/share/Trash/{part}"
        for name in setup.list_dir(trash) or ():
            setup.remove(f"{trash}/{name}")
    for folder in ("Desktop", "Documents", "Downloads", "Music", "Pictures", "Videos"):
        setup.make_dir(f"{HOME}/{folder}")
    setup.write_file(f"{HOME}/note.txt", "one\ntwo\nthree\n")
    setup.write_file(f"{HOME}/plan.txt", "a plan\n")
    stream = io.BytesIO()
    Image.new("RGB", (120, 80), (40, 120, 200)).save(stream, "PNG")
    setup.write_file(f"{HOME}/photo.png", stream.getvalue())
    _plant(backend, app)
    backend.settle()


def perform(backend: Backend, step: Action) -> None:
    """Carries out an action of a walk."""
    if step["device"] == "root":
        time.sleep(step["args"]["seconds"] if backend.real_time else 0)
        backend.advance(step["args"]["seconds"])
    else:
        backend.act(step["name"], step["args"], 1.0)


def play(backend: Backend, walk: Walk) -> Played:
    """Plays a walk as far as it goes."""
    prepare(backend, walk.app)
    before: Facts = {name: table for name, table in backend.state.facts().items()}
    for table in before.values():
        len(table.rows)  # reads it now
    screens: list[Screen] = []
    stuck, looked = "", False

    def look(device: str) -> tuple[Element, ...]:
        nonlocal looked
        looked = True
        return tuple(backend.elements())

    try:
        for step in walk.steps(look):
            if screens and looked:  # the walk went on when the last action had brought up what it looks for
                screens[-1], _ = steady(backend, walk.app)
            looked = False
            perform(backend, step)
            if step["device"] != "root":
                screens.append(steady(backend, walk.app)[0])
        if screens and looked:
            screens[-1], _ = steady(backend, walk.app)
    except OracleStuck as error:
        stuck = str(error)[:300]
    found = [
        f"{change.operation} {change.key} {_content(backend, change)}"
        for change in changes(before, backend.state.facts())
        if change.kind == "file" and "/." not in change.key
    ]
    return Played(screens, sorted(found), stuck)


def _content(backend: Backend, change: Change) -> str:
    """Returns the part of a changed file that counts: pixels of a picture, texts of a document, files of an archive."""
    data = (backend.state.read_file(change.key) or b"") if change.after else b""
    kind = change.key.rpartition(".")[2]
    if data and kind == "png":
        with Image.open(io.BytesIO(data)) as image:
            return f"{image.size} {hashlib.sha256(image.convert('RGB').tobytes()).hexdigest()}"
    if data and kind in ("odt", "ods", "odp", "pdf"):
        return "\n".join((document_text(data) or "").split())
    if data and kind == "zip":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return " ".join(sorted(f"{info.filename} {info.CRC}" for info in archive.infolist()))
    return str(change.after.get("content", ""))


def compare(walks: Sequence[Walk], backends: Mapping[str, Backend], details: bool) -> list[Likeness]:
    """Plays the walks on both devices and counts."""
    found: dict[str, Likeness] = {}
    for walk in walks:
        if reason := backends["desktop"].unplayable([walk.app]):
            print(f"{walk.app} is left out: {reason}")
            continue
        row = found.setdefault(walk.app, Likeness(walk.app))
        row.walks += 1
        try:
            real, simulated = (play(backends[kind], walk) for kind in ("desktop", "sim"))
        except DeviceError as error:
            row.errors.append(f"{walk.name}: {str(error)[:300]}")
            continue
        row.errors += [
            f"{walk.name} stops on {kind}: {played.stuck}"
            for kind, played in (("desktop", real), ("sim", simulated))
            if played.stuck
        ]
        row.same_state += real.changed == simulated.changed and _reason(real) == _reason(simulated)
        pairs = list(zip_longest(real.screens, simulated.screens, fillvalue=Screen()))
        for theirs, ours in pairs:
            row.count(theirs, ours)
        if details and not walk.held_out:
            _show(walk, pairs, real.changed, simulated.changed)
    return list(found.values())


def _reason(played: Played) -> str:
    """Returns why a walk ended early, without what was on the screen instead."""
    return played.stuck.partition(";")[0]


def _show(walk: Walk, pairs: Sequence[tuple[Screen, Screen]], real: list[str], simulated: list[str]) -> None:
    """Prints the differences of a walk."""
    for number, (theirs, ours) in enumerate(pairs):
        print(f"{walk.app}, {walk.name}, screen {number}: {theirs.title!r} {theirs.above}, {ours.title!r} {ours.above}")
        print("  only real:", sorted(theirs.labels - ours.labels))
        print("  only simulated:", sorted(ours.labels - theirs.labels))
    if real != simulated:
        print("  state differs:", real, simulated)
