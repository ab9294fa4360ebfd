"""Commands about tasks: ``list``, ``show``, ``verify``, ``index``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crab_gym.cli.arguments import check_tags
from crab_gym.cli.base import PLATFORMS, Backend, OneTask, Patterns, app, complete_ids, counted, print_table, select

if TYPE_CHECKING:
    from crab_gym.envs.crab_env import CrabEnv
    from crab_gym.evaluation import TaskGraph
    from crab_gym.experiments.verify import Finding
    from crab_gym.task import Params, Task, TaskInfo


@app.command("list", rich_help_panel="Tasks")
def list_tasks(
    pattern: Annotated[
        str, typer.Argument(help="Only tasks that match, such as 'cross.*'.", autocompletion=complete_ids)
    ] = "*",
    platform: Annotated[str | None, typer.Option(help=f"Only tasks of a platform: {', '.join(PLATFORMS)}.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Only tasks with this tag; may be given several times.")] = None,
    long: Annotated[bool, typer.Option("--long", help="Also step limits, backends, splits and tags.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Lists the tasks: their devices, and the numbers of checkpoints and of the oracle's steps."""
    from dataclasses import asdict

    from crab_gym.task import read_index
    from crab_sim.suggestions import unknown

    if platform is not None and platform not in PLATFORMS:
        unknown("platform", platform, PLATFORMS)
    index, names = read_index(), select([pattern])
    if others := [name for name in names if name not in index]:
        raise ValueError(f"list has the tasks of the index, of which {others[0]!r} is none; `crab-gym show` shows it")
    rows = [index[name] for name in names]
    check_tags(tag or (), (each for row in rows for each in row.tags))
    rows = [row for row in rows if platform in (None, row.platform) and set(tag or ()) <= set(row.tags)]
    if as_json:
        typer.echo(json.dumps([asdict(row) for row in rows], indent=2, ensure_ascii=False))
        return
    table = [[row.id, _devices(row), str(row.checkpoints), str(row.oracle_steps)] for row in rows]
    header = ["task", "devices", "checkpoints", "oracle"]
    if long:
        header += ["limit", "backends", "split", "tags"]
        for line, row in zip(table, rows, strict=True):
            backends = " ".join(f"{device}={'|'.join(kinds)}" for device, kinds in row.backends.items())
            line += [str(row.step_limit), backends, row.split, " ".join(row.tags)]
    print_table(header, table)


def _devices(row: TaskInfo) -> str:
    return "both" if len(row.devices) > 1 else row.devices[0]


@app.command(rich_help_panel="Tasks")
def show(
    task: OneTask,
    png: Annotated[Path | None, typer.Option(help="Also draw the task graph into this file.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Show the parameters of this seed.")] = None,
    parameters: Annotated[str, typer.Option(help="'default', or some of them as JSON.")] = "default",
) -> None:
    """Shows a task: goal, parameters, task graph, complexity.

    The graph is the solution: keep it from agents.
    """
    from crab_gym.task import load

    definition = load(task)
    params = _parameters(task, definition, seed, parameters)
    graph = definition.graph(params)
    if png is not None:
        draw(graph, f"{definition.name}: {definition.goal(params)}", png)
    typer.echo("\n".join(describe(definition, params, graph)))
    if png is not None:
        typer.echo(f"\nwrote {png}")


def _parameters(ref: str, task: Task, seed: int | None, text: str) -> Params:
    """Returns the task's parameters that ``show`` shows; unless all are the defaults, an environment draws them."""
    if seed is None and text == "default":
        return task.defaults()
    given: Any = None
    if text != "default":
        try:
            given = json.loads(text)
        except ValueError as error:
            raise ValueError(f"--parameters {text!r}: expected 'default' or a JSON object ({error})") from error
        if not isinstance(given, dict):
            raise ValueError(f"--parameters {text!r}: expected 'default' or a JSON object")
    with _env(ref, screens=False, max_steps=1) as env:
        env.reset(seed=seed or 0, options={"parameters": given})
        return env.params


