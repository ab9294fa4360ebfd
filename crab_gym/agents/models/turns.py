"""Converting a conversation to the strict turns that all servers accept.

* `turns` - the system text, and alternating turns of user and assistant, each call with its result.
* `png`, `data_url` - a picture as PNG, and as an address that holds it.
* `clean` - a text that can be sent.
"""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal

from crab_gym.agents.chat import Message, Part, Picture, ToolCall

__all__ = ["Turn", "clean", "data_url", "png", "turns"]

NOT_DONE = "(not carried out)"
NOTHING = "(nothing)"


@dataclass(slots=True)
class Turn:
    """All messages of one side until the other's next.

    Attributes:
        role: The side.
        results: For a user's turn, all calls of the turn before, each with its result.
        parts: Texts and pictures, none of them blank, after the results.
        calls: For an assistant's turn, its calls, each with a unique id.
        own: For an assistant's turn, the same in its vendor's own form; empty where it isn't kept.
    """

    role: Literal["user", "assistant"]
    results: list[tuple[ToolCall, list[Part]]]
    parts: list[Part]
    calls: list[ToolCall]
    own: list[Mapping[str, Any]] = field(default_factory=list)


def turns(messages: Sequence[Message], calls: bool) -> tuple[str, list[Turn]]:
    """Returns the system text and the turns of a conversation.

    Neighbouring messages of one side become one turn. If an agent carries out only the first of several calls, the
    others get a result that says so.

    Args:
        messages: The conversation.
        calls: Whether the server accepts calls of tools; otherwise they are written as text.

    Raises:
            ValueError: The conversation doesn't begin and end with the user, or a result belongs to no call.
    """
    system = "\n\n".join(clean(message.text) for message in messages if message.role == "system")
    dialogue: list[Turn] = []
    names: dict[str, ToolCall] = {}
    for message in messages:
        if message.role == "system":
            continue
        parts = [part for part in map(_part, message.parts) if part]
        if message.role == "assistant":
            turn = _turn(dialogue, "assistant")
            turn.parts += parts
            if calls:
                turn.own += _sendable(message.own)
                for call in message.calls:
                    # With its own form a server wants its own ids back, but Google's gives none.
                    turn.calls.append(_known(call, names, keeps_id=bool(message.own and call.id)))
            else:
                turn.parts += [_call_text(call) for call in message.calls]
        elif message.role == "tool" and calls:
            turn = _turn(dialogue, "user")
            turn.results.append((_call_of_result(message.call_id, dialogue, turn, names), parts or [NOTHING]))
        else:
            _turn(dialogue, "user").parts += parts
    return system, _complete(dialogue)


def _turn(dialogue: list[Turn], role: Literal["user", "assistant"]) -> Turn:
    if not dialogue or dialogue[-1].role != role:
        dialogue.append(Turn(role, [], [], []))
    return dialogue[-1]


def _known(call: ToolCall, names: dict[str, ToolCall], keeps_id: bool) -> ToolCall:
    """Returns a call as any server accepts it, with an id that is unique, and adds it to the calls by their ids.

    Args:
        call: The call.
        names: The calls before it, as they were given.
        keeps_id: Whether it has to keep its id.
    """
    number = len(names)
    name = call.id if keeps_id or re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", call.id) else ""
    while not name or (name in names and not keeps_id):
        name = f"call{number:05}"  # Mistral's take nine letters and digits only
        number += 1
    names[name] = call
    arguments = None if call.arguments is None else _sendable(dict(call.arguments))
    return replace(call, arguments=arguments, id=name, name=re.sub(r"[^a-zA-Z0-9_-]", "_", call.name)[:64] or "_")


def _call_of_result(call_id: str, dialogue: list[Turn], turn: Turn, names: dict[str, ToolCall]) -> ToolCall:
    """Returns the call that a result belongs to: the one with that id, or the first without a result.

    Args:
        call_id: The id, ``""`` if there is none.
        dialogue: The turns so far.
        turn: The turn of the result.
        names: The calls as they were given, by the ids that they have now.
    """
    calls = dialogue[-2].calls if len(dialogue) > 1 else []
    done = {call.id for call, _ in turn.results}
    left = [call for call in calls if call.id not in done]
    for call in [*(call for call in left if call.id == call_id), *left]:
        if call_id in ("", call.id, names[call.id].id):
            return call
    raise ValueError(f"the result of the call {call_id!r} belongs to no call of the assistant's message before it")


def _complete(dialogue: list[Turn]) -> list[Turn]:
    if not dialogue or dialogue[0].role != "user" or dialogue[-1].role != "user":
        roles = [turn.role for turn in dialogue]
        raise ValueError(f"the conversation's turns are {roles}; expected the user's first and last")
    for before, turn in pairwise(dialogue):
        results = {call.id: parts for call, parts in turn.results}
        turn.results = [(call, results.get(call.id, [NOT_DONE])) for call in before.calls]
    for turn in dialogue:
        if not (turn.parts or turn.calls or turn.results):
            turn.parts = [NOTHING]
    return dialogue


def _call_text(call: ToolCall) -> str:
    if call.arguments is None:
        return clean(call.raw) or NOTHING
    return clean(json.dumps({"name": call.name, "arguments": dict(call.arguments)}, ensure_ascii=False))


def _part(part: Part) -> Part:
    return part if isinstance(part, Picture) else clean(part).rstrip()


def _sendable(value: Any) -> Any:
    """Returns JSON data whose texts can be sent."""
    return json.loads(clean(json.dumps(value, ensure_ascii=False, default=dict)))


def clean(text: str) -> str:
    """Returns a text without halves of surrogate pairs, which can't be sent."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def png(picture: Picture) -> bytes:
    """Returns a picture as PNG."""
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(picture.pixels).save(file, "PNG", compress_level=1)
    return file.getvalue()


def data_url(picture: Picture) -> str:
    """Returns a picture as an address that holds it."""
    return "data:image/png;base64," + base64.b64encode(png(picture)).decode()
