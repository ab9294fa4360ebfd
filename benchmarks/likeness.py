"""Likeness of the simulated desktop to a real one: the same actions on both, and their screens and state compared.

    python benchmarks/likeness.py [--apps files,terminal] [--profile light] [--held-out] [--details] [--json]

Each app has walks: actions that lead from screen to screen. After each action three things are compared:

* elements: the labels of the app's elements by role. Recall is the share of the real screen's labels that the simulated
  one has, too; precision is the reverse.
* next screen: whether both show the same, told by the title of the window in front, up to its app's name, and by
  whether a dialog or menu is open.
* state: the files and settings that a walk has changed, by their facts.

Walks marked as held out aren't shown with `--details`, so that nobody tunes an app to them; `--held-out` measures only
them. Limits: recall 80 %, next screens 85 %, state 100 %.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple

from crab_tasks.kits.moves import click, find
from crab_tasks.kits.ubuntu.firefox import browse, follow
from crab_tasks.kits.ubuntu.windows import start
from crab_tasks.kits.web.git import new_issue
from PIL import Image

from crab_gym.backends.base import Backend, DeviceError, Element
from crab_gym.backends.specs import BackendSpec, make_backend
from crab_gym.devices.facts import Change, Facts, changes
from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action

HOME: Final = "/home/user"
LIMITS: Final = {"recall": 0.80, "next screens": 0.85, "state": 1.0}


class Walk(NamedTuple):
    """Actions in one app.

    Attributes:
        app: The app's id.
        name: The walk's name.
        steps: Yields the actions, given the elements.
        held_out: Whether its differences stay unseen while the apps are tuned.
    """

    app: str
    name: str
    steps: Any
    held_out: bool = False


def _press(*keys: str) -> Iterator[Action]:
    for key in keys:
        parts = key.split("+")
        yield action("ubuntu", "press", key=key) if len(parts) == 1 else action("ubuntu", "hotkey", keys=parts)


def _type(text: str) -> Action:
    return action("ubuntu", "write_text", text=text)


def _context_menu(look: Look, text: str) -> Action:
    x, y = find(look, "ubuntu", text=text).center
    return action("ubuntu", "right_click", x=x, y=y)


def files_folders(look: Look) -> Iterator[Action]:
    """Goes into a folder and back."""
    yield from start("Files")
    yield action("ubuntu", "double_click", **_point(look, "Documents"))
    yield from _press("alt+up")
    yield _context_menu(look, "Documents")
    yield from _press("escape")


def files_rename(look: Look) -> Iterator[Action]:
    """Makes a folder and renames it."""
    yield from start("Files")
    yield from _press("ctrl+shift+n")
    yield _type("Minutes\n")
    yield click(look, text="Minutes")
    yield from _press("f2")
    yield _type("Protocols\n")


def files_trash(look: Look) -> Iterator[Action]:
    """Moves a file to the trash, and searches for another."""
    yield from start("Files")
    yield click(look, text="note.txt")
    yield from _press("delete")
    yield from _press("ctrl+f")
    yield _type("plan")


def editor_writing(look: Look) -> Iterator[Action]:
    """Writes a text and saves it."""
    yield from start("Text Editor")
    yield _type("milk\neggs\n")
    yield from _press("ctrl+s")
    yield _type(f"{HOME}/list.txt\n")


def editor_find(look: Look) -> Iterator[Action]:
    """Finds a word, opens the menu, and closes without saving."""
    yield from start("Text Editor")
    yield _type("one two three")
    yield from _press("ctrl+f")
    yield _type("two")
    yield from _press("escape", "ctrl+w")


def terminal_commands(look: Look) -> Iterator[Action]:
    """Runs commands."""
    yield from start("Terminal")
    yield _type("echo hello > hello.txt\n")
    yield _type("ls\n")
    yield _type("cat hello.txt | wc -c\n")


def terminal_vim(look: Look) -> Iterator[Action]:
    """Edits a file with vim."""
    yield from start("Terminal")
    yield _type("vim note.txt\n")
    yield _type("ifour ")
    yield from _press("escape")
    yield _type(":wq\n")


def calculator_sums(look: Look) -> Iterator[Action]:
    """Calculates."""
    yield from start("Calculator")
    yield _type("12*3\n")
    yield _type("+4\n")
    yield from _press("escape")


def viewer_turns(look: Look) -> Iterator[Action]:
    """Shows a picture and turns it."""
    yield from start("Terminal")
    yield _type("eog photo.png\n")
    yield from _press("ctrl+r", "ctrl+s")


def viewer_zooms(look: Look) -> Iterator[Action]:
    """Zooms a picture, and looks at its properties."""
    yield from start("Terminal")
    yield _type("eog photo.png\n")
    yield from _press("ctrl+=", "ctrl+=", "ctrl+0", "alt+enter", "escape")


def firefox_pages(look: Look) -> Iterator[Action]:
    """Goes to pages, follows a link, and looks at the menus of a link and of the application."""
    yield from browse(look, "git.example/harbour/tide-tables", "harbour/tide-tables")
    yield from follow(look, "README.md", role="link", title="README.md")
    yield from _press("alt+left")
    yield from browse(look, "shop.example/lamp", "Desk lamp")
    yield _context_menu(look, "Delivery")
    yield from _press("escape", "ctrl+f")
    yield _type("lamp\n")
    yield from _press("escape")
    yield action("ubuntu", "click", **_point(look, "Firefox"))
    yield from _press("escape")


def firefox_tabs(look: Look) -> Iterator[Action]:
    """Opens tabs, closes one, and sends a form."""
    yield from browse(look, "wiki.example/oak", "Oak")
    yield from _press("ctrl+t")
    yield _type("desk lamp\n")
    yield from _press("ctrl+w", "ctrl+shift+t", "ctrl+tab")
    yield from new_issue(look, "ada/dotfiles", "A title", "A text", "bug")


def _point(look: Look, text: str) -> dict[str, int]:
    x, y = find(look, "ubuntu", text=text).center
    return {"x": x, "y": y}


WALKS: Final = (
    Walk("files", "folders", files_folders),
    Walk("files", "rename", files_rename),
    Walk("files", "trash", files_trash, held_out=True),
    Walk("text_editor", "writing", editor_writing),
    Walk("text_editor", "find", editor_find, held_out=True),
    Walk("terminal", "commands", terminal_commands),
    Walk("terminal", "vim", terminal_vim, held_out=True),
    Walk("calculator", "sums", calculator_sums),
    Walk("image_viewer", "turns", viewer_turns),
    Walk("image_viewer", "zooms", viewer_zooms, held_out=True),
    Walk("firefox", "pages", firefox_pages),
    Walk("firefox", "tabs", firefox_tabs, held_out=True),
)
"""The walks, chosen before the apps were tuned to them."""


@dataclass
class Screen:
    """One screen: the labels by role, and what tells it from others."""

    labels: frozenset[tuple[str, str]]
    title: str
    above: bool


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


_CLASSES: Final = {
    **{role: role for role in ("button", "checkbox", "menu", "menu_item", "radio", "switch", "tab", "link")},
    **dict.fromkeys(("list_item", "icon", "cell"), "item"),
}  # fmt: skip
"""Roles whose labels an agent goes by, and those of them that stand for each other: an icon view has no rows. Texts and
fields are content."""


def labels(elements: Sequence[Element], app: str) -> frozenset[tuple[str, str]]:
    """Returns role and label of an app's elements; a label is its text, or its description where it has none."""
    found = set()
    for element in elements:
        label = (element.text or element.description).strip().rstrip("…").casefold()
        if element.app == app and element.role in _CLASSES and label:
            found.add((_CLASSES[element.role], label))
    return frozenset(found)


