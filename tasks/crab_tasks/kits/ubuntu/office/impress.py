"""LibreOffice Impress: evaluators of slides, and moves on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_sim.documents import Slide, presentation
from crab_tasks.kits.compare import squeezed
from crab_tasks.kits.moves import click, click_on, has
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.windows import soon

__all__ = [
    "add_slide", "change_title", "choose", "focus_slide", "retype", "slide_lines", "slides_kept", "turn_to",
]  # fmt: skip

_MAX_LOOKS = 40


def slide_lines(state: State, path: str) -> list[tuple[str, list[str]]] | None:
    """Returns title and other lines of each slide, without empty ones; None if there is no such presentation."""
    slides = presentation(state["ubuntu"].read_file(path))
    if slides is None:
        return None
    found = []
    for slide in slides:
        texts = [shape.text for shape in slide.shapes if shape.kind != "title" or shape.text != slide.title]
        lines = [squeezed(line) for text in texts for line in text.splitlines()]
        found.append((squeezed(slide.title), [line for line in lines if line]))
    return found


def slides_kept(state: State, path: str, given: bytes) -> bool:
    """Returns whether a presentation begins with the slides of another one: their texts in place, pictures and notes.

    Blanks and empty shapes don't matter, nor do slides behind them.

    Args:
        state: The devices' states.
        path: The presentation's path.
        given: The other presentation.
    """
    slides, wanted = presentation(state["ubuntu"].read_file(path)), presentation(given)
    if not slides or not wanted:
        return False
    return [_seen(slide) for slide in slides[: len(wanted)]] == [_seen(slide) for slide in wanted]


def _seen(slide: Slide) -> tuple[object, ...]:
    shapes = [
        (squeezed(shape.text), shape.digest, *[round(length, 1) for length in shape.bounds])
        for shape in slide.shapes
        if shape.text.strip() or shape.digest
    ]
    return shapes, squeezed(slide.notes), slide.hidden


def choose(look: Look, *names: str) -> Iterator[Action]:
    """Chooses an entry of a menu by the names of the menu, perhaps the submenu, and the entry."""
    yield click(look, text=names[0], role="menu")
    for name in names[1:]:
        yield from _choose_entry(look, names[0], name)


def _choose_entry(look: Look, menu: str, name: str) -> Iterator[Action]:
    yield from soon(lambda: _entry(look, name) is not None)
    entry = _entry(look, name)
    if entry is None:
        raise OracleStuck(f"the menu {menu!r} has no entry {name!r}")
    yield click_on(entry)


def _entry(look: Look, name: str) -> Element | None:
    """Returns an entry of the menu that is open, or a submenu, which the real Impress tells as a menu."""
    shown = [e for e in look("ubuntu") if e.text == name and e.role in ("menu_item", "menu") and e.enabled]
    return next(iter(sorted(shown, key=lambda e: e.role, reverse=True)), None)


def focus_slide(look: Look, number: int, title: str) -> Iterator[Action]:
    """Turns to a slide, and puts the focus on it in the pane of slides.

    Args:
        look: Shows the screens.
        number: The slide's number, from 1 on.
        title: Its title.
    """
    yield from turn_to(look, number, title)
    if has(look, "ubuntu", text=f"Slide {number}", role="list_item"):
        yield click(look, text=f"Slide {number}", role="list_item")
        return
    # The real pane has no elements for its slides; a click on one of them puts the focus there.
    left, top, right, _ = next(e for e in look("ubuntu") if e.text == "Slides View").bounds
    yield action("ubuntu", "click", x=(left + right) // 2, y=top + 60)
    yield action("ubuntu", "press", key="home")
    for _ in range(number - 1):
        yield action("ubuntu", "press", key="down")
    yield from turn_to(look, number, title)


def turn_to(look: Look, number: int, title: str) -> Iterator[Action]:
    """Turns to a slide of the presentation in front.

    Args:
        look: Shows the screens.
        number: The slide's number, from 1 on.
        title: Its title.

    Raises:
        OracleStuck: The slide with the title doesn't come up.
    """
    turned_at = 0  # the slide that was shown when a key was last pressed
    for _ in range(_MAX_LOOKS):
        texts = [e.text for e in look("ubuntu") if e.app == "impress" and e.role == "text"]
        shown = next((int(found[1]) for text in texts if (found := re.match(r"Slide (\d+) of ", text))), number)
        if shown == number and title in texts:
            return
        if shown in (number, turned_at):  # the status bar tells the number a moment after the slide is there
            turned_at = 0
            yield action("root", "wait", seconds=1)
        else:
            turned_at = shown
            yield action("ubuntu", "press", key="pagedown" if shown < number else "pageup")
    raise OracleStuck(f"slide {number} with the title {title!r} did not come up")


def retype(text: str) -> Iterator[Action]:
    """Types a text instead of that of the next thing on the slide, and leaves it."""
    yield action("ubuntu", "press", key="tab")  # chooses the first thing on the slide, or the next one
    yield action("ubuntu", "press", key="f2")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=text)
    yield action("ubuntu", "press", key="escape")


def change_title(look: Look, number: int, old: str, new: str) -> Iterator[Action]:
    """Types another title on a slide of the presentation in front.

    Args:
        look: Shows the screens.
        number: The slide's number, from 1 on.
        old: Its title before.
        new: Its new title.
    """
    yield from turn_to(look, number, old)
    yield from retype(new)
    yield action("ubuntu", "press", key="escape")


def add_slide(title: str, lines: Sequence[str]) -> Iterator[Action]:
    """Adds a slide behind the one that is shown, with a title and lines below it."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "m"])
    for text in (title, "\n".join(lines)):
        yield action("ubuntu", "hotkey", keys=["ctrl", "enter"])  # goes to the next place for text
        yield action("ubuntu", "write_text", text=text)
    for _ in range(2):
        yield action("ubuntu", "press", key="escape")
