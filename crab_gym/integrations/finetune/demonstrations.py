"""The oracle's episodes as conversations to imitate.

* `demonstrate` - one episode.
* `marked` - replaces an action's coordinates with elements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym

from crab_gym.integrations.finetune.environment import turn_content
from crab_gym.integrations.finetune.session import OVER
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import OracleStuck
from crab_gym.wrappers.marks_space import pointers
from crab_gym.wrappers.numbering import Mark

__all__ = ["DONE", "demonstrate", "marked"]

DONE = "Done."
"""The last message of a demonstration."""


def marked(action: Mapping[str, Any], marks: Mapping[str, Sequence[Mark]]) -> dict[str, Any]:
    """Returns an action with elements in place of coordinates that lie in one; other coordinates stay.

    Of several elements at a point the smallest is chosen.

    Args:
        action: An action.
        marks: Device to its marks, as in ``info["marks"]``.
    """
    device, name, args = action["device"], action["name"], dict(action["args"])
    for element, x, y in pointers(device, name):
        if x in args and y in args:
            mark = _at(marks[device], args[x], args[y])
            if mark is not None:
                del args[x], args[y]
                args = {element: mark.number, **args}
    return {"device": device, "name": name, "args": args}


def _at(marks: Sequence[Mark], x: int, y: int) -> Mark | None:
    """Returns the smallest mark that contains a point."""
    around = [
        ((right - left) * (bottom - top), mark)
        for mark in marks
        for left, top, right, bottom in (mark.bounds,)
        if left <= x < right and top <= y < bottom
    ]
    return min(around, key=lambda each: each[0], default=(0, None))[1]


def demonstrate(
    env: gym.Env[Any, Any],
    prompt: Sequence[Mapping[str, Any]],
    seed: int,
    tools: Sequence[Mapping[str, Any]],
    images: bool = False,
) -> list[dict[str, Any]] | None:
    """Returns the oracle's episode as a conversation; None if it doesn't succeed with these tools.

    Args:
        env: An environment of `CrabSpec.make_env`.
        prompt: The messages before the first observation, which is appended to the last one.
        seed: The episode's seed.
        tools: The schemas of the tools that may be called.
        images: Whether messages have the screens as images.
    """
    arguments = {tool["name"]: tool["parameters"]["properties"] for tool in tools}
    obs, info = env.reset(seed=seed)
    oracle = OraclePolicy(env)
    oracle.reset(info["goal"], policy_spec(env, seed))
    messages = [dict(message) for message in prompt]
    content = turn_content(obs, info, images)
    preface = messages[-1]["content"]
    messages[-1]["content"] = (
        preface + content if isinstance(content, str) else [{"type": "text", "text": preface}, *content]
    )
    over = False
    while not over:
        try:
            action = marked(oracle.act(obs, info), info["marks"])
        except OracleStuck:
            return None
        tool = f"{action['device']}__{action['name']}"
        if tool not in arguments or not action["args"].keys() <= arguments[tool].keys():
            return None
        obs, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated
        function = {"name": tool, "arguments": dict(action["args"])}
        messages += [
            {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": function}]},
            {"role": "tool", "name": tool, "content": OVER if over else turn_content(obs, info, images)},
        ]
    return [*messages, {"role": "assistant", "content": DONE}] if info["is_success"] else None
