"""Allowances that many tasks share: texts to somebody, files on the desktop, the desktop's style, rows of sites."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl

from crab_gym.task import Params
from crab_sim.devices.facts import KINDS, Value
from crab_sim.devices.footprints import (
    Allowance,
    Footprint,
    Matcher,
    below,
    matches,
    may_add,
    may_change,
    may_send,
    no_other,
)
from crab_tasks.kits.compare import same_number, same_text, squeezed

__all__ = [
    "changes_no_fact", "filled_form", "may_change_file", "may_make_file", "may_restyle", "may_text", "new_file",
    "new_files_in",
    "new_folder", "nothing_else",
]  # fmt: skip

_INTERFACE = "org.gnome.desktop.interface"
_THEMES = frozenset(("Adwaita", "Adwaita-dark", "Yaru", "Yaru-dark"))


def may_text(number: str, body: Matcher) -> Allowance:
    """Returns the allowance to send one text message.

    Args:
        number: The number that it goes to.
        body: Its text, which may have blanks around it, or another demand on it.
    """
    text = same_text(body) if isinstance(body, str) else body
    return may_send("android", "text", to=same_number(number), text=text)


def filled_form(fields: Mapping[str, Matcher]) -> Matcher:
    """Returns a function that accepts the text of an effect of kind ``"form"`` that has these fields and no others.

    Args:
        fields: The demands on the values, whose blanks and line breaks count as one blank each, by their names.
    """

    def accepts(text: Value) -> bool:
        if not isinstance(text, str):
            return False
        # The bundled sites log a form as JSON, the phone's browser as it sends it.
        values = json.loads(text) if text.startswith("{") else dict(parse_qsl(text, keep_blank_values=True))
        return values.keys() == fields.keys() and matches({name: squeezed(values[name]) for name in values}, fields)

    return accepts


def new_file(path: str, device: str = "ubuntu") -> tuple[Allowance, ...]:
    """Returns the allowance to add one file, which isn't a link to another."""
    return (
        may_add(device, "file", path=path, kind="file"),
        no_other(device, "file", path=path),
    )


def changes_no_fact(params: Params) -> Footprint:
    """Returns the footprint of a part that changes something which is no fact: the clipboard, a timer, a process."""
    return []


def may_make_file(params: Params) -> Footprint:
    """Returns the footprint of a part that makes the desktop's file ``params.file``."""
    return new_file(params.file)


def may_change_file(params: Params) -> Footprint:
    """Returns the footprint of a part that changes what stands in the desktop's file ``params.file``."""
    return [may_change("ubuntu", "file", ("content",), path=params.file)]


def new_folder(path: str, device: str = "ubuntu") -> tuple[Allowance, ...]:
    """Returns the allowance to add one folder, in which nothing is that isn't allowed by itself."""
    return (
        may_add(device, "file", path=path, kind="folder"),
        no_other(device, "file", path=below(path)),
    )


def nothing_else(*devices: str) -> tuple[Allowance, ...]:
    """Returns the rules of a goal that leaves everything else as it is: no fact of any kind may be added.

    Args:
        *devices: The devices' roles.
    """
    return tuple([no_other(device, kind) for device in devices for kind in KINDS[device]])


def new_files_in(folder: str, names: Iterable[str], device: str = "ubuntu") -> tuple[Allowance, ...]:
    """Returns the allowance to add a folder with these files, none of which is a link to another, and nothing else."""
    paths = frozenset([f"{folder}/{name}" for name in names])
    return (*new_folder(folder, device), may_add(device, "file", path=paths, kind="file"))


def may_restyle() -> tuple[Allowance, ...]:
    """Returns the allowance to choose the desktop's light or dark style, by the theme of older programs as well."""

    def plain(value: object) -> bool:
        return isinstance(value, str) and value.strip("'") in _THEMES

    return (
        may_change("ubuntu", "setting", ("value",), namespace=_INTERFACE, key="color-scheme"),
        may_change("ubuntu", "setting", ("value",), becomes={"value": plain}, namespace=_INTERFACE, key="gtk-theme"),
    )
