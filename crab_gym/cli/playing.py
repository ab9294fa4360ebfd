"""The commands ``play`` and ``challenge``, with which a person does a task, or cheats at it."""

from __future__ import annotations

import errno
import os
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crab_gym.cli.base import OneTask, app

if TYPE_CHECKING:
    from crab_gym.play.session import Session
    from crab_gym.records import EpisodeRecord

_BACKEND = "What plays the devices: NAME, or DEVICE=NAME,DEVICE=NAME."


@app.command(rich_help_panel="Run")
def play(
    task: OneTask,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first episode.")] = 0,
    backend: Annotated[str | None, typer.Option(help=_BACKEND)] = None,
    out: Annotated[Path, typer.Option(help="Folder for the record; a person's run there is added to.")] = Path(
        "runs/human"
    ),
    max_steps: Annotated[int | None, typer.Option(min=1, help="Step limit, where it isn't the task's own.")] = None,
    show_graph: Annotated[
        bool, typer.Option("--show-graph", help="Offer the task graph, which is the solution.")
    ] = False,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on, 0 for any.")] = 0,
    token_file: Annotated[
        Path | None, typer.Option(help="File with the token of the page's address; drawn at random without.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Whether to open the page.")] = True,
) -> None:
    """Lets a person do a task on a local web page, scored live.

    The episodes are recorded as demonstrations.
    """
    from crab_gym.backends.specs import parse_cli
    from crab_gym.play.session import Session

    session = Session(
        task,
        seed=seed,
        backend=parse_cli(backend) if backend else None,
        out=out,
        max_steps=max_steps,
        show_graph=show_graph,
    )
    _serve(session, host, port, token_file, browser, f"Episodes are recorded in {out}. Ctrl+C ends.")
    typer.echo("ended")


@app.command(rich_help_panel="Run")
def challenge(
    task: OneTask,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first episode.")] = 0,
    actions: Annotated[
        Path | None, typer.Option(help="Play these actions instead: a list of JSON, or one a line.")
    ] = None,
    backend: Annotated[str | None, typer.Option(help=_BACKEND)] = None,
    out: Annotated[Path, typer.Option(help="Folder for the cheats.")] = Path("runs/challenges"),
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on, 0 for any.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Whether to open the page.")] = True,
) -> None:
    """Lets a person cheat at a task, and says whether the cheat was accepted.

    Each cheat is kept in a file that can be played again, and attached to a report.
    """
    from crab_gym.backends.specs import parse_cli
    from crab_gym.play.challenge import MAX_STEPS, RULES, play_actions, read_actions
    from crab_gym.play.session import Session
    from crab_gym.records import read_attempts

    chosen = parse_cli(backend) if backend else None
    if actions is not None:
        _tell_verdict(play_actions(task, read_actions(actions), seed, chosen), out)
        return
    before = {record.folder for record in read_attempts(out)} if (out / "run.json").is_file() else set()
    session = Session(task, seed=seed, backend=chosen, out=out, max_steps=MAX_STEPS, success_at="complete", rules=RULES)
    _serve(session, host, port, None, browser, f"{RULES}\nCheats are kept in {out}. Ctrl+C ends.")
    for record in read_attempts(out, steps=True):
        if record.folder not in before:
            _tell_verdict(record, out)


def _tell_verdict(record: EpisodeRecord, out: Path) -> None:
    from crab_gym.play.challenge import verdict_lines, write_challenge

    typer.echo("\n".join([*verdict_lines(record), f"kept in {write_challenge(record, out)}"]))


def _serve(session: Session, host: str, port: int, token_file: Path | None, browser: bool, notice: str) -> None:
    """Serves the page of a session until the session ends or is interrupted, and gives back the devices.

    Raises:
        ValueError: The port is taken, or the token too short.
    """
    import webbrowser

    from crab_gym.play.server import PlayServer

    try:
        token = token_file.read_text("utf-8").strip() if token_file is not None else None
        server = PlayServer(session, host, port, token)
    except (OSError, ValueError) as error:
        session.close()
        if getattr(error, "errno", None) != errno.EADDRINUSE:
            raise
        raise ValueError(f"port {port} is taken; --port 0 takes any that is free") from None
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM must give back the devices, too
    try:
        with server, session:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                typer.echo(f"{server.url}\n{notice}")
                if not server.loopback:
                    typer.echo("Not encrypted: whoever is on the way sees the screens and the token; SSH can carry it.")
                if browser and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.name != "posix"):
                    webbrowser.open(server.url)
                server.ended.wait()
            except KeyboardInterrupt:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)  # nothing may interrupt giving back the devices
            server.shutdown()
    finally:
        signal.signal(signal.SIGTERM, before)
