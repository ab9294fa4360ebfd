"""Commands that play episodes: ``rollout``, ``evaluate``."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crab_gym.cli.arguments import filtered, read_options, read_prices, read_seeds
from crab_gym.cli.base import PLATFORMS, Backend, Patterns, app, select

if TYPE_CHECKING:
    from crab_gym.agents.models import Budget, Prices
    from crab_gym.experiments.evaluate import Standing
    from crab_gym.results.records import EpisodeRecord
    from crab_gym.rollout.jobs import Policies

Out = Annotated[Path | None, typer.Option(help="Folder for the record; none is kept without it.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run in that folder.")]
MaxSteps = Annotated[int | None, typer.Option(min=1, help="Step limit, where it isn't the tasks' own.")]
Pictures = Annotated[bool, typer.Option("--pictures/--no-screens", help="Whether to draw and keep screens.")]
Slots = Annotated[int, typer.Option(min=1, help="How many episodes run at once, each on devices of its own.")]
EngineName = Annotated[str, typer.Option(help="What they run on: local (threads), process or ray.")]
Retries = Annotated[int, typer.Option(min=0, help="How often an episode is run again that the infrastructure failed.")]


@app.command()
def rollout(
    patterns: Annotated[list[str], typer.Argument(help="Tasks: ids, patterns such as 'ubuntu.*', or MODULE:NAME.")],
    policy: Annotated[str, typer.Option(help="oracle, random or noop.")] = "oracle",
    backend: Backend | None = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first episode of each task.")] = 0,
    episodes: Annotated[int, typer.Option(min=1, help="Episodes of each task, with seeds that follow the first.")] = 3,
    out: Out = None,
    resume: Resume = False,
    max_steps: MaxSteps = None,
    pictures: Pictures = True,
    slots: Slots = 1,
    engine: EngineName = "local",
    retries: Retries = 0,
    step_timeout: Annotated[float | None, typer.Option(min=0, help="Seconds that a step may take.")] = None,
) -> None:
    """Runs a policy that needs no model on tasks; `evaluate` does the same for agents, and for several policies."""
    from crab_gym import rollout as runs

    chosen, tasks = _playable(runs.distinct(select(patterns)), backend, resume, out)
    try:
        with _progress() as show:
            records = runs.rollout(
                tasks,
                policy,
                chosen,
                range(seed, seed + episodes),
                out,
                resume=resume,
                screens=pictures and out is not None,  # the policies here don't look at them
                max_steps=max_steps,
                progress=lambda record, done, total: show(_line(record), done, total),
                slots=slots,
                engine=engine,  # type: ignore[arg-type]  # an unknown one is told
                max_retries=retries,
                step_timeout=step_timeout,
            )
    except runs.PoolError as error:
        raise ValueError(str(error)) from error
    if _conclude(records, out):
        raise typer.Exit(1)


@app.command()
def evaluate(
    patterns: Patterns = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(help="oracle, random, noop, or an agent's structure; may be given several times."),
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option(help="The agents' model, such as openai:gpt-4o; several: each.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the agents, NAME=VALUE, or of one of them, AGENT.NAME=VALUE.")
    ] = None,
    model_option: Annotated[
        list[str] | None, typer.Option(help="Option of the models, NAME=VALUE, such as temperature=0.")
    ] = None,
    seeds: Annotated[str, typer.Option(help="Seeds of each task's episodes: 0-4, or 0,3,7.")] = "0-2",
    platform: Annotated[str | None, typer.Option(help=f"Only tasks of a platform: {', '.join(PLATFORMS)}.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Only tasks with this tag; may be given several times.")] = None,
    split: Annotated[str | None, typer.Option(help="Only tasks of the split: train or test.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many tasks, evenly chosen.")] = None,
    backend: Backend | None = None,
    out: Out = None,
    resume: Resume = False,
    max_steps: MaxSteps = None,
    pictures: Pictures = True,
    slots: Slots = 1,
    engine: EngineName = "local",
    retries: Retries = 2,
    step_timeout: Annotated[float, typer.Option(min=1, help="Seconds that a step may take, or a choice.")] = 600.0,
    allow_restore: Annotated[
        bool, typer.Option("--allow-restore", help="Agents may go back to snapshots; the table tells that.")
    ] = False,
    price: Annotated[
        list[str] | None, typer.Option(help="Price of a million tokens, [MODEL=]SENT/ANSWERED, such as 2.5/10.")
    ] = None,
    budget_tokens: Annotated[int | None, typer.Option(min=1, help="Stop when so many model tokens are used.")] = None,
    budget_calls: Annotated[int | None, typer.Option(min=1, help="Stop when models answered so often.")] = None,
    budget_money: Annotated[float | None, typer.Option(min=0, help="Stop when that is spent; needs --price.")] = None,
    failures: Annotated[
        int, typer.Option(min=0, help="Stop when a policy's model failed so many episodes in a row; 0 never.")
    ] = 5,
) -> None:
    """Evaluates policies and agents on tasks: a table, a record that can be resumed, what it costs."""
    from crab_gym import rollout as runs
    from crab_gym.experiments import evaluate as evaluations

    seed_list = read_seeds(seeds)
    chosen, tasks = _playable(filtered(patterns or ["*"], platform, tag or (), split), backend, resume, out, limit)
    model_options = read_options(model_option or [], "--model-option").get("", {})
    prices = evaluations.named_prices(read_prices(price or []), model_options.get("base_url"))
    budget = _budget(prices, out, {"tokens": budget_tokens, "calls": budget_calls, "money": budget_money})
    shared = None if engine == "ray" else budget  # on other hosts it is looked at between episodes only
    options = read_options(option or [], "--option", policy or [])
    entrants = _entrants(policy or [], model or [], options, model_options, prices, shared, allow_restore)
    looks = any(not isinstance(maker, str) for maker in entrants.values())
    seen: list[EpisodeRecord] = []
    standing, stopped, code = evaluations.Standing(), "", 0
    try:
        with _interruptible(), _progress() as show:

            def tell(now: Standing) -> None:
                nonlocal standing
                standing = now
                assert now.last is not None
                seen.append(now.last)
                if now.now:
                    show(f"{now.last.policy}: {_line(now.last)}", now.done, now.total, _totals(now))

            evaluations.evaluate(
                tasks,
                entrants,
                chosen,
                seed_list,
                out,
                resume=resume,
                screens=pictures and (looks or out is not None),
                max_steps=max_steps,
                slots=slots,
                engine=engine,  # type: ignore[arg-type]  # an unknown one is told
                max_retries=retries,
                step_timeout=step_timeout,
                budget=budget,
                failures=failures,
                progress=tell,
            )
        if kept := standing.done - standing.now:
            typer.echo(f"{kept} of {standing.total} episodes were recorded before")
        if standing.done < standing.total:
            stopped, code = standing.stopped, 1
    except runs.PoolError as error:
        raise ValueError(str(error)) from error
    except KeyboardInterrupt:
        stopped, code = "interrupted", 130
    failed = _conclude(seen, out, {"prices": evaluations.prices_of(entrants)})
    if stopped:
        on = "go on with --resume" if out is not None else "nothing is kept without --out FOLDER"
        typer.echo(f"stopped: {stopped}; {standing.done} of {standing.total} episodes have ended, {on}", err=True)
    if code or failed:
        raise typer.Exit(code or 1)


def _playable(
    names: Sequence[str], backend: str | None, resume: bool, out: Path | None, limit: int | None = None
) -> tuple[Any, list[str]]:
    """Returns what plays the devices, and the tasks that are made for it.

    Raises:
        ValueError: None is, or the options don't fit each other.
    """
    from crab_gym.backends.specs import parse_cli
    from crab_gym.experiments.verify import claims
    from crab_gym.task import load

    if resume and out is None:
        raise ValueError("--resume needs the folder of the run: --out FOLDER")
    chosen = parse_cli(backend) if backend else None
    tasks = [name for name in names if claims(load(name), chosen)]
    if not tasks:
        raise ValueError(f"none of the {len(names)} tasks is made for --backend {backend}; `crab-gym list` tells which")
    if len(tasks) < len(names):
        typer.echo(f"left out, not made for --backend {backend}: {', '.join(n for n in names if n not in tasks)}")
    if limit is not None and limit < len(tasks):
        tasks = [tasks[k * len(tasks) // limit] for k in range(limit)]
    return chosen, tasks


def _budget(prices: Mapping[str, Prices], out: Path | None, limits: Mapping[str, Any]) -> Budget | None:
    """Returns what may be spent, kept in the run's folder; None without limits."""
    if all(limit is None for limit in limits.values()):
        return None
    if limits["money"] is not None and not prices:
        raise ValueError("--budget-money needs the price of the models' tokens: --price 2.5/10, for example")
    from crab_gym.agents.models import Budget

    known: Any = prices[""] if list(prices) == [""] else prices
    return Budget(**limits, prices=known or None, path=None if out is None else out / "spent.jsonl")


