"""Agents by device: a main agent plans and instructs; each device's agent acts there, or skips (CRAB)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence

from crab_gym.agents.answers.thoughts import after_thoughts
from crab_gym.agents.base import Agent
from crab_gym.agents.chat import Message
from crab_gym.agents.history import History, cut
from crab_gym.agents.observation import Observation
from crab_gym.agents.parsing import Call, Unreadable, read_call
from crab_gym.agents.render import SKIP, describe_devices, describe_tools
from crab_gym.task import Action, action

__all__ = ["ByDevice", "instructions"]

ROOT = "root"
_PLAN = 8000
"""Characters of a plan that are passed on."""
_IDLE = 3
"""Number of rounds in which all agents skip before the agent waits one second."""


class ByDevice(Agent):
    """A main agent instructs one agent for each device, and one for root, which submits and completes.

    A round begins with the main agent. Then the agents to which it gives an instruction are asked in turn, each with
    its own device's current screen. A skip costs a call but no step of the environment; an agent that the main agent
    tells to skip isn't asked at all.

    Args:
        model: The model that all of them ask, or their models by role: ``"main"``, ``"ubuntu"``, ``"android"``,
            ``"root"``.
        options: See `crab_gym.agents.base.Options`.
    """

    structure = "by_device"
    pages = 5
    roles = ("main", "ubuntu", "android", ROOT)

    def start(self) -> None:
        """Renders the system messages."""
        names = (*self.spec.devices, ROOT)
        self._tools = {name: (*self.tools([name]), SKIP) for name in names}
        own = "\n".join(f"{name}:\n{describe_tools(self.tools([name]))}" for name in names)
        lines = "\n".join(f"{name}: <instruction, or SKIP>" for name in names)
        self._systems = {
            device: self.system(
                "device_agent",
                device=device,
                devices=describe_devices({device: size}),
                screens=self.screens("the device's"),
                rules=self.rules(ends=False, devices=[device]),
                skip=SKIP.name,
            )
            for device, size in self.viewer.sizes.items()
        }
        self._systems[ROOT] = self.system("root_agent", skip=SKIP.name)
        self._main = self.system("main_agent", actions=own, lines=lines, rules=self.rules(ends=False))
        self._memories: dict[str, History] = {name: self.history() for name in names}
        self._main_memory = self.history()
        self._waiting: deque[tuple[str, str]] = deque()
        self._outcome: list[str] = []
        self._actor = ""

    def decide(self, observation: Observation) -> Action | Unreadable:
        """Continues the round, and begins new ones, until an agent acts; waits one second if none does."""
        for begun in range(_IDLE + 1):
            while self._waiting:
                name, instruction = self._waiting.popleft()
                choice = self._ask_agent(name, instruction, observation)
                if choice is not None:
                    self._actor = name
                    return choice
            if begun:  # nobody has acted since it was asked in this turn
                self._main_memory.close("", "All skipped.")
            if begun < _IDLE and not self._ask_main(observation):
                return Unreadable("the main agent said nothing; expected an instruction for each agent")
        return action(ROOT, "wait", seconds=1)

    def _ask_main(self, observation: Observation) -> bool:
        """Begins a round; returns False if the main agent says nothing."""
        before = ["In the last round:", *self._outcome] if self._outcome else []
        message = self.message_parts(observation, None, "\n".join(before))
        reply = self.ask("main", self._main_memory.messages(self._main, message), name="main agent")
        self._main_memory.add(self.memory_parts(observation), reply)
        plan = cut(after_thoughts(reply.text).strip(), _PLAN)
        self.note("plan", plan)
        tasks = instructions(plan, tuple(self._tools)) if plan else {}
        self._waiting.extend((name, text) for name, text in tasks.items() if text)
        self._outcome = [f"{name} was told to skip" for name, text in tasks.items() if not text]
        return bool(plan)

    def _ask_agent(self, name: str, instruction: str, observation: Observation) -> Action | Unreadable | None:
        """Asks a device's agent; returns None if it skips."""
        instructed = f"The main agent's instruction:\n{instruction}"
        refused = (
            f"Your last action was refused: {observation.refused}"
            if observation.refused and self._actor == name
            else ""
        )
        memory, tools = self._memories[name], self._tools[name]

        def conversation(page: Observation) -> Sequence[Message]:
            message = (*filter(None, [instructed, refused]), *page.parts([name]))
            return memory.messages(self._systems[name], message)

        reply = self.ask_pages(name, observation, conversation, tools, name=f"{name} agent")
        call = read_call(reply, tools)
        skips = isinstance(call, Call) and call.tool == SKIP.name
        memory.add(self.memory_parts(observation, [name], instructed), reply, "Skipped." if skips else "")
        if skips:
            self._outcome.append(f"{name} skipped")
            return None
        self._outcome.append(f"{name} tried to act" if isinstance(call, Unreadable) else f"{name} acted")
        return call if isinstance(call, Unreadable) else call.action()


def instructions(text: str, names: Sequence[str]) -> dict[str, str]:
    r"""Returns the main agent's instruction for each agent, ``""`` if it is to skip.

    An agent's instruction begins at a line with its name and ends before the next such line. Agents that aren't named
    skip; if none is named, the whole text is for all of them.

    >>> instructions("Now the list.\n**ubuntu**: Click 3.\nroot: SKIP", ("ubuntu", "android", "root"))
    {'ubuntu': 'Click 3.', 'android': '', 'root': ''}
    >>> instructions("Tap 3.", ("android", "root"))
    {'android': 'Tap 3.', 'root': 'Tap 3.'}
    """
    heading = re.compile(
        rf"^[ \t>*#_`\d.\-]{{0,12}}({'|'.join(map(re.escape, names))})(?: agent)?[*_`]{{0,3}} ?:[*_`]{{0,3}}",
        re.MULTILINE | re.IGNORECASE,
    )
    headings = list(heading.finditer(text))
    if not headings:
        return dict.fromkeys(names, text)
    texts: dict[str, list[str]] = {name: [] for name in names}
    for match, after in zip(headings, [*headings[1:], None], strict=True):
        part = text[match.end() : after.start() if after else len(text)].strip()
        if part and not re.match(r"\W*(SKIP\b|(?i:skip)\W*$)", part):
            texts[match[1].lower()].append(part)
    return {name: "\n".join(parts) for name, parts in texts.items()}
