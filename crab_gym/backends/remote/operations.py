"""The operations that a client can request, derived from the methods of `crab_gym.backends.base`.

* `OPERATIONS` - every `Operation` by its name, such as ``"setup.write_file"``.
* `Operation.bind` - makes a mapping of a call's arguments; `Operation.check` - checks such a mapping on arrival.
* `Operation.result` - decodes the method's return value.

Each method of a phone's or a desktop's view is an operation by itself. Types are checked, not converted: received
values become named tuples of the base, text, bytes, numbers, or tuples and mappings of these; anything else is a
`WireError`.
"""

from __future__ import annotations

import inspect
import math
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from crab_gym.backends.base import Backend, DesktopSetup, DesktopState, PhoneSetup, PhoneState
from crab_gym.backends.remote.wire import WireError
from crab_sim.devices.facts import FactTable

__all__ = ["DEVICE", "OPERATIONS", "VIEWS", "Decoder", "Operation"]

Parts: TypeAlias = Sequence[memoryview]
Decoder: TypeAlias = Callable[[Any, Parts], Any]
"""A function that decodes a value of a header, given the frame's attachments."""

DEVICE = ("reset", "execute", "act", "advance", "settle", "elements", "fingerprint", "unplayable")
"""The operations of the backend itself; the screen and snapshots are handled separately."""
_QUESTIONS = ("elements", "fingerprint", "now", "unplayable")
_LOCAL = ("read_text",)  # it calls read_file


def _wrong(value: Any, expected: str) -> WireError:
    return WireError(f"got {repr(value)[:80]}, expected {expected}")


def _exactly(kind: type, expected: str) -> Decoder:
    def decode(value: Any, parts: Parts) -> Any:
        if type(value) is not kind:
            raise _wrong(value, expected)
        return value

    return decode


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
    """Decodes the values of SQLite, of verbs and of sites: scalars, bytes, lists and mappings of these."""
    if type(value) is list:
        return [_anything(item, parts) for item in value]
    if type(value) is not dict:
        return value
    return _bytes(value, parts) if value.keys() == {"bytes"} else _mapping(value, parts)


def _items(of: Decoder, kind: type) -> Decoder:
    def decode(value: Any, parts: Parts) -> Any:
        if type(value) is not list:
            raise _wrong(value, "a list")
        return kind([of(item, parts) for item in value])

    return decode


def _row(hints: Sequence[Any], make: Callable[[list[Any]], Any]) -> Decoder:
    fields = [_decoder(hint) for hint in hints]
    usual = [hint if hint in (bool, int, str) else None for hint in hints]
    others = [number for number, kind in enumerate(usual) if kind is None]

    def decode(value: Any, parts: Parts) -> Any:
        if type(value) is not list or len(value) != len(fields):
            raise _wrong(value, f"a list of {len(fields)}")
        kinds: list[type | None] = list(map(type, value))
        for number in others:
            value[number], kinds[number] = fields[number](value[number], parts), None
        if kinds != usual:  # one comparison for the whole row, since screens have hundreds of elements
            for field, item, kind in zip(fields, value, usual, strict=True):
                if kind is not None:
                    field(item, parts)  # raises for the wrong one
        return make(value)

    return decode


def _mapping(value: Any, parts: Parts) -> dict[str, Any]:
    if type(value) is not dict:
        raise _wrong(value, "a mapping")
    return {key: _anything(item, parts) for key, item in value.items()}


def _facts(value: Any, parts: Parts) -> dict[str, FactTable]:
    """Decodes a device's facts, which are all read by then."""
    if type(value) is not dict or any([type(rows) is not dict for rows in value.values()]):
        raise _wrong(value, "rows by their keys, by kind")
    tables = {kind: {key: _fields(fields, parts) for key, fields in rows.items()} for kind, rows in value.items()}
    return {kind: FactTable.of(rows) for kind, rows in tables.items()}


def _fields(value: Any, parts: Parts) -> dict[str, Any]:
    return {name: _tupled(item) for name, item in _mapping(value, parts).items()}


def _tupled(value: Any) -> Any:
    """Returns a field's value with tuples for JSON's lists."""
    return tuple([_tupled(item) for item in value]) if type(value) is list else value


