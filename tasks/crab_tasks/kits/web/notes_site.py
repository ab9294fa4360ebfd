"""notes.example: a sub-task that reads a note, which the phone's Notes may show, too."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.types import short_line, typed
from crab_tasks.kits.android.notes import plant_note
from crab_tasks.kits.ubuntu.firefox import browse, follow
from crab_tasks.kits.ubuntu.windows import window_in_front

__all__ = ["LINE", "plant"]

_SITE = "notes.example"


def plant(devices: Mapping[str, Setup], title: str, text: str) -> None:
    """Makes a note of the account the only one of its title: on the phone where there is one, else on the site."""
    if "android" in devices:
        plant_note(devices["android"], title, text)
        return
    desktop = devices["ubuntu"]
    rows = desktop.web(_SITE, "notes")
    when = max([row["changed"] for row in rows], default=0.0)
    note = {"id": 1 + max([row["id"] for row in rows], default=0), "title": title, "text": text, "created": when,
            "changed": when}  # fmt: skip
    desktop.set_web(_SITE, "notes", [*[row for row in rows if row["title"] != title], note])


def _title(params: Params) -> str:
    return typed(params.kinds["title"], params.title)


def _two_notes(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The note, and one whose title begins like its own."""
    pairs = [(_title(params), params.text), (f"{_title(params)} (old)", params.old)]
    rng.shuffle(pairs)
    for title, text in pairs:
        plant(devices, title, text)


def _site_open(params: Params) -> Sequence[Checkpoint]:
    """A page of the site is open."""
    shown = {"app": "firefox", "title": "Slate Notes"}
    return [Checkpoint("site_open", "ubuntu", "firefox", window_in_front, shown, hold=False)]


def _open_note(params: Params, look: Look) -> Iterator[Action]:
    """Opens the note from the list of all."""
    yield from browse(look, _SITE, "Notes")
    yield from follow(look, _title(params), role="link", title=_title(params))


def _glance(params: Params, look: Look) -> Iterator[Action]:
    """Reads the note's card in the list."""
    yield from browse(look, _SITE, "Notes")


def _search_note(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the title."""
    yield from browse(look, f"{_SITE}/search?q={_title(params)}", "Notes with")
    yield from follow(look, _title(params), role="link", title=_title(params))


LINE = SubTask(
    name="notes_site.line",
    device="ubuntu",
    app="firefox",
    says="on notes.example in the desktop's Firefox, read the text of the note titled {title}",
    steps="on the desktop, open notes.example in Firefox, click the note titled {title} and read its text",
    refers="the text that notes.example has in the note titled {title}",
    inputs={"title": short_line("Collect the spare keys")},
    hidden={"text": short_line("Wash two lamps"), "old": short_line("Repair old maps")},
    output="line",
    produce=lambda params: str(params.text),
    account=("notes",),
    setup=_two_notes,
    checkpoints=_site_open,
    oracle={"site_open": _open_note},
    alternatives={"in_the_list": _glance, "searched": _search_note},
    backends=("sim", "desktop"),
    step_limit=45,
    tags=("heavy", "web", "notes"),
)
