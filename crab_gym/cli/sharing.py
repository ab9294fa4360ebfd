"""Commands that share results: ``submit``, ``leaderboard``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crab_gym.cli.base import app
from crab_gym.results.printable import printable


@app.command()
def submit(
    run: Annotated[Path | None, typer.Argument(help="Folder of a run.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Archive to write, which ends in .zip.")] = None,
    check: Annotated[Path | None, typer.Option(help="Verify an archive instead; exit code 1 if it is wrong.")] = None,
    into: Annotated[Path | None, typer.Option(help="With --check: new folder for the run that it holds.")] = None,
) -> None:
    """Packs a run so that others can recompute its table, or checks such an archive."""
    if check is not None:
        if run is not None or out is not None:
            raise ValueError("--check takes neither a run nor --out")
        _check(check, into)
        return
    if run is None or out is None or into is not None:
        raise ValueError("expected RUN --out FILE.zip to pack a run, or --check FILE.zip to check an archive")
    from crab_gym.results.sharing import pack

    packed = pack(run, out)
    typer.echo(printable(f"wrote {packed.path}: {packed.episodes} episodes, {packed.size / 1e6:.2f} MB"))
    typer.echo(f"digest {packed.digest}")
    if packed.removed:
        typer.echo(f"removed {packed.removed} secrets; look through the archive yourself before you publish it")


def _check(path: Path, into: Path | None) -> None:
    """Prints an archive's contents and the table that its records give, and whether it is the archive's."""
    from crab_gym.cli.results import print_results
    from crab_gym.results.sharing import SubmissionError, check
    from crab_gym.results.sharing.submission import changed_tasks

    try:
        found = check(path, into)
    except SubmissionError as error:
        typer.echo(printable(f"{path}: {error}"), err=True)
        raise typer.Exit(1) from error
    print_results(found.records, config=found.config)
    contents = found.contents
    typer.echo(printable(f"\ndigest {found.digest}"))
    kinds = ", ".join(f"{device} by {' and '.join(names)}" for device, names in contents["backends"].items())
    typer.echo(printable(f"{contents['episodes']} episodes of {len(contents['tasks'])} tasks on {kinds}"))
    typer.echo(printable("; ".join(f"{name} {', '.join(values)}" for name, values in contents["versions"].items())))
    changed = changed_tasks(found)
    if changed:
        typer.echo(printable(f"another definition than here have: {', '.join(changed)}"))
    typer.echo("all hashes are right, and the records give the same table")


@app.command()
def leaderboard(
    folder: Annotated[Path, typer.Argument(help="Folder of archives that `submit` has made.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Page to write.")],
) -> None:
    """Writes a page that ranks archives of the same tasks and seeds, after checking each of them."""
    from crab_gym.results.sharing import write_leaderboard

    board = write_leaderboard(folder, out)
    entries = sum(len(group.entries) for group in board.groups)
    typer.echo(printable(f"wrote {out}: {entries} policies in {len(board.groups)} tables"))
    for name, reason in board.failed.items():
        typer.echo(printable(f"failed the check: {name}: {reason}"))
