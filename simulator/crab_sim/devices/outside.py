"""Apps from outside: packages that declare entry points of the group ``crab_sim.apps``.

An entry point names an `App`, or a tuple of them, whose `module` defines the app itself. They are ordered by their ids,
wherever their packages are installed, so that a seed means the same on every host.

* `rows` - the rows of all installed apps from outside.
* `load` - what a row's module defines. `Misfit` - an app from outside that can't be taken.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from glob import iglob
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from crab_sim.devices.app_rows import CATEGORIES, App
from crab_sim.suggestions import closest

if TYPE_CHECKING:  # its import takes longer than that of all devices
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "Misfit", "load", "rows"]

GROUP: Final = "crab_sim.apps"
"""The group of entry points."""
_ID: Final = re.compile(r"[a-z][a-z0-9_]*")
_PACKAGE: Final = {
    "android": re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)+", re.ASCII),
    "ubuntu": re.compile(r"[\w.-]+", re.ASCII),
}
_RESERVED: Final = frozenset(("root", "shell", "system"))
_KINDS: Final = {str: "text", bool: "True or False", tuple: "a tuple of texts"}


class Misfit(ValueError):
    """An app from outside can't be taken; the message says from which distribution it is, and what to do."""


def rows(ours: Iterable[App]) -> tuple[App, ...]:
    """Returns the rows of the apps from outside, ordered by their ids.

    Args:
        ours: The rows of the apps that come with the simulator.

    Raises:
        Misfit: An entry point names no app, or one with wrong values; or two apps have the same id, name, package or
            process on a device.
    """
    if not _are_declared():
        return ()
    from importlib.metadata import entry_points

    found = sorted([row for entry in entry_points(group=GROUP) for row in _declared(entry)])
    owners = {name: "crab-gym" for row in ours for name in _names(row)}
    for row in found:
        for name in _names(row):
            if name in owners:
                device, what, value = name
                raise Misfit(
                    f"{owners[name]} and {row.source} both have an app with the {what} {value!r} on {device!r}; "
                    f"choose another in {row.source}, or uninstall it"
                )
            owners[name] = row.source
    return tuple(found)


def _are_declared() -> bool:
    """Returns whether any package may have apps, which is known from some small files long before their reader is."""
    head = f"[{GROUP}]".encode()
    return any(
        head in _read(Path(folder, path))
        for folder in dict.fromkeys(sys.path)
        for path in iglob("*.*-info/entry_points.txt", root_dir=folder or ".")
    )


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # being uninstalled, or damaged; its reader passes over such files, too
        return b""


def _declared(entry: EntryPoint) -> Iterator[App]:
    """Yields the rows that an entry point names, with what follows from its distribution."""
    assert entry.dist is not None  # as for every entry point that was found
    name, version = entry.dist.name, entry.dist.version
    said = f"the entry point {entry.name} = {entry.value!r} of {name} {version} in the group {GROUP!r}"
    try:
        value = entry.load()
    except Exception as error:  # a module may raise anything
        raise Misfit(f"{said} can't be loaded ({_line(error)}); correct it, or uninstall {name}") from error
    declared = (value,) if isinstance(value, App) else value
    if not isinstance(declared, tuple) or not all(isinstance(row, App) for row in declared):
        raise Misfit(f"{said} names {value!r}; expected an App of crab_sim.devices.app_rows, or a tuple of them")
    for row in declared:
        if problem := _problem(row):
            raise Misfit(f"{said}: the app {row.id!r} {problem}")
        yield row._replace(
            processes=row.processes or (row.id,),
            activity=row.activity or ".MainActivity",
            version=row.version or version,
            source=f"{name} {version}",
        )


def _problem(row: App) -> str:
    """Returns what is wrong with a row, ``""`` for nothing."""
    if wrong := _wrong_type(row):
        return wrong
    if row.device not in _PACKAGE:
        return f"is for the device {row.device!r}; expected 'android' or 'ubuntu'"
    if not _ID.fullmatch(row.id) or row.id in _RESERVED:
        return "has an id that can't be used; expected small letters, digits and underscores, such as 'counter'"
    if row.category not in CATEGORIES:
        close = closest(row.category, CATEGORIES)
        hint = f"did you mean {close!r}?" if close else f"expected one of {', '.join(CATEGORIES)}"
        return f"has the category {row.category!r}; {hint}"
    for package in (row.package, *row.aliases):
        if not _PACKAGE[row.device].fullmatch(package):
            return f"has the package {package!r}; expected a name such as 'org.example.counter'"
    if not row.name.isprintable() or not row.name.strip():
        return f"has the name {row.name!r}; expected what a person reads below its icon"
    return "" if row.module else "has no module; expected the name of the one that defines APP"


def _wrong_type(row: App) -> str:
    for field, value in row._asdict().items():
        kind = type(App._field_defaults.get(field, ""))
        if not isinstance(value, kind) or (kind is tuple and not all(isinstance(part, str) for part in value)):
            return f"has {field}={value!r}; expected {_KINDS[kind]}"
    return ""


def _names(row: App) -> Iterator[tuple[str, str, str]]:
    """Yields what no other app of a row's device may have, too: the device, what it is, the value."""
    yield row.device, "id", row.id
    yield row.device, "name", row.name.casefold()
    yield from [(row.device, "package", package) for package in (row.package, *row.aliases)]
    yield from [(row.device, "process", process) for process in row.processes if row.device == "ubuntu"]


def _line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def load(row: App, kind: type) -> tuple[Any, dict[str, Any]]:
    """Returns the ``APP`` of the module of an app from outside, and all that the module defines.

    Args:
        row: The app's row.
        kind: The type that its ``APP`` has to have.

    Raises:
        Misfit: The module can't be imported, or has no such app.
    """
    said = f"the module {row.module!r} of the app {row.id!r} from {row.source}"
    try:
        module = import_module(row.module)
    except Exception as error:  # a module may raise anything
        raise Misfit(f"{said} can't be imported ({_line(error)})") from error
    app = getattr(module, "APP", None)
    if not isinstance(app, kind):
        raise Misfit(f"{said} has no APP that is a {kind.__name__}; it is {app!r}")
    return app, vars(module)