def _one_of(options: Sequence[Decoder], expected: str) -> Decoder:
    def decode(value: Any, parts: Parts) -> Any:
        for option in options:
            try:
                return option(value, parts)
            except WireError:
                continue
        raise _wrong(value, expected)

    return decode


_PLAIN: Mapping[Any, Decoder] = {
    type(None): _exactly(type(None), "nothing"),
    bool: _exactly(bool, "true or false"),
    int: _exactly(int, "a whole number"),
    float: _number,
    str: _exactly(str, "text"),
    bytes: _bytes,
    Any: _anything,
}


def _decoder(hint: Any) -> Decoder:
    """Returns the decoder of a type."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _one_of([_decoder(arg) for arg in args], " or ".join(getattr(arg, "__name__", str(arg)) for arg in args))
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        return _row([hints[name] for name in hint._fields], hint._make)  # type: ignore[attr-defined]
    if origin is tuple and args[-1] is Ellipsis:
        return _items(_decoder(args[0]), tuple)
    if origin is tuple:
        return _row(args, tuple)
    if origin is Sequence:
        return _items(_decoder(args[0]), list)
    if origin is Mapping and args == (str, FactTable):
        return _facts
    if origin is Mapping and args == (str, Any):
        return _mapping
    raise TypeError(f"values of type {hint} have no form on the wire; add one to {__name__}")


class Operation(NamedTuple):
    """A method that a client can call.

    Attributes:
        view: Owner of the method: ``"device"`` (the backend), ``"state"`` or ``"setup"``.
        name: The method's name.
        signature: Its arguments, without ``self``.
        arguments: The decoder of each argument.
        result: The decoder of its return value.
        changes: Whether it may change the device, which makes earlier answers invalid.
    """

    view: str
    name: str
    signature: inspect.Signature
    arguments: Mapping[str, Decoder]
    result: Decoder
    changes: bool

    def bind(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Returns a call's arguments by name.

        Raises:
            TypeError: The method doesn't take these arguments.
        """
        parameters = self.signature.parameters
        if not kwargs and len(args) == len(parameters):  # faster than the general way, and the usual case
            return dict(zip(parameters, args, strict=True))
        return self.signature.bind(*args, **kwargs).arguments

    def check(self, values: Any, parts: Parts) -> dict[str, Any]:
        """Returns received arguments, decoded.

        Raises:
            ValueError: An argument is missing, unknown, or of another type.
        """
        if type(values) is not dict or values.keys() - self.arguments.keys():
            raise ValueError(f"{self.name} takes: {', '.join(self.arguments) or 'nothing'}")
        checked = {}
        for name, parameter in self.signature.parameters.items():
            if name in values:
                try:
                    checked[name] = self.arguments[name](values[name], parts)
                except WireError as error:
                    raise ValueError(f"{name} of {self.name}: {error}") from None
            elif parameter.default is parameter.empty:
                raise ValueError(f"{self.name} lacks {name!r}")
        return checked


VIEWS: Mapping[str, Mapping[str, type]] = {
    "state": {"android": PhoneState, "ubuntu": DesktopState},
    "setup": {"android": PhoneSetup, "ubuntu": DesktopSetup},
}
"""The class of each view, by the device's role."""


def _operation(view: str, owner: type, name: str) -> Operation:
    method = getattr(owner, name)
    hints = get_type_hints(method)
    signature = inspect.signature(method)
    signature = signature.replace(parameters=list(signature.parameters.values())[1:])
    arguments = {argument: _decoder(hints[argument]) for argument in signature.parameters}
    asks = owner is not Backend and any(hasattr(reader, name) for reader in VIEWS["state"].values())
    reads = asks or name in _QUESTIONS
    return Operation(view, name, signature, arguments, _decoder(hints["return"]), not reads)


def _methods(owner: type) -> list[str]:
    return [
        name
        for name, value in inspect.getmembers(owner, inspect.isfunction)
        if not name.startswith("_") and name not in _LOCAL
    ]


OPERATIONS: Mapping[str, Operation] = {
    **{f"device.{name}": _operation("device", Backend, name) for name in DEVICE},
    **{
        f"{view}.{name}": _operation(view, owner, name)
        for view, owners in VIEWS.items()
        for owner in owners.values()
        for name in _methods(owner)
    },
}
"""Every operation, by its name in requests."""