def seen(backend: Backend, app: str) -> Screen:
    """Returns the screen as it is now."""
    elements = backend.elements()
    front = backend.state.foreground()
    above = any([element.role in ("dialog", "menu") and element.app == app for element in elements])
    title = front.title.replace(" — ", " - ").rpartition(" - ")[0] or front.title
    title = re.sub("^[a-z]+@[a-z]+: .*", "Terminal", title)  # as shells name the windows of terminals
    return Screen(labels(elements, app), f"{front.app}: {title}", above)


def prepare(backend: Backend) -> None:
    """Gives the device the same home folder, whatever it is."""
    backend.reset(0)
    setup = backend.setup
    for name in setup.list_dir(HOME):
        if not name.startswith("."):
            setup.remove(f"{HOME}/{name}")
    for folder in ("Desktop", "Documents", "Downloads", "Music", "Pictures", "Videos"):
        setup.make_dir(f"{HOME}/{folder}")
    setup.write_file(f"{HOME}/note.txt", "one\ntwo\nthree\n")
    setup.write_file(f"{HOME}/plan.txt", "a plan\n")
    stream = io.BytesIO()
    Image.new("RGB", (120, 80), (40, 120, 200)).save(stream, "PNG")
    setup.write_file(f"{HOME}/photo.png", stream.getvalue())
    backend.settle()


