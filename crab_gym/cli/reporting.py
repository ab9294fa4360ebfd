"""The command ``report``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crab_gym.cli.base import app, counted


@app.command(rich_help_panel="Look")
def report(
    run: Annotated[Path, typer.Argument(help="Folder of a run.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File to write; by default report.html in the run's folder.")
    ] = None,
    pictures: Annotated[
        str, typer.Option(help="Screens of all steps, of the last ones, or none: all, last, none.")
    ] = "all",
    scale: Annotated[float, typer.Option(help="Factor of the pictures' width and height, at most 1.")] = 1.0,
    quality: Annotated[int, typer.Option(help="Quality of the pictures, 1 to 100; 100 keeps every pixel.")] = 35,
    gif: Annotated[bool, typer.Option("--gif", help="Also write episodes as GIFs, into films/ of the run.")] = False,
    video: Annotated[bool, typer.Option("--video", help="Also write them as MP4s there (extra vision).")] = False,
    episodes: Annotated[
        str, typer.Option(help="Only films of episodes that match, such as 'cross.*' or '*_s0_a0_oracle'.")
    ] = "*",
) -> None:
    """Writes a run as one HTML file.

    It has tables, plots, and each episode step by step, and opens without a server or network.
    """
    from crab_gym.cli.filming import write_films
    from crab_gym.results.report import Shrink, write_report

    if episodes != "*" and not (gif or video):
        raise ValueError("--episodes chooses films; give --gif or --video, too")
    written = write_report(run, out, pictures=pictures, shrink=Shrink(scale, quality))  # type: ignore[arg-type]
    shown = (
        f"{counted(written.episodes, 'episode')}, {counted(written.pictures, 'picture')}, {written.size / 1e6:.1f} MB"
    )
    write_films(run, gif, video, episodes)
    typer.echo(f"wrote {written.path}: {shown}")
