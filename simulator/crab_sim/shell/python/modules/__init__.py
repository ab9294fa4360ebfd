"""The modules that a program can import: those of the subset, and its own files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

from crab_sim.shell.python.source import parse_program
from crab_sim.shell.python.values import Module, Native, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_PLACES: Final = {
    "system": "sys os os.path platform getpass errno",
    "programs": "subprocess shutil glob fnmatch shlex",
    "paths": "pathlib",
    "formats": "json csv io base64 hashlib",
    "patterns": "re",
    "numbers": "math random statistics",
    "clock": "datetime time",
    "containers": "collections collections.abc heapq bisect copy operator",
    "iterators": "itertools functools contextlib",
    "words": "string textwrap",
    "declarations": "typing dataclasses abc warnings",
}
_NAMES: Final = {name: place for place, names in _PLACES.items() for name in names.split()}


def natives(
    machine: Machine, calls: Mapping[str, Callable[..., Value]], host: ModuleType | None = None, names: str = ""
) -> dict[str, Value]:
    """Returns functions as values of the program.

    Args:
        machine: the machine.
        calls: functions by name.
        host: a module of the host.
        names: names of its functions that take scalars or small containers and need no bounds of their own.
    """
    found: dict[str, Value] = {name: Native(name, call, f"<function {name}>") for name, call in calls.items()}
    for name in names.split():
        if hasattr(host, name):  # some are newer than the oldest Python that runs this
            found[name] = Native(name, partial(_weighed, machine, getattr(host, name)))
    return found


def _weighed(machine: Machine, function: Callable[..., Value], *values: Value, **named: Value) -> Value:
    machine.meter.weigh(*values, *named.values())
    return function(*values, **named)


def find_module(machine: Machine, name: str) -> None:
    """Loads a module, and those that it is part of.

    Raises:
        ModuleNotFoundError: there is none.
    """
    above, _, last = name.rpartition(".")
    if above and above not in machine.modules:
        find_module(machine, above)
    if name in _NAMES:
        place = import_module(f"{__name__}.{_NAMES[name]}")
        machine.modules[name] = Module(name, place.MODULES[name](machine))
        if name == "os":
            find_module(machine, "os.path")
    elif not _find_file(machine, name):
        known = name.partition(".")[0] in sys.stdlib_module_names
        about = " (the simulated machine's Python lacks it)" if known else ""
        if above:
            about = f"; '{above}' is not a package"
        raise ModuleNotFoundError(f"No module named '{name}'{about}", name=name)
    if above:
        machine.modules[above].members[last] = machine.modules[name]


def _find_file(machine: Machine, name: str) -> bool:
    """Loads a file of the program as a module; returns whether there is one."""
    from crab_sim.shell.python.machine.core import module_frame

    base = f"{machine.search.rstrip('/')}/{name.replace('.', '/')}"
    for path in (f"{base}/__init__.py", f"{base}.py"):
        if machine.files.is_file(path):
            break
    else:
        if not machine.files.is_dir(base):
            return False
        machine.modules[name] = Module(name, {"__name__": name})
        return True
    code = parse_program(machine.files.read(path), path)
    variables: dict[str, Value] = {"__name__": name, "__file__": path, "__doc__": code.doc}
    machine.modules[name] = Module(name, variables, path)
    try:
        machine.run(module_frame(machine, code, variables))
    except BaseException:
        del machine.modules[name]
        raise
    return True
