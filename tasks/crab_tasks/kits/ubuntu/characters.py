"""Characters: sub-tasks that copy a character to the clipboard, and look up the code of one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_tasks.kits.footprints import changes_no_fact
from crab_tasks.kits.moves import click, find
from crab_tasks.kits.state import app_in_front, app_opened, whereabouts
from crab_tasks.kits.ubuntu.clipboard import clipboard_is
from crab_tasks.kits.ubuntu.windows import click_soon, start, window

__all__ = ["CODE", "COPY"]

_APP = "characters"
_NAMES = (
    "Black Diamond", "Degree Sign", "Double Dagger", "Euro Sign", "Micro Sign", "Multiplication Sign", "Pilcrow Sign",
    "Section Sign",
)  # fmt: skip


def _character(name: str) -> str:
    return unicodedata.lookup(name)


def _copied(params: Params) -> Sequence[Checkpoint]:
    """Characters; then the character is in the clipboard."""
    front = check(app_in_front, device="ubuntu", app=_APP)
    held = check(clipboard_is, text=_character(params.character))
    return [
        whereabouts(id="characters_open", device="ubuntu", app=_APP, evaluator=front),
        Checkpoint(id="copied", device="ubuntu", app=_APP, evaluator=held, after=("characters_open",)),
    ]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from start("Characters")
    yield from window(look, app=_APP)


def _show(params: Params, look: Look, name: str) -> Iterator[Action]:
    """Searches for a character, and shows it."""
    yield from _open(params, look)
    yield action("ubuntu", "press", key="escape")
    yield action("ubuntu", "hotkey", keys=["ctrl", "f"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=name)
    yield from click_soon(look, description=name, role="button")


def _copy(params: Params, look: Look, name: str = "") -> Iterator[Action]:
    """Copies the character, or another one, and closes it.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        name: The other one's name; "" for the right one.
    """
    yield from _show(params, look, name or params.character)
    yield from click_soon(look, text="Copy Character", role="button")
    yield click(look, text="Close", role="button")


def _copy_right(params: Params, look: Look) -> Iterator[Action]:
    yield from _copy(params, look)


def _copy_by_key(params: Params, look: Look) -> Iterator[Action]:
    """Copies the character with a key."""
    yield from _show(params, look, params.character)
    yield action("ubuntu", "hotkey", keys=["ctrl", "c"])
    yield action("ubuntu", "press", key="escape")


def _copy_after_another(params: Params, look: Look) -> Iterator[Action]:
    """Copies another character first."""
    yield from _copy(params, look, _other(params))
    yield from _copy(params, look)


def _other(params: Params) -> str:
    return _NAMES[_NAMES.index(params.character) - 1]


def _copy_other(params: Params, look: Look) -> Iterator[Action]:
    """Copies another character."""
    yield from _copy(params, look, _other(params))


def _copy_name(params: Params, look: Look) -> Iterator[Action]:
    """Copies the name that it has typed into the search."""
    yield from _open(params, look)
    yield action("ubuntu", "hotkey", keys=["ctrl", "f"])
    yield action("ubuntu", "write_text", text=params.character)
    x, y = find(look, "ubuntu", text=params.character, role="text_field").center
    yield action("ubuntu", "click", x=x, y=y)
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "c"])


COPY = SubTask(
    name="characters.copy",
    device="ubuntu",
    app=_APP,
    says="copy the character named {character} to the clipboard with the desktop's Characters",
    steps="on the desktop, open Characters, search for {character}, click the character and then Copy Character",
    refers="the character named {character} that you copy with Characters",
    inputs={"character": choice(_NAMES, "Pilcrow Sign")},
    output="clipboard",
    produce=lambda params: _character(params.character),
    checkpoints=_copied,
    oracle={"characters_open": _open, "copied": _copy_right},
    footprint=changes_no_fact,
    alternatives={"by_key": _copy_by_key, "after_another": _copy_after_another},
    near_misses={"other_one": _copy_other, "only_its_name": _copy_name},
    disturbs=("clipboard",),
    tags=("clipboard",),
)


_RARE = (
    "Almost Equal To", "Empty Set", "Identical To", "Infinity", "Nabla", "Per Mille Sign", "Square Root",
)  # fmt: skip


def _opened(params: Params) -> Sequence[Checkpoint]:
    """Characters is in front."""
    return [app_opened(_APP, "characters_open", device="ubuntu")]


def _read_code(params: Params, look: Look) -> Iterator[Action]:
    """Shows the character, reads its code, and closes it."""
    yield from _show(params, look, params.character)
    yield from click_soon(look, text="Close", role="button")


def _read_with_enter(params: Params, look: Look) -> Iterator[Action]:
    """Lets Enter show the first character that is found."""
    yield from _open(params, look)
    yield action("ubuntu", "hotkey", keys=["ctrl", "f"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{params.character}\n")
    yield action("ubuntu", "press", key="escape")


def _read_in_category(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the characters of mathematics first."""
    yield from _open(params, look)
    yield from click_soon(look, text="Math", role="list_item")
    yield from _read_code(params, look)


CODE = SubTask(
    name="characters.code",
    device="ubuntu",
    app=_APP,
    says="look up the Unicode code of the character named {character} with the desktop's Characters",
    steps="on the desktop, open Characters, search for {character}, click the character and read its code, which "
    "begins with U+",
    refers='the code, beginning with "U+", that Characters has for the character named {character}',
    inputs={"character": choice(_RARE, "Nabla")},
    output="line",
    called="code",
    produce=lambda params: f"U+{ord(_character(params.character)):04X}",
    checkpoints=_opened,
    oracle={"characters_open": _read_code},
    alternatives={"with_enter": _read_with_enter, "in_its_category": _read_in_category},
    tags=("characters",),
)
