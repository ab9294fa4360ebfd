"""What can be asked of a device at a distance, read off the methods of `crab_gym.backends.base`.

* `OPERATIONS` - name, such as ``"setup.write_file"``, to what it takes and what it returns.
* `Operation.bind` - a call's arguments as a mapping; `Operation.check` - that mapping as it came in, checked.
* `Operation.result` - from what came in to the method's return value.

A method that is added to the readers of state there is an operation here. Types are checked, not converted: what comes
in becomes one of the named tuples of the base, text, bytes, numbers, tuples and mappings of these, or a `WireError`.
"""

from __future__ import annotations

import inspect
import math
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from crab_gym.backends.base import Backend, Setup, StateReader
from crab_gym.backends.remote.wire import WireError

__all__ = ["DEVICE", "OPERATIONS", "VIEWS", "Operation", "Read"]

Parts: TypeAlias = Sequence[memoryview]
Read: TypeAlias = Callable[[Any, Parts], Any]
"""From a value of a header, and the frame's attachments, to what it stands for."""

DEVICE = ("reset", "execute", "act", "advance", "settle", "elements", "fingerprint")
"""The operations of a backend itself; the screen and snapshots have forms of their own."""
_QUESTIONS = ("elements", "fingerprint", "now")
_LOCAL = ("read_text",)  # it is read_file there too


def _wrong(value: Any, expected: str) -> WireError:
    return WireError(f"got {repr(value)[:80]}, expected {expected}")


def _exactly(kind: type, expected: str) -> Read:
    def read(value: Any, parts: Parts) -> Any:
        if type(value) is not kind:
            raise _wrong(value, expected)
        return value

    return read


def _number(value: Any, parts: Parts) -> Any:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise _wrong(value, "a number")
    return value


def _bytes(value: Any, parts: Parts) -> bytes:
    if type(value) is not dict or value.keys() != {"bytes"}:
        raise _wrong(value, "bytes")
    number = value["bytes"]
    if type(number) is not int or not 0 <= number < len(parts):
        raise WireError(f"the frame has no attachment {number!r}")
    return bytes(parts[number])


def _anything(value: Any, parts: Parts) -> Any:
    """Reads what SQLite and verbs have: scalars, bytes, lists of these."""
    if type(value) is list:
        return [_anything(item, parts) for item in value]
    return _bytes(value, parts) if type(value) is dict else value


def _items(of: Read, kind: type) -> Read:
    def read(value: Any, parts: Parts) -> Any:
        if type(value) is not list:
            raise _wrong(value, "a list")
        return kind([of(item, parts) for item in value])

    return read


def _row(hints: Sequence[Any], make: Callable[[list[Any]], Any]) -> Read:
    fields = [_reader(hint) for hint in hints]
    usual = [hint if hint in (bool, int, str) else None for hint in hints]
    others = [number for number, kind in enumerate(usual) if kind is None]

    def read(value: Any, parts: Parts) -> Any:
        if type(value) is not list or len(value) != len(fields):
            raise _wrong(value, f"a list of {len(fields)}")
        kinds: list[type | None] = list(map(type, value))
        for number in others:
            value[number], kinds[number] = fields[number](value[number], parts), None
        if kinds != usual:  # all are compared at once, since screens have hundreds of elements
            for field, item, kind in zip(fields, value, usual, strict=True):
                if kind is not None:
                    field(item, parts)  # tells what is wrong
        return make(value)

    return read


def _mapping(value: Any, parts: Parts) -> dict[str, Any]:
    if type(value) is not dict:
        raise _wrong(value, "a mapping")
    return {key: _anything(item, parts) for key, item in value.items()}


def _one_of(options: Sequence[Read], expected: str) -> Read:
    def read(value: Any, parts: Parts) -> Any:
        for option in options:
            try:
                return option(value, parts)
            except WireError:
                continue
        raise _wrong(value, expected)

    return read


_PLAIN: Mapping[Any, Read] = {
    type(None): _exactly(type(None), "nothing"),
    bool: _exactly(bool, "true or false"),
    int: _exactly(int, "a whole number"),
    float: _number,
    str: _exactly(str, "text"),
    bytes: _bytes,
    Any: _anything,
}


def _reader(hint: Any) -> Read:
    """Returns what reads values of a type."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _one_of([_reader(arg) for arg in args], " or ".join(getattr(arg, "__name__", str(arg)) for arg in args))
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        return _row([hints[name] for name in hint._fields], hint._make)  # type: ignore[attr-defined]
    if origin is tuple and args[-1] is Ellipsis:
        return _items(_reader(args[0]), tuple)
    if origin is tuple:
        return _row(args, tuple)
    if origin is Sequence:
        return _items(_reader(args[0]), list)
    if origin is Mapping and args == (str, Any):
        return _mapping
    raise TypeError(f"values of type {hint} have no form on the wire; add one to {__name__}")


class Operation(NamedTuple):
    """One thing that can be asked.

    Attributes:
        view: Whose method it is: ``"device"`` (the backend's), ``"state"`` or ``"setup"``.
        name: The method's name.
        signature: Its arguments, without ``self``.
        arguments: Argument to what reads it.
        result: What reads its return value.
        changes: Whether it may change the device, so that what was asked before may no longer be so.
    """

    view: str
    name: str
    signature: inspect.Signature
    arguments: Mapping[str, Read]
    result: Read
    changes: bool

    def bind(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Returns a call's arguments by name.

        Raises:
            TypeError: The method doesn't take them.
        """
        parameters = self.signature.parameters
        if not kwargs and len(args) == len(parameters):  # the usual case, quickly
            return dict(zip(parameters, args, strict=True))
        return self.signature.bind(*args, **kwargs).arguments

    def check(self, given: Any, parts: Parts) -> dict[str, Any]:
        """Returns arguments that came in.

        Raises:
            ValueError: One is missing, unknown, or of another type.
        """
        if type(given) is not dict or given.keys() - self.arguments.keys():
            raise ValueError(f"{self.name} takes: {', '.join(self.arguments) or 'nothing'}")
        checked = {}
        for name, parameter in self.signature.parameters.items():
            if name in given:
                try:
                    checked[name] = self.arguments[name](given[name], parts)
                except WireError as error:
                    raise ValueError(f"{name} of {self.name}: {error}") from None
            elif parameter.default is parameter.empty:
                raise ValueError(f"{self.name} lacks {name!r}")
        return checked


def _operation(view: str, owner: type, name: str) -> Operation:
    method = getattr(owner, name)
    hints = get_type_hints(method)
    signature = inspect.signature(method)
    signature = signature.replace(parameters=list(signature.parameters.values())[1:])
    arguments = {argument: _reader(hints[argument]) for argument in signature.parameters}
    reads = name in _QUESTIONS or (owner is not Backend and hasattr(StateReader, name))
    return Operation(view, name, signature, arguments, _reader(hints["return"]), not reads)


def _methods(owner: type) -> list[str]:
    return [
        name
        for name, value in inspect.getmembers(owner, inspect.isfunction)
        if not name.startswith("_") and name not in _LOCAL
    ]


VIEWS: Mapping[str, type] = {"state": StateReader, "setup": Setup}

OPERATIONS: Mapping[str, Operation] = {
    **{f"device.{name}": _operation("device", Backend, name) for name in DEVICE},
    **{f"{view}.{name}": _operation(view, owner, name) for view, owner in VIEWS.items() for name in _methods(owner)},
}
"""Every operation by the name that it has on the wire."""
