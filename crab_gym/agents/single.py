"""One agent for everything: it sees all screens, and calls one of all devices' functions in each turn (CRAB, §6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.agents.base import Agent
from crab_gym.agents.chat import Message
from crab_gym.agents.observation import Observation
from crab_gym.agents.parsing import Unreadable
from crab_gym.task import Action

__all__ = ["Single"]


class Single(Agent):
    """One agent that sees all screens and acts on all devices.

    Args:
        model: The model that it asks.
        options: See `crab_gym.agents.base.Options`.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.agents import make_agent, wrap
        >>> from crab_gym.agents.models import ScriptedModel
        >>> from crab_gym.rollout import run_episode
        >>> model = ScriptedModel(['I give up. {"name": "root__complete"}'])
        >>> env = wrap(gym.make("Crab-v0/learn.open_app"), "single")
        >>> record = run_episode(env, make_agent("single", model), seed=0)
        >>> record.end_reason, record.calls
        ('false_completion', 1)
        >>> env.close()
    """

    structure = "single"
    pages = 5

    def start(self) -> None:
        """Renders the system message."""
        self._tools = self.tools()
        self._system = self.system("single")
        self._memory = self.history()

    def decide(self, observation: Observation) -> Action | Unreadable:
        """Asks for one call."""

        def conversation(page: Observation) -> Sequence[Message]:
            return self._memory.messages(self._system, self.message_parts(page))

        reply = self.ask_pages("agent", observation, conversation, self._tools)
        self._memory.add(self.memory_parts(observation), reply)
        return self.read(reply, self._tools)
