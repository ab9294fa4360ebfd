"""Built-in functions over numbers, texts and files."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_gym.sim.shell.python.operators import binary
from crab_gym.sim.shell.python.text import type_name
from crab_gym.sim.shell.python.values import Raised, Value

if TYPE_CHECKING:
    from crab_gym.sim.shell.python.machine.core import Machine


def functions(machine: Machine) -> dict[str, Callable[..., Value]]:
    """Returns functions by name."""
    meter, text = machine.meter, machine.text

    def show(*values: Value, sep: Value = None, end: Value = None, file: Value = None, flush: Value = False) -> None:
        for name, given in (("sep", sep), ("end", end)):
            if given is not None and not isinstance(given, str):
                raise TypeError(f"{name} must be None or a string, not {type_name(given)}")
        parts = [text.str(value) for value in values]
        meter.text(sum(map(len, parts)))
        line = (" " if sep is None else sep).join(parts) + ("\n" if end is None else end)
        target = machine.streams.stdout if file is None else file
        machine.call(machine.attribute(target, "write"), line)

    def read_line(prompt: Value = "") -> str:
        if prompt:
            machine.streams.stdout.write(text.str(prompt))
        line = machine.streams.stdin.readline()
        if not line:
            raise EOFError("EOF when reading a line")
        return str(line).removesuffix("\n")

    def absolute(value: Value) -> Value:
        if not hasattr(type(value), "__abs__") or isinstance(value, type):
            raise TypeError(f"bad operand type for abs(): '{type_name(value)}'")
        return abs(value)

    def rounded(number: Value, ndigits: Value = None) -> Value:
        if not hasattr(type(number), "__round__") or isinstance(number, type):
            raise TypeError(f"type {type_name(number)} doesn't define __round__ method")
        if isinstance(number, int) and isinstance(ndigits, int) and ndigits < -20_000:
            raise MemoryError
        return round(number) if ndigits is None else round(number, ndigits)

    def power(base: Value, exp: Value, mod: Value = None) -> Value:
        if mod is None:
            return binary(machine, "**", base, exp)
        if not (isinstance(base, int) and isinstance(exp, int) and isinstance(mod, int)):
            raise TypeError("pow() 3rd argument not allowed unless all arguments are integers")
        meter.product(base.bit_length(), mod.bit_length())
        meter.power(base, exp, mod)
        return pow(base, exp, mod)

    def divided(left: Value, right: Value) -> tuple[Value, Value]:
        return binary(machine, "//", left, right), binary(machine, "%", left, right)

    def based(convert: Callable[[int], str]) -> Callable[[Value], str]:
        def call(number: Value) -> str:
            if not isinstance(number, int) and not hasattr(type(number), "__index__"):
                raise TypeError(f"'{type_name(number)}' object cannot be interpreted as an integer")
            return convert(number)

        return call

    def ascii_(value: Value) -> str:
        return text.repr(value).encode("ascii", "backslashreplace").decode()

    def code_point(char: Value) -> int:
        if not isinstance(char, (str, bytes)):
            raise TypeError(f"ord() expected string of length 1, but {type_name(char)} found")
        return ord(char)

    def open_(path: Value, mode: str = "r", buffering: int = -1, encoding: Value = None, errors: Value = None,
              newline: Value = None, **named: Value) -> Value:  # fmt: skip
        given = {"encoding": encoding, "errors": errors, "newline": newline}
        return machine.files.open(path, mode, given)

    def leave(code: Value = None) -> None:
        raise Raised(SystemExit(code))

    def unavailable(name: str) -> Callable[..., Value]:
        def call(*values: Value, **named: Value) -> Value:
            raise RuntimeError(f"the simulated machine's Python has no {name}()")

        return call

    return {
        "print": show,
        "input": read_line,
        "abs": absolute,
        "round": rounded,
        "pow": power,
        "divmod": divided,
        "bin": based(bin),
        "hex": based(hex),
        "oct": based(oct),
        "chr": based(chr),
        "ord": code_point,
        "repr": text.repr,
        "ascii": ascii_,
        "format": lambda value, spec="": text.field(value, "", spec),
        "open": open_,
        "exit": leave,
        "quit": leave,
        **{name: unavailable(name) for name in ("eval", "exec", "compile", "__import__", "breakpoint", "help")},
    }

