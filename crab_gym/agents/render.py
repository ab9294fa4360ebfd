"""Prompts: the templates of ``prompts/``, filled with the functions of the verb table.

* `prompt` - a template filled with values.
* `action_tools` - the functions that a model may call; `function_schemas` - the same from sizes, as schemas.
* `template_schema` - a function as chat templates take it.
* `describe_tools`, `describe_devices`, `describe_device` - functions and devices in words.
* `in_json` - a conversation for a model that calls no functions natively.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Template
from typing import Any

from crab_gym.agents.chat import Message, Tool
from crab_gym.envs.spaces import ActionSpace
from crab_gym.envs.verbs import TABLE, Table
from crab_gym.policies import PolicySpec
from crab_gym.wrappers.marks_space import MarkedActionSpace, pointers
from crab_sim.suggestions import unknown

__all__ = [
    "DEVICES",
    "SKIP",
    "action_tools",
    "describe_device",
    "describe_devices",
    "describe_tools",
    "function_schemas",
    "in_json",
    "more_marks",
    "prompt",
    "template_schema",
]

SKIP = Tool(
    "skip",
    "Does nothing in this turn; no device changes.",
    {"type": "object", "properties": {}, "required": [], "additionalProperties": False},
)
"""The function that an agent of one device calls when it has nothing to do."""

DEVICES: Mapping[str, str] = {
    "ubuntu": "a desktop computer with Linux, with mouse and keyboard",
    "android": "a phone with Android, with a touch screen",
}
"""Devices in words, those for which there are rules."""
_FEW = 20
"""Arguments with fewer choices than this list them; those with more have only their description."""


def prompt(name: str, /, **values: str) -> str:
    """Returns a template of ``prompts/`` filled with values, in which ``$`` has no meaning.

    Args:
        name: The template's path in the folder without its ending, such as ``"m3a/agent"``.
        values: One value for each ``$name`` in the template.

    Raises:
        ValueError: There is no such template, or a value is missing.

    >>> prompt("json_call", functions="- skip()").splitlines()[-1]
    '- skip()'
    """
    try:
        return _template(name).substitute(values).strip()
    except KeyError as error:
        raise ValueError(f"the prompt {name!r} needs a value for {error}; got: {', '.join(values)}") from None


@cache
def _template(name: str) -> Template:
    folder = files("crab_gym.agents") / "prompts"
    known = set(_template_names(folder))
    if name not in known:
        unknown("prompt", name, known)
    return Template((folder / f"{name}.md").read_text(encoding="utf-8"))


def _template_names(folder: Traversable, prefix: str = "") -> Iterator[str]:
    """Yields the names of a folder's templates, those of its subfolders as ``subfolder/name``."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _template_names(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".md"):
            yield prefix + entry.name.removesuffix(".md")


def action_tools(
    spec: PolicySpec,
    devices: Sequence[str] | None = None,
    coordinates: bool = False,
    sizes: Mapping[str, tuple[int, int]] | None = None,
) -> tuple[Tool, ...]:
    """Returns the functions that act on devices, ``<device>__<verb>``.

    Args:
        spec: The facts about the environment that a policy may know.
        devices: Names of the devices, ``"root"`` included; None for all.
        coordinates: Whether functions take ``x`` and ``y`` beside marks; without marks they always do.
        sizes: Device to (width, height) of the pictures in whose pixels coordinates are given; None for the screens'.
    """
    limit = spec.action_space.limit if isinstance(spec.action_space, MarkedActionSpace) else 0
    table = spec.action_space.table if isinstance(spec.action_space, ActionSpace) else TABLE
    schemas = function_schemas(sizes or spec.screen_sizes, limit, coordinates, table)
    return tuple(
        Tool(schema["name"], schema["description"], schema["parameters"])
        for schema in schemas
        if devices is None or schema["name"].partition("__")[0] in devices
    )


def function_schemas(
    screens: Mapping[str, tuple[int, int]], limit: int, coordinates: bool, table: Table = TABLE
) -> list[dict[str, Any]]:
    """Returns the schemas of the functions that act on devices, ``<device>__<verb>``.

    Args:
        screens: Device to (width, height) of its pictures.
        limit: The highest mark; 0 if there are none.
        coordinates: Whether functions take ``x`` and ``y`` beside marks; without marks they always do.
        table: The environment's verbs, and tools if there are any.
    """
    sizes = dict(screens)
    marked = limit and coordinates
    space = MarkedActionSpace(sizes, limit, table=table) if marked else ActionSpace(sizes, table=table)
    schemas = []
    for schema in space.tool_schemas():
        device, _, verb = schema["name"].partition("__")
        parameters = schema["parameters"]
        if limit and not coordinates:
            parameters = _by_marks(parameters, device, verb, limit)
        schemas.append({**schema, "parameters": _without_long_lists(parameters)})
    return schemas


