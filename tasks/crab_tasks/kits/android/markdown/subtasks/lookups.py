"""Markdown: a sub-task that looks somebody's telephone number up in a list."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from crab_gym.backends.base import Setup
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person, phone_number
from crab_tasks.kits.android.markdown.moves import open_home
from crab_tasks.kits.android.markdown.state import HOME
from crab_tasks.kits.android.pages import open_row, scroll_to
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.values import other_person

__all__ = ["NUMBER_OF"]

_FILE = "members.md"


def _listed(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Adds the person to the list, beside somebody with the same first name."""
    phone, path = devices["android"], f"{HOME}/{_FILE}"
    lines = (phone.read_text(path) or "# Members\n").splitlines()
    new = [f"- {params.name}: {params.phone}", f"- {other_person(rng, params.name)}: {params.other}"]
    rng.shuffle(new)
    phone.write_file(path, "\n".join([*lines, *new]) + "\n")


def _read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file."""
    yield from open_home(look)
    yield from open_row(look, _FILE)


def _read_shown(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file, and looks at its preview."""
    yield from _read(params, look)
    yield tap(look, description="View mode")


def _read_found(params: Params, look: Look) -> Iterator[Action]:
    """Searches the name, which only the list has, and opens it."""
    yield from open_home(look)
    yield tap(look, description="Search")
    yield action("android", "write_text", text=params.name)
    yield from scroll_to(look, _FILE)
    yield from open_row(look, _FILE)


NUMBER_OF = SubTask(
    name="markdown.number_of",
    device="android",
    app="markdown",
    says="look up the telephone number of {name} in the list of members in the phone's Markdown app",
    steps="on the phone, open Markdown, tap the file members.md and read the telephone number of {name}",
    refers="the telephone number of {name} in the phone's list of members",
    inputs={"name": person("Greta Ivers")},
    hidden={"phone": phone_number("+1 555 0127"), "other": phone_number("+1 555 0178")},
    output="phone_number",
    produce=lambda params: str(params.phone),
    setup=_listed,
    checkpoints=lambda params: [app_opened("markdown", "markdown_open")],
    oracle={"markdown_open": _read},
    alternatives={"shown": _read_shown, "searched": _read_found},
    backends=("sim", "adb"),
    tags=("markdown",),
)
