"""`CrabSpec`: tasks, seeds and the view of the devices, as trainers of language models need them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

import gymnasium as gym

from crab_gym.agents.conversation import SYSTEM, check_verbs, viewed
from crab_gym.agents.parsing import tools_of
from crab_gym.agents.render import function_schemas, template_schema
from crab_gym.envs.arguments import screen_sizes
from crab_gym.integrations.finetune.demonstrations import demonstrate
from crab_gym.integrations.finetune.environment import ToolEnvironment
from crab_gym.integrations.finetune.rewards import REWARDS, reward_function
from crab_gym.integrations.finetune.rollouts import rollout_function
from crab_gym.integrations.finetune.tools import needs, tool_methods
from crab_gym.task import load
from crab_sim.suggestions import unknown

if TYPE_CHECKING:
    from crab_gym.rollout import RolloutPool

__all__ = ["SYSTEM", "CrabSpec"]


class CrabSpec:
    """Tasks and seeds as prompts, tools and rewards: the arguments of TRL's ``GRPOTrainer``.

    A prompt is a system message, and a user message to which the environment adds the devices as text
    (`TextObservation` around `SetOfMarks`). Each tool is a verb; its result is the devices' text after it. With
    `images`, both also have the screens, on which the marks' numbers are drawn. A row's task and seed determine its
    episode, so all rollouts of a group start from the same state::

        spec = CrabSpec(["learn.open_app"], seeds=range(1000))
        GRPOTrainer(
            model=...,
            train_dataset=spec.train_dataset,
            environment_factory=spec.environment_factory,
            reward_funcs=spec.reward_funcs,
        )

    Args:
        tasks: Names of the tasks, or ``"module:ATTRIBUTE"``.
        seeds: Seeds of each task's episodes.
        reward: ``"shaped"`` (the return, by default a share of 1 for each checkpoint) or ``"sparse"`` (1 for success).
        verbs: Names of the verbs that become tools; None for all that the tasks' devices have.
        system: Text of the system message; None for no such message.
        marks: Maximum number of marks per device.
        images: Whether a model sees the screens; it has to be one that takes images in the results of tools.
        text: Arguments of `TextObservation`. By default it lists no past actions, no clipboard and no goal, since the
            conversation has them already.
        env: Arguments of the environments (`CrabEnv`), such as ``backend`` and ``reward_weights``.

    Raises:
        ValueError: There is no task, no seed, no such reward or verb; or rewards are sparse and weights are given, or
            there are images of no screens.

    Example:
        >>> spec = CrabSpec(["learn.open_app"], seeds=range(2), verbs=["tap"])
        >>> [(row["task"], row["seed"]) for row in spec.rows()]
        [('learn.open_app', 0), ('learn.open_app', 1)]
        >>> spec.tools
        ('android__tap',)
        >>> episode = next(spec.demonstrations())
        >>> episode[2]["tool_calls"][0]["function"]
        {'name': 'android__tap', 'arguments': {'element': 17}}
    """

    def __init__(
        self,
        tasks: Sequence[str],
        seeds: Sequence[int] = range(1000),
        reward: Literal["shaped", "sparse"] = "shaped",
        *,
        verbs: Sequence[str] | None = None,
        system: str | None = SYSTEM,
        marks: int = 200,
        images: bool = False,
        text: Mapping[str, Any] | None = None,
        env: Mapping[str, Any] | None = None,
    ) -> None:
        if isinstance(tasks, str) or not tasks:
            raise ValueError(f"tasks is {tasks!r}; expected a list of at least one name")
        if not len(seeds):
            raise ValueError("there are no seeds; expected at least one")
        if reward not in REWARDS:
            unknown("reward", reward, REWARDS)
        if reward == "sparse" and "reward_weights" in (env or {}):
            raise ValueError("reward is 'sparse', which has its own weights; leave out reward_weights, or say 'shaped'")
        if images and not (env or {}).get("screens", True):
            raise ValueError("images is True and screens is False; expected the screens that images show")
        check_verbs(verbs or ())
        self.tasks, self.seeds, self.reward, self.system = tuple(tasks), seeds, reward, system
        self._marks, self.images = marks, images
        self._text = dict(text or {})
        weights = {"reward_weights": {**REWARDS[reward]}} if reward == "sparse" else {}
        self._env = {"screens": images, "on_device_error": "truncate", **weights, **(env or {})}
        devices = sorted({device for task in self.tasks for device in load(task).devices})
        if self._env.get("devices") == "all":
            devices = ["android", "ubuntu"]
        sizes = screen_sizes(devices, self._env.get("screen_size"))
        schemas = function_schemas(sizes, marks, coordinates=images)
        self.schemas = [each for each in schemas if verbs is None or each["name"].partition("__")[2] in verbs]
        if not self.schemas:
            raise ValueError(f"the devices {', '.join(devices)} have none of the verbs {', '.join(verbs or ())}")

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools' names, ``<device>__<verb>``."""
        return tuple(schema["name"] for schema in self.schemas)

    def make_env(self, task: str, **options: Any) -> gym.Env[Any, Any]:
        """Returns a wrapped environment of a task; this method can be the ``env`` of a `RolloutPool`.

        Args:
            task: Its name.
            options: Further arguments of `CrabEnv`, such as the ``backend`` of a pool's slot.
        """
        from crab_gym.envs.crab_env import CrabEnv

        env: gym.Env[Any, Any] = CrabEnv(task, **{**self._env, **options})
        return viewed(env, self._marks, images=self.images, **self._text)

    def prompt(self, task: str, seed: int) -> list[dict[str, Any]]:
        """Returns the messages before the first observation; the last one also holds the episode's task and seed.

        Chat templates only read a message's role and content, so a model doesn't see the seed.
        """
        messages = [{"role": "system", "content": self.system}] if self.system else []
        return [*messages, {"role": "user", "content": "", "task": task, "seed": seed}]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yields the dataset's rows, ``prompt``, ``task`` and ``seed``, alternating between the tasks."""
        for seed in self.seeds:
            for task in self.tasks:
                yield {"prompt": self.prompt(task, seed), "task": task, "seed": seed}

    @cached_property
    def train_dataset(self) -> Any:
        """The rows as a ``datasets.Dataset``.

        Raises:
            ImportError: datasets isn't installed (extra ``llm``).
        """
        return needs("datasets").Dataset.from_list(list(self.rows()))

    @cached_property
    def environment_factory(self) -> Callable[[], ToolEnvironment]:
        """A factory of `ToolEnvironment`s with the tools of these tasks, each for one rollout at a time.

        The trainer steps them one after the other, which suits simulated devices, whose steps take a few milliseconds.
        Real devices need `rollout_func`.
        """
        kind = type("CrabEnvironment", (ToolEnvironment,), tool_methods(self.schemas, "_call"))
        return partial(kind, self.make_env, self.images)

    @cached_property
    def reward_funcs(self) -> list[Callable[..., list[float | None]]]:
        """The reward function: the sum of each episode's reward terms, None after an error.

        It is named like the reward. ``completion`` and ``success`` are logged too.
        """
        return [reward_function(self.reward)]

    def rollout_func(self, pool: RolloutPool, **options: Any) -> Callable[[list[Any], Any], dict[str, Any]]:
        """Returns a function for ``GRPOTrainer(rollout_func=...)`` that plays on all slots of a pool at once.

        ::

            slots = [{"backend": f"android=adb:{phone}"} for phone in phones]
            with RolloutPool(spec.make_env, slots, step_timeout=None) as pool:  # a batch of replies may take minutes
                trainer = GRPOTrainer(..., rollout_func=spec.rollout_func(pool), reward_funcs=spec.reward_funcs)

        Args:
            pool: A pool with ``engine="local"`` whose ``env`` is `make_env`.
            options: Options of `rollout_function`.

        Raises:
            ValueError: The model sees images, which TRL takes from environments only.
        """
        if self.images:
            raise ValueError(
                "images is True, and TRL takes no images from a rollout_func; use environment_factory, or text alone"
            )
        return rollout_function(pool, self.tool_schemas, **options)

    @cached_property
    def tool_schemas(self) -> list[dict[str, Any]]:
        """The tools as schemas for chat templates, equal to those that the trainer reads from the methods."""
        return [template_schema(tool) for tool in tools_of(self.schemas)]

    def demonstrations(self) -> Iterator[list[dict[str, Any]]]:
        """Yields the oracle's episodes as conversations, in the order of `rows`.

        Episodes are left out if the oracle needs other verbs, or doesn't succeed with elements in place of coordinates.
        """
        envs: dict[str, gym.Env[Any, Any]] = {}
        try:
            for row in self.rows():
                task = row["task"]
                env = envs[task] if task in envs else envs.setdefault(task, self.make_env(task))
                episode = demonstrate(env, self._plain(row["prompt"]), row["seed"], self.schemas, self.images)
                if episode is not None:
                    yield episode
        finally:
            for env in envs.values():
                env.close()

    @staticmethod
    def _plain(prompt: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Returns a prompt without its task and seed."""
        return [{"role": message["role"], "content": message["content"]} for message in prompt]
