"""Verbs as Python methods, from whose signatures, type hints and docstrings trainers read a model's tools.

* `tool_methods` - makes methods from the schemas of an action space.
* `to_action` - converts a tool's call to an action.
* `needs` - imports a module of the extra ``llm``.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from crab_gym.agents.answers.fitting import fitted
from crab_sim.extras import install_hint

__all__ = ["needs", "to_action", "tool_methods"]

_TYPES: Mapping[str, Any] = {"integer": int, "number": float, "string": str, "array": list[str]}
_LISTED = 20
"""Maximum number of an argument's choices that are listed; longer lists, such as a keyboard's keys, are left to its
description."""


def to_action(tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the action of a tool's call; arguments that are None count as not given.

    >>> to_action("android__tap", {"element": 3, "x": None})
    {'device': 'android', 'name': 'tap', 'args': {'element': 3}}
    """
    device, _, name = tool.partition("__")
    return {
        "device": device,
        "name": name,
        "args": {key: arguments[key] for key in arguments if arguments[key] is not None},
    }


def tool_methods(schemas: Sequence[Mapping[str, Any]], call: str) -> dict[str, Callable[..., str]]:
    """Returns a method for every function schema, by name.

    All arguments are keyword-only. A method passes its name and arguments to another one, fitted to the schemas, and
    returns its result.

    Args:
        schemas: Function schemas, as `crab_gym.agents.render.function_schemas` returns them.
        call: Name of the method to call, ``call(name, arguments) -> str``.

    >>> schema = {
    ...     "name": "root__submit",
    ...     "description": "Submits.",
    ...     "parameters": {
    ...         "properties": {"answer": {"type": "string", "description": "the answer"}},
    ...         "required": ["answer"],
    ...     },
    ... }
    >>> inspect.signature(tool_methods([schema], "act")["root__submit"])
    <Signature (self, *, answer: str)>
    """
    functions = {schema["name"]: schema["parameters"] for schema in schemas}
    return {schema["name"]: _method(schema, functions, call) for schema in schemas}


def _method(schema: Mapping[str, Any], functions: Mapping[str, Mapping[str, Any]], call: str) -> Callable[..., str]:
    name: str = schema["name"]

    def method(self: Any, **arguments: Any) -> str:
        result: str = getattr(self, call)(*fitted(name, arguments, functions))
        return result

    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    lines = []
    required = schema["parameters"]["required"]
    for argument, about in schema["parameters"]["properties"].items():
        hint = _TYPES[about["type"]]
        default = inspect.Parameter.empty
        if argument not in required:
            default = about.get("default")
            hint = hint if default is not None else hint | None
        parameters.append(inspect.Parameter(argument, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint))
        choices = about.get("enum", ())
        listed = f" (choices: {json.dumps(choices)})" if 0 < len(choices) <= _LISTED else ""
        lines.append(f"    {argument}: {about['description']}{listed}")
    # What a tool returns isn't told, as all return what the devices show: trainers would repeat it for each tool.
    doc = [schema["description"], *(["", "Args:", *lines] if lines else [])]
    method.__name__ = method.__qualname__ = name
    method.__doc__ = "\n".join(doc)
    method.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters[1:]}
    method.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return method


def needs(module: str) -> Any:
    """Imports a module of the extra ``llm``.

    Raises:
        ImportError: It isn't installed; the message says how to install it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f"fine-tuning needs {module} ({error}); {install_hint('llm')}") from error
