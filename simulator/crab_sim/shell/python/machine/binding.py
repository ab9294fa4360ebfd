"""Binding the arguments of a call to a function's parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_sim.shell.python.code import Frame
from crab_sim.shell.python.values import Function, Scope, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine


def bind(machine: Machine, function: Function, values: list[Value], named: dict[str, Value]) -> Frame:
    """Returns the frame of a call.

    Args:
        machine: the machine.
        function: the function.
        values: positional arguments.
        named: arguments by name.

    Raises:
        TypeError: the arguments don't fit.
    """
    parameters = function.code.parameters
    names = parameters.positional
    local: dict[str, Value] = dict(zip(names, values, strict=False))
    if parameters.rest:
        local[parameters.rest] = tuple(values[len(names) :])
    elif len(values) > len(names):
        raise TypeError(_too_many(function, len(values)))
    if named or parameters.named:
        _bind_names(function, local, named)
    if len(local) < len(names) + bool(parameters.rest) + bool(parameters.named) + len(parameters.keyword):
        _add_defaults(function, local)
    return Frame(function.code, local, function.variables, Scope(local, function.closure), function)


def _bind_names(function: Function, local: dict[str, Value], named: dict[str, Value]) -> None:
    parameters = function.code.parameters
    others: dict[str, Value] = {}
    for name, value in named.items():
        if name in parameters.positional[parameters.only :] or name in parameters.keyword:
            if name in local:
                raise TypeError(f"{function.code.qualified}() got multiple values for argument '{name}'")
            local[name] = value
        elif parameters.named:
            others[name] = value
        else:
            raise TypeError(f"{function.code.qualified}() got an unexpected keyword argument '{name}'")
    if parameters.named:
        local[parameters.named] = others


def _add_defaults(function: Function, local: dict[str, Value]) -> None:
    parameters = function.code.parameters
    names = parameters.positional
    first = len(names) - len(function.defaults)
    missing = []
    for index, name in enumerate(names):
        if name not in local:
            if index < first:
                missing.append(name)
            else:
                local[name] = function.defaults[index - first]
    if missing:
        raise TypeError(_missing(function.code.qualified, missing, "positional"))
    for name in parameters.keyword:
        if name not in local:
            if name not in function.keyword_defaults:
                missing.append(name)
            else:
                local[name] = function.keyword_defaults[name]
    if missing:
        raise TypeError(_missing(function.code.qualified, missing, "keyword-only"))


def _missing(function: str, names: list[str], kind: str) -> str:
    quoted = [f"'{name}'" for name in names]
    shown = quoted[0]
    if len(quoted) == 2:
        shown = " and ".join(quoted)
    elif len(quoted) > 2:
        shown = ", ".join(quoted[:-1]) + f", and {quoted[-1]}"
    plural = "s" if len(names) > 1 else ""
    return f"{function}() missing {len(names)} required {kind} argument{plural}: {shown}"


def _too_many(function: Function, given: int) -> str:
    count = len(function.code.parameters.positional)
    least = count - len(function.defaults)
    takes = f"from {least} to {count}" if function.defaults else str(count)
    plural = "s" if count != 1 or function.defaults else ""
    verb = "was" if given == 1 else "were"
    return f"{function.code.qualified}() takes {takes} positional argument{plural} but {given} {verb} given"