def play(backend: Backend, walk: Walk) -> tuple[list[Screen], list[str]]:
    """Plays a walk; returns its screens, and the state that it has changed."""
    prepare(backend)
    before: Facts = {name: table for name, table in backend.state.facts().items()}
    for table in before.values():
        len(table.rows)  # reads it now
    screens: list[Screen] = []
    for step in walk.steps(lambda device: backend.elements()):
        if step["device"] == "root":  # it waits for what the last action brings up
            time.sleep(step["args"]["seconds"] if backend.real_time else 0)
            backend.advance(step["args"]["seconds"])
            screens[-1] = seen(backend, walk.app)
            continue
        backend.act(step["name"], step["args"], 1.0)
        screens.append(seen(backend, walk.app))
    found = [
        f"{change.operation} {change.key} {_content(backend, change)}"
        for change in changes(before, backend.state.facts())
        if change.kind == "file" and "/." not in change.key
    ]
    return screens, sorted(found)


def _content(backend: Backend, change: Change) -> str:
    """Returns the part of a changed file that counts: of a picture its pixels, however they are compressed."""
    if change.key.endswith(".png") and change.after:
        with Image.open(io.BytesIO(backend.state.read_file(change.key) or b"")) as image:
            return f"{image.size} {hashlib.sha256(image.convert('RGB').tobytes()).hexdigest()}"
    return str(change.after.get("content", ""))


def compare(walks: Sequence[Walk], backends: Mapping[str, Backend], details: bool) -> list[Likeness]:
    """Plays the walks on both devices and counts."""
    found: dict[str, Likeness] = {}
    for walk in walks:
        if reason := backends["desktop"].unplayable([walk.app]):
            print(f"{walk.app} is left out: {reason}")
            continue
        row = found.setdefault(walk.app, Likeness(walk.app))
        try:
            (real, changed), (simulated, same) = (play(backends[kind], walk) for kind in ("desktop", "sim"))
        except (OracleStuck, DeviceError) as error:
            row.errors.append(f"{walk.name}: {str(error)[:300]}")
            row.walks += 1
            continue
        row.walks += 1
        row.same_state += changed == same
        for number, (ours, theirs) in enumerate(zip(simulated, real, strict=True)):
            row.screens += 1
            row.real += len(theirs.labels)
            row.simulated += len(ours.labels)
            row.common += len(ours.labels & theirs.labels)
            row.same_next += (ours.title.casefold(), ours.above) == (theirs.title.casefold(), theirs.above)
            if details and not walk.held_out:
                print(f"{walk.app}, {walk.name}, screen {number}: {theirs.title!r} {ours.title!r}")
                print("  only real:", sorted(theirs.labels - ours.labels))
                print("  only simulated:", sorted(ours.labels - theirs.labels))
        if details and not walk.held_out and changed != same:
            print("  state differs:", changed, same)
    return list(found.values())


def main() -> int:
    """Measures and prints; returns 1 if a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--apps", default="", help="ids of apps, separated by commas")
    parser.add_argument("--profile", default="light")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    apps = options.apps.split(",") if options.apps else sorted({walk.app for walk in WALKS})
    walks = [walk for walk in WALKS if walk.app in apps and (walk.held_out or not options.held_out)]
    size = (1280, 720)
    backends = {
        "sim": make_backend(BackendSpec("sim"), "ubuntu", size),
        "desktop": make_backend(BackendSpec("desktop", {"profile": options.profile}), "ubuntu", size),
    }
    try:
        rows = compare(walks, backends, options.details)
    finally:
        for backend in backends.values():
            backend.close()
    if options.json:
        print(json.dumps([{**asdict(row), **row.rates()} for row in rows], indent=1))
    missed = False
    for row in rows:
        rates = row.rates()
        missed = missed or any(rates[name] < limit for name, limit in LIMITS.items())
        shares = "  ".join(f"{name} {rate:.0%}" for name, rate in rates.items())
        print(f"{row.app:14} {row.screens:3} screens  {shares}  {'; '.join(row.errors)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
