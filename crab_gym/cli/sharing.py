"""Commands that share results: ``submit``, ``leaderboard``, ``certify``."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from crab_gym.cli.base import app, counted, print_table, select
from crab_gym.results.printable import printable

if TYPE_CHECKING:
    from crab_gym.results.sharing import Submission

_SHOWN: Final = 10
"""Differences that are printed."""


@app.command(rich_help_panel="Look")
def submit(
    run: Annotated[Path | None, typer.Argument(help="Folder of a run.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Archive to write, which ends in .zip.")] = None,
    check: Annotated[Path | None, typer.Option(help="Verify an archive instead; exit code 1 if it fails.")] = None,
    into: Annotated[Path | None, typer.Option(help="With --check: new folder for the run that it holds.")] = None,
    replay: Annotated[
        bool, typer.Option(help="With --check: play the actions again, where all devices were simulated.")
    ] = True,
    workers: Annotated[int, typer.Option(min=1, help="How many episodes are played again at once.")] = 1,
) -> None:
    """Packs a run for others to recompute, or checks an archive."""
    if check is not None:
        if run is not None or out is not None:
            raise ValueError("--check takes neither a run nor --out")
        _check(check, into, workers if replay else 0)
        return
    if run is None or out is None or into is not None:
        raise ValueError("expected RUN --out FILE.zip to pack a run, or --check FILE.zip to check an archive")
    from crab_gym.results.sharing import pack

    packed = pack(run, out)
    typer.echo(printable(f"wrote {packed.path}: {counted(packed.episodes, 'episode')}, {packed.size / 1e6:.2f} MB"))
    typer.echo(f"digest {packed.digest}")
    if packed.removed:
        typer.echo(f"removed {packed.removed} secrets; look through the archive yourself before you publish it")


def _check(path: Path, into: Path | None, workers: int) -> None:
    """Prints an archive's contents and the table that its records give, and whether it is the archive's.

    Args:
        path: The archive.
        into: The folder for the run that it holds.
        workers: How many episodes are played again at once; 0 for none.
    """
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
    typer.echo(
        printable(f"{counted(contents['episodes'], 'episode')} of {counted(len(contents['tasks']), 'task')} on {kinds}")
    )
    typer.echo(printable("; ".join(f"{name} {', '.join(values)}" for name, values in contents["versions"].items())))
    changed = changed_tasks(found)
    if changed:
        typer.echo(printable(f"another definition than here have: {', '.join(changed)}"))
    typer.echo("all hashes are right, and the records give the same table")
    if not workers:
        typer.echo("no episode was played again: the records may be made up")
    elif not _play_again(found, workers):
        raise typer.Exit(1)


def _play_again(found: Submission, workers: int) -> bool:
    """Plays an archive's episodes again, and prints what came of it.

    Returns:
        Whether all that should be played again could be, and went as recorded.
    """
    from crab_gym.experiments.replay import replay

    outcomes = list(replay(found.records, found.config, workers))
    different = [each for each in outcomes if each.difference]
    for each in different[:_SHOWN]:
        typer.echo(printable(f"not as recorded: {each.name}: {each.difference}"), err=True)
    if len(different) > _SHOWN:
        typer.echo(f"and {len(different) - _SHOWN} more episodes", err=True)
    unplayed = Counter(each.unplayed for each in outcomes if each.unplayed)
    for reason, count in unplayed.items():
        typer.echo(printable(f"not played again: {count} of {len(outcomes)} episodes: {reason}"))
    played = len(outcomes) - unplayed.total()
    if played and not different:
        typer.echo(f"played again: {played} of {len(outcomes)} episodes, and all came out as recorded")
        typer.echo("not checked: that the policy itself chose these actions, its notes, its tokens and its time")
    unchecked = sum(bool(each.unplayed) and not each.excused for each in outcomes)
    if unchecked:
        typer.echo(f"NOT CHECKED: {unchecked} scored episodes; --no-replay takes all records on trust", err=True)
    return not different and not unchecked


@app.command(rich_help_panel="Look")
def leaderboard(
    folder: Annotated[Path, typer.Argument(help="Folder of archives that `submit` has made.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Page to write.")],
) -> None:
    """Writes a page that ranks archives of the same tasks.

    The archives have the same seeds, too; each of them is checked first.
    """
    from crab_gym.results.sharing import write_leaderboard

    board = write_leaderboard(folder, out)
    entries = sum(len(group.entries) for group in board.groups)
    typer.echo(printable(f"wrote {out}: policies: {entries}, tables: {len(board.groups)}"))
    for name, reason in board.failed.items():
        typer.echo(printable(f"failed the check: {name}: {reason}"))


@app.command(rich_help_panel="Maintain")
def certify(
    tasks: Annotated[
        list[str] | None, typer.Option(help="Tasks: ids, or patterns such as 'ubuntu.*'; may be given several times.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the episodes.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="How many tasks are played at once, in processes.")] = 1,
    omni: Annotated[int, typer.Option(min=0, help="Also this many synthesised tasks, spread over their list.")] = 0,
    screens: Annotated[
        int | None, typer.Option(min=0, help="Draw and hash the screens of this many tasks, spread over all of them.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Also write the hashes into this file.")] = None,
    against: Annotated[
        Path | None, typer.Option(help="A file that --out has written elsewhere; exit code 1 if hashes differ.")
    ] = None,
) -> None:
    """Plays oracles and hashes what they see, to compare hosts.

    Versions of crab-gym and of libraries are compared in the same way.
    """
    from crab_gym.experiments import certify as certifying
    from crab_gym.rollout import distinct
    from crab_gym.task import read_index
    from crab_gym.task.omni import read_list

    index = read_index()
    chosen = distinct(select(tasks or ["*"]))
    names = [name for name in chosen if name not in index or index[name].simulated]
    if omni:
        listed = read_list()
        names += [listed.row(i * len(listed) // omni).id for i in range(min(omni, len(listed)))]
    if not names:
        raise ValueError("the simulator plays none of these tasks; `crab-gym list` tells which it plays")
    theirs = None if against is None else certifying.read_certificates(against, seed)
    found = list(certifying.certify(names, seed, workers, screens))
    rows = [(each.task, str(each.steps), *(getattr(each, part)[:12] for part in certifying.PARTS)) for each in found]
    print_table(("task", "steps", *certifying.PARTS), rows)
    unsolved = [each.task for each in found if not each.solved]
    solved = f"{len(found) - len(unsolved)} of {len(found)} tasks solved"
    typer.echo(f"\n{solved}, seed {seed}: {certifying.total(found)}")
    if out is not None:
        data = {"seed": seed, "versions": certifying.versions(), "tasks": [each._asdict() for each in found]}
        out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8", newline="\n")
    lines = [f"not solved by its oracle: {name}" for name in unsolved]
    if theirs is not None:
        compared = [each for each in theirs.tasks if tasks is None or each.task in names]
        different = certifying.differences(found, compared)
        typer.echo("" if lines or different else f"no difference to {against}")
        lines += different
        if different:
            lines += certifying.other_versions(theirs.versions) or ["no library is known to have another version there"]
    if lines:
        typer.echo(printable("\n".join(lines)), err=True)
        raise typer.Exit(1)
