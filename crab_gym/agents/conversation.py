"""A conversation that only grows, as models are fine-tuned on: the goal and the screens, a call, its result, a call.

* `Conversation` - the structure; `ConversationOptions` - its options.
* `SYSTEM`, `turn_text`, `viewed` - what `crab_gym.integrations.finetune` trains on, so that this is what is evaluated.
* `after_news` - a turn's text behind the reason of a refusal, the person's words, and what a tool returned.
* `check_verbs` - checks the names of verbs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import gymnasium as gym

from crab_gym.agents import render
from crab_gym.agents.base import Agent, Options, check_options
from crab_gym.agents.chat import ConversationTooLong, Message, Part, Reply, Tool, ToolCall
from crab_gym.agents.observation import Observation
from crab_gym.agents.parsing import Unreadable
from crab_gym.envs.verbs import VERBS
from crab_gym.task import Action, action
from crab_gym.wrappers.spotlight import mark_data, mark_refusal
from crab_sim.suggestions import unknown

__all__ = ["SYSTEM", "Conversation", "ConversationOptions", "after_news", "check_verbs", "turn_text", "viewed"]

SYSTEM = (
    "You use the devices to reach the goal. Call one tool in each turn. Elements are named by their marks, the numbers "
    "in brackets. When the episode is over, say that you are done."
)


@dataclass(frozen=True)
class ConversationOptions(Options):
    """The options of `Conversation`: those of every structure, and what the model was trained with.

    The whole conversation is kept, so `history`, `log` and `old_pictures` change nothing; coordinates go with pictures.

    Attributes:
        characters: Maximum number of characters of an observation, at least 100.
        verbs: Names of the verbs that become functions; none for all.

    Raises:
        ValueError: A value has the wrong type or is out of range, or the model would see nothing.
    """

    characters: int = 50_000
    verbs: Sequence[str] | None = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.characters < 100:
            raise ValueError(f"the option characters is {self.characters!r}; expected at least 100")
        if not self.pictures and not self.table:
            raise ValueError("the options pictures and table are both False; expected one, or the model sees nothing")
        if self.verbs is not None and not isinstance(self.verbs, (list, tuple)):
            raise ValueError(f"the option verbs is {self.verbs!r}; expected a list of names")
        check_verbs(self.verbs or ())


def check_verbs(verbs: Iterable[str]) -> None:
    """Checks the names of verbs.

    Raises:
        ValueError: There is no such verb.
    """
    names = {verb.name for verb in VERBS}
    for verb in verbs:
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


def turn_text(obs: Mapping[str, Any], info: Mapping[str, Any], first: bool, spotlight: bool = False) -> str:
    """Returns the text of a turn: the devices, in the first turn behind the goal, or behind the news.

    Args:
        obs: The observation, of an environment of `viewed`.
        info: Its info.
        first: Whether it is the conversation's first turn.
        spotlight: Whether refusals and what tools return are marked as data, as the observation's texts are then.
    """
    before = f"goal: {info['goal']}\n\n" if first else ""
    return before + after_news(str(obs["text"]), info, spotlight)


def after_news(text: str, info: Mapping[str, Any], spotlight: bool = False) -> str:
    """Returns a turn's text behind the last action's refusal, what the person has said, and what a tool returned.

    Args:
        text: The turn's text.
        info: The step's info.
        spotlight: Whether refusals and what tools return are marked as data.
    """
    news = [
        ("refused", mark_refusal(info["invalid_action"], spotlight)),
        ("the person says", info["said"]),
        ("returned", mark_data(info["result"], spotlight)),
    ]
    return "".join([f"{what}: {words}\n\n" for what, words in news if words]) + text


class Conversation(Agent):
    """One conversation per episode, of which nothing is rewritten, so that a model computes each turn once.

    A model that was fine-tuned by `crab_gym.integrations.finetune` is evaluated by it as it was trained: all calls of
    an answer are carried out one after the other, and an answer without a call ends the episode. It also ends where the
    model has no room for another turn.

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
    tells = False  # its conversation keeps everything
    options_type: ClassVar[type[Options]] = ConversationOptions
    options: ConversationOptions

    @classmethod
    def wrap(cls, env: gym.Env[Any, Any], *, marks: int = 200, sources: Any = "tree", **options: Any) -> Any:
        """Returns an environment with marks, whose observations are the turns of the conversation.

        Raises:
            ValueError: The verbs lack the one by which the environment wants to hear that the task is done.
        """
        check_options(cls.structure, cls.options_type, options)
        settings = ConversationOptions(**options)
        if settings.verbs and "complete" not in settings.verbs and _awaits_complete(env):
            raise ValueError(
                "the option verbs lacks complete, so the agent can't say that it has finished; expected that verb, or "
                "a protocol that doesn't ask for it, such as crab"
            )
        rows = {} if settings.table else {"rows": 0}
        drawn = settings.pictures and not settings.scales
        return viewed(env, marks, sources, drawn, length=settings.characters, spotlight=settings.spotlight, **rows)

    def start(self) -> None:
        """Begins the conversation.

        Raises:
            ValueError: The devices have none of the verbs.
        """
        self._tools = self.tools()
        if not self._tools:
            devices, verbs = ", ".join(self.spec.devices), ", ".join(self.options.verbs or ())
            raise ValueError(f"the devices {devices} have none of the verbs {verbs}")
        self._messages = [Message("system", (SYSTEM,))]
        self._call: ToolCall | None = None  # the call whose result comes next
        self._pending: deque[ToolCall] = deque()  # further calls of the last answer

    def tools(self, devices: Sequence[str] | None = None) -> tuple[Tool, ...]:
        """Returns the functions that act on devices; they take coordinates where the model sees pictures."""
        tools = render.action_tools(self.spec, devices, self.options.pictures, self.viewer.sizes)
        verbs = self.options.verbs
        return tuple(tool for tool in tools if not verbs or tool.name.partition("__")[2] in verbs)

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Returns the next action; see `Agent.act`.

        Raises:
            ValueError: The environment isn't wrapped as the agent needs it.
        """
        if "text" not in obs:
            raise ValueError("the observation has no text; wrap the environment with crab_gym.agents.wrap")
        self._text = turn_text(obs, info, len(self._messages) == 1, self.options.spotlight)
        return super().act(obs, info)

    def decide(self, observation: Observation) -> Action | Unreadable:
        """Adds the turn to the conversation, and asks for a call where none of the last answer is left."""
        pictures = {device: view.picture for device, view in observation.views.items() if view.picture is not None}
        parts: list[Part] = []
        for device, picture in pictures.items():
            parts += [f"{device}:", picture] if len(pictures) > 1 else [picture]
        called = self._call
        turn = (*parts, self._text)
        self._messages.append(Message("user", turn) if called is None else Message("tool", turn, call_id=called.id))
        if self._pending:
            self._call = self._pending.popleft()
            return self.read(Reply(calls=(self._call,)), self._tools)
        try:
            reply = self.ask("agent", self._messages, self._tools)
        except ConversationTooLong:
            if len(self._messages) == 2:  # there would never be a turn: that is no episode to score
                raise
            return self._end("the model has no room for another turn")
        self._messages.append(Message("assistant", tuple(filter(None, [reply.text])), reply.calls, own=reply.own))
        self._pending.extend(reply.calls[1:])
        self._call = reply.calls[0] if reply.calls else None
        choice = self.read(reply, self._tools)
        if self._call is None and isinstance(choice, Unreadable) and reply.finish == "stop":
            return self._end("an answer without a call")
        return choice

    def _end(self, why: str) -> Action:
        self.note("ended", why)
        return action("root", "complete")

    def _unfit(self, choice: Action, observation: Observation) -> Action | None:
        """Returns None: the environment refuses what doesn't fit, in the words of the training."""
        return None


def _awaits_complete(env: gym.Env[Any, Any]) -> bool:
    base: Any = env.unwrapped
    return bool(base.success_at == "complete")