@contextmanager
def _env(ref: str, **kwargs: Any) -> Iterator[CrabEnv]:
    from crab_gym.envs.crab_env import CrabEnv

    env = CrabEnv(ref, **kwargs)
    try:
        yield env
    finally:
        env.close()


def draw(graph: TaskGraph, title: str, path: Path) -> None:
    """Draws a task graph into a PNG file.

    Raises:
        ValueError: The file can't be written.
    """
    from crab_gym.evaluation.graph_drawing import draw_graph

    try:
        draw_graph(graph, title).save(path, format="PNG")
    except OSError as error:
        raise ValueError(f"can't write {path}: {error.strerror or error}") from error


def describe(task: Task, params: Params, graph: TaskGraph) -> Iterator[str]:
    """Yields lines that describe a task: goal, parameters, complexity, and the graph, which is the solution."""
    from crab_gym.evaluation.graph import qualified_name
    from crab_gym.task import read_index

    yield f"{task.name}  (version {task.version}, definition {task.definition_hash()})"
    yield ""
    yield f"goal        {task.goal(params)}"
    for name, parameter in task.parameters.items():
        yield f"parameter   {name} = {getattr(params, name)!r}  ({parameter.type}: {parameter.expected})"
    for device in task.devices:
        yield f"device      {device}, on {' or '.join(task.kinds(device))}"
    info = read_index().get(task.name)
    if info is not None:
        yield f"steps       {info.oracle_steps} by the oracle, {info.step_limit} at most; {info.split} split"
    for label, names in (("tags", task.tags), ("implies", task.implies), ("near misses", tuple(task.near_misses))):
        if names:
            yield f"{label:<12}{', '.join(names)}"
    yield f"complexity  {_complexity(graph)}"
    yield ""
    yield graph.ascii()
    yield ""
    width = max(len(node.id) for node in graph)
    for node in graph:
        arguments = ", ".join(f"{name}={value!r}" for name, value in node.evaluator.args.items())
        function = qualified_name(node.evaluator.function).rpartition(".")[2]
        notes = [] if node.hold else ["need not hold at the end"]
        notes += ["weighs little"] if node.place else []
        more = f"  ({', '.join(notes)})" if notes else ""
        yield f"{node.id:<{width}}  {function}({arguments}){more}"


def _complexity(graph: TaskGraph) -> str:
    """Returns OmniBench's five dimensions with their levels."""
    from crab_gym.evaluation import DIMENSIONS
    from crab_gym.results.grouping import complexity_of

    complexity = complexity_of(graph)
    return ", ".join(f"{name} {getattr(complexity, name)} ({complexity.levels[name]})" for name in DIMENSIONS)


_NOTED = ("random", "left out", "replay", "idle", "words")
"""Checks whose findings are told where they are good, too."""


