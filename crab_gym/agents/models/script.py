"""A scripted model, for tests, demonstrations and parts of an agent that need no server."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from crab_gym.agents.chat import Message, ModelError, Reply, Tool

__all__ = ["Answers", "ScriptedModel"]

KEPT = 16
"""Number of last conversations that are kept; with their pictures, all of a long run would take too much memory."""

Answers: TypeAlias = "Iterable[Reply | str] | Callable[[Sequence[Message], Sequence[Tool]], Reply | str]"


class ScriptedModel:
    """Answers from a list, one answer after the other, or by a function of the conversation and the tools.

    The tokens are those of the replies; a text costs none.

    Args:
        answers: The answers.
        name: Its name in records.
        calls_tools: Whether it calls tools natively.

    Example:
        >>> model = ScriptedModel(["Hello.", '{"name": "root__complete"}'])
        >>> model.ask([Message("user", ("Hi!",))]).text
        'Hello.'
        >>> len(model.asked)
        1
    """

    def __init__(self, answers: Answers, name: str = "script", calls_tools: bool = True) -> None:
        self.name = name
        self.calls_tools = calls_tools
        self.asked: deque[tuple[tuple[Message, ...], tuple[Tool, ...]]] = deque(maxlen=KEPT)
        """The last conversations and their tools."""
        self._answers = answers if callable(answers) else iter(list(answers))

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that its answers depend on."""
        return {"name": self.name}

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        """Returns the next answer.

        Raises:
            ModelError: The list has no more answers.
        """
        self.asked.append((tuple(messages), tuple(tools)))
        answer = self._answers(messages, tools) if callable(self._answers) else next(self._answers, None)
        if answer is None:
            raise ModelError(f"the script {self.name!r} has no more answers; give it more of them, or a function")
        return Reply(answer) if isinstance(answer, str) else answer
