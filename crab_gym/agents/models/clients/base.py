"""The parts that the vendors' clients share, each of which is a `Client`."""

from __future__ import annotations

import importlib
import reprlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from crab_gym.agents.chat import ModelError, Reply, Tokens, Tool, ToolCall
from crab_gym.agents.json_repair import MAX_READ, strict_object
from crab_gym.agents.models.retry import Fault
from crab_gym.agents.models.turns import Turn
from crab_sim.extras import install_hint

__all__ = [
    "Client",
    "Request",
    "Sampling",
    "count_tokens",
    "field",
    "in_text",
    "items",
    "no_answer",
    "reply",
    "text_of",
    "tool_call",
    "unknown_answer",
    "vendor",
]

Json: TypeAlias = "dict[str, Any]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """Options of a model's answer; None leaves an option to the server.

    Attributes:
        temperature: 0 for the likeliest answer.
        seed: A seed for the same answer to the same request, as far as the server supports it.
        max_tokens: Maximum number of tokens of an answer, thoughts included.
        extra: Further fields of the request's body, in the vendor's format.
    """

    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    extra: Mapping[str, Any] | None = None


class Request(NamedTuple):
    """A request, independent of vendors.

    Attributes:
        model: The model's name at its server.
        system: Text above the conversation, ``""`` for none.
        turns: The conversation.
        tools: The tools that may be called.
        force: Whether one of them has to be called.
        sampling: Options of the answer.
        user_after_result: Whether a message of the user's may follow a tool's result, where the format has two.
    """

    model: str
    system: str
    turns: list[Turn]
    tools: Sequence[Tool]
    force: bool
    sampling: Sampling
    user_after_result: bool = True


def _all_fit(sampling: Sampling) -> None:
    """Accepts any options."""


class Client(NamedTuple):
    """The client of a vendor's servers.

    Attributes:
        keys: Environment variables that may hold the key; the first one that is set counts.
        address: Base URL of the vendor's server.
        address_key: Environment variable that may hold another base URL.
        connect: Returns a function that sends a request and returns the body of the answer; takes a key, a base URL,
            a time-out in seconds, and arguments for the HTTP client.
        ask: Returns the body of a request.
        read: Returns the reply in the body of an answer, given as JSON.
        check: Raises a ValueError if the vendor doesn't support an option.
    """

    keys: tuple[str, ...]
    address: str
    address_key: str
    connect: Callable[[str, str, float, Json], Callable[[Json], bytes | str]]
    ask: Callable[[Request], Json]
    read: Callable[[Json], Reply]
    check: Callable[[Sampling], None] = _all_fit


def vendor(module: str) -> Any:
    """Imports a vendor's library.

    Raises:
        ModelError: The library isn't installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ModelError(f"{error}; {install_hint('agents')}") from error


def field(value: Any, *path: str | int) -> Any:
    """Returns the value at a path in JSON, None if there is none.

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
    """Returns the list at a path in JSON, an empty one if there is none."""
    inner = field(value, *path)
    return inner if isinstance(inner, list) else []


def in_text(value: Any) -> str:
    """Returns a text, cut to the maximum length that is read; ``""`` for any other value."""
    return value[:MAX_READ] if isinstance(value, str) else ""


def count_tokens(usage: Any, prompt: Sequence[str], completion: Sequence[str]) -> Tokens | None:
    """Returns the tokens that a server reports, None if it reports none.

    Args:
        usage: The part of the answer with the token counts.
        prompt: Names of the counts that add up to the tokens sent; the first one has to be present.
        completion: Names of the counts that add up to the tokens answered.
    """
    if type(field(usage, prompt[0])) is not int:
        return None
    sums = [sum(n for name in names if type(n := usage.get(name)) is int) for names in (prompt, completion)]
    return Tokens(*sums) if min(sums) >= 0 else None


def tool_call(name: Any, arguments: Any, call_id: Any = "", signature: Any = "") -> ToolCall:
    """Returns a call.

    Args:
        name: The tool's name.
        arguments: The arguments as JSON, or a text that should hold it.
        call_id: The server's name for the call.
        signature: Google's thought signature.
    """
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
        tokens: Its tokens; None if the server reports none, which the model's client has to handle.
        finish: ``"length"``, ``"refusal"``, or anything else.
        model: The server's name for the model.
        whole: Whether the text wasn't cut.
    """
    if finish == "length" or not whole:
        end: Any = "length"
    elif finish == "refusal":
        end = "refusal"
    else:
        end = "calls" if calls else "stop"
    return Reply(text, tuple(calls), tokens if tokens is not None else UNKNOWN_TOKENS, end, in_text(model)[:200])


def text_of(content: Any) -> str:
    """Returns the text of an answer, given as a text or as a list of parts, of which thoughts are left out.

    Args:
        content: The text, one part or the parts; None for none.

    Raises:
        ModelError: It has another shape.

    >>> text_of([{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Yes."}])
    'Yes.'
    """
    if content is None or isinstance(content, str):
        return content or ""
    texts: list[str] = []
    for part in content if isinstance(content, list) else [content]:
        kind, text = field(part, "type"), part if isinstance(part, str) else field(part, "text")
        if isinstance(text, str) and kind in (None, *_TEXTS):
            texts.append(text)
        elif kind == "refusal" and isinstance(refusal := field(part, "refusal"), str):
            texts.append(refusal)
        elif kind not in _NO_TEXTS:
            raise unknown_answer(part)
    return "".join(texts)


_TEXTS = ("text", "output_text")
_NO_TEXTS = ("thinking", "redacted_thinking", "reasoning", "reasoning_text", "reasoning_content", "reference")
"""Types of parts that tell a model's thoughts or sources, not its answer."""


def unknown_answer(part: Any) -> ModelError:
    """Returns the error for an answer that has something other than texts, thoughts and calls."""
    return ModelError(
        f"the model's answer has a part of an unknown shape: {reprlib.repr(part)[:200]}; expected text, thoughts and "
        "calls of tools. If the server adds the part at the model's option extra, leave it out"
    )


UNKNOWN_TOKENS = Tokens(-1, -1)
"""Stands for tokens that the server didn't report, until the client has decided how to count them."""


def no_answer(body: Any) -> Fault:
    """Returns the failure for a body that holds no answer."""
    message = field(body, "error", "message")
    return Fault(f"its answer holds none{': ' + message[:200] if isinstance(message, str) else ''}")
