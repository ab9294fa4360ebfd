"""What the vendors' formats have in common, each of which is a `Wire`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from crab_gym.agents.chat import ModelError, Reply, Tokens, Tool, ToolCall
from crab_gym.agents.models.retry import Fault
from crab_gym.agents.models.turns import Turn
from crab_gym.agents.repair import MAX_READ, strict_object

__all__ = [
    "Asking",
    "Sampling",
    "Wire",
    "counted",
    "field",
    "in_text",
    "items",
    "no_answer",
    "reply",
    "told_call",
    "vendor",
]

Json: TypeAlias = "dict[str, Any]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How a model is to answer; what is None is left to its server.

    Attributes:
        temperature: 0 for the likeliest answer.
        seed: For the same answer to the same request, as far as the server can.
        max_tokens: Most tokens of an answer, thoughts included.
        extra: Further fields of the request's body, in the vendor's words.
    """

    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    extra: Mapping[str, Any] | None = None


class Asking(NamedTuple):
    """A request in no vendor's words.

    Attributes:
        model: The model's name at its server.
        system: Text that stands above the conversation, ``""`` for none.
        turns: The conversation.
        tools: What may be called.
        force: Whether one of them has to be.
        sampling: How to answer.
    """

    model: str
    system: str
    turns: list[Turn]
    tools: Sequence[Tool]
    force: bool
    sampling: Sampling


def _all_fit(sampling: Sampling) -> None:
    """Takes any way to answer."""


class Wire(NamedTuple):
    """A vendor's format.

    Attributes:
        keys: Environment variables that may hold the key, the first that is set counts.
        address: Base URL of the vendor's server.
        address_key: Environment variable that may hold another.
        connect: From key, base URL, seconds until a time-out, and arguments of the HTTP client, to what sends a
            request and returns the body of the answer.
        ask: From what is asked to the request.
        read: From the body of the answer, as JSON, to the reply.
        check: Raises a ValueError where an answer can't be had in this way.
    """

    keys: tuple[str, ...]
    address: str
    address_key: str
    connect: Callable[[str, str, float, Json], Callable[[Json], bytes | str]]
    ask: Callable[[Asking], Json]
    read: Callable[[Json], Reply]
    check: Callable[[Sampling], None] = _all_fit


def vendor(module: str, extra: str) -> Any:
    """Imports a vendor's library.

    Raises:
        ModelError: It isn't installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ModelError(f"{error}; install it with: pip install 'crab-gym[{extra}]'") from error


def field(value: Any, *path: str | int) -> Any:
    """Returns what lies within JSON at a path, None where there is nothing.

    >>> field({"choices": [{"index": 3}]}, "choices", 0, "index"), field({"choices": []}, "choices", 0, "index")
    (3, None)
    """
    for step in path:
        if isinstance(step, str):
            value = value.get(step) if isinstance(value, dict) else None
        else:
            value = value[step] if isinstance(value, list) and step < len(value) else None
    return value


def items(value: Any, *path: str | int) -> list[Any]:
    """Returns the list within JSON at a path, empty where there is none."""
    found = field(value, *path)
    return found if isinstance(found, list) else []


def in_text(value: Any) -> str:
    """Returns a text, cut where it is longer than any that is read; of anything else ``""``."""
    return value[:MAX_READ] if isinstance(value, str) else ""


def counted(usage: Any, prompt: Sequence[str], completion: Sequence[str]) -> Tokens | None:
    """Returns the tokens that a server told, None where it told none.

    Args:
        usage: The part of the answer that tells them.
        prompt: Names of the numbers that make up what was sent; the first has to be there.
        completion: Names of the numbers that make up what was answered.
    """
    if type(field(usage, prompt[0])) is not int:
        return None
    sums = [sum(n for name in names if type(n := usage.get(name)) is int) for names in (prompt, completion)]
    return Tokens(*sums) if min(sums) >= 0 else None


def told_call(name: Any, arguments: Any, call_id: Any = "", signature: Any = "") -> ToolCall:
    """Returns a call, whose arguments are JSON or a text that should hold it."""
    if isinstance(arguments, dict):
        return ToolCall(in_text(name), arguments, "", in_text(call_id), in_text(signature))
    raw = in_text(arguments)
    whole = isinstance(arguments, str) and len(raw) == len(arguments)
    return ToolCall(in_text(name), strict_object(raw) if whole else None, raw, in_text(call_id), in_text(signature))


def reply(
    text: str, calls: Sequence[ToolCall], tokens: Tokens | None, finish: str | None, model: Any, whole: bool = True
) -> Reply:
    """Returns a reply.

    Args:
        text: Its text.
        calls: Its calls.
        tokens: Its tokens; None where none were told, which the model's client has to look at.
        finish: ``"length"``, ``"refusal"``, or anything else.
        model: The model's name, as the server told it.
        whole: Whether the text wasn't cut.
    """
    if finish == "length" or not whole:
        end: Any = "length"
    elif finish == "refusal":
        end = "refusal"
    else:
        end = "calls" if calls else "stop"
    return Reply(text, tuple(calls), tokens if tokens is not None else UNTOLD, end, in_text(model)[:200])


UNTOLD = Tokens(-1, -1)
"""Stands for tokens that weren't told, until the client has decided what to make of that."""


def no_answer(body: Any) -> Fault:
    """Returns the failure of a body that holds no answer."""
    told = field(body, "error", "message")
    return Fault(f"its answer holds none{': ' + told[:200] if isinstance(told, str) else ''}")
