"""Built-in functions over numbers, texts and files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from crab_sim.shell.python.operators import binary
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Raised, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine


def _show(
    machine: Machine, *values: Value, sep: Value = None, end: Value = None, file: Value = None, flush: Value = False
) -> None:
    for name, given in (("sep", sep), ("end", end)):
        if given is not None and not isinstance(given, str):
            raise TypeError(f"{name} must be None or a string, not {type_name(given)}")
    parts = [machine.text.show(value) for value in values]
    machine.meter.text(sum(map(len, parts)))
    line = (" " if sep is None else sep).join(parts) + ("\n" if end is None else end)
    target = machine.streams.stdout if file is None else file
    machine.call(machine.attribute(target, "write"), line)


def _read_line(machine: Machine, prompt: Value = "") -> str:
    if prompt:
        machine.streams.stdout.write(machine.text.show(prompt))
    line = machine.streams.stdin.readline()
    if not line:
        raise EOFError("EOF when reading a line")
    return str(line).removesuffix("\n")


def _absolute(machine: Machine, value: Value) -> Value:
    if not hasattr(type(value), "__abs__") or isinstance(value, type):
        raise TypeError(f"bad operand type for abs(): '{type_name(value)}'")
    return abs(value)


def _rounded(machine: Machine, number: Value, ndigits: Value = None) -> Value:
    if not hasattr(type(number), "__round__") or isinstance(number, type):
        raise TypeError(f"type {type_name(number)} doesn't define __round__ method")
    if isinstance(number, int) and isinstance(ndigits, int) and ndigits < -20_000:
        raise MemoryError
    return round(number) if ndigits is None else round(number, ndigits)


def _power(machine: Machine, base: Value, exp: Value, mod: Value = None) -> Value:
    if mod is None:
        return binary(machine, "**", base, exp)
    if not (isinstance(base, int) and isinstance(exp, int) and isinstance(mod, int)):
        raise TypeError("pow() 3rd argument not allowed unless all arguments are integers")
    machine.meter.product(base.bit_length(), mod.bit_length())
    machine.meter.power(base, exp, mod)
    return pow(base, exp, mod)


def _divided(machine: Machine, left: Value, right: Value) -> tuple[Value, Value]:
    return binary(machine, "//", left, right), binary(machine, "%", left, right)


def _based(machine: Machine, convert: Callable[[int], str]) -> Callable[[Value], str]:
    def call(number: Value) -> str:
        if not isinstance(number, int) and not hasattr(type(number), "__index__"):
            raise TypeError(f"'{type_name(number)}' object cannot be interpreted as an integer")
        return convert(number)

    return call


def _ascii_(machine: Machine, value: Value) -> str:
    return str(machine.text.repr(value).encode("ascii", "backslashreplace").decode())


def _code_point(machine: Machine, char: Value) -> int:
    if not isinstance(char, (str, bytes)):
        raise TypeError(f"ord() expected string of length 1, but {type_name(char)} found")
    return ord(char)


def _open_(
    machine: Machine,
    path: Value,
    mode: str = "r",
    buffering: int = -1,
    encoding: Value = None,
    errors: Value = None,
    newline: Value = None,
    **named: Value,
) -> Value:  # fmt: skip
    given = {"encoding": encoding, "errors": errors, "newline": newline}
    return machine.files.open(path, mode, given)


def _leave(machine: Machine, code: Value = None) -> None:
    raise Raised(SystemExit(code))


def _unavailable(machine: Machine, name: str) -> Callable[..., Value]:
    def call(*values: Value, **named: Value) -> Value:
        raise RuntimeError(f"the simulated machine's Python has no {name}()")

    return call


def functions(machine: Machine) -> dict[str, Callable[..., Value]]:
    """Returns functions by name."""
    text = machine.text

    return {
        "print": partial(_show, machine),
        "input": partial(_read_line, machine),
        "abs": partial(_absolute, machine),
        "round": partial(_rounded, machine),
        "pow": partial(_power, machine),
        "divmod": partial(_divided, machine),
        "bin": _based(machine, bin),
        "hex": _based(machine, hex),
        "oct": _based(machine, oct),
        "chr": _based(machine, chr),
        "ord": partial(_code_point, machine),
        "repr": text.repr,
        "ascii": partial(_ascii_, machine),
        "format": lambda value, spec="": text.field(value, "", spec),
        "open": partial(_open_, machine),
        "exit": partial(_leave, machine),
        "quit": partial(_leave, machine),
        **{
            name: _unavailable(machine, name)
            for name in ("eval", "exec", "compile", "__import__", "breakpoint", "help")
        },
    }
