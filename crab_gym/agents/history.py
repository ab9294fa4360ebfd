"""What an agent remembers of an episode.

* `Log` - all actions, a line each.
* `History` - the last turns of a conversation with a model, word for word.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from typing import Any, NamedTuple

from crab_gym.agents.chat import Message, Part, Reply, ToolCall
from crab_gym.agents.observe import Observation

__all__ = ["History", "Log", "Turn", "told"]

_LONGEST = 200
"""Characters of an argument or of a reason that a line shows."""
_REPLY = 8000
"""Characters of a model's text that are kept."""
DONE = "Done."


def told(action: Mapping[str, Any], seen: Observation | None = None) -> str:
    """Returns an action on one line, with what the elements say that it points at.

    >>> told({"device": "ubuntu", "name": "scroll", "args": {"element": 3, "direction": "down"}})
    'ubuntu scroll(element=3, direction="down")'
    """
    view = seen.views.get(str(action["device"])) if seen is not None else None
    shown = []
    for key, value in action["args"].items():
        text = json.dumps(value, ensure_ascii=False, default=repr)
        mark = view.mark(value) if view is not None and str(key).startswith("element") else None
        if mark is not None:
            text += f": {mark.role} {json.dumps(mark.text, ensure_ascii=False)}" if mark.text else f": {mark.role}"
        shown.append(f"{key}={cut(text)}")
    return cut(f"{action['device']} {action['name']}({', '.join(shown)})", 4 * _LONGEST)


def cut(text: str, longest: int = _LONGEST) -> str:
    """Returns a text, shortened where it is longer than that, without half surrogate pairs, which can't be sent."""
    text = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return text.encode("utf-8", "replace").decode()


class Log:
    """The actions of an episode and what became of them, a line each.

    Args:
        length: How many of the last ones are told.

    Example:
        >>> log = Log(10)
        >>> log.add(1, "android tap(element=99)")
        >>> log.close("android has no element 99")
        >>> print(log.text)
        Actions so far:
        1. android tap(element=99) -> refused: android has no element 99
    """

    def __init__(self, length: int) -> None:
        self._lines: deque[str] = deque(maxlen=length)
        self._open = ""

    def add(self, number: int, line: str) -> None:
        """Takes note of an action."""
        self._open = f"{number}. {line}"

    def close(self, refused: str) -> None:
        """Takes note of what became of the last action: why it was refused, ``""`` where it wasn't."""
        if self._open:
            self._lines.append(f"{self._open} -> refused: {cut(refused)}" if refused else self._open)
            self._open = ""

    @property
    def text(self) -> str:
        """The lines under a heading; ``""`` while there are none."""
        return "\n".join(["Actions so far:", *self._lines]) if self._lines else ""


class Turn(NamedTuple):
    """A turn of a conversation.

    Attributes:
        asked: What the model was shown, pictures included.
        text: What it said.
        call: The function that it called, None where it called none, or not natively.
        result: What became of that.
    """

    asked: tuple[Part, ...]
    text: str
    call: ToolCall | None
    result: str


class History:
    """The last turns of a conversation, as messages.

    Args:
        turns: How many turns are kept.
        pictures: Whether with the pictures; without, ``[name: picture left out]`` stands in their place.
    """

    def __init__(self, turns: int, pictures: bool = False) -> None:
        self._turns: deque[Turn] = deque(maxlen=turns)
        self._pictures = pictures
        self._open: Turn | None = None

    def add(self, asked: tuple[Part, ...], reply: Reply, result: str = "") -> None:
        """Adds a turn.

        Args:
            asked: What the model was shown.
            reply: What it answered; of several calls, the first is kept.
            result: What became of it; where that isn't known yet, `close` tells it.
        """
        call = reply.calls[0] if reply.calls and _repeatable(reply.calls[0]) else None
        text = reply.text or (f"(a call of {cut(reply.calls[0].name)})" if reply.calls and call is None else "")
        kept = asked if self._pictures else tuple(_in_words(part) for part in asked)
        self._open = Turn(kept, cut(text, _REPLY), call, result)
        if result:
            self.close("")

    def close(self, refused: str, done: str = DONE) -> None:
        """Tells what became of the last turn: why its action was refused, ``""`` where it wasn't; `done` says that."""
        if self._open is not None:
            result = self._open.result or (f"Refused: {cut(refused)}" if refused else done)
            self._turns.append(self._open._replace(result=result))
            self._open = None

    def messages(self, system: str, now: tuple[Part, ...]) -> list[Message]:
        """Returns the conversation: what was shown, what was answered and what became of it, turn by turn.

        Args:
            system: The system message.
            now: What the model is shown in the present turn.
        """
        found = [Message("system", (system,))]
        before: tuple[Part, ...] = ()
        for turn in self._turns:
            found.append(Message("user", before + turn.asked))
            if turn.call is not None:
                found.append(Message("assistant", (turn.text,) if turn.text else (), (turn.call,)))
                found.append(Message("tool", (turn.result,), call_id=turn.call.id))
                before = ()
            else:
                found.append(Message("assistant", (turn.text or "(no answer)",)))
                before = (turn.result,)
        return [*found, Message("user", before + now)]


def _repeatable(call: ToolCall) -> bool:
    """Returns whether a call can be sent back to its model: whether it is one, of a sensible length."""
    try:
        return call.arguments is not None and len(json.dumps(call.arguments, ensure_ascii=False).encode()) <= _REPLY
    except (TypeError, ValueError):
        return False


def _in_words(part: Part) -> Part:
    return part if isinstance(part, str) else f"[{part.name}: picture left out]"
