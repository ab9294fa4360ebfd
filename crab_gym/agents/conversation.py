"""A conversation that only grows, as models are fine-tuned on: the goal and the screens, a call, its result, a call.

* `Conversation` - the structure; `ConversationOptions` - its options.
* `SYSTEM`, `turn_text`, `viewed` - what `crab_gym.integrations.finetune` trains on, so that this is what is evaluated.
* `after_refusal` - a turn's text behind the reason of a refusal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import gymnasium as gym

from crab_gym.agents import render
from crab_gym.agents.base import Agent, Options, check_options
from crab_gym.agents.chat import ConversationTooLong, Message, Part, Tool
from crab_gym.agents.observation import Observation
from crab_gym.agents.parsing import Unreadable
from crab_gym.envs.verbs import VERBS
from crab_gym.evaluation.graph import unknown
from crab_gym.task import Action, action

__all__ = ["SYSTEM", "Conversation", "ConversationOptions", "after_refusal", "turn_text", "viewed"]

SYSTEM = (
    "You use the devices to reach the goal. Call one tool in each turn. Elements are named by their numbers in "
    "brackets. When the episode is over, say that you are done."
)
_UNUSED = ("history", "log", "old_pictures", "coordinates")


@dataclass(frozen=True)
class ConversationOptions(Options):
    """The options of `Conversation`: of those of every structure the pictures', and what it was trained with.

    Attributes:
        characters: Maximum number of characters of an observation, at least 100.
        verbs: Names of the verbs that become functions; none for all.

    Raises:
        ValueError: A value has the wrong type or is out of range; or an option has no meaning here, as the whole
            conversation is kept.
    """

    characters: int = 50_000
    verbs: Sequence[str] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        usual = {field.name: field.default for field in fields(Options)}
        for name in _UNUSED:
            if getattr(self, name) != usual[name]:
                raise ValueError(f"the agent 'conversation' keeps its whole conversation: it takes no option {name}")
        if self.characters < 100:
            raise ValueError(f"the option characters is {self.characters!r}; expected at least 100")
        if isinstance(self.verbs, str):
            raise ValueError(f"the option verbs is {self.verbs!r}; expected a list of names")
        names = {verb.name for verb in VERBS}
        for verb in self.verbs:
            if verb not in names:
                unknown("verb", verb, names)


def viewed(
    env: gym.Env[Any, Any], marks: int = 200, sources: Any = "tree", images: bool = False, **text: Any
) -> gym.Env[Any, Any]:
    """Returns an environment whose observations are the turns of a conversation.

    Args:
        env: The environment.
        marks: Maximum number of marks per device.
        sources: The sources of elements, see `SetOfMarks`.
        images: Whether the marks are drawn on the screens.
        text: Arguments of `TextObservation`. By default it lists no past actions, no clipboard and no goal, since the
            conversation has them already.
    """
    from crab_gym.wrappers import SetOfMarks, TextObservation

    described = {"history": 0, "clipboard": False, "goal": False, **text}
    return TextObservation(SetOfMarks(env, marks, sources, draw=images), **described)


def turn_text(obs: Mapping[str, Any], info: Mapping[str, Any]) -> str:
    """Returns the text of a turn: first the goal, later the reason of a refusal if there was one, and the devices."""
    before = f"goal: {info['goal']}\n\n" if info["step"] == 0 else ""
    return before + after_refusal(str(obs["text"]), info)


def after_refusal(text: str, info: Mapping[str, Any]) -> str:
    """Returns a turn's text behind the reason for which the last action was refused, if it was."""
    refused = info["invalid_action"]
    return f"refused: {refused}\n\n{text}" if refused else text


class Conversation(Agent):
    """One conversation per episode, of which nothing is rewritten, so that a model computes each turn once.

    A model that was fine-tuned by `crab_gym.integrations.finetune` is evaluated by it with the prompts of its training.
    Where a model has no room for another turn, the episode is declared complete.

    Args:
        model: The model that it asks.
        options: See `ConversationOptions`.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.agents import make_agent, wrap
        >>> from crab_gym.agents.models import ScriptedModel
        >>> from crab_gym.rollout import run_episode
        >>> model = ScriptedModel(['{"name": "android__tap", "arguments": {"element": 17}}'])
        >>> env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), "conversation", pictures=False)
        >>> run_episode(env, make_agent("conversation", model, pictures=False), seed=0).end_reason
        'success'
        >>> env.close()
    """

    structure = "conversation"
    options_type: ClassVar[type[Options]] = ConversationOptions
    options: ConversationOptions

    @classmethod
    def wrap(cls, env: gym.Env[Any, Any], *, marks: int = 200, sources: Any = "tree", **options: Any) -> Any:
        """Returns an environment with marks, whose observations are the turns of the conversation."""
        check_options(cls.structure, cls.options_type, options)
        settings = ConversationOptions(**options)
        rows = {} if settings.table else {"rows": 0}
        drawn = settings.pictures and not settings.scales
        return viewed(env, marks, sources, drawn, length=settings.characters, **rows)

    def start(self) -> None:
        """Begins the conversation."""
        self._tools = self.tools()
        self._messages = [Message("system", (SYSTEM,))]
        self._call_id: str | None = None  # of the last call; None where the last answer had none

    def tools(self, devices: Sequence[str] | None = None) -> tuple[Tool, ...]:
        """Returns the functions that act on devices; they take coordinates where the model sees pictures."""
        tools = render.action_tools(self.spec, devices, self.options.pictures, self.viewer.sizes)
        verbs = self.options.verbs
        return tuple(tool for tool in tools if not verbs or tool.name.partition("__")[2] in verbs)

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Returns the next action; see `Agent.act`."""
        self._text = turn_text(obs, info)
        return super().act(obs, info)

    def decide(self, observation: Observation) -> Action | Unreadable:
        """Adds the turn to the conversation, and asks for a call."""
        pictures = {device: view.picture for device, view in observation.views.items() if view.picture is not None}
        parts: list[Part] = []
        for device, picture in pictures.items():
            parts += [f"{device}:", picture] if len(pictures) > 1 else [picture]
        role = "user" if self._call_id is None else "tool"
        self._messages.append(Message(role, (*parts, self._text), call_id=self._call_id or ""))  # type: ignore[arg-type]
        try:
            reply = self.ask("agent", self._messages, self._tools)
        except ConversationTooLong as error:
            self.note("ended", str(error))
            return action("root", "complete")
        self._messages.append(Message("assistant", tuple(filter(None, [reply.text])), reply.calls, own=reply.own))
        self._call_id = reply.calls[0].id if reply.calls else None
        return self.read(reply, self._tools)
