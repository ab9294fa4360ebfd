"""From a conversation to the strict turns that all servers take.

* `turns` - system text, and turns of user and assistant that alternate, each call with its result.
* `png` - a picture as PNG.
* `clean` - a text that can be sent.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from crab_gym.agents.chat import Message, Part, Picture, ToolCall

__all__ = ["Turn", "clean", "png", "turns"]

NOT_DONE = "(not carried out)"
NOTHING = "(nothing)"


@dataclass(slots=True)
class Turn:
    """What one side says in one go.

    Attributes:
        role: Who.
        results: Of a user's turn: the calls of the turn before, all of them, with what came of each.
        parts: Texts and pictures, none of them blank, after the results.
        calls: Of an assistant's turn: its calls, each with an id of its own.
    """

    role: Literal["user", "assistant"]
    results: list[tuple[ToolCall, list[Part]]]
    parts: list[Part]
    calls: list[ToolCall]


def turns(messages: Sequence[Message], calls: bool) -> tuple[str, list[Turn]]:
    """Returns the system text and the turns of a conversation.

    Neighbours of one side become one turn. Of several calls in an answer an agent may carry out only the first: the
    others get a result that says so.

    Args:
        messages: The conversation.
        calls: Whether the server takes calls of tools; else they are told as text.

    Raises:
        ValueError: It doesn't begin and end with the user, or a result belongs to no call.
    """
    system = "\n\n".join(clean(message.text) for message in messages if message.role == "system")
    found: list[Turn] = []
    names: dict[str, ToolCall] = {}
    for message in messages:
        if message.role == "system":
            continue
        parts = [part for part in map(_part, message.parts) if part]
        if message.role == "assistant":
            turn = _turn(found, "assistant")
            turn.parts += parts
            if calls:
                for call in message.calls:
                    turn.calls.append(_named(call, names))
            else:
                turn.parts += [_told(call) for call in message.calls]
        elif message.role == "tool" and calls:
            turn = _turn(found, "user")
            turn.results.append((_answered(message.call_id, found, turn), parts or [NOTHING]))
        else:
            _turn(found, "user").parts += parts
    return system, _complete(found)


def _turn(found: list[Turn], role: Literal["user", "assistant"]) -> Turn:
    if not found or found[-1].role != role:
        found.append(Turn(role, [], [], []))
    return found[-1]


def _named(call: ToolCall, names: dict[str, ToolCall]) -> ToolCall:
    """Returns a call with an id that no call before has, and which any server takes."""
    given = call.id if re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", call.id) and call.id not in names else ""
    name = given or f"call_{len(names)}"
    while name in names:
        name += "x"
    names[name] = call
    arguments = (
        None if call.arguments is None else json.loads(clean(json.dumps(dict(call.arguments), ensure_ascii=False)))
    )
    return replace(call, arguments=arguments, id=name, name=re.sub(r"[^a-zA-Z0-9_-]", "_", call.name)[:64] or "_")


def _answered(call_id: str, found: list[Turn], turn: Turn) -> ToolCall:
    """Returns the call that a result belongs to: the one of that id, or the first that has none."""
    asked = found[-2].calls if len(found) > 1 else []
    done = {call.id for call, _ in turn.results}
    for call in asked:
        if call.id not in done and (not call_id or call.id == call_id):
            return call
    for call in asked:
        if call.id not in done and call.id.startswith("call_"):  # the id that it was given wasn't fit
            return call
    raise ValueError(f"the result of the call {call_id!r} belongs to no call of the assistant's message before it")


def _complete(found: list[Turn]) -> list[Turn]:
    if not found or found[0].role != "user" or found[-1].role != "user":
        roles = [turn.role for turn in found]
        raise ValueError(f"the conversation's turns are {roles}; expected the user's first and last")
    for before, turn in pairwise(found):
        given = {call.id: parts for call, parts in turn.results}
        turn.results = [(call, given.get(call.id, [NOT_DONE])) for call in before.calls]
    for turn in found:
        if not (turn.parts or turn.calls or turn.results):
            turn.parts = [NOTHING]
    return found


def _told(call: ToolCall) -> str:
    if call.arguments is None:
        return clean(call.raw) or NOTHING
    return clean(json.dumps({"name": call.name, "arguments": dict(call.arguments)}, ensure_ascii=False))


def _part(part: Part) -> Part:
    return part if isinstance(part, Picture) else clean(part).rstrip()


def clean(text: str) -> str:
    """Returns a text without halves of surrogate pairs, which can't be sent."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def png(picture: Picture) -> bytes:
    """Returns a picture as PNG."""
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(picture.pixels).save(file, "PNG", compress_level=1)
    return file.getvalue()
