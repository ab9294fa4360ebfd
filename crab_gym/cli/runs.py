"""Commands that play episodes: ``rollout``, ``evaluate``."""

from __future__ import annotations

import signal
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from crab_gym.cli.arguments import (
    filter_tasks,
    read_models,
    read_options,
    read_prices,
    read_seeds,
    read_tools,
    read_variation,
)
from crab_gym.cli.base import PATTERNS, Patterns, app, complete_ids, select
from crab_gym.cli.estimating import print_estimates
from crab_gym.cli.filming import check_films, write_films
from crab_gym.cli.options import AgentOptions, RolloutOptions, RunOptions, SpendingOptions, TaskOptions, grouped
from crab_gym.cli.playable import playable
from crab_gym.cli.progress import episode_line, progress_shown, totals

if TYPE_CHECKING:
    from crab_gym.agents.models import Budget, Prices
    from crab_gym.experiments.progress import Progress
    from crab_gym.records import EpisodeRecord
    from crab_gym.rollout.jobs import Policies, PolicyMaker
    from crab_gym.rollout.protocols import Protocol


@app.command(rich_help_panel="Run")
@grouped
def rollout(
    patterns: Annotated[list[str], typer.Argument(help=PATTERNS, autocompletion=complete_ids)],
    *,
    policy: Annotated[str, typer.Option(help="oracle, random, random_no_complete or noop.")] = "oracle",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first episode of each task.")] = 0,
    episodes: Annotated[int, typer.Option(min=1, help="Episodes of each task, with seeds that follow the first.")] = 3,
    run: RolloutOptions,
) -> None:
    """Runs a policy that needs no model on tasks.

    `evaluate` does the same for agents, and for several policies.
    """
    from crab_gym import rollout as runs

    check_films(run)
    chosen, tasks = playable(runs.distinct(select(patterns)), run)
    try:
        with progress_shown() as show:
            records = runs.rollout(
                tasks,
                policy,
                chosen,
                range(seed, seed + episodes),
                run.out,
                resume=run.resume,
                screens=run.pictures and run.out is not None,  # the policies here don't look at them
                protocol=_protocol(run),
                progress=lambda record, done, total: show(episode_line(record), done, total),
                slots=run.slots,
                engine=run.engine,  # type: ignore[arg-type]  # an unknown name raises an error
                max_retries=run.retries,
                step_timeout=run.step_timeout,
                variation=read_variation(run.variation or []),
                tools=read_tools(run.app_tools),
            )
    except runs.PoolError as error:
        raise ValueError(str(error)) from error
    failed = _conclude(records, run.out)
    write_films(run.out, run.gif, run.video)
    if failed:
        raise typer.Exit(1)


@app.command(rich_help_panel="Run")
@grouped
def evaluate(
    agents: AgentOptions,
    which: TaskOptions,
    run: RunOptions,
    spending: SpendingOptions,
    patterns: Patterns = None,
    variants: Annotated[
        bool, typer.Option("--variants", help="Play variants of screens and goals, too: a study of robustness.")
    ] = False,
    orders: Annotated[
        bool, typer.Option("--orders", help="Tell the parts of composed tasks in three orders, and compare them.")
    ] = False,
) -> None:
    """Evaluates policies and agents on tasks.

    The result is a table, a record that can be resumed, and the cost.
    """
    from crab_gym.experiments.policy_makers import prices_of
    from crab_gym.experiments.variants import ORDERS, VARIANTS, folder_of, variation_of

    if variants and orders:
        raise ValueError("--variants and --orders are two studies; expected one of them")
    check_films(run)
    names = filter_tasks(patterns or ["*"], which.platform, which.tag or (), which.split)
    chosen, tasks = playable(names, run, which.limit)
    makers, budget = _policies(agents, spending, run)
    given = read_variation(run.variation or [])
    study, seeds = ORDERS if orders else VARIANTS, read_seeds(which.seeds)
    if agents.dry_run:
        runs = len(study) if variants or orders else 1
        print_estimates(tasks, makers, runs * len(seeds), _protocol(run).max_steps)
        return
    config = {"prices": prices_of(makers)}
    playing = _Playing(tasks, makers, chosen, seeds, run, budget, spending.failures)
    if not variants and not orders:
        played = _play(playing, run.out, given)
        failed = _conclude(played.records, run.out, config, run.protocol)
        write_films(run.out, run.gif, run.video)
    else:
        wanted = {name: variation_of(name, given, study) for name in study}
        found: dict[str, list[EpisodeRecord]] = {}
        for name, variation in wanted.items():
            typer.echo(f"variant: {name}")
            played = _play(playing, folder_of(name, run.out), variation)
            found[name] = played.records
            if played.stopped:
                break
        shown = [record for records in found.values() for record in records] if orders else next(iter(found.values()))
        failed = _conclude(shown, run.out, config, run.protocol)
        if variants:
            _print_robustness(found)
        for name in found:
            write_films(folder_of(name, run.out), run.gif, run.video)
    if played.stopped:
        on = "go on with --resume" if run.out is not None else "nothing is kept without --out FOLDER"
        ended = f"{played.progress.done} of {played.progress.total} episodes have ended"
        typer.echo(f"stopped: {played.stopped}; {ended}, {on}", err=True)
    if played.code or failed:
        raise typer.Exit(played.code or 1)