def template_schema(tool: Tool) -> dict[str, Any]:
    """Returns a function as chat templates take it, as short as transformers makes it of a Python function.

    >>> tool = Tool("tap", "Taps.", {"properties": {"x": {"type": "integer", "maximum": 9, "description": "place"}}})
    >>> template_schema(tool)["function"]["parameters"]["properties"]
    {'x': {'type': 'integer', 'nullable': True, 'description': 'place'}}
    """
    required = list(tool.parameters.get("required", ()))
    properties = {}
    for name, about in tool.parameters.get("properties", {}).items():
        entry: dict[str, Any] = {"type": about.get("type", "string")}
        if name not in required and "default" not in about:
            entry["nullable"] = True
        if entry["type"] == "array":
            entry["items"] = {"type": about.get("items", {}).get("type", "string")}
        if about.get("enum"):
            entry["enum"] = list(about["enum"])
        properties[name] = {**entry, "description": about["description"]} if "description" in about else entry
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    function = {"name": tool.name, "description": tool.description, "parameters": schema}
    return {"type": "function", "function": function}


def more_marks(device: str) -> Tool:
    """Returns the function that shows a device's next page of marks."""
    says = "Lists the next page of marks. Nothing changes, and all marks may be used."
    return SKIP._replace(name=f"{device}__more_marks", description=says)


_KEYS = (
    "as pyautogui names it: a character, or enter, tab, space, backspace, delete, escape, up, down, left, right, home, "
    "end, pageup, pagedown, insert, f1 to f12, ctrl, alt, shift, win, printscreen"
)


def _without_long_lists(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a verb's parameters with words in place of the names of all keys, which take a thousand tokens."""
    properties = dict(parameters["properties"])
    for name, schema in properties.items():
        if len(schema.get("enum", ())) >= _FEW:
            properties[name] = {**_without(schema, "enum"), "description": f"a key, {_KEYS}"}
        elif len(schema.get("items", {}).get("enum", ())) >= _FEW:
            properties[name] = {**schema, "items": _without(schema["items"], "enum")}
    return {**parameters, "properties": properties}


def _without(schema: Mapping[str, Any], key_to_drop: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != key_to_drop}


def _by_marks(parameters: Mapping[str, Any], device: str, verb: str, limit: int) -> dict[str, Any]:
    """Returns a verb's parameters with marks in place of coordinates."""
    marks: dict[str, Any] = {}
    coordinates = set()
    for pointer in pointers(device, verb):
        place = {"element1": " to start at", "element2": " to end at"}.get(pointer.element, "")
        says = f"mark of the element{place}"
        marks[pointer.element] = {"type": "integer", "minimum": 1, "maximum": limit, "description": says}
        coordinates |= {pointer.x, pointer.y}
    return {
        **parameters,
        "properties": marks | {key: value for key, value in parameters["properties"].items() if key not in coordinates},
        "required": [*marks, *(key for key in parameters["required"] if key not in coordinates)],
    }


def describe_tools(tools: Sequence[Tool]) -> str:
    """Returns a description of functions, one per line.

    >>> print(describe_tools([SKIP]))
    - skip(): Does nothing in this turn; no device changes.
    """
    return "\n".join(f"- {tool.name}({_arguments(tool.parameters)}): {tool.description}" for tool in tools)


def _arguments(parameters: Mapping[str, Any]) -> str:
    required = parameters.get("required", ())
    parts = []
    for name, schema in parameters.get("properties", {}).items():
        choices = schema.get("enum", ())
        kind = " | ".join(map(str, choices)) if 0 < len(choices) < _FEW else schema.get("description", "")
        if name in required:
            parts.append(f"{name}: {kind}")
        else:
            default = f", {json.dumps(schema['default'])} if left out" if "default" in schema else ", may be left out"
            parts.append(f"{name}: {kind}{default}")
    return "; ".join(parts)


def describe_devices(sizes: Mapping[str, tuple[int, int]]) -> str:
    """Returns a description of devices, one per line.

    Args:
        sizes: Width and height of each device's picture.

    >>> print(describe_devices({"android": (360, 800)}))
    - android: a phone with Android, with a touch screen; 360×800 pixels
    """
    return "\n".join(f"- {describe_device(device, *size)}" for device, size in sizes.items())


def describe_device(device: str, width: int, height: int) -> str:
    """Returns a description of a device, on one line.

    Args:
        device: Its name.
        width: Width of its picture in pixels.
        height: Its height.
    """
    return f"{device}: {DEVICES.get(device, 'a device with a screen')}; {width}×{height} pixels"


def in_json(messages: Sequence[Message], tools: Sequence[Tool]) -> list[Message]:
    """Returns a conversation that explains functions in its system message and writes earlier calls as text.

    The functions stand first, as in requests of native calls: a cache of beginnings keeps them from task to task.

    Args:
        messages: The conversation; calls and their results become text.
        tools: The functions that may be called.
    """
    explained = prompt("json_call", functions=describe_tools(tools))
    if not messages or messages[0].role != "system":
        messages = [Message("system"), *messages]
    plain: list[Message] = []
    for place, message in enumerate(messages):
        if place == 0:
            message = Message("system", (f"{explained}\n", *message.parts) if message.parts else (explained,))
        elif message.calls:
            calls = [json.dumps({"name": call.name, "arguments": call.arguments or {}}) for call in message.calls]
            message = Message("assistant", (*message.parts, *(f"```json\n{call}\n```" for call in calls)))
        elif message.role == "tool":
            message = Message("user", message.parts)
        if plain and plain[-1].role == message.role:
            plain[-1] = Message(message.role, plain[-1].parts + message.parts)
        else:
            plain.append(message)
    return plain
