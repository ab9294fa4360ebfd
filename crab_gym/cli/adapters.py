"""Commands that let other programs use tasks by protocols and formats of theirs: ``mcp``, ``openenv``, ``minari``."""

from __future__ import annotations

import errno
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from crab_gym.cli.arguments import read_seeds
from crab_gym.cli.base import PATTERNS, OneTask, app, complete_ids, counted, select

if TYPE_CHECKING:
    from crab_gym.integrations.finetune import Outcome

TokenFile = Annotated[Path | None, typer.Option(help="File with the token; without, CRAB_GYM_TOKEN has it.")]
MaxSteps = Annotated[int | None, typer.Option(min=1, help="Step limit, where it isn't the task's own.")]
Backend = Annotated[str | None, typer.Option(help="What plays the devices: NAME, or DEVICE=NAME,DEVICE=NAME.")]
Shown = Annotated[Literal["both", "elements", "screens"], typer.Option(help="What is shown of the devices.")]


@app.command(rich_help_panel="Connect")
def mcp(
    task: OneTask,
    *,
    seeds: Annotated[str, typer.Option(help="Seeds of the episodes, one after the other, such as 0-4.")] = "0",
    http: Annotated[bool, typer.Option("--http", help="Serve by HTTP, not by standard input and output.")] = False,
    host: Annotated[str, typer.Option(help="Address for --http; beyond loopback it takes a token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port for --http, 0 for any.")] = 8766,
    token_file: TokenFile = None,
    view: Shown = "both",
    draw: Annotated[bool, typer.Option("--draw", help="Draw the elements' numbers on the screens.")] = False,
    rewards: Annotated[bool, typer.Option("--rewards", help="Add each step's reward to its result's _meta.")] = False,
    max_steps: MaxSteps = None,
    backend: Backend = None,
) -> None:
    """Serves a task by the Model Context Protocol.

    Verbs are tools, screens are images, elements are text.
    """
    from crab_gym.integrations.episodes import EVALUATED, ToolEpisode

    try:
        from crab_gym.integrations import mcp as served
    except ImportError as error:
        raise ValueError(str(error)) from None
    token = _token(token_file)
    listener = _listener(host, port, token) if http else None
    environment = {**EVALUATED, **_environment(max_steps, backend)}
    episode = ToolEpisode(task, view, draw=draw and view == "both", env=environment)
    tasks = served.TaskServer(episode, read_seeds(seeds), rewards, _say_outcome)
    try:
        if listener is None:
            served.serve_stdio(tasks)
        else:
            _say_address(f"http://{_shown(listener)}{served.PATH}", task, token)
            served.serve_http(tasks, listener, token)
    except KeyboardInterrupt:
        pass
    finally:
        tasks.close()
    typer.echo("ended", err=True)


@app.command(rich_help_panel="Connect")
def openenv(
    patterns: Annotated[
        list[str] | None, typer.Argument(help=f"{PATTERNS} All without.", autocompletion=complete_ids)
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on; beyond loopback it takes a token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on, 0 for any.")] = 8000,
    token_file: TokenFile = None,
    no_token: Annotated[
        bool, typer.Option("--no-token", help="Let others in without a token, as into a container's network.")
    ] = False,
    view: Shown = "both",
    sessions: Annotated[int, typer.Option(min=1, help="Most sessions at once.")] = 64,
    idle: Annotated[float, typer.Option(min=1, help="Seconds without a request that end a session.")] = 3600.0,
    max_steps: MaxSteps = None,
    backend: Backend = None,
) -> None:
    """Serves tasks as an environment of OpenEnv.

    Many sessions play side by side.
    """
    try:
        from crab_gym.integrations import openenv as served
    except ImportError as error:
        raise ValueError(str(error)) from None
    token = "" if no_token else _token(token_file)
    tasks = served.TaskList(select(patterns or ["*"]))
    environment = _environment(max_steps, backend)
    listener = _listener(host, port, token, no_token)
    counts = ", ".join(f"{len(tasks.names(split))} for {split}" for split in tasks.splits)
    _say_address(f"http://{_shown(listener)}", f"tasks: {counts}", token)
    try:
        served.serve(served.make_app(tasks, view, sessions, idle, environment), listener, token)
    except KeyboardInterrupt:
        pass
    typer.echo("ended", err=True)


@app.command(rich_help_panel="Connect")
def minari(
    patterns: Annotated[list[str], typer.Argument(help=PATTERNS, autocompletion=complete_ids)],
    seeds: Annotated[str, typer.Option(help="Seeds of the episodes, such as 0-99.")] = "0-99",
    tables: Annotated[bool, typer.Option("--tables", help="Observations as a dict of tables, not one vector.")] = False,
    compose: Annotated[bool, typer.Option(help="Compose actions, so that every oracle has indices.")] = True,
    out: Annotated[Path | None, typer.Option(help="Folder of data sets, where it isn't Minari's own.")] = None,
) -> None:
    """Writes oracles' episodes as data sets for Minari.

    Each task has a data set of its own.
    """
    try:
        from crab_gym.integrations import minari as written
    except ImportError as error:
        raise ValueError(str(error)) from None
    for task in select(patterns):
        done = written.export(task, read_seeds(seeds), folder=str(out or ""), compose=compose, flat=not tables)
        typer.echo(f"{done.id}: {counted(done.episodes, 'episode')}, {counted(done.steps, 'step')}")
        for seed, why in done.left_out.items():
            typer.echo(f"  seed {seed} was left out: {why}", err=True)


def _environment(max_steps: int | None, backend: str | None) -> dict[str, Any]:
    """Returns the arguments of the environments."""
    from crab_gym.backends.specs import parse_cli

    return {"backend": parse_cli(backend) if backend else None, "max_steps": max_steps}


def _say_address(url: str, what: str, token: str) -> None:
    typer.echo(f"{url} serves {what}, {'with' if token else 'without'} a token. Ctrl+C ends.", err=True)
    sys.stderr.flush()


def _say_outcome(outcome: Outcome) -> None:
    """Says what came of an episode, on the standard error: the output may be the protocol's."""
    ended = outcome.error or ("solved" if outcome.success else "not solved")
    typer.echo(
        f"seed {outcome.seed}: {ended}, {counted(outcome.steps, 'step')}, completion {outcome.completion:.2f}", err=True
    )
    sys.stderr.flush()


def _token(file: Path | None) -> str:
    from crab_gym.backends.remote.handshake import TOKEN_VARIABLE

    token = (os.environ.get(TOKEN_VARIABLE, "") if file is None else file.read_text("utf-8")).strip()
    if file is not None and not token:
        raise ValueError(f"{file} is empty; expected a token (openssl rand -hex 32)")
    return token


def _listener(host: str, port: int, token: str, anyone: bool = False) -> socket.socket:
    from crab_gym.integrations.guard import listen

    try:
        return listen(host, port, token, anyone)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise ValueError(f"port {port} is taken; --port 0 takes any that is free") from None


def _shown(listener: socket.socket) -> str:
    from crab_gym.integrations.guard import address_text

    return address_text(listener)
