"""Commands about the list of synthesised tasks: ``omni stats``, ``show``, ``sample``, ``export``, ``stamp``, …"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import typer

from crab_gym.cli.base import Program, app, print_table

omni = Program(no_args_is_help=True, help="The list of synthesised tasks, which Crab-v0/omni draws from.")
app.add_typer(omni, name="omni", rich_help_panel="Tasks")

Split = Annotated[str, typer.Option(help="train, validation, test, or all.")]
Capability = Annotated[str, typer.Option(help="Only tasks for one of OmniEval's capabilities.")]
Scenario = Annotated[str, typer.Option(help="Only tasks of one scenario.")]


@omni.command()
def stats(split: Split = "all") -> None:
    """Prints the numbers of tasks by split, devices, level, capability and scenario."""
    from crab_gym.results.omni_stats import omni_stats
    from crab_gym.task.omni import read_list

    for title, rows in omni_stats(read_list(), split).items():
        print_table((title, "tasks", "share"), [(row.name, f"{row.tasks:,}", f"{row.share:.1%}") for row in rows])


@omni.command()
def show(task_id: Annotated[str, typer.Argument(metavar="ID", help="Such as omni.1f3a09c27e.")]) -> None:
    """Prints a task of the list: its goal, its parts and its levels."""
    from crab_gym.evaluation.complexity import DIMENSIONS, LEVELS
    from crab_gym.task.omni.listing import listed_row, row_task
    from crab_gym.task.omni.scenarios import scenarios

    row = listed_row(task_id)
    task = row_task(row)
    typer.echo(f"{row.id} ({row.split}; {scenarios()[row.scenario].intent})\n\n{task.description}\n")
    for index, name in enumerate(row.plan.parts):
        fed = [f"{edge.input} from {edge.producer}" for edge in row.plan.edges if edge.consumer == index]
        typer.echo(f"{index:2}  {name}{': ' if fed else ''}{', '.join(fed)}")
    levels = zip(DIMENSIONS, row.levels, strict=True)
    typer.echo("\n" + ", ".join(f"{name} {LEVELS[int(level)]}" for name, level in levels))


@omni.command()
def sample(
    split: Split = "test",
    capability: Capability = "",
    scenario: Scenario = "",
    n: Annotated[int, typer.Option("-n", help="Number of tasks.")] = 10,
    seed: Annotated[int, typer.Option(help="Draws them.")] = 0,
) -> None:
    """Prints ids and goals of some tasks of the list."""
    from crab_gym.envs.omni_env import select_tasks
    from crab_gym.task.omni import read_list
    from crab_gym.task.omni.listing import row_task

    listed = read_list()
    places = select_tasks(listed, split=split, capability=capability, scenario=scenario)
    for place in sorted(random.Random(seed).sample(places, min(n, len(places)))):
        row = listed.row(place)
        typer.echo(f"{row.id}  {row_task(row).description}")


@omni.command()
def export(
    out: Annotated[Path, typer.Argument(help="The folder.")],
    split: Split = "train",
    capability: Capability = "",
    scenario: Scenario = "",
    count: Annotated[int | None, typer.Option(help="Number of tasks, the first ones; all by default.")] = None,
    form: Annotated[str, typer.Option("--format", help="jsonl or parquet.")] = "jsonl",
    trajectories: Annotated[bool, typer.Option("--trajectories", help="A demonstration of each task, too.")] = False,
    screens: Annotated[bool, typer.Option("--screens", help="Their screens, too, as PNG files.")] = False,
    seed: Annotated[int, typer.Option(help="Draws the parameters of the demonstrations.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="Number of processes that play.")] = 1,
) -> None:
    """Writes tasks in OmniBench's formats."""
    from crab_gym.envs.omni_env import select_tasks
    from crab_gym.experiments.omni.export import export as written
    from crab_gym.task.omni import read_list

    listed = read_list()
    places = select_tasks(listed, split=split, capability=capability, scenario=scenario)
    rows = (listed.row(place) for place in places[:count])
    for name, number in written(out, rows, form, trajectories or screens, screens, seed, workers).items():
        typer.echo(f"{number:,} {name}")


@omni.command()
def replay(
    folder: Annotated[Path, typer.Argument(help="A folder that export wrote, with trajectories.")],
) -> None:
    """Plays written demonstrations again, and tells which no longer solve their tasks."""
    from crab_gym.envs.omni_env import ComposedEnv
    from crab_gym.experiments.omni.importing import read_tasks, read_trajectories, replays

    def file(name: str) -> Path:
        found = [folder / f"{name}.{form}" for form in ("jsonl", "parquet") if (folder / f"{name}.{form}").is_file()]
        if not found:
            raise ValueError(f"{folder} has no {name}.jsonl and no {name}.parquet; `crab-gym omni export` writes them")
        return found[0]

    tasks = {task.name: task for task in read_tasks(file("tasks"))}
    solved = count = 0
    env: ComposedEnv | None = None
    for each in read_trajectories(file("trajectories")):
        if each.task not in tasks:
            raise ValueError(f"there is a demonstration of {each.task!r}, which is no task of the folder")
        env = env or ComposedEnv(tasks[each.task].to_json(), screens=False)
        again = replays(env, tasks[each.task], each)
        solved, count = solved + again, count + 1
        if not again:
            typer.echo(f"{each.task} seed {each.seed}: not solved")
    typer.echo(f"{solved:,} of {count:,} demonstrations solve their tasks")
    if solved < count:
        raise typer.Exit(1)


@omni.command()
def generate(
    count: Annotated[int, typer.Option(help="Number of tasks.")] = 100_000,
    seed: Annotated[int, typer.Option(help="The list's seed.")] = 1,
    check_every: Annotated[
        int, typer.Option(min=0, help="Plays and attacks each N-th task, and drops those that fail; 0 for none.")
    ] = 1,
    workers: Annotated[int, typer.Option(help="Number of processes.")] = 1,
    out: Annotated[Path, typer.Option(help="The list's file.")] = Path("tasks.txt.gz"),
    work: Annotated[Path, typer.Option(help="Folder of finished chunks, with which it resumes.")] = Path("runs/omni"),
) -> None:
    """Makes the list anew; the same seed and count give the same bytes."""
    from crab_gym.experiments.omni.making import generate as made

    for line in made(out, count, seed, check_every, workers, work):
        typer.echo(line)


@omni.command()
def stamp(
    before: Annotated[Path, typer.Argument(help="What `certify --omni 500 --out` wrote before the change.")],
    seed: Annotated[int, typer.Option(min=0, help="Seed of its episodes.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="How many tasks are played at once, in processes.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="The list's file; the one that comes with crab-gym by default.")
    ] = None,
) -> None:
    """Stamps the list's digests of sub-tasks anew after a change, if all episodes are as they were before it."""
    from crab_gym.experiments.certify import read_certificates
    from crab_gym.experiments.omni.stamping import stamp as stamped
    from crab_gym.task.omni.listing import list_path

    found = stamped(out or list_path(), read_certificates(before, seed).tasks, seed, workers)
    typer.echo(f"{len(found.new)} digests are new")
    if found.left:
        typer.echo(f"{len(found.left)} stay, since no task had them: {', '.join(found.left)}")