class _Playing(NamedTuple):
    """What an evaluation plays, and how."""

    tasks: Any
    makers: Policies
    backend: Any
    seeds: Sequence[int]
    run: RunOptions
    budget: Budget | None
    failures: int


class _Played(NamedTuple):
    """The end of an evaluation: its episodes, its progress, and why it was stopped, ``""`` if it wasn't."""

    records: list[EpisodeRecord]
    progress: Progress
    stopped: str
    code: int


def _play(what: _Playing, out: Path | None, variation: Mapping[str, object] | None) -> _Played:
    """Plays the episodes of an evaluation, and shows the progress.

    Args:
        what: What is played.
        out: The folder for the record.
        variation: What varies.

    Raises:
        ValueError: Something is missing that the evaluation needs.
    """
    from crab_gym import rollout as runs
    from crab_gym.agents.chat import ModelError
    from crab_gym.experiments.evaluate import evaluate as play
    from crab_gym.experiments.progress import Progress
    from crab_gym.vision import VisionUnavailable

    run = what.run
    ended: list[EpisodeRecord] = []
    latest, stopped, code = Progress(), "", 0
    try:
        with _interruptible(), progress_shown() as show:

            def report(progress: Progress) -> None:
                nonlocal latest
                latest = progress
                assert progress.last is not None
                ended.append(progress.last)
                if progress.now:
                    line = f"{progress.last.policy_id or progress.last.policy}: {episode_line(progress.last)}"
                    show(line, progress.done, progress.total, totals(progress))

            play(
                what.tasks,
                what.makers,
                what.backend,
                what.seeds,
                out,
                resume=run.resume,
                screens=run.pictures and (out is not None or any(map(_looks, what.makers.values()))),
                protocol=_protocol(run),
                slots=run.slots,
                engine=run.engine,  # type: ignore[arg-type]  # an unknown name raises an error
                max_retries=run.retries,
                step_timeout=run.step_timeout,
                budget=what.budget,
                failures=what.failures,
                progress=report,
                variation=variation,
                tools=read_tools(run.app_tools),
            )
        if kept := latest.done - latest.now:
            typer.echo(f"{kept} of {latest.total} episodes were recorded before")
        if latest.done < latest.total:
            stopped, code = latest.stopped, 1
    except (runs.PoolError, ModelError, VisionUnavailable) as error:
        raise ValueError(str(error)) from error
    except KeyboardInterrupt:
        stopped, code = "interrupted", 130
    return _Played(ended, latest, stopped, code)


def _looks(maker: PolicyMaker) -> bool:
    """Returns whether a policy may look at screens: an agent, or a network that doesn't see elements."""
    return not isinstance(maker, str) and getattr(maker, "settings", {}).get("sees") != "elements"


def _protocol(run: RunOptions) -> Protocol:
    """Returns the protocol of the options: a benchmark's, in which other options replace single rules.

    Raises:
        ValueError: There is no such protocol.
    """
    from crab_gym.rollout.protocols import protocol_of

    rules = protocol_of(run.protocol)
    return rules._replace(
        max_steps=run.max_steps or rules.max_steps,
        on_invalid=run.on_invalid or rules.on_invalid,
        stall_limit=run.stall_limit or rules.stall_limit,
    )


