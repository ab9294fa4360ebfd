"""The command line: ``crab-gym list | show | rollout | table | verify | phone | serve | web | index | doctor | setup``.

What a user got wrong is told in one line and ends with exit code 2. Modules are imported by the command that needs
them, so that ``crab-gym --help`` is quick.
"""

from __future__ import annotations

import errno
import json
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from crab_gym.envs.crab_env import CrabEnv
    from crab_gym.evaluation import TaskGraph
    from crab_gym.records import EpisodeRecord
    from crab_gym.task import Params, Task

__all__ = ["app", "main"]

PLATFORMS = ("ubuntu", "android", "cross", "learn")


class _Commands(TyperGroup):
    """Commands whose errors are one line, without a traceback."""

    def invoke(self, ctx: Any) -> Any:
        from crab_gym.backends.base import DeviceError
        from crab_gym.evaluation import EvaluatorError
        from crab_gym.records import RecordError

        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # who read the output has enough; that is no mistake, and ends quietly
        except (ValueError, TypeError, OSError, DeviceError, EvaluatorError, RecordError) as error:
            typer.echo(f"crab-gym: {' '.join(str(error).split()) or type(error).__name__}", err=True)
            raise typer.Exit(2) from error


app = typer.Typer(
    name="crab-gym",
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Patterns = Annotated[list[str] | None, typer.Argument(help="Tasks: ids, patterns such as 'ubuntu.*', or MODULE:NAME.")]
Backend = Annotated[str, typer.Option(help="What plays the devices: NAME, or DEVICE=NAME,DEVICE=NAME.")]


def main() -> None:
    """Runs the command line."""
    app()


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"crab-gym {version('crab-gym')}")
        raise typer.Exit


