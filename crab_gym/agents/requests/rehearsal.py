"""Rehearsals: agents play a few steps with a model that only waits, which shows their requests and the tokens they
take.

* `rehearse` - the requests of a few steps.
* `Question` - a request.
* `Waiter` - the model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import gymnasium as gym

from crab_gym.agents import agent_roles, make_agent, wrap
from crab_gym.agents.chat import Message, Picture, Reply, Tool, ToolCall
from crab_gym.agents.formats import Screen, format_named
from crab_gym.agents.requests.text import estimate_tokens
from crab_gym.policies import policy_spec

__all__ = ["Question", "Waiter", "rehearse"]

_SAYS = "The screens show where the work stands. I wait a second and look again before I go on."
_PLANS: Mapping[str, Mapping[str, object]] = {
    "plan": {"subtasks": ["Look at the screens"]},
    "judge": {"status": "continue", "reason": "nothing has changed yet"},
    "compare": {"recovered": True, "reason": "the same is to be seen"},
}
"""Functions that plan or judge, and arguments that change nothing."""


class Question(NamedTuple):
    """A request to a model.

    Attributes:
        role: The role that asks.
        messages: The conversation.
        tools: The tools that may be called.
        tokens: About how many tokens it takes.
    """

    role: str
    messages: tuple[Message, ...]
    tools: tuple[Tool, ...]
    tokens: int

    @property
    def pictures(self) -> int:
        """The number of its pictures."""
        return sum(isinstance(part, Picture) for message in self.messages for part in message.parts)

    @property
    def letters(self) -> int:
        """The number of its characters, functions included."""
        words = sum(len(part) for message in self.messages for part in message.parts if isinstance(part, str))
        return words + sum(len(json.dumps([tool.name, tool.description, tool.parameters])) for tool in self.tools)


class Waiter:
    """A model that waits in each turn, in whatever form it is asked, and keeps what it was asked.

    Args:
        role: The role in which it is asked.
        questions: The requests, to which it adds.
        model: The name of the model in whose place it stands.
        calls_tools: Whether it calls functions natively.
        says: What it says where it can call nothing.
    """

    def __init__(
        self, role: str, questions: list[Question], model: str = "", calls_tools: bool = True, says: str = _SAYS
    ) -> None:
        self.name = model or "waiter"
        self.calls_tools = calls_tools
        self._role, self._questions, self._says = role, questions, says

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        """Returns an answer that changes nothing."""
        tokens = estimate_tokens(messages, tools, self.name)
        self._questions.append(Question(self._role, tuple(messages), tuple(tools), tokens))
        if self._role == "main":
            return Reply("\n".join(f"{name}: {_SAYS}" for name in ("ubuntu", "android", "root")))
        offered = {tool.name: tool for tool in tools}
        explained = messages[0].text if messages and not self.calls_tools else ""
        for name in ("root__wait", "skip", *_PLANS):
            if name in offered or f"- {name}(" in explained:
                return self._call(name, offered.get(name))
        for tool in tools:
            if tool.display is not None:
                return Reply(_SAYS, (_vendors_wait(tool.display.kind, len(self._questions)),))
        return Reply(self._says)

    def _call(self, name: str, tool: Tool | None, values: Mapping[str, object] | None = None) -> Reply:
        arguments = dict(_PLANS.get(name, {}) if values is None else values)
        if tool is None:
            return Reply(f"{_SAYS}\n```json\n{json.dumps({'name': name, 'arguments': arguments})}\n```")
        if "reason" in tool.parameters.get("properties", {}) and name not in _PLANS:
            arguments["reason"] = _SAYS
        return Reply(_SAYS, (ToolCall(name, arguments, id=f"call_{len(self._questions)}"),))


def _vendors_wait(kind: str, number: int) -> ToolCall:
    """Returns the call of a vendor's computer tool that waits."""
    call_id = f"call_{number}"
    if kind.startswith("computer_2"):
        return ToolCall("computer", {"action": "wait", "duration": 1}, id=call_id)
    if kind.startswith("computer"):
        return ToolCall("computer", {"actions": [{"type": "wait"}]}, id=call_id)
    return ToolCall("wait_5_seconds", {}, id=call_id)


def rehearse(
    env: gym.Env[Any, Any],
    name: str,
    steps: int = 4,
    seed: int = 0,
    model: str | Mapping[str, str] = "",
    calls_tools: bool = True,
    make: Callable[[str, list[Question], str], Waiter] | None = None,
    **options: Any,
) -> list[list[Question]]:
    """Returns the requests that an agent makes in each of its first steps, which all wait.

    Args:
        env: The environment, not wrapped yet; its device is reset.
        name: The agent's structure.
        steps: Number of steps.
        seed: The episode's seed.
        model: The name of the model whose tokens are estimated, or names by role.
        calls_tools: Whether the model calls functions natively.
        make: Makes the model of a role, given a list to which it adds what it is asked and what it says where it
            can call nothing; None for one that waits.
        options: The agent's options.

    Raises:
        ValueError: There is no such structure or option, or it asks no model.

    >>> import gymnasium as gym, crab_gym
    >>> env = gym.make("Crab-v0/learn.open_app", backend="sim", screens=False)
    >>> asked = rehearse(env, "functionality", steps=1, pictures=False)
    >>> [question.role for question in asked[0]]
    ['planner', 'caller']
    >>> env.close()
    """
    roles = agent_roles(name)
    if not roles:
        raise ValueError(f"the agent {name!r} asks no model; expected one that does")
    questions: list[Question] = []
    says = _native_wait(options.get("format", "ui_tars_2")) if name == "native" else _SAYS
    names = dict.fromkeys(roles, model) if isinstance(model, str) else model
    models = {
        role: make(role, questions, says) if make else Waiter(role, questions, names[role], calls_tools, says)
        for role in roles
    }
    wrapped = wrap(env, name, **options)
    agent = make_agent(name, models, **options)
    obs, info = wrapped.reset(seed=seed)
    agent.reset(str(info["goal"]), policy_spec(wrapped, seed))
    steps_so_far: list[list[Question]] = []
    for _ in range(steps):
        choice = agent.act(obs, info)
        steps_so_far.append(list(questions))
        questions.clear()
        obs, _, terminated, truncated, info = wrapped.step(choice)
        if terminated or truncated:
            break
    return steps_so_far


def _native_wait(form: str) -> str:
    wait = {"device": "root", "name": "wait", "args": {"seconds": 5}}
    return str(format_named(form).write(wait, Screen("android", 360, 800))[0])
