"""An agent's memory of an episode.

* `Log` - all actions, one per line.
* `History` - the last turns of a conversation with a model, word for word.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from typing import Any, NamedTuple

from crab_gym.agents.chat import Message, Part, Reply, ToolCall
from crab_gym.agents.observation import Observation
from crab_gym.envs.tools import one_line
from crab_gym.wrappers.spotlight import close_marks, mark_data

__all__ = ["History", "Log", "PastTurn", "action_line"]

_LONGEST = 200
"""Maximum number of characters of an argument or a reason on a line."""
_REPLY = 8000
"""Maximum number of characters of a model's text that are kept."""
_RESULT = 2000
"""Maximum number of characters of a turn's result; the request behind the turn has all of it."""
_THOUGHTS = 200_000
"""Maximum number of characters of an answer with its thoughts that is sent back as it came."""
DONE = "Done."


def action_line(action: Mapping[str, Any], observation: Observation | None = None) -> str:
    """Returns an action on one line, with the texts of the elements that it points at.

    >>> action_line({"device": "ubuntu", "name": "scroll", "args": {"element": 3, "direction": "down"}})
    'ubuntu scroll(element=3, direction="down")'
    """
    view = observation.views.get(str(action["device"])) if observation is not None else None
    spotlight = observation is not None and observation.spotlight
    arguments = []
    for key, value in action["args"].items():
        text = json.dumps(value, ensure_ascii=False, default=repr)
        mark = view.mark(value) if view is not None and str(key).startswith("element") else None
        if mark is not None:
            text += f": {mark.role} {one_line(mark_data(mark.text, spotlight))}" if mark.text else f": {mark.role}"
        arguments.append(f"{key}={cut(text)}")
    return cut(f"{action['device']} {action['name']}({', '.join(arguments)})", 4 * _LONGEST)


def cut(text: str, limit: int = _LONGEST) -> str:
    """Returns a text of at most `limit` characters, without half surrogate pairs, which can't be sent."""
    if len(text) > limit:
        text = f"{text[: limit - 1]}…"
        if close_marks(text) != text:  # what was marked as data stays between its marks
            text = close_marks(f"{text[: limit - 2]}…")
    return text.encode("utf-8", "replace").decode()


class Log:
    """The actions of an episode and their results, one per line.

    Args:
        length: Number of last actions that are kept.

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
        """Adds an action, whose result isn't known yet."""
        self._open = f"{number}. {line}"

    def close(self, refused: str, said: str = "", result: str = "") -> None:
        """Adds the result of the last action.

        Args:
            refused: The reason of its refusal, ``""`` if it was carried out.
            said: What the person said then, ``""`` for nothing.
            result: What the tool returned that was called, ``""`` for nothing; the line has its beginning.
        """
        if self._open:
            results = [f" -> refused: {cut(refused)}"] if refused else []
            results += [f" -> the person says: {said}"] if said else []
            results += [f" -> returned: {cut(' '.join(result.split()))}"] if result else []
            self._lines.append(self._open + "".join(results))
            self._open = ""

    @property
    def text(self) -> str:
        """The lines under a heading; ``""`` if there are none."""
        return "\n".join(["Actions so far:", *self._lines]) if self._lines else ""


class PastTurn(NamedTuple):
    """A turn of a conversation.

    Attributes:
        question: The message to the model, pictures included.
        text: The model's text.
        call: The function that it called; None if it called none, or not natively.
        result: The result of the turn.
        reply: The answer itself, if it has thoughts that the vendor wants back with their calls.
    """

    question: tuple[Part, ...]
    text: str
    call: ToolCall | None
    result: str
    reply: Reply | None = None


class History:
    """The last turns of a conversation, as messages.

    Args:
        turns: Number of turns that are kept.
        pictures: Whether the pictures are kept; otherwise ``[name: picture left out]`` stands in their place.
    """

    def __init__(self, turns: int, pictures: bool = False) -> None:
        self._turns: deque[PastTurn] = deque(maxlen=turns)
        self._pictures = pictures
        self._open: PastTurn | None = None

    def add(self, question: tuple[Part, ...], reply: Reply, result: str = "") -> None:
        """Adds a turn.

        Args:
            question: The message to the model.
            reply: The model's answer; of several calls, the first is kept.
            result: The result; if it isn't known yet, `close` adds it.
        """
        whole = not reply.own or _sendable(reply)  # without their thoughts, calls may be refused
        call = reply.calls[0] if reply.calls and whole and _repeatable(reply.calls[0]) else None
        text = reply.text or (f"(a call of {cut(reply.calls[0].name)})" if reply.calls and call is None else "")
        parts = question if self._pictures else tuple(_in_words(part) for part in question)
        self._open = PastTurn(parts, cut(text, _REPLY), call, result, reply if call and reply.own else None)
        if result:
            self.close("")

    def close(self, refused: str, done: str = DONE) -> None:
        """Adds the result of the last turn.

        Args:
            refused: The reason why its action was refused, ``""`` if it was carried out.
            done: The words for a turn whose action was carried out.
        """
        if self._open is not None:
            result = self._open.result or (f"Refused: {cut(refused)}" if refused else done)
            self._turns.append(self._open._replace(result=cut(result, _RESULT)))
            self._open = None

    def messages(self, system: str, now: tuple[Part, ...]) -> list[Message]:
        """Returns the conversation turn by turn: messages to the model, its answers, and their results.

        Args:
            system: The system message.
            now: The parts of the present turn's message.
        """
        messages = [Message("system", (system,))]
        before: tuple[Part, ...] = ()
        for turn in self._turns:
            messages.append(Message("user", before + turn.question))
            if turn.call is not None:
                words = (turn.text,) if turn.text else ()
                calls, own = (turn.reply.calls, turn.reply.own) if turn.reply else ((turn.call,), ())
                messages.append(Message("assistant", words, calls, own=own))
                messages.append(Message("tool", (turn.result,), call_id=turn.call.id))
                before = ()
            else:
                messages.append(Message("assistant", (turn.text or "(no answer)",)))
                before = (turn.result,)
        return [*messages, Message("user", before + now)]


def _repeatable(call: ToolCall) -> bool:
    """Returns whether a call can be sent back to its model: whether it has arguments, of a sensible length."""
    try:
        return call.arguments is not None and len(json.dumps(call.arguments, ensure_ascii=False).encode()) <= _REPLY
    except (TypeError, ValueError):
        return False


def _sendable(reply: Reply) -> bool:
    """Returns whether an answer's thoughts, which are wanted back, have a sensible length."""
    return len(json.dumps(reply.own, default=repr)) <= _THOUGHTS


def _in_words(part: Part) -> Part:
    return part if isinstance(part, str) else f"[{part.name}: picture left out]"
