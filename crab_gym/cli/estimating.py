"""The estimate of an evaluation's tokens and cost, for ``evaluate --dry-run``.

* `print_estimates` - prints it; no model is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import typer

from crab_gym.cli.base import counted, print_table

if TYPE_CHECKING:
    from crab_gym.agents.models import Prices
    from crab_gym.experiments.policy_makers import AgentMaker
    from crab_gym.rollout.jobs import Policies

__all__ = ["print_estimates"]

ANSWER = 150
"""Tokens that an answer is taken to have."""
TRIED = 5
"""Maximum number of tasks on which an agent is rehearsed, evenly chosen."""


class _Step(NamedTuple):
    """What a step takes: requests, tokens of them, and the price of both directions, None if it isn't known."""

    requests: float
    tokens: float
    price: float | None


class _Length(NamedTuple):
    """Steps of an episode: the oracle's, and the most."""

    least: int
    most: int


def print_estimates(tasks: Sequence[str], makers: Policies, episodes: int, max_steps: int | None = None) -> None:
    """Prints how many tokens an evaluation will take, for episodes of the oracle's length and of the most steps.

    Args:
        tasks: The tasks.
        makers: The makers of the policies, of which agents are rehearsed on simulated devices.
        episodes: Number of episodes of each task.
        max_steps: Step limit; None for the tasks' own.

    Raises:
        ValueError: No policy asks a model.
    """
    from crab_gym.experiments.policy_makers import AgentMaker
    from crab_gym.task.index import evenly

    agents = {name: maker for name, maker in makers.items() if isinstance(maker, AgentMaker) and maker.model}
    if not agents:
        raise ValueError("--dry-run estimates what models are asked; give an agent, such as --policy single")
    lengths = [_length(task, max_steps) for task in tasks]
    bounds = {
        "by the oracle": episodes * sum(length.least for length in lengths),
        "at most": episodes * sum(length.most for length in lengths),
    }
    tried = evenly(tasks, TRIED)
    rows = []
    for name, maker in agents.items():
        step = _rehearsed(maker, tried)
        for label, steps in bounds.items():
            cost = "–" if step.price is None else f"{step.price * steps:,.2f}"
            sent, answered = round(step.tokens * steps), round(step.requests * steps) * ANSWER
            rows.append(
                (name, label, f"{steps:,}", f"{round(step.requests * steps):,}", f"{sent:,}", f"{answered:,}", cost)
            )
    typer.echo(
        f"{counted(len(tasks) * episodes, 'episode')} of each policy; no model was asked, all numbers are estimates"
    )
    typer.echo(f"(tokens of a few rehearsed steps; {ANSWER} tokens for an answer)\n")
    print_table(("policy", "episodes as long as", "steps", "requests", "tokens sent", "answered", "cost"), rows)


def _length(task: str, max_steps: int | None) -> _Length:
    """Returns the number of steps that an episode of a task may have.

    Args:
        task: The task.
        max_steps: Step limit; None for the task's own.
    """
    from crab_gym.envs.crab_env import CrabEnv
    from crab_gym.rollout.protocols import EVALUATION
    from crab_gym.task import read_index

    row = read_index().get(task)
    if row is not None:
        limit, shortest = row.step_limit + 1, row.oracle_steps + 1  # for "complete"
    else:
        env = CrabEnv(task, backend="sim", screens=False, success_at=EVALUATION)
        env.close()
        limit, shortest = env.max_steps, max(1, env.max_steps // 3)  # tasks take three times the oracle's steps
    most = max_steps or limit
    return _Length(min(shortest, most), most)


def _rehearsed(maker: AgentMaker, tasks: Sequence[str]) -> _Step:
    """Returns what a step takes in the mean, of the last rehearsed ones of some tasks."""
    from crab_gym.agents.requests.rehearsal import Question, rehearse
    from crab_gym.envs.crab_env import CrabEnv

    models = maker.models()
    asked: list[Question] = []
    for task in tasks:
        env = CrabEnv(task, backend="sim")
        try:
            names = {role: model.name for role, model in models.items()}
            calls_tools = all(model.calls_tools for model in models.values())
            asked += rehearse(env, maker.agent, model=names, calls_tools=calls_tools, **maker.options)[-1]
        finally:
            env.close()
    price = _price(maker.prices, [(models[question.role].name, question.tokens) for question in asked])
    count = len(tasks)
    tokens = sum(question.tokens for question in asked)
    return _Step(len(asked) / count, tokens / count, None if price is None else price / count)


def _price(prices: Prices | Mapping[str, Prices] | None, asked: Sequence[tuple[str, int]]) -> float | None:
    from crab_gym.agents.chat import Tokens

    if prices is None:
        return None
    total = 0.0
    for name, tokens in asked:
        price = prices[name] if isinstance(prices, Mapping) else prices
        total += price.of(Tokens(tokens, ANSWER))
    return total
