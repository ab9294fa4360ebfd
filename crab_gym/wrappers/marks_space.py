"""The space of actions that may point at elements by their numbers.

* `MarkedActionSpace` - the space, with elements and coordinates.
* `Pointer`, `pointers` - the arguments of a verb that take an element instead of coordinates.
* `with_points` - replaces an action's elements with coordinates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, NamedTuple

from numpy.random import Generator

from crab_gym.backends.base import InvalidAction
from crab_gym.envs.spaces import ActionSpace
from crab_gym.envs.verbs import TABLE, VERBS, Table, whole_number

__all__ = ["MarkedActionSpace", "Pointer", "pointers", "with_points"]


class Pointer(NamedTuple):
    """An argument for an element and the two coordinates that it replaces: ``element`` for ``x`` and ``y``."""

    element: str
    x: str
    y: str


def pointers(device: object, name: object) -> tuple[Pointer, ...]:
    """Returns the arguments of a verb that take an element's number: none, one, or both ends of a drag.

    >>> pointers("android", "tap")
    (Pointer(element='element', x='x', y='y'),)
    >>> [pointer.element for pointer in pointers("ubuntu", "drag")], pointers("ubuntu", "press")
    (['element1', 'element2'], ())
    """
    if not isinstance(device, str) or not isinstance(name, str):
        return ()
    return _POINTERS.get((device, name), ())


_POINTERS: Mapping[tuple[str, str], tuple[Pointer, ...]] = {
    (verb.device, verb.name): tuple(
        Pointer(f"element{argument.name[1:]}", argument.name, f"y{argument.name[1:]}")
        for argument in verb.arguments
        if argument.kind == "x"
    )
    for verb in VERBS
}


def with_points(action: Any, locate: Callable[[str, int], tuple[int, int]]) -> Any:
    """Returns an action with coordinates in place of the elements that it names.

    Args:
        action: The agent's action. One that names no element, or is no valid action, is returned unchanged.
        locate: Returns the point of a device's element by its number, or raises `InvalidAction`.

    Raises:
        InvalidAction: The number of an element is no whole number, or is given together with coordinates.

    >>> with_points({"device": "android", "name": "tap", "args": {"element": 3}}, lambda device, number: (10, 20))
    {'device': 'android', 'name': 'tap', 'args': {'x': 10, 'y': 20}}
    """
    try:
        device, name, args = action["device"], action["name"], action["args"]
        named = [pointer for pointer in pointers(device, name) if pointer.element in args]
        if not named or len(action) != 3 or not isinstance(args, Mapping):
            return action
        args = dict(args)
    except Exception:  # the environment explains why it is invalid
        return action
    for element, x, y in named:
        value = args.pop(element)
        if x in args or y in args:
            raise InvalidAction(f"{name} got both {element} and coordinates; expected either {element}, or {x} and {y}")
        number = whole_number(value)
        if number is None:
            raise InvalidAction(f"{element} is {_quoted(value)}; expected the whole number of an element")
        args[x], args[y] = locate(device, number)
    return {"device": device, "name": name, "args": args}


def _quoted(value: object) -> str:
    """Returns a value's text for a message, even if it is long or has no repr."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text.encode("utf-8", "backslashreplace").decode()[:80]


class MarkedActionSpace(ActionSpace):
    """The actions of some devices, where ``element`` may stand for ``x`` and ``y``.

    ``drag`` takes ``element1`` and ``element2``. Every number up to the limit is in the space, since a space doesn't
    know the screen's elements; a number that no element has is refused when it is used. A sample points at an element
    as often as at a pixel.

    Args:
        screens: Device to its screen's (width, height) in pixels.
        limit: The highest number.
        seed: Seed of `sample`.
        table: The verbs, and tools if there are any.

    Example:
        >>> space = MarkedActionSpace({"android": (360, 800)}, limit=50)
        >>> space.contains({"device": "android", "name": "tap", "args": {"element": 50}})
        True
        >>> space.contains({"device": "android", "name": "tap", "args": {"element": 51}})
        False
    """

    def __init__(
        self,
        screens: Mapping[str, tuple[int, int]],
        limit: int,
        seed: int | Generator | None = None,
        table: Table = TABLE,
    ) -> None:
        self.limit = limit
        super().__init__(screens, seed, table)

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> dict[str, Any]:
        """Returns a random action."""
        action = super().sample(mask, probability)
        args = action["args"]
        for pointer in pointers(action["device"], action["name"]):
            if self.np_random.integers(2):
                del args[pointer.x], args[pointer.y]
                args[pointer.element] = int(self.np_random.integers(1, self.limit + 1))
        return action

    def contains(self, x: Any) -> bool:
        """Returns whether an action is valid, provided that each number in it belongs to an element."""
        try:
            return super().contains(with_points(x, self._anywhere))
        except InvalidAction:
            return False

    def _anywhere(self, device: str, number: int) -> tuple[int, int]:
        if 1 <= number <= self.limit:
            return 0, 0
        raise InvalidAction(f"the number is above {self.limit} or below 1")

    def json_schema(self) -> dict[str, Any]:
        """Returns the JSON schema of the actions."""
        schema = super().json_schema()
        for variant in schema["oneOf"]:
            properties = variant["properties"]
            choices = pointers(properties["device"]["const"], properties["name"]["const"])
            if choices:
                properties["args"] = {"oneOf": self._ways(properties["args"], choices)}
        return schema

    def tool_schemas(self) -> list[dict[str, Any]]:
        """Returns one function per verb, for function calling.

        Function calling has no alternative arguments, so numbers and coordinates are optional, and the description says
        which to give.
        """
        tools = super().tool_schemas()
        for tool in tools:
            device, _, name = tool["name"].partition("__")
            choices = pointers(device, name)
            if choices:
                args = tool["parameters"]
                free = {coordinate for pointer in choices for coordinate in (pointer.x, pointer.y)}
                args["properties"] = {p.element: self._number(p) for p in choices} | args["properties"]
                args["required"] = [argument for argument in args["required"] if argument not in free]
                ways = " and ".join(f"either {p.element}, or {p.x} and {p.y}" for p in choices)
                tool["description"] += f" Give {ways}."
        return tools

    def _ways(self, args: Mapping[str, Any], choices: tuple[Pointer, ...]) -> list[dict[str, Any]]:
        """Returns a verb's schemas for all combinations of numbers and coordinates."""
        ways = []
        for numbered in product((True, False), repeat=len(choices)):
            by_mark = [pointer for pointer, by_number in zip(choices, numbered, strict=True) if by_number]
            coordinates = {coordinate for pointer in by_mark for coordinate in (pointer.x, pointer.y)}
            rest = {argument: schema for argument, schema in args["properties"].items() if argument not in coordinates}
            needed = [argument for argument in args["required"] if argument not in coordinates]
            properties = {pointer.element: self._number(pointer) for pointer in by_mark} | rest
            ways.append({**args, "properties": properties, "required": [p.element for p in by_mark] + needed})
        return ways

    def _number(self, pointer: Pointer) -> dict[str, Any]:
        says = f"number of an element, instead of {pointer.x} and {pointer.y}"
        return {"type": "integer", "minimum": 1, "maximum": self.limit, "description": says}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MarkedActionSpace) and self.limit == other.limit and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((tuple(sorted(self.screens.items())), self.limit))

    def __repr__(self) -> str:
        return f"MarkedActionSpace({self.screens}, limit={self.limit})"
