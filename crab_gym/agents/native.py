"""Open computer-use models as they were trained: one screen without marks, and their own action format.

* `Native` - the structure.
* `NativeOptions` - its options, of which `format` names the format.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from typing import ClassVar

from crab_gym.agents.base import Options
from crab_gym.agents.chat import Reply
from crab_gym.agents.formats import FORMATS, Screen, format_named
from crab_gym.agents.history import cut
from crab_gym.agents.observation import Observation
from crab_gym.agents.parsing import CUT_OFF, Unreadable
from crab_gym.agents.pixels import PixelAgent, PixelOptions
from crab_gym.agents.render import describe_device, prompt
from crab_gym.task import Action, action

__all__ = ["FORMAT_NAMES", "Native", "NativeOptions"]

FORMAT_NAMES = tuple(name for name, form in FORMATS.items() if not form.tool and name != "holo")
"""The formats of models that act by text; Holo's only points."""
_MAX_WORDS = 2000
"""Number of characters of a model's last words on one device that are passed on to the next device."""


@dataclass(frozen=True)
class NativeOptions(PixelOptions):
    """The options of `Native`: those of every such agent, and the format.

    Attributes:
        format: The name of the model's format, one of `FORMAT_NAMES`.

    Raises:
        ValueError: A value has the wrong type or is out of range.
    """

    format: str = "ui_tars_2"

    def __post_init__(self) -> None:
        super().__post_init__()
        form = format_named(self.format)
        if form.name not in FORMAT_NAMES:
            raise ValueError(f"the option format is {form.name!r}; expected one of: {', '.join(FORMAT_NAMES)}")


def guide_for(guide: str, device: str) -> str:
    r"""Returns a format's guide for a device, without the lines that begin with another one's name in brackets.

    >>> guide_for("click()\n[ubuntu] hotkey()\n[android] press_back()", "android").splitlines()
    ['click()', 'press_back()']
    """
    lines = (re.sub(rf"^\[{device}\] ", "", line) for line in guide.splitlines())
    return "\n".join(line for line in lines if not re.match(r"\[(ubuntu|android)\] ", line))


class Native(PixelAgent):
    r"""A model that acts on one device at a time, in its own format.

    It works on the first device until it says that it has finished there. Its last words are then passed on to it on
    the next device. Once it has finished on all devices one after the other, without an action in between, its last
    words are submitted as the answer, and the episode is declared complete.

    Args:
        model: The model that it asks.
        options: See `NativeOptions`.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.agents import make_agent, wrap
        >>> from crab_gym.agents.models import ScriptedModel
        >>> from crab_gym.rollout import run_episode
        >>> model = ScriptedModel(["Thought: I can't.\nAction: finished(content='')"])
        >>> env = wrap(gym.make("Crab-v0/learn.open_app"), "native")
        >>> run_episode(env, make_agent("native", model), seed=0).end_reason
        'false_completion'
        >>> env.close()
    """

    structure = "native"
    options_type: ClassVar[type[Options]] = NativeOptions
    options: NativeOptions

    def start(self) -> None:
        """Renders the system messages, one for each device."""
        self._format = format_named(self.options.format)
        sizes = self.viewer.sizes
        guide = prompt(f"native/{self._format.name}")
        ends = prompt("native/ends_on_both" if len(sizes) > 1 else "native/ends")
        self._systems = {
            device: prompt(
                "native/system",
                goal=self.goal,
                device=describe_device(device, *size),
                ends=ends,
                guide=guide_for(guide, device),
            )
            for device, size in sizes.items()
        }
        self._screens = {device: Screen(device, *size) for device, size in sizes.items()}
        self._memories = {device: self.history() for device in sizes}
        self._turn = deque(sizes)  # the device whose turn it is stands first
        self._waiting: deque[Action] = deque()
        self._finished = 0
        self._words = ""

    def decide(self, observation: Observation) -> Action | Unreadable:
        """Asks for the next action on the device whose turn it is, once all actions of the last answer are done."""
        if observation.refused or observation.said:
            self._waiting.clear()
        while not self._waiting:
            device = self._turn[0]
            reply = self._ask(device, observation)
            if reply.finish == "length":
                return Unreadable(CUT_OFF)  # half a text must not be typed
            reading = self._format.read(reply.text, self._screens[device])
            if reading.problem:
                return Unreadable(reading.problem)
            steps = [step for step in reading.actions if step["device"] != "root" or step["name"] == "wait"]
            if steps or not reading.actions:
                self._finished = 0
                self._waiting.extend(steps or [action("root", "wait", seconds=1)])
                break
            self._finish(device, reading.actions)
        return self._waiting.popleft()

    def _finish(self, device: str, last: tuple[Action, ...]) -> None:
        """Hands the turn to the next device; completes the episode where there is none that could still act."""
        texts = [step["args"]["answer"] for step in last if step["name"] == "submit"]
        self._words = cut(texts[-1], _MAX_WORDS) if texts else self._words
        ends = any(step["name"] == "complete" for step in last)
        if not ends:  # such as Qwen's answer, which goes on
            self._waiting.append(last[-1])
            return
        self._finished += 1
        self._memories[device].close("", "Finished here.")
        self._turn.rotate(-1)
        if self._finished >= len(self._turn):
            answers = [action("root", "submit", answer=self._words)] if self._words else []
            self._waiting.extend([*answers, action("root", "complete")])

    def _ask(self, device: str, observation: Observation) -> Reply:
        """Returns what the model says about a device's screen."""
        words = f"When you finished on the other device, you said: {self._words}" if self._words else ""
        texts = tuple(filter(None, [observation.status, words]))
        memory, view = self._memories[device], observation.parts([device])
        reply = self.ask("agent", memory.messages(self._systems[device], (*texts, *view)), name=device)
        memory.add(self.memory_parts(observation, [device]), reply)
        return reply
