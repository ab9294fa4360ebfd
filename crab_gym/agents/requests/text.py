"""Requests to models as a person reads them, and an estimate of their tokens.

* `describe_request`, `describe_reply` - a request and its answer as text.
* `estimate_tokens` - roughly how many tokens it takes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence

from crab_gym.agents.chat import Message, Part, Picture, Reply, Tool
from crab_gym.agents.render import describe_tools

__all__ = ["describe_reply", "describe_request", "estimate_tokens"]

_LETTERS = 4
"""Characters of English text that take about one token."""
_OVERHEAD = 4
"""Tokens of a message beside its parts."""
_LARGEST = 1568
"""Anthropic scales pictures whose longer side has more pixels."""


def describe_request(messages: Sequence[Message], tools: Sequence[Tool] = (), known: Sequence[Message] = ()) -> str:
    """Returns a request as text: each message under its role, pictures as their names and sizes.

    Args:
        messages: The conversation.
        tools: The tools that may be called.
        known: Messages that were shown before; where they stand at the beginning, they are only mentioned.

    >>> print(describe_request([Message("system", ("You act.",)), Message("user", ("Turn 1.",))]))
    --- system
    You act.
    --- user
    Turn 1.
    """
    same = 0
    while same < min(len(known), len(messages)) and messages[same] == known[same]:
        same += 1
    lines = [f"--- {'message' if same == 1 else f'{same} messages'} as before"] if same else []
    for message in messages[same:]:
        lines += [f"--- {_heading(message)}", *map(_part, message.parts), *_calls(message)]
    if tools:
        lines += ["--- functions", describe_tools([tool for tool in tools if tool.display is None])]
        lines += [_computer(tool) for tool in tools]
    return "\n".join(line for line in lines if line)


def describe_reply(reply: Reply) -> str:
    """Returns an answer as text: its words and its calls."""
    return "\n".join(filter(None, [reply.text, *_calls(Message("assistant", (), reply.calls, own=reply.own))]))


def _heading(message: Message) -> str:
    if message.role != "tool":
        return message.role
    return f"result of {message.call_id}" if message.call_id else "result"


def _part(part: Part) -> str:
    if isinstance(part, str):
        return part
    height, width = part.pixels.shape[:2]
    return f"[picture of {part.name or 'something'}, {width}×{height}]"


def _calls(message: Message) -> Iterator[str]:
    if message.own:
        yield "[thoughts and calls in the vendor's own form]"
    for call in message.calls:
        arguments = call.raw if call.arguments is None else json.dumps(dict(call.arguments), ensure_ascii=False)
        yield f"[call {call.id + ': ' if call.id else ''}{call.name} {arguments}]"


def _computer(tool: Tool) -> str:
    if tool.display is None:
        return ""
    kind, width, height, excluded = tool.display
    without = f", without {', '.join(excluded)}" if excluded else ""
    return f"- {tool.name}: the vendor's tool {kind} with a screen of {width}×{height}{without}"


# Tokens ------------------------------------------------------------------------------------------------------------


def estimate_tokens(messages: Sequence[Message], tools: Sequence[Tool] = (), model: str = "") -> int:
    """Returns roughly how many tokens a request takes: a quarter of its characters, and pictures as vendors count them.

    Args:
        messages: The conversation.
        tools: The tools that may be called.
        model: The model's name, such as ``"openai:gpt-4o"``; others than the vendors' own count as Anthropic's.

    >>> estimate_tokens([Message("user", ("What does the screen show?",))])
    10
    """
    letters = sum(len(json.dumps([tool.name, tool.description, tool.parameters])) for tool in tools)
    tokens = 0
    for message in messages:
        tokens += _OVERHEAD
        letters += sum(len(part) for part in message.parts if isinstance(part, str))
        letters += sum(len(call.name) + len(json.dumps(call.arguments, default=repr)) for call in message.calls)
        tokens += sum(_of_picture(part, model) for part in message.parts if isinstance(part, Picture))
    return tokens + letters // _LETTERS


def _of_picture(picture: Picture, model: str) -> int:
    height, width = map(int, picture.pixels.shape[:2])
    vendor = "" if "@" in model else model.partition(":")[0]
    if vendor == "openai":  # 170 for each tile of 512 pixels, the shorter side being at most 768
        shrink = min(1.0, 2048 / max(width, height), 768 / min(width, height))
        return 85 + 170 * math.ceil(width * shrink / 512) * math.ceil(height * shrink / 512)
    if vendor == "google":  # 258 for each tile of 768 pixels
        return 258 * (1 if max(width, height) <= 384 else math.ceil(width / 768) * math.ceil(height / 768))
    shrink = min(1.0, _LARGEST / max(width, height))
    return math.ceil(width * height * shrink**2 / 750)
