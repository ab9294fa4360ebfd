"""``string`` and ``textwrap``."""

from __future__ import annotations

import string
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_sim.shell.python.members import Table
from crab_sim.shell.python.modules import natives
from crab_sim.shell.python.values import Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_CONSTANTS = "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits punctuation whitespace printable"
TEMPLATE = Table(string.Template)
TEMPLATE.properties["template"] = lambda machine, template: template.template


def _filled(machine: Machine, template: string.Template, values: tuple[Value, ...], named: dict[str, Value]) -> Value:
    found: dict[Value, Value] = {**(values[0] if values else {}), **named}
    shown = {name: machine.text.show(value) for name, value in found.items()}
    longest = max(map(len, shown.values()), default=0)
    machine.meter.text(len(template.template) * max(1, longest // 2))
    machine.meter.charge(len(template.template) / 100)
    return shown


@TEMPLATE.method("substitute")
def _substitute(machine: Machine, template: string.Template, *values: Value, **named: Value) -> str:
    return template.substitute(_filled(machine, template, values, named))


@TEMPLATE.method("safe_substitute")
def _safe_substitute(machine: Machine, template: string.Template, *values: Value, **named: Value) -> str:
    return template.safe_substitute(_filled(machine, template, values, named))


def _string(machine: Machine) -> dict[str, Value]:
    machine.constructors[string.Template] = string.Template
    calls: dict[str, Callable[..., Value]] = {"capwords": string.capwords}
    constants = {name: getattr(string, name) for name in _CONSTANTS.split()}
    return {**constants, "Template": string.Template, **natives(machine, calls)}


def _textwrap(machine: Machine) -> dict[str, Value]:
    def bounded(name: str) -> Callable[..., Value]:
        def call(text: Value, *given: Value, **named: Value) -> Value:
            if not isinstance(text, str):
                raise TypeError(f"expected str, not {type(text).__name__}")
            if len(text) > 20_000:
                raise MemoryError
            for value in (*given, *named.values()):
                if (isinstance(value, str) and len(value) > 200) or (isinstance(value, int) and value > 100_000):
                    raise MemoryError
            machine.meter.charge(1 + len(text) / 100)
            return getattr(textwrap, name)(text, *given, **named)

        return call

    def indent(text: str, prefix: str, predicate: Value = None) -> str:
        lines = text.splitlines(True)
        machine.meter.text(len(text) + len(prefix) * len(lines))
        chosen = [bool(line.strip()) if predicate is None else machine.call(predicate, line) for line in lines]
        return "".join([prefix + line if yes else line for line, yes in zip(lines, chosen, strict=True)])

    calls: dict[str, Callable[..., Value]] = {name: bounded(name) for name in ("wrap", "fill", "shorten", "dedent")}
    return natives(machine, {**calls, "indent": indent})


MODULES: dict[str, Callable[[Machine], dict[str, Value]]] = {"string": _string, "textwrap": _textwrap}