@app.command(rich_help_panel="Maintain")
def verify(
    patterns: Patterns = None,
    backend: Backend = "sim",
    seeds: Annotated[int, typer.Option(min=1, help="Seeds of the checks harm and alternatives on the simulator.")] = 20,
    check: Annotated[
        list[str] | None, typer.Option(help="Only this check, such as 'harm'; may be given several times.")
    ] = None,
    slots: Annotated[
        int, typer.Option(min=1, help="How many tasks are verified at once, each in a process of its own.")
    ] = 1,
    variation: Annotated[
        list[str] | None,
        typer.Option(help="Only the oracle, with what varies: NAME, such as popups, or NAME=VALUE; several."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Also write every finding into this file, with all attacks that succeeded.")
    ] = None,
) -> None:
    """Checks that tasks can be solved, and only by solving them.

    The exit code is 1 where one fails.
    """
    from crab_gym.backends.specs import parse_cli
    from crab_gym.cli.arguments import read_variation
    from crab_gym.experiments.index_tasks import platform_of
    from crab_gym.experiments.trials import Trials
    from crab_gym.experiments.verify import CHECKS, supports, verify_tasks
    from crab_gym.rollout import distinct
    from crab_gym.task import load, read_index

    chosen, varied = parse_cli(backend), read_variation(variation or [])
    checks = check or (("oracle",) if varied else CHECKS)
    names = [name for name in distinct(select(patterns or ["*"])) if supports(load(name), chosen)]
    if not names:
        raise ValueError(f"none of these tasks is made for --backend {backend}; `crab-gym list --long` tells which are")
    others = list(read_index())
    rows, reasons, tried = [], [], Trials()
    shares: dict[tuple[str, str], list[float]] = {}
    found = verify_tasks(names, chosen, others, seeds, checks, slots, varied)
    for number, name in enumerate(names, 1):
        if sys.stdout.isatty():
            typer.echo(f"\r\033[K[{number}/{len(names)}] {name}", nl=False)
        findings = next(found)
        if out is not None:
            _append(out, findings, number == 1)
        own = Trials()
        for finding in findings:
            own = own.plus(finding.trials)
            for share, value in finding.shares.items():
                shares.setdefault((share, platform_of(name)), []).append(value)
        tried = tried.plus(own)
        failed = [finding for finding in findings if not finding.ok]
        notes = "; ".join(f.reason for f in findings if f.ok and f.reason and f.check in _NOTED)
        passed = f"{len(findings) - len(failed)}/{len(findings)}"
        rows.append((name, passed, ", ".join(f.check for f in failed), own.in_short(), notes))
        reasons += [f"FAILED {f.task}, {f.check}: {f.reason}" for f in failed]
    if sys.stdout.isatty():
        typer.echo("\r\033[K", nl=False)
    print_table(("task", "passed", "failed", "attacks", "notes"), rows)
    if tried.kinds:
        typer.echo()
        print_table(("kind of attack", "tried", "accepted", "refused", "claimed to matter to nobody"), tried.by_kind())
    if shares:
        typer.echo()
        print_table(
            ("share", "suite", "tasks", "mean", "most"),
            [
                (share, suite, str(len(values)), f"{sum(values) / len(values):.3f}", f"{max(values):.2f}")
                for (share, suite), values in sorted(shares.items())
            ],
        )
    result = f"{counted(len(names), 'task')} on {backend}: {counted(len(reasons), 'check')} failed"
    simulated = backend == "sim" and bool(tried.attacks or tried.solutions)  # real devices get one seed anyway
    sampled = _sampled(names, seeds) if simulated else []
    typer.echo("\n".join(["", *reasons, *sampled, *tried.lines(), result]))
    if reasons:
        raise typer.Exit(1)


def _sampled(names: list[str], seeds: int) -> list[str]:
    """Returns a line that tells of how many tasks the trials on the simulator are a sample; nothing where of none."""
    from crab_gym.experiments.subject import trial_seeds
    from crab_gym.task import load

    numbers = [len(trial_seeds(load(name), seeds)) for name in names]
    some = [number for number in numbers if number < seeds]
    if not some:
        return []
    return [f"{counted(len(some), 'task')} of several chapters: tried with {some[0]} of {seeds} seeds each, drawn"]


def _append(path: Path, findings: list[Finding], first: bool) -> None:
    """Writes findings as lines of JSON.

    Raises:
        ValueError: The file can't be written.
    """
    try:
        with path.open("w" if first else "a", encoding="utf-8") as file:
            for finding in findings:
                file.write(json.dumps({**finding._asdict(), "trials": finding.trials._asdict()}) + "\n")
    except OSError as error:
        raise ValueError(f"can't write {path}: {error.strerror or error}") from error


@app.command(rich_help_panel="Maintain")
def index(
    check: Annotated[
        bool, typer.Option("--check", help="Only tell whether it is up to date; exit code 1 if not.")
    ] = False,
) -> None:
    """Writes the index of the tasks that come with crab-gym."""
    from crab_gym.experiments.index_tasks import build_index, index_diff, write_index

    built = build_index()
    if not check:
        typer.echo(f"wrote {write_index(built)}: {len(built['tasks'])} tasks")
        return
    difference = index_diff(built)
    if difference:
        typer.echo(difference)
        typer.echo("the index is stale: run `crab-gym index`", err=True)
        raise typer.Exit(1)
    typer.echo(f"the index is up to date: {len(built['tasks'])} tasks")
