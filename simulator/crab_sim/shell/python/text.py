"""Values as text: ``str``, ``repr``, formats, ``%``, within bounds."""

from __future__ import annotations

import re
import string
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import ItemsView, KeysView, Mapping, Sequence, ValuesView
from typing import TYPE_CHECKING, Final

from crab_sim.shell.python.values import (
    MEMBERS,
    Function,
    Generator,
    Lazy,
    Method,
    Module,
    Native,
    Record,
    Value,
)

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_MAX_WIDTH: Final = 100_000
_FIELD_PRICE: Final = 0.06
"""Price of a field of a template, in steps of the line."""
_SCALARS: Final = frozenset({int, float, str, bytes, bool, type(None)})
_FIELD = re.compile(r"\.([^.\[]+)|\[([^\]]+)\]")
_PERCENT = re.compile(r"%(?:\((.*?)\))?([-#0 +]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?(.)", re.DOTALL)


def type_name(value: Value) -> str:
    """Returns the name of a value's type, as messages show it."""
    return value.kind if isinstance(value, Lazy) else type(value).__name__


class Text:
    """Values as text."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._formatter = _Formatter(self)

    def show(self, value: Value) -> str:
        """Returns ``str(value)``."""
        if type(value) is str:
            return value
        if isinstance(value, BaseException) and type(value).__str__ in _PLAIN_ERRORS:
            if isinstance(value, KeyError) and len(value.args) == 1:
                return self.repr(value.args[0])
            if len(value.args) < 2:
                return self.show(value.args[0]) if value.args else ""
            return self.repr(value.args)
        if type(value).__str__ in _PLAIN_TEXT or isinstance(value, (list, tuple, dict, set, frozenset)):
            return self.repr(value)
        return str(value)

    def repr(self, value: Value) -> str:
        """Returns ``repr(value)``; sets are shown in an order that does not depend on the process."""
        if type(value) in _SCALARS:
            self._machine.meter.text(len(value) if isinstance(value, (str, bytes)) else 1)
            return repr(value)
        self._machine.meter.weigh(value)
        shown = self._repr(value)
        self._machine.meter.text(len(shown))
        return shown

    def plain_str(self, value: Value) -> str:
        """Returns ``str(value)`` as the classes that are not the program's own define it."""
        if isinstance(value, BaseException):
            return self.show(value.args[0]) if len(value.args) == 1 else self.repr(value.args) if value.args else ""
        return self.repr(value)

    def plain_repr(self, value: Value) -> str:
        """Returns ``repr(value)`` as the classes that are not the program's own define it."""
        if isinstance(value, BaseException):
            return f"{type(value).__name__}({self._all(value.args)})"
        return f"<__main__.{type(value).__qualname__} object at {self._machine.address(value):#x}>"

    def _all(self, values: Sequence[Value]) -> str:
        return ", ".join([self._repr(value) for value in values])

    def _repr(self, value: Value) -> str:
        kind = type(value)
        if kind in _SCALARS:
            return repr(value)
        if kind is list:
            return f"[{self._all(value)}]"
        if kind is tuple:
            return f"({self._all(value)},)" if len(value) == 1 else f"({self._all(value)})"
        if isinstance(value, Record):
            pairs = zip(kind.fields_, value, strict=True)
            return f"{kind.__name__}({', '.join([f'{name}={self._repr(item)}' for name, item in pairs])})"
        if isinstance(value, (set, frozenset)):
            if not value:
                return f"{kind.__name__}()"
            inner = f"{{{self._all(self.ordered(value))}}}"
            return inner if kind is set else f"frozenset({inner})"
        if isinstance(value, (dict, deque)):
            return self._collection(value)
        if isinstance(value, (KeysView, ValuesView, ItemsView)):
            return f"{kind.__name__}([{self._all(list(value))}])"
        if isinstance(value, BaseException) and kind.__repr__ in _PLAIN_ERRORS:
            inner = self._all(value.args)
            return f"{kind.__name__}({inner})"
        return self._object(value)

    def _collection(self, value: Value) -> str:
        kind = type(value)
        if isinstance(value, deque):
            size = "" if value.maxlen is None else f", maxlen={value.maxlen}"
            return f"deque([{self._all(list(value))}]{size})"
        pairs = [f"{self._repr(key)}: {self._repr(item)}" for key, item in value.items()]
        if kind is Counter:
            ranked = [f"{self._repr(key)}: {self._repr(item)}" for key, item in value.most_common()]
            return f"Counter({{{', '.join(ranked)}}})" if ranked else "Counter()"
        shown = f"{{{', '.join(pairs)}}}"
        if kind is defaultdict:
            return f"defaultdict({self._repr(value.default_factory)}, {shown})"
        if kind is OrderedDict:
            inner = ", ".join([f"({self._repr(key)}, {self._repr(item)})" for key, item in value.items()])
            return f"OrderedDict([{inner}])" if inner else "OrderedDict()"
        return shown

    def _object(self, value: Value) -> str:
        machine = self._machine
        if isinstance(value, Function):
            return f"<function {value.code.qualified} at {machine.address(value):#x}>"
        if isinstance(value, Native):
            return value.shown
        if isinstance(value, Method):
            name = value.function.name if isinstance(value.function, (Function, Native)) else "?"
            return f"<bound method {name} of {self._repr(value.instance)}>"
        if isinstance(value, Module):
            origin = f"from '{value.source}'" if value.source else "(built-in)"
            return f"<module '{value.name}' {origin}>"
        if isinstance(value, (Lazy, Generator)):
            name = f"generator object {value.name}" if isinstance(value, Generator) else f"{value.kind} object"
            return f"<{name} at {machine.address(value):#x}>"
        shown = repr(value)
        if type(value).__repr__ in _PLAIN_TEXT or (" at 0x" in shown and MEMBERS not in type(value).__dict__):
            return f"<{type_name(value)} object at {machine.address(value):#x}>"
        return shown

    def ordered(self, values: Value) -> list[Value]:
        """Returns the items of a set in an order that does not depend on the process."""
        if all(type(value) in (int, float, bool) for value in values):
            return list(values)
        self._machine.meter.items(len(values))
        return sorted(values, key=lambda value: (type(value).__name__, self._repr(value)))

    # --- formats -----------------------------------------------------------------------------------------------

    def field(self, value: Value, conversion: str, spec: str) -> str:
        """Returns a field of an f-string or of ``str.format``.

        Args:
            value: the value.
            conversion: ``r``, ``s``, ``a`` or empty.
            spec: the format.
        """
        if conversion:
            value = self.show(value) if conversion == "s" else self.repr(value)
            if conversion == "a":
                value = _ascii(value)
        shown = self.format(value, spec)
        self._machine.meter.text(len(shown))
        return shown

    def format(self, value: Value, spec: str) -> str:
        """Returns ``format(value, spec)``.

        Raises:
            MemoryError: the width or the precision is too large.
        """
        if not isinstance(spec, str):
            raise TypeError(f"format() argument 2 must be str, not {type_name(spec)}")
        if (not spec and type(value).__format__ in _PLAIN_TEXT) or isinstance(value, type):
            return self.show(value)
        self.check_widths(spec)
        return format(value, spec)

    def check_widths(self, spec: str) -> None:
        """Checks the numbers in a format.

        Raises:
            MemoryError: one is too large.
        """
        if any(len(digits) > 9 or int(digits) > _MAX_WIDTH for digits in re.findall(r"[0-9]+", spec)):
            raise MemoryError

    def fill(self, template: str, values: tuple[Value, ...], named: Mapping[str, Value]) -> str:
        """Returns ``template.format(*values, **named)``."""
        # Half for each brace; a field's further cost is paid for by its text.
        self._machine.meter.charge((template.count("{") + template.count("}")) * _FIELD_PRICE / 2)
        return self._formatter.vformat(template, values, named)

    def get_field(self, name: str, values: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """Returns the value that a field's name stands for, such as ``0.real[key]``."""
        first = re.match(r"[^.\[]*", name)
        assert first is not None
        key = first[0]
        if key.isdigit():
            if int(key) >= len(values):
                raise IndexError(f"Replacement index {int(key)} out of range for positional args tuple")
            value = values[int(key)]
        else:
            value = named[key]
        pos = first.end()
        while pos < len(name):
            self._machine.meter.charge(_FIELD_PRICE)
            part = _FIELD.match(name, pos)
            if part is None:
                raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
            if part[1] is not None:
                value = self._machine.attribute(value, part[1])
            else:
                value = self._machine.item(value, int(part[2]) if part[2].isdigit() else part[2])
            pos = part.end()
        return value

    def percent(self, template: str, given: Value) -> str:
        """Returns ``template % given``.

        Raises:
            TypeError: there are too many or too few values.
        """
        self._machine.meter.charge(template.count("%") * _FIELD_PRICE)
        values = list(given) if isinstance(given, tuple) else [given]
        used = 0

        def take() -> Value:
            nonlocal used
            used += 1
            if used > len(values):
                raise TypeError("not enough arguments for format string")
            return values[used - 1]

        def replace(match: re.Match[str]) -> str:
            nonlocal used
            key, flags, width, precision, letter = match.groups()
            if letter == "%":
                return "%"
            if letter not in "diouxXeEfFgGcrsa":
                raise ValueError(
                    f"unsupported format character '{letter}' ({ord(letter):#x}) at index {match.start(5)}"
                )
            if key is not None:
                if not isinstance(given, dict):
                    raise TypeError("format requires a mapping")
                value, used = given[key], len(values)
            else:
                width = str(int(take())) if width == "*" else width
                precision = str(int(take())) if precision == "*" else precision
                value = take()
            if letter in "rsa":
                value = self.show(value) if letter == "s" else self.repr(value)
                value, letter = (_ascii(value) if letter == "a" else value), "s"
            spec = flags + (width or "") + ("" if precision is None else f".{precision}")
            self.check_widths(spec)
            shown: str = f"%{spec}{letter}" % (value,)
            self._machine.meter.text(len(shown))
            return shown

        filled = _PERCENT.sub(replace, template)
        if used < len(values) and not isinstance(given, dict):
            raise TypeError("not all arguments converted during string formatting")
        return filled


class _Formatter(string.Formatter):
    """``str.format`` over the values of a program."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def get_field(self, field_name: str, args: Sequence[Value], kwargs: Mapping[str, Value]) -> tuple[Value, str]:
        return self._text.get_field(field_name, args, kwargs), field_name

    def check_unused_args(self, used_args: object, args: object, kwargs: object) -> None:
        return

    def convert_field(self, value: Value, conversion: str | None) -> Value:
        if conversion is None:
            return value
        if conversion not in ("r", "s", "a"):
            raise ValueError(f"Unknown conversion specifier '{conversion}'")
        return self._text.field(value, conversion, "")

    def format_field(self, value: Value, format_spec: str) -> str:
        return self._text.field(value, "", format_spec)


def _ascii(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode("ascii")


_PLAIN_TEXT: Final[tuple[Value, ...]] = (object.__str__, object.__repr__, object.__format__)
_PLAIN_ERRORS: Final[tuple[Value, ...]] = (BaseException.__str__, KeyError.__str__, BaseException.__repr__)
