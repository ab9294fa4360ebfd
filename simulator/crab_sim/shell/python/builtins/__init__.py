"""The built-in functions, types and exceptions of a program."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_sim.shell.python.builtins.constructors import constructors
from crab_sim.shell.python.builtins.functions import functions
from crab_sim.shell.python.builtins.iteration import iterators
from crab_sim.shell.python.builtins.objects import objects
from crab_sim.shell.python.values import Native, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

TYPES = (int, float, str, bytes, list, tuple, dict, set, frozenset, bool, range, slice, object, type)


def make_constructors(machine: Machine) -> dict[Value, Callable[..., Value]]:
    """Returns the callables that make values of types."""
    return constructors(machine)


def make_builtins(machine: Machine) -> dict[str, Value]:
    """Returns the built-in names of a program."""
    names: dict[str, Value] = {kind.__name__: kind for kind in TYPES}
    for name, value in vars(builtins).items():
        if isinstance(value, type) and issubclass(value, BaseException) and not name.endswith("ExceptionGroup"):
            names[name] = value
    calls = {**functions(machine), **iterators(machine), **objects(machine)}
    names.update({name: Native(name, call) for name, call in calls.items()})
    names.update({"NotImplemented": NotImplemented, "Ellipsis": ..., "__debug__": True})
    return names
