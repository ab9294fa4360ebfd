"""Commands that let other programs use tasks by protocols of theirs: ``mcp``."""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from crab_gym.cli.arguments import read_seeds
from crab_gym.cli.base import app

if TYPE_CHECKING:
    from crab_gym.integrations.finetune import Outcome

TokenFile = Annotated[Path | None, typer.Option(help="File with the token; without, CRAB_GYM_TOKEN has it.")]


@app.command()
def mcp(
    task: Annotated[str, typer.Option(help="An id, or MODULE:NAME.")],
    seeds: Annotated[str, typer.Option(help="Seeds of the episodes, one after the other, such as 0-4.")] = "0",
    http: Annotated[bool, typer.Option("--http", help="Serve by HTTP, not by standard input and output.")] = False,
    host: Annotated[str, typer.Option(help="Address for --http; beyond loopback it takes a token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port for --http, 0 for any.")] = 8766,
    token_file: TokenFile = None,
    view: Annotated[
        Literal["both", "elements", "screens"], typer.Option(help="What is shown of the devices.")
    ] = "both",
    draw: Annotated[bool, typer.Option("--draw", help="Draw the elements' numbers on the screens.")] = False,
    rewards: Annotated[bool, typer.Option("--rewards", help="Add each step's reward to its result's _meta.")] = False,
    max_steps: Annotated[int | None, typer.Option(min=1, help="Step limit, where it isn't the task's own.")] = None,
    backend: Annotated[
        str | None, typer.Option(help="What plays the devices: NAME, or DEVICE=NAME,DEVICE=NAME.")
    ] = None,
) -> None:
    """Serves a task by the Model Context Protocol: verbs as tools, screens as images, elements as text."""
    from crab_gym.backends.specs import parse_cli
    from crab_gym.integrations.episodes import ToolEpisode

    try:
        from crab_gym.integrations import mcp as served
    except ImportError as error:
        raise ValueError(str(error)) from None
    token = _token(token_file)
    listener = _listening(served.listen, host, port, token) if http else None
    options = {"backend": parse_cli(backend) if backend else None, "max_steps": max_steps}
    episode = ToolEpisode(task, view, draw=draw and view == "both", env=options)
    tasks = served.TaskServer(episode, read_seeds(seeds), rewards, _say_outcome)
    try:
        if listener is None:
            served.serve_stdio(tasks)
        else:
            name, number = listener.getsockname()[:2]
            address = f"http://{f'[{name}]' if ':' in name else name}:{number}{served.PATH}"
            typer.echo(f"{address} serves {task}, {'with' if token else 'without'} a token. Ctrl+C ends.", err=True)
            served.serve_http(tasks, listener, token)
    except KeyboardInterrupt:
        pass
    finally:
        tasks.close()
    typer.echo("ended", err=True)


def _say_outcome(outcome: Outcome) -> None:
    """Says what came of an episode, on the standard error: the output may be the protocol's."""
    ended = outcome.error or ("solved" if outcome.success else "not solved")
    typer.echo(f"seed {outcome.seed}: {ended}, {outcome.steps} steps, completion {outcome.completion:.2f}", err=True)
    sys.stderr.flush()


def _token(file: Path | None) -> str:
    from crab_gym.backends.remote.handshake import TOKEN_VARIABLE

    token = (os.environ.get(TOKEN_VARIABLE, "") if file is None else file.read_text("utf-8")).strip()
    if file is not None and not token:
        raise ValueError(f"{file} is empty; expected a token (openssl rand -hex 32)")
    return token


def _listening(listen: Callable[[str, int, str], socket.socket], host: str, port: int, token: str) -> socket.socket:
    try:
        return listen(host, port, token)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise ValueError(f"port {port} is taken; --port 0 takes any that is free") from None
