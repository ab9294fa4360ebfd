"""Small models for tests: they say what they are told to say, and keep what they were asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import Any

import gymnasium as gym
import numpy as np

from crab_gym.agents import wrap
from crab_gym.agents.chat import Message, Reply, Tokens, Tool, ToolCall
from crab_gym.policies import policy_spec


class Says:
    """Gives the same answers over and over."""

    name = "says"

    def __init__(self, replies: Iterable[Reply | str], calls_tools: bool = True) -> None:
        self._replies = cycle([Reply(r, tokens=Tokens(7, 3)) if isinstance(r, str) else r for r in replies])
        self.calls_tools = calls_tools
        self.asked: list[tuple[list[Message], tuple[Tool, ...], bool]] = []

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        self.asked.append((list(messages), tuple(tools), force))
        return next(self._replies)


def calls(name: str, text: str = "", **arguments: Any) -> Reply:
    """A reply that calls a function natively."""
    return Reply(text, (ToolCall(name, arguments, id="call_1"),), Tokens(7, 3), "calls")


BAD: tuple[Reply, ...] = (
    Reply(""),
    Reply("I think I should click the button."),
    Reply('{"name": "ubuntu__fly", "arguments": {}}'),
    Reply('```json\n{"name": "ubuntu__click", "arguments": {"element": ', finish="length"),
    Reply("I can't help with that.", finish="refusal"),
    Reply("", (ToolCall("ubuntu__click", None, "number three"),)),
    Reply("", (ToolCall("fly", {"to": "the moon"}),)),
    Reply("", (ToolCall("android__tap", {"element": "x" * 100_000}),)),
    Reply("", (ToolCall("android__tap", {"element": 10**40, "\ud800": ["\x00"]}),)),
    Reply("", (ToolCall("android__tap", {"x": -1, "y": 1e999}),)),
    Reply("", (ToolCall("skip", {}),)),
    Reply("\x00\ud800" + "[" * 200_000),
    Reply("ubuntu: \nandroid:\nroot: SKIP\n" * 100),
    Reply("x" * 2_000_000),
)
"""What no agent can act on."""


def looked(task: str, name: str = "single", seed: int = 0, screens: bool = True, **options: Any) -> tuple[Any, ...]:
    """Returns a wrapped environment after its reset, the observation, the info, and what a policy may know."""
    env = wrap(gym.make(f"Crab-v0/{task}", backend="sim", screens=screens), name, **options)
    obs, info = env.reset(seed=seed)
    return env, obs, info, policy_spec(env, seed)


def texts(messages: Sequence[Message]) -> str:
    """Returns all that a conversation says in words."""
    return "\n".join(message.text for message in messages)


def pictures(messages: Sequence[Message]) -> list[tuple[str, tuple[int, ...]]]:
    """Returns the names and shapes of a conversation's pictures."""
    return [
        (part.name, np.shape(part.pixels))
        for message in messages
        for part in message.parts
        if not isinstance(part, str)
    ]
