"""Models that are functions, importable by name: ``--model script:tests.scripted:gives_up``."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from crab_gym.agents.chat import BudgetSpent, Message, ModelError, ModelUnavailable, Reply, Tokens, ToolCall

_lock = threading.Lock()
state: dict[str, Any] = {"asked": 0, "gone": 0, "left": None}
"""Number of requests; number of requests that still fail; number of answers left in the budget, if there is one."""


def start(gone: int = 0, left: int | None = None) -> None:
    """Resets the counts."""
    state.update(asked=0, gone=gone, left=left)


def _reply(name: str, text: str, tokens: Tokens) -> Reply:
    return Reply(text, (ToolCall(name, {}, "{}", "1"),), tokens)


def gives_up(messages: Sequence[Message], tools: Sequence[Any]) -> Reply:
    """Completes at once, for 110 tokens."""
    return _reply("root__complete", "I give up.", Tokens(100, 10))


def dawdles(messages: Sequence[Message], tools: Sequence[Any]) -> Reply:
    """Presses Home; costs one token more than the number of earlier requests."""
    with _lock:
        state["asked"] += 1
        return _reply("android__open_app_drawer", "Let me see.", Tokens(state["asked"], 1))


def comes_back(messages: Sequence[Message], tools: Sequence[Any]) -> Reply:
    """Is unavailable at first, or after a while."""
    with _lock:
        state["asked"] += 1
        if state["asked"] <= state["gone"]:
            raise ModelUnavailable("no answer from 127.0.0.1 after 180 s")
        if state["left"] is not None:
            if state["left"] == 0:
                raise BudgetSpent("the budget of calls is spent: 3 of 3")
            state["left"] -= 1
    return gives_up(messages, tools)


def falters(messages: Sequence[Message], tools: Sequence[Any]) -> Reply:
    """Is unavailable at the second request."""
    with _lock:
        state["asked"] += 1
        if state["asked"] == 2:
            raise ModelUnavailable("no answer from 127.0.0.1 after 180 s")
        if state["asked"] == 1:
            return _reply("android__open_app_drawer", "Let me see.", Tokens(50, 5))
    return gives_up(messages, tools)


def refuses(messages: Sequence[Message], tools: Sequence[Any]) -> Reply:
    """Has the wrong key."""
    raise ModelError("it refuses the key (HTTP 401)")


def refuses_nothing(messages: Sequence[Message], tools: Sequence[Any]) -> Reply:
    """Completes at once, for 50 tokens and none for the answer."""
    return _reply("root__complete", "", Tokens(50, 0))
