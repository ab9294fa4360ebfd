"""The command ``play``, with which a person does a task."""

from __future__ import annotations

import errno
import os
import signal
import threading
from pathlib import Path
from typing import Annotated

import typer

from crab_gym.cli.base import app


@app.command(rich_help_panel="Run")
def play(
    task: Annotated[str, typer.Argument(help="An id, or MODULE:NAME.")],
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first episode.")] = 0,
    backend: Annotated[
        str | None, typer.Option(help="What plays the devices: NAME, or DEVICE=NAME,DEVICE=NAME.")
    ] = None,
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
    import webbrowser

    from crab_gym.backends.specs import parse_cli
    from crab_gym.play.server import PlayServer
    from crab_gym.play.session import Session

    token = token_file.read_text("utf-8").strip() if token_file is not None else None
    session = Session(
        task,
        seed=seed,
        backend=parse_cli(backend) if backend else None,
        out=out,
        max_steps=max_steps,
        show_graph=show_graph,
    )
    try:
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
                typer.echo(f"{server.url}\nEpisodes are recorded in {out}. Ctrl+C ends.")
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
    typer.echo("ended")
