"""Evaluations: all tasks with all seeds, played by policies and agents, recorded and resumable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from crab_gym.experiments.policy_makers import prices_of
from crab_gym.experiments.progress import Account, Progress
from crab_gym.records import EpisodeRecord, read_attempts
from crab_gym.rollout import rollout
from crab_gym.rollout.jobs import Policies
from crab_gym.rollout.protocols import Protocol
from crab_gym.task import load

if TYPE_CHECKING:
    from crab_gym.agents.models import Budget

__all__ = ["MAX_MODEL_FAILURES", "Outcome", "evaluate"]

MAX_MODEL_FAILURES = 5
"""Default number of a policy's episodes in a row in which its model fails, after which the evaluation stops."""


class Outcome(NamedTuple):
    """The outcome of an evaluation.

    Attributes:
        records: The episodes, those of a resumed run first.
        progress: The progress at its end.
    """

    records: list[EpisodeRecord]
    progress: Progress


def evaluate(
    tasks: Sequence[str],
    policies: Policies,
    backend: str | Mapping[str, Any] | None = None,
    seeds: Sequence[int] = (0,),
    out: Path | str | None = None,
    *,
    resume: bool = False,
    screens: bool = True,
    protocol: Protocol | str | None = None,
    slots: int = 1,
    engine: Literal["local", "process", "ray"] = "local",
    max_retries: int = 2,
    step_timeout: float | None = 600.0,
    episode_timeout: float | None = None,
    budget: Budget | None = None,
    failures: int = MAX_MODEL_FAILURES,
    progress: Callable[[Progress], None] | None = None,
    variation: Mapping[str, object] | None = None,
    tools: bool | str = False,
) -> Outcome:
    """Plays tasks with seeds by policies, on the slots of a `RolloutPool`.

    Each episode is recorded when it ends, so an interrupted run continues with `resume`; none is played twice. One that
    the infrastructure or a model's server fails is run again; if it keeps failing, it is an error, not scored.

    Args:
        tasks: Ids, or ``"module:ATTRIBUTE"`` of tasks of your own.
        policies: The makers of the policies, by id, see `policy_makers`.
        backend: The devices' backend; None for each task's default.
        seeds: The episodes' seeds.
        out: The run's folder; None writes nothing.
        resume: Whether to continue the run in `out`, possibly with more tasks, seeds or policies.
        screens: Whether screens are drawn, shown to the policies, and kept in the run's folder.
        protocol: When episodes end and when they count as success: a `Protocol`, or one of `PROTOCOLS` by its name.
        slots: Number of episodes that run at once.
        engine: Whether they run in threads, processes or on Ray.
        max_retries: Number of further attempts at an episode that failed because of the infrastructure.
        step_timeout: Seconds allowed for a step, and for a policy's choice; None for no limit.
        episode_timeout: Seconds allowed for an episode.
        budget: Limits of the spending. Once one is reached, no episode is started; models that share it stop at once.
        failures: After so many of a policy's episodes in a row with a failing model, it stops; 0 for no limit.
        progress: Called with the progress whenever an episode has ended, even if it can't be run again.
        variation: What varies on the devices, see `CrabEnv`.
        tools: Whether policies may call functions of apps, see `CrabEnv`.

    Raises:
        ValueError: An unknown task, policy or backend; or two tasks of the same name.
        RecordError: The run's folder can't be used, or the disk is full.
        PoolError: The slots can't be started, or can't make an environment or a policy.
        ModelError: The library or the key of an agent's model is missing.

    Example:
        >>> outcome = evaluate(["learn.open_app"], {"oracle": "oracle", "noop": "noop"}, seeds=[0, 1], screens=False)
        >>> outcome.progress.done, outcome.progress.solved
        (4, 2)
    """
    episodes = {(load(task).name, seed, name) for task in tasks for seed in seeds for name in policies}
    account = Account(prices_of(policies), budget, failures, Progress(total=len(episodes)), episodes, progress)
    account.before(_recorded(out) if resume and out is not None else [])
    play = partial(rollout, tasks, policies, backend, seeds, out, resume=resume, screens=screens, protocol=protocol)
    try:
        records = play(
            progress=account.add,
            on_attempt=account.attempt,
            halt=account.halt,
            slots=slots,
            engine=engine,
            max_retries=max_retries,
            step_timeout=step_timeout,
            episode_timeout=episode_timeout,
            variation=variation,
            tools=tools,
            about={"prices": account.prices, "models": _settings(policies)},
        )
    except KeyboardInterrupt:
        account.interrupt(_recorded(out) if out is not None else [])
        raise
    return Outcome(records, account.progress)


def _recorded(out: Path | str) -> list[EpisodeRecord]:
    """Returns the attempts in a run's folder; none if there is no run yet."""
    return read_attempts(out) if (Path(out) / "run.json").is_file() else []


def _settings(policies: Policies) -> dict[str, Mapping[str, Any]]:
    """Returns the settings of the agents' models and of checkpoints, by policy id."""
    settings = {name: getattr(maker, "settings", None) for name, maker in policies.items()}
    return {name: one for name, one in settings.items() if one is not None}
