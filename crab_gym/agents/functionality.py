"""Two agents by function: a planner that sees the screens, and a tool caller that turns its words into calls (CRAB)."""

from __future__ import annotations

from crab_gym.agents.answers.thoughts import after_thoughts
from crab_gym.agents.base import Agent
from crab_gym.agents.chat import Message
from crab_gym.agents.history import cut
from crab_gym.agents.observation import Observation
from crab_gym.agents.parsing import Unreadable
from crab_gym.agents.render import describe_tools
from crab_gym.task import Action

_PLAN = 8000
"""Maximum number of characters of an instruction that are passed on."""

__all__ = ["ByFunctionality"]


class ByFunctionality(Agent):
    """A planner describes the next action in words; a tool caller, which knows nothing else, turns them into a call.

    Args:
        model: The model that both ask, or their models by role: ``"planner"``, ``"caller"``.
        options: See `crab_gym.agents.base.Options`.
    """

    structure = "functionality"
    roles = ("planner", "caller")

    def start(self) -> None:
        """Renders the system messages."""
        self._tools = self.tools()
        self._plan = self.system("planner", actions=describe_tools(self._tools))
        self._call = self.system("caller")
        self._memory = self.history()

    def decide(self, observation: Observation) -> Action | Unreadable:
        """Asks for an instruction, and for the call that it describes."""
        message = self.message_parts(observation)
        planned = self.ask("planner", self._memory.messages(self._plan, message))
        self._memory.add(self.memory_parts(observation), planned)
        instruction = cut(after_thoughts(planned.text).strip(), _PLAN)
        self.note("plan", instruction)
        if not instruction:
            return Unreadable("the planner said nothing; expected the next action in words")
        messages = [Message("system", (self._call,)), Message("user", (instruction,))]
        return self.read(self.ask("caller", messages, self._tools, force=True, name="tool caller"), self._tools)
