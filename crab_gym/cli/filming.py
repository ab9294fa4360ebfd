"""Films of recorded episodes, for ``report``, ``rollout`` and ``evaluate``.

* `check_films` - refuses films where nothing is recorded that they need.
* `write_films` - writes them, and tells their paths.
"""

from __future__ import annotations

from pathlib import Path

import typer

from crab_gym.cli.options import RunOptions

__all__ = ["check_films", "write_films"]


def check_films(run: RunOptions) -> None:
    """Refuses films where nothing is recorded that they need, before anything is played.

    Raises:
        ValueError: There is no folder for the record, or it has no screens.
        MissingExtra: A package is missing.
    """
    from crab_gym.results.film import FORMATS

    for flag, format, wanted in (("--gif", "gif", run.gif), ("--video", "mp4", run.video)):
        if wanted and run.out is None:
            raise ValueError(f"{flag} needs the folder of the run: --out FOLDER")
        if wanted and not run.pictures:
            raise ValueError(f"{flag} shows screens; expected no --no-screens")
        if wanted:
            FORMATS[format].check()


def write_films(run: Path | None, gif: bool, video: bool, pattern: str = "*") -> None:
    """Writes films of a run's episodes, and tells their paths.

    Args:
        run: The run's folder; where nothing was recorded, nothing is written.
        gif: Whether as GIFs.
        video: Whether as MP4s.
        pattern: Only episodes that match; see `crab_gym.results.film.film_run`.
    """
    from crab_gym.results.film import film_run

    if run is None or not (run / "episodes.jsonl").is_file():
        return
    for format in ["gif"] * gif + ["mp4"] * video:
        path = None
        for path in film_run(run, pattern, format):
            typer.echo(f"wrote {path}: {path.stat().st_size / 1e6:.1f} MB")
        if path is None:
            typer.echo("no film: an error ended each episode before there was a screen")
