"""Writes what every structure asks on three tasks into this folder, for people to read and for a test to compare.

    python -m tests.agents.golden.write

The model opens an app, then points at a mark that there isn't, then waits; so there is a history, and a refusal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from crab_gym.agents import AGENTS, agent_roles
from crab_gym.agents.chat import Message, Reply, Tool
from crab_gym.agents.requests.rehearsal import Question, Waiter, rehearse
from crab_gym.agents.requests.text import describe_request
from crab_gym.envs.crab_env import CrabEnv

GOLDEN = Path(__file__).parent
STRUCTURES = sorted(name for name in AGENTS if agent_roles(name))
TASKS = {"cross.dark_mode_from_todo": 3, "android.text_contact": 1, "ubuntu.write_note": 1}
"""Tasks, and how many steps of each are written."""
ACTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("android__open_app", {"name": "Tasks"}),
    ("android__tap", {"element": 99}),
)


class Doer(Waiter):
    """Acts in the first steps, where it may; see above.

    Args:
        role: The role in which it is asked.
        asked: The requests, to which it adds.
        says: What it says where it can call nothing.
        acted: The actions so far of all roles, to which it adds.
    """

    def __init__(self, role: str, asked: list[Question], says: str, acted: list[str]) -> None:
        super().__init__(role, asked, says=says)
        self._acted = acted

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        reply = super().ask(messages, tools, force)
        if not reply.calls or reply.calls[0].name not in ("root__wait", "skip") or len(self._acted) >= len(ACTS):
            return reply
        name, arguments = ACTS[len(self._acted)]
        tool = next((tool for tool in tools if tool.name == name), None)
        if tool is None:
            return reply
        self._acted.append(name)
        if "number of the choice" in tool.parameters["properties"].get("element", {}).get("description", ""):
            arguments = {**arguments, "element": 999}  # of SeeAct
        return self._call(name, tool, arguments)


def requests_of(name: str) -> str:
    """Returns all that a structure asks, as text."""
    parts = []
    for task, steps in TASKS.items():
        env = CrabEnv(task, backend="sim")
        make = partial(Doer, acted=[])
        known: dict[str, tuple[Message, ...]] = {}
        offered: dict[str, tuple[Tool, ...]] = {}
        for number, step in enumerate(rehearse(env, name, steps, make=make), 1):
            for question in step:
                heading = f"===== {task}, step {number}, {question.role}, about {question.tokens} tokens ====="
                system = question.messages[0].text
                new = question.tools if question.tools != offered.get(system) else ()
                text = describe_request(question.messages, new, known.get(system, ()))
                known[system], offered[system] = question.messages[:1], question.tools
                parts.append(f"{heading}\n{text}\n")
        env.close()
    return "\n".join(parts)


def main() -> None:
    """Writes the files."""
    for name in STRUCTURES:
        (GOLDEN / f"{name}.txt").write_text(requests_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
