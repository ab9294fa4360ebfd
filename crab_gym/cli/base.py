"""Parts that all commands share: the program, its error messages, the selection of tasks, tables."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import CommandFunctionType

__all__ = [
    "PANELS",
    "PLATFORMS",
    "Backend",
    "OneTask",
    "Patterns",
    "Program",
    "app",
    "complete_ids",
    "counted",
    "main",
    "print_table",
    "select",
]

PANELS = ("Tasks", "Run", "Look", "Serve", "Connect", "Maintain")
"""The groups of commands in ``--help``, from top to bottom; each command names its own."""
PLATFORMS = ("ubuntu", "android", "cross", "learn", "crab", "android_world", "miniwob", "long", "safety")


class _Commands(TyperGroup):
    """Commands in `PANELS`, whose errors are reported in one line, without a traceback."""

    def list_commands(self, ctx: Any) -> list[str]:
        commands: Mapping[str, Any] = self.commands  # whose panels the type of click's commands doesn't have
        return sorted(commands, key=lambda name: PANELS.index(commands[name].rich_help_panel))

    def invoke(self, context: Any) -> Any:
        from crab_gym.backends.base import DeviceError
        from crab_gym.evaluation import EvaluatorError
        from crab_gym.records import RecordError
        from crab_gym.results.printable import printable
        from crab_sim.extras import MissingExtra

        try:
            return super().invoke(context)
        except BrokenPipeError:
            raise  # the reader of the output, such as `head`, has closed it: no mistake, so the program ends quietly
        except (ValueError, TypeError, OSError, DeviceError, EvaluatorError, MissingExtra, RecordError) as error:
            typer.echo(printable(f"crab-gym: {' '.join(str(error).split()) or type(error).__name__}"), err=True)
            raise typer.Exit(2) from error


class _Command(TyperCommand):
    """A command that refuses a repeated option of which only the last value would count."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if ctx.resilient_parsing:  # a shell completes words, so nothing may be refused
            return super().parse_args(ctx, args)
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for parameter, times in Counter(given).items():
            if times > 1 and parameter.param_type_name == "option" and not parameter.multiple:
                raise ValueError(f"{max(parameter.opts, key=len)} is given {times} times; expected it once")
        return super().parse_args(ctx, args)


class Program(typer.Typer):
    """Typer's group of commands, which are of the class `_Command`."""

    def command(self, *args: Any, **options: Any) -> Callable[[CommandFunctionType], CommandFunctionType]:
        """Returns the decorator that makes a function a command."""
        return super().command(*args, **{"cls": _Command, **options})


app = Program(name="crab-gym", cls=_Commands, no_args_is_help=True, pretty_exceptions_enable=False)


def complete_ids(incomplete: str) -> list[str]:
    """Returns the ids of tasks that begin so, for the completion of shells."""
    from crab_gym.task import read_index

    return [name for name in read_index() if name.startswith(incomplete)]


TASK = "An id, MODULE:NAME, or a composed task: FILE.json, FILE.jsonl:LINE, or its JSON."
PATTERNS = "Tasks: ids, patterns such as 'ubuntu.*', MODULE:NAME, or composed ones: FILE.jsonl, FILE.json, JSON."
OneTask = Annotated[str, typer.Argument(help=TASK, autocompletion=complete_ids)]
Patterns = Annotated[list[str] | None, typer.Argument(help=PATTERNS, autocompletion=complete_ids)]
Backend = Annotated[str, typer.Option(help="What plays the devices: NAME, or DEVICE=NAME,DEVICE=NAME.")]


def main() -> None:
    """Runs the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # what the encoding of a system, such as Windows, lacks is shown as "?"
            stream.reconfigure(errors="replace")
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


def select(patterns: Sequence[str]) -> list[str]:
    """Returns the tasks that match any of the patterns, each once.

    Args:
        patterns: Ids, patterns of ids such as ``"ubuntu.*"``, ``"module:ATTRIBUTE"``, ``"FILE.jsonl"`` or
            ``"FILE.json"`` for the composed tasks of a file, ``"FILE.jsonl:LINE"`` for one of them, their JSON itself,
            or for synthesised tasks ``"omni:SPLIT"``, ``"omni:SPLIT:CAPABILITY"``, ``"omni:capabilities"`` for the
            samples of all of them, ``"omni:capabilities:disambiguated"``, and ``"omni:pairs"`` for chains and graphs.

    Raises:
        ValueError: A pattern matches no task.
    """
    from fnmatch import fnmatchcase

    from crab_gym.task import load, read_index
    from crab_sim.suggestions import did_you_mean

    names = list(read_index())
    chosen: dict[str, None] = {}
    for pattern in patterns:
        if pattern.startswith(("{", "[")) or ".json" in pattern:
            from crab_gym.task.composition.files import is_composed, names_in

            if is_composed(pattern):
                chosen.update(dict.fromkeys(names_in(pattern)))
                continue
        if pattern.startswith(("omni:", "omni.")):
            chosen.update(dict.fromkeys(_synthesised(pattern)))
            continue
        if ":" in pattern:
            load(pattern)
            chosen[pattern] = None
            continue
        matching = [name for name in names if fnmatchcase(name, pattern.removeprefix("Crab-v0/"))]
        if not matching and pattern != "*":
            hint = did_you_mean(pattern, [*names, *(f"{platform}.*" for platform in PLATFORMS)])
            raise ValueError(f"no task matches {pattern!r}.{hint} `crab-gym list` names all {len(names)}.")
        chosen.update(dict.fromkeys(matching))
    return list(chosen)


def _synthesised(pattern: str) -> list[str]:
    """Returns the ids of synthesised tasks: one id, a split, a capability of it, samples of all, or pairs."""
    from crab_gym.envs.omni_env import select_tasks
    from crab_gym.task.omni import read_list
    from crab_gym.task.omni.capabilities import capability_samples
    from crab_gym.task.omni.listing import listed_row

    if pattern.startswith("omni."):
        return [listed_row(pattern).id]
    listed = read_list()
    _, split, *capability = pattern.split(":")
    if split == "capabilities":
        samples = capability_samples(listed, ":".join(capability) or "paper")
        return [listed.row(place).id for places in samples.values() for place in places]
    if split == "pairs" and not capability:
        return [name for pair in listed.pairs.items() for name in pair]
    places = select_tasks(listed, split=split, capability=":".join(capability))
    return [listed.row(place).id for place in places]


def counted(number: int, what: str) -> str:
    """Returns a number of things in words.

    Args:
        number: The number.
        what: The thing's name in the singular.

    >>> counted(1, "task"), counted(1200, "episode")
    ('1 task', '1,200 episodes')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table: with lines and wrapped cells on a terminal, in plain columns elsewhere."""
    if sys.stdout.isatty():
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        for k, name in enumerate(header):
            table.add_column(name, no_wrap=k == 0, overflow="fold")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        Console().print(table)
        return
    widths = [max(len(row[k]) for row in [header, *rows]) for k in range(len(header))]
    for row in [header, *rows]:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