@app.callback()
def _options(
    asked: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Gymnasium environments for GUI agents on a Linux desktop and an Android phone."""


@app.command("list")
def list_tasks(
    pattern: Annotated[str, typer.Argument(help="Only tasks that match, such as 'cross.*'.")] = "*",
    platform: Annotated[str | None, typer.Option(help=f"Only tasks of a platform: {', '.join(PLATFORMS)}.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Only tasks with this tag; may be given several times.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Lists the tasks."""
    from dataclasses import asdict

    from crab_gym.evaluation.graph import unknown
    from crab_gym.task import read_index

    if platform is not None and platform not in PLATFORMS:
        unknown("platform", platform, PLATFORMS)
    rows = [read_index()[name] for name in _select([pattern])]
    rows = [row for row in rows if platform in (None, row.platform) and set(tag or ()) <= set(row.tags)]
    if as_json:
        typer.echo(json.dumps([asdict(row) for row in rows], indent=2, ensure_ascii=False))
        return
    _print_table(
        ("task", "checkpoints", "oracle", "limit", "backends", "split", "tags"),
        [
            (
                row.id,
                str(row.checkpoints),
                str(row.oracle_steps),
                str(row.step_limit),
                " ".join(f"{device}={'|'.join(kinds)}" for device, kinds in row.backends.items()),
                row.split,
                " ".join(row.tags),
            )
            for row in rows
        ],
    )


@app.command()
def show(
    task: Annotated[str, typer.Argument(help="An id, or MODULE:NAME.")],
    png: Annotated[Path | None, typer.Option(help="Also draw the task graph into this file.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Show the parameters of this seed.")] = None,
    parameters: Annotated[str, typer.Option(help="'default', or some of them as JSON.")] = "default",
) -> None:
    """Shows a task: goal, parameters, task graph, complexity. The graph is the solution: keep it from agents."""
    from crab_gym.task import load

    definition = load(task)
    params = _parameters(task, definition, seed, parameters)
    graph = definition.graph(params)
    if png is not None:
        from crab_gym.draw import draw_graph

        try:
            draw_graph(graph, f"{definition.name}: {definition.goal(params)}").save(png, format="PNG")
        except OSError as error:
            raise ValueError(f"can't write {png}: {error.strerror or error}") from error
    typer.echo("\n".join(_describe(definition, params, graph)))
    if png is not None:
        typer.echo(f"\nwrote {png}")


def _parameters(ref: str, task: Task, seed: int | None, text: str) -> Params:
    """Returns the parameters that ``show`` is about, drawn by an environment where there is a seed."""
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


def _describe(task: Task, params: Params, graph: TaskGraph) -> Iterator[str]:
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
        arguments = ", ".join(f"{name}={value!r}" for name, value in node.args.items())
        function = qualified_name(node.evaluator).rpartition(".")[2]
        yield f"{node.id:<{width}}  {function}({arguments}){'' if node.hold else '  (need not hold at the end)'}"


def _complexity(graph: TaskGraph) -> str:
    """Returns OmniBench's five dimensions with their levels; an app that isn't in the table is its own category."""
    from crab_gym.apps import category
    from crab_gym.evaluation import DIMENSIONS, measure_complexity

    categories = {}
    for node in graph:
        try:
            categories[node.app] = category(node.device, node.app)
        except KeyError:
            categories[node.app] = node.app
    complexity = measure_complexity(graph, categories)
    return ", ".join(f"{name} {getattr(complexity, name)} ({complexity.levels[name]})" for name in DIMENSIONS)


@app.command()
def rollout(
    patterns: Annotated[list[str], typer.Argument(help="Tasks: ids, patterns such as 'ubuntu.*', or MODULE:NAME.")],
    policy: Annotated[str, typer.Option(help="oracle, random or noop.")] = "oracle",
    backend: Backend | None = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first episode of each task.")] = 0,
    episodes: Annotated[int, typer.Option(min=1, help="Episodes of each task, with seeds that follow the first.")] = 3,
    out: Annotated[Path | None, typer.Option(help="Folder for the record; none is kept without it.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in that folder.")] = False,
    max_steps: Annotated[int | None, typer.Option(min=1, help="Step limit, where it isn't the tasks' own.")] = None,
    pictures: Annotated[bool, typer.Option("--pictures/--no-screens", help="Whether to draw and keep screens.")] = True,
    slots: Annotated[int, typer.Option(min=1, help="How many episodes run at once, each on devices of its own.")] = 1,
    engine: Annotated[str, typer.Option(help="What they run on: local (threads), process or ray.")] = "local",
    retries: Annotated[int, typer.Option(min=0, help="How often an episode is run again that a device failed.")] = 0,
    step_timeout: Annotated[float | None, typer.Option(min=0, help="Seconds that a step may take.")] = None,
) -> None:
    """Runs a policy on tasks and prints what it scored; a task that is named twice is played once."""
    from crab_gym import rollout as runs
    from crab_gym.backends.specs import parse_cli
    from crab_gym.task import load
    from crab_gym.verify import claims

    if resume and out is None:
        raise ValueError("--resume needs the folder of the run: --out FOLDER")
    chosen = parse_cli(backend) if backend else None
    names = runs.distinct(_select(patterns))
    tasks = [name for name in names if claims(load(name), chosen)]
    if not tasks:
        raise ValueError(f"none of the {len(names)} tasks is made for --backend {backend}; `crab-gym list` tells which")
    if len(tasks) < len(names):
        typer.echo(f"left out, not made for --backend {backend}: {', '.join(n for n in names if n not in tasks)}")
    try:
        with _progress() as progress:
            records = runs.rollout(
                tasks,
                policy,
                chosen,
                range(seed, seed + episodes),
                out,
                resume=resume,
                screens=pictures and out is not None,  # the policies here don't look at them
                max_steps=max_steps,
                progress=progress,
                slots=slots,
                engine=engine,  # type: ignore[arg-type]  # an unknown one is told
                max_retries=retries,
                step_timeout=step_timeout,
            )
    except runs.PoolError as error:
        raise ValueError(str(error)) from error
    _print_results(records)
    if out is not None:
        typer.echo(f"record: {out}")
    if records and all(record.error for record in records):
        raise typer.Exit(1)


@app.command()
def table(
    run: Annotated[Path, typer.Argument(help="Folder of a run.")],
    format: Annotated[str, typer.Option(help="text, markdown, csv or json.")] = "text",
) -> None:
    """Prints the table of a recorded run."""
    from crab_gym import table as tables
    from crab_gym.evaluation.graph import unknown
    from crab_gym.records import read_run

    if format not in tables.FORMATS:
        unknown("format", format, tables.FORMATS)
    records = read_run(run)
    if format == "text":
        _print_results(records)
    else:
        typer.echo(tables.FORMATS[format](tables.summarize(records)))


@app.command()
def verify(patterns: Patterns = None, backend: Backend = "sim") -> None:
    """Checks that tasks can be solved, and only by solving them; exit code 1 where one fails."""
    from crab_gym.backends.specs import parse_cli
    from crab_gym.rollout import distinct
    from crab_gym.task import load, read_index
    from crab_gym.verify import claims, verify_task

    chosen = parse_cli(backend)
    names = [name for name in distinct(_select(patterns or ["*"])) if claims(load(name), chosen)]
    if not names:
        raise ValueError(f"none of these tasks is made for --backend {backend}; `crab-gym list` tells which are")
    others = list(read_index())
    rows, reasons = [], []
    for number, name in enumerate(names, 1):
        if sys.stdout.isatty():
            typer.echo(f"\r\033[K[{number}/{len(names)}] {name}", nl=False)
        findings = list(verify_task(name, chosen, others))
        bad = [finding for finding in findings if not finding.ok]
        notes = "; ".join(f.reason for f in findings if f.ok and f.reason and f.check in ("random", "left out"))
        rows.append((name, f"{len(findings) - len(bad)}/{len(findings)}", ", ".join(f.check for f in bad), notes))
        reasons += [f"FAILED {f.task}, {f.check}: {f.reason}" for f in bad]
    if sys.stdout.isatty():
        typer.echo("\r\033[K", nl=False)
    _print_table(("task", "passed", "failed", "notes"), rows)
    typer.echo("\n".join(["", *reasons, f"{len(names)} tasks on {backend}: {len(reasons)} checks failed"]))
    if reasons:
        raise typer.Exit(1)


@app.command()
def phone(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the first phone's adbd, 0 for any.")] = 5555,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first phone; each further one has the next.")] = 0,
    count: Annotated[int, typer.Option(min=1, max=64, help="How many phones.")] = 1,
    size: Annotated[str, typer.Option(help="Screen in pixels, WIDTHxHEIGHT.")] = "360x800",
    host: Annotated[str, typer.Option(help="IP address to listen on.")] = "127.0.0.1",
    allow: Annotated[
        list[str] | None, typer.Option(help="IP address that may connect; needed beyond loopback.")
    ] = None,
    permission_dialogs: Annotated[bool, typer.Option("--permission-dialogs", help="Apps ask for permissions.")] = False,
    window: Annotated[bool, typer.Option("--window", help="Show the first phone in a window, to touch it.")] = False,
) -> None:
    """Serves simulated phones to any ADB client, on this machine unless told otherwise."""
    from crab_gym.sim.adbd.serve import PhoneServer, phones

    width, cross, height = size.partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise ValueError(f"--size {size!r}; expected WIDTHxHEIGHT, such as 360x800")
    devices = phones(count, seed, (int(width), int(height)), permission_dialogs)
    try:
        serving = PhoneServer(devices, port, host, allow)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise ValueError(f"port {port} is taken, or one after it; --port 0 takes any that is free") from None
    with serving as server:
        for serial, console in zip(server.serials, server.consoles, strict=True):
            note = "no console: its port is taken" if console is None else f"console on port {console}"
            typer.echo(f"adb connect {serial}  # {note}")
        reach = ", ".join(["this machine", *(allow or ())])
        typer.echo(f"{count} phone{'s' * (count > 1)} served to {reach}. Ctrl+C ends.")
        if allow:
            typer.echo("ADB has no password and isn't encrypted: whoever has one of these addresses rules the phones.")
        try:
            if window:
                from crab_gym.sim.adbd.window import show as show_window

                show_window(server)
            else:
                threading.Event().wait()
        except KeyboardInterrupt:
            typer.echo("ended")


def _check_verb(device: str, name: str, args: Any, size: tuple[int, int]) -> Any:
    from crab_gym.envs import verbs

    return verbs.check({"device": device, "name": name, "args": args}, {device: size})[2]


@app.command()
def serve(
    backend: Annotated[str, typer.Option(help="What is served: NAME, or DEVICE=NAME,DEVICE=NAME.")] = "sim",
    host: Annotated[str, typer.Option(help="Address to listen on; beyond loopback it takes a token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on, 0 for any.")] = 8765,
    token_file: Annotated[
        Path | None, typer.Option(help="File with the token; without, CRAB_GYM_TOKEN has it.")
    ] = None,
    slots: Annotated[int, typer.Option(min=1, max=256, help="Most sessions at once.")] = 4,
    allow: Annotated[
        list[str] | None, typer.Option(help="Option that clients may choose: profile, clock; may be given again.")
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(help="Certificate (PEM), to encrypt connections.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its key, where it isn't in the same file.")] = None,
    idle: Annotated[float, typer.Option(min=1, help="Seconds without a request that end a session.")] = 3600.0,
) -> None:
    """Serves devices to environments on other hosts, `backend="remote:HOST:PORT"`; on this machine unless told so."""
    import os

    from crab_gym.backends.remote import server
    from crab_gym.backends.remote.handshake import TOKEN_VARIABLE, is_loopback
    from crab_gym.backends.specs import parse_cli, parse_offer

    if tls_key is not None and tls_cert is None:
        raise ValueError("--tls-key needs the certificate: --tls-cert FILE")
    token = (os.environ.get(TOKEN_VARIABLE, "") if token_file is None else token_file.read_text("utf-8")).strip()
    if token_file is not None and not token:
        raise ValueError(f"{token_file} is empty; expected a token (openssl rand -hex 32)")
    offer = server.Offer(
        backends=parse_offer(parse_cli(backend)),
        token=token,
        slots=slots,
        allow=tuple(allow or ()),
        tls=None if tls_cert is None else server.tls_context(tls_cert, tls_key),
        idle=idle,
    )
    try:
        listener = server.listen(host, port, token)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise ValueError(f"port {port} is taken; --port 0 takes any that is free") from None

    def ready() -> None:
        name, number = listener.getsockname()[:2]
        typer.echo(f"remote:{f'[{name}]' if ':' in name else name}:{number}")
        what = ", ".join(f"{device} ({spec.kind})" for device, spec in offer.backends.items())
        how = "with a token" if token else "without a token"
        typer.echo(f"{what} for {slots} session{'s' * (slots > 1)}, {how}. Ctrl+C ends.")
        if token and offer.tls is None and not is_loopback(name):
            typer.echo("Not encrypted: whoever is on the way sees all but the token. See --tls-cert, or use SSH.")
        sys.stdout.flush()

    with listener:
        server.serve(listener, offer, _check_verb, ready)
    typer.echo("ended")


@app.command()
def web(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on loopback, 0 for any.")] = 8080,
    seed: Annotated[int, typer.Option(min=0, help="Seed of what varies.")] = 0,
) -> None:
    """Serves the bundled web to this machine's browsers: the sites that desktops and their Firefox see."""
    from crab_gym.sim.clock import boot_time
    from crab_gym.web.bundle import assets
    from crab_gym.web.sites.app import Web
    from crab_gym.web.sites.server import Server

    try:
        server = Server(Web(assets(), seed, boot_time(seed)), port=port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise ValueError(f"port {port} is taken; --port 0 takes any that is free") from None
    typer.echo(f"http://localhost:{server.port}/ has all sites. Ctrl+C ends.")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        typer.echo("ended")
    finally:
        server.server_close()


@app.command()
def index(
    check: Annotated[
        bool, typer.Option("--check", help="Only tell whether it is up to date; exit code 1 if not.")
    ] = False,
) -> None:
    """Writes the index of the tasks that come with crab-gym."""
    from crab_gym.index import build_index, stale, write_index

    built = build_index()
    if not check:
        typer.echo(f"wrote {write_index(built)}: {len(built['tasks'])} tasks")
        return
    difference = stale(built)
    if difference:
        typer.echo(difference)
        typer.echo("the index is stale: run `crab-gym index`", err=True)
        raise typer.Exit(1)
    typer.echo(f"the index is up to date: {len(built['tasks'])} tasks")


@app.command()
def doctor() -> None:
    """Tells what each backend needs, what is there, and how to install the rest."""
    from crab_gym.doctor import examine, install_commands

    needs = examine()
    _print_table(("for", "needs", ""), [(need.part, need.what, "ok" if need.present else "missing") for need in needs])
    parts = dict.fromkeys(need.part for need in needs if not need.present)
    if not parts:
        typer.echo("\neverything is there")
        return
    typer.echo(f"\nincomplete: {', '.join(parts)}. What installs the rest:")
    for command in install_commands(needs):
        typer.echo(f"  {command}")


_setup = typer.Typer(help="Builds what a backend needs.", no_args_is_help=True)
app.add_typer(_setup, name="setup")


@_setup.command("desktop")
def setup_desktop(
    profile: Annotated[str, typer.Option(help="Packages: light, gnome or full; each has those before it.")] = "light",
    suite: Annotated[str | None, typer.Option(help="Release of Debian or Ubuntu; by default this host's.")] = None,
    mirror: Annotated[str | None, typer.Option(help="Address of its archive; by default what this host uses.")] = None,
    path: Annotated[Path | None, typer.Option(help="Folder to build in; boxes then need it as their root.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Build anew what is there already.")] = False,
) -> None:
    """Builds a root file system for the real desktop's boxes, so that they show nothing of this host's packages."""
    from crab_gym.backends.desktop.build import build

    build(profile, suite, mirror, path, force, say=typer.echo)


def _select(patterns: Sequence[str]) -> list[str]:
    """Returns the tasks that patterns name, each once.

    Raises:
        ValueError: A pattern names none.
    """
    from difflib import get_close_matches
    from fnmatch import fnmatchcase

    from crab_gym.task import load, read_index

    names = list(read_index())
    chosen: dict[str, None] = {}
    for pattern in patterns:
        if ":" in pattern:
            load(pattern)
            chosen[pattern] = None
            continue
        found = [name for name in names if fnmatchcase(name, pattern.removeprefix("Crab-v0/"))]
        if not found and pattern != "*":
            close = get_close_matches(pattern, [*names, *(f"{platform}.*" for platform in PLATFORMS)], 1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise ValueError(f"no task matches {pattern!r}.{hint} `crab-gym list` names all {len(names)}.")
        chosen.update(dict.fromkeys(found))
    return list(chosen)


def _print_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints rows: drawn on a terminal, in plain columns elsewhere."""
    if sys.stdout.isatty():
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        drawn = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        for k, name in enumerate(header):
            drawn.add_column(name, no_wrap=k == 0, overflow="fold")
        for row in rows:
            drawn.add_row(*(Text(cell) for cell in row))
        Console().print(drawn)
        return
    widths = [max(len(row[k]) for row in [header, *rows]) for k in range(len(header))]
    for row in [header, *rows]:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _print_results(records: Sequence[EpisodeRecord]) -> None:
    from crab_gym import table as tables

    lines = tables.summarize(records)
    if sys.stdout.isatty():
        from rich.console import Console

        Console().print(tables.rich_table(lines))
    else:
        typer.echo(tables.to_text(lines))
    typer.echo("\n".join(["", tables.LEGEND, *tables.notes(records)]))


@contextmanager
def _progress() -> Iterator[Callable[[EpisodeRecord, int, int], None]]:
    """Shows how a run goes on: a bar on a terminal, a line an episode elsewhere."""

    def line(record: EpisodeRecord) -> str:
        result = f"error: {record.error_kind}" if record.error else record.end_reason
        return f"{record.task} seed {record.seed}: {result}, CR {record.completion:.2f}, {record.actions} actions"

    if not sys.stdout.isatty():
        yield lambda record, done, total: typer.echo(f"[{done}/{total}] {line(record)}")
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, transient=True) as bar:
        job = bar.add_task("", total=None)
        yield lambda record, done, total: bar.update(job, completed=done, total=total, description=line(record))