def _entrants(
    policies: Sequence[str],
    models: Sequence[str],
    options: Mapping[str, Mapping[str, Any]],
    model_options: Mapping[str, Any],
    prices: Mapping[str, Prices],
    budget: Budget | None,
    allow_restore: bool,
) -> Policies:
    from crab_gym.agents.chat import ModelError
    from crab_gym.experiments.evaluate import ModelMaker, entrants

    if not policies:
        raise ValueError("expected at least one --policy: oracle, random, noop, or an agent such as single")
    own = {**model_options, **({} if budget is None else {"budget": budget})}
    try:
        makers = [ModelMaker(spec, **own) for spec in dict.fromkeys(models)]
        return entrants(policies, makers, options, allow_restore=allow_restore, prices=prices)
    except (ModelError, TypeError) as error:
        raise ValueError(str(error)) from error


@contextmanager
def _interruptible() -> Iterator[None]:
    """Takes SIGTERM, which batch systems send, for Ctrl+C: both end a run so that it gives back its devices."""

    def end(*args: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _conclude(records: Sequence[EpisodeRecord], out: Path | None, config: Mapping[str, Any] | None = None) -> bool:
    """Prints the table, and where the record is; tells whether all episodes are errors."""
    from crab_gym.cli.results import print_results

    print_results(records, config=config)
    if out is not None:
        typer.echo(f"record: {out}")
    return bool(records) and all(record.error for record in records)


def _line(record: EpisodeRecord) -> str:
    result = f"error: {record.error_kind}" if record.error else record.end_reason
    return f"{record.task} seed {record.seed}: {result}, CR {record.completion:.2f}, {record.actions} actions"


def _totals(now: Standing) -> str:
    """Returns how an evaluation stands, in a few words."""
    parts = [f"SR {100 * now.solved / now.scored:.0f} %"] if now.scored else []
    if now.left is not None and now.done < now.total:
        parts.append(f"{_duration(now.left)} left")
    if now.tokens:
        parts.append(f"{now.tokens:,} tokens")
    if now.money is not None and now.whole_cost is not None:
        parts.append(f"cost {now.money:.2f} of about {now.whole_cost:.2f}")
    return ", ".join(parts)


def _duration(seconds: float) -> str:
    """Returns a duration as a clock shows it.

    >>> _duration(61), _duration(7322)
    ('1:01', '2:02:02')
    """
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes}:{left:02d}"


@contextmanager
def _progress() -> Iterator[Callable[..., None]]:
    """Shows how a run goes on: a bar on a terminal, a line an episode elsewhere."""
    if not sys.stdout.isatty():

        def line(text: str, done: int, total: int, totals: str = "") -> None:
            typer.echo(f"[{done}/{total}] {text}" + (f" | {totals}" if totals else ""))

        yield line
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, transient=True) as bar:
        job = bar.add_task("", total=None)

        def draw(text: str, done: int, total: int, totals: str = "") -> None:
            bar.update(job, completed=done, total=total, description=f"{totals} | {text}" if totals else text)

        yield draw