def _policies(agents: AgentOptions, spending: SpendingOptions, run: RunOptions) -> tuple[Policies, Budget | None]:
    """Returns the makers of the policies, and the budget that their models share."""
    from crab_gym.agents import AGENTS, needs_model
    from crab_gym.agents.chat import ModelError
    from crab_gym.experiments.policy_makers import ModelMaker, named_prices, policy_makers
    from crab_gym.policies import POLICIES

    policies = agents.policy or []
    model_options = read_options(agents.model_option or [], "--model-option").get("", {})
    prices = named_prices(read_prices(spending.price or []), model_options.get("base_url"))
    budget = _budget(spending, prices, run.out)
    options = read_options(agents.option or [], "--option", policies)
    if not policies:
        raise ValueError(
            f"expected at least one --policy: {', '.join(POLICIES)}, checkpoint:PATH, MODULE:CLASS, or an agent such "
            "as single"
        )
    if not any(name in AGENTS and needs_model(name) for name in policies):
        _refuse_models(agents, spending, policies)
    # Models on other hosts can't share a budget; the evaluation itself checks it between episodes.
    shared: dict[str, Any] = {} if budget is None or run.engine == "ray" else {"budget": budget}
    if agents.save_requests:
        if run.out is None:
            raise ValueError("--save-requests needs the folder of the run: --out FOLDER")
        shared["requests"] = str((run.out / "requests").absolute())
    try:
        asked = read_models(agents.model or [])
        made = {spec: ModelMaker(spec, **model_options, **shared) for models in asked for spec in models.values()}
        models = [
            made[roles[""]] if list(roles) == [""] else {role: made[spec] for role, spec in roles.items()}
            for roles in asked
        ]
        makers = policy_makers(policies, models, options, allow_restore=agents.allow_restore, prices=prices)
        _check_prices(prices, {maker().name for maker in made.values()})
    except (ModelError, TypeError) as error:
        raise ValueError(str(error)) from error
    return makers, budget


def _refuse_models(agents: AgentOptions, spending: SpendingOptions, policies: Sequence[str]) -> None:
    """Refuses options of models where no policy asks one.

    Raises:
        ValueError: There are some, and one of the policies isn't unknown anyway.
    """
    from crab_gym.agents import AGENTS
    from crab_gym.experiments.policy_makers import check_names

    check_names(policies)
    given = {
        "--model": agents.model,
        "--model-option": agents.model_option,
        "--allow-restore": agents.allow_restore and not any(name in AGENTS for name in policies),
        "--save-requests": agents.save_requests,
        "--dry-run": agents.dry_run,
        "--price": spending.price,
        "--budget-tokens": spending.budget_tokens,
        "--budget-calls": spending.budget_calls,
        "--budget-money": spending.budget_money,
    }
    for flag in (flag for flag, value in given.items() if value):
        raise ValueError(f"{flag} has no effect on {', '.join(policies)}: give an agent too, such as --policy single")


def _check_prices(prices: Mapping[str, Prices], models: Collection[str]) -> None:
    """Checks that each price is that of a model, if models are asked.

    Raises:
        ValueError: A price has no effect.
    """
    from crab_sim.suggestions import unknown

    for name in prices:
        if name and name not in models:
            unknown("model in --price:", name, models)


def _budget(spending: SpendingOptions, prices: Mapping[str, Prices], out: Path | None) -> Budget | None:
    """Returns the limits of the spending, kept in the run's folder; None without limits."""
    limits = {"tokens": spending.budget_tokens, "calls": spending.budget_calls, "money": spending.budget_money}
    if all(limit is None for limit in limits.values()):
        return None
    if limits["money"] is not None and not prices:
        raise ValueError("--budget-money needs the price of the models' tokens: --price 2.5/10, for example")
    from crab_gym.agents.models import Budget

    known: Any = prices[""] if list(prices) == [""] else prices
    path = None if out is None else out / "spent.jsonl"
    return Budget(
        tokens=spending.budget_tokens,
        calls=spending.budget_calls,
        money=spending.budget_money,
        prices=known or None,
        path=path,
    )


@contextmanager
def _interruptible() -> Iterator[None]:
    """Treats SIGTERM, which batch systems send, like Ctrl+C: either ends a run and gives back its devices."""

    def end(*args: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _conclude(
    records: Sequence[EpisodeRecord],
    out: Path | None,
    config: Mapping[str, Any] | None = None,
    protocol: str | None = None,
) -> bool:
    """Prints the tables and the record's folder; returns whether all episodes are errors."""
    from crab_gym.cli.results import print_difficulty, print_results

    print_results(records, config=config)
    if protocol == "androidworld":
        print_difficulty(records)
    if out is not None and out.is_dir() and any(out.iterdir()):
        typer.echo(f"record: {out}")
    elif out is not None:
        typer.echo("nothing is kept, since the models refused every episode")
    return bool(records) and all(record.error for record in records)


def _print_robustness(found: Mapping[str, Sequence[EpisodeRecord]]) -> None:
    from crab_gym.results import robustness as tables
    from crab_gym.results.printable import printable

    typer.echo(printable(f"\n{tables.to_text(tables.robustness(found))}\n\n{tables.LEGEND}"))
