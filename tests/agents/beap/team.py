"""A scripted team for BEAP: one function per role, and the questions that each was asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from crab_gym.agents.chat import Message, Reply, Tokens, Tool, ToolCall

Answer = Reply | str
Asked = Callable[[str], Answer]


def call(name: str, /, **arguments: Any) -> Reply:
    return Reply("", (ToolCall(name, arguments, json.dumps(arguments), "id"),), Tokens(10, 1))


class Scripted:
    """Gives each role its own answers, one after the other; the last one again and again.

    Args:
        answers: Role (planner, executor, tracker, undo, back) to its answers. A function gets the question's text.
    """

    def __init__(self, calls_tools: bool = True, **answers: Sequence[Answer | Asked]) -> None:
        self.name, self.calls_tools = "team", calls_tools
        self.asked: dict[str, list[str]] = {role: [] for role in ("planner", "executor", "tracker", "undo", "back")}
        self.offered: dict[str, set[str]] = {}
        self.systems: dict[str, str] = {}
        self._answers: dict[str, list[Answer | Asked]] = {"planner": [call("plan", subtasks=["All of it"])]}
        self._answers |= {role: list(given) for role, given in answers.items()}

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        system, text = messages[0].text, messages[-1].text
        role = "undo" if "arrived" in system else "back" if "compare" in system else system.split()[3].rstrip(".")
        self.asked[role].append(text)
        self.offered[role] = {tool.name for tool in tools}
        self.systems[role] = system
        answers = self._answers.get(role) or [call("judge", status="continue", reason="")]
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if callable(answer):
            answer = answer(text)
        return Reply(answer, (), Tokens(10, 1)) if isinstance(answer, str) else answer
