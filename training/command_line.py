"""Command lines of the training scripts: parsed into dataclasses, with patterns of tasks."""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
import textwrap
import typing
from collections.abc import Sequence
from dataclasses import fields
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar

from crab_gym.integrations.checkpoints.arguments import FILE, SHAPE, read_saved
from crab_gym.task import read_index

__all__ = ["HELD_OUT", "parse", "task_names"]

HELD_OUT = 100_000
"""The first held-out seed."""

Parsed = TypeVar("Parsed")


def parse(kind: type[Parsed], argv: Sequence[str] | None = None) -> Parsed:
    """Parses the command line: ``--some-name`` sets the field ``some_name``, ``--no-flag`` sets a flag to False.

    A field that may be None keeps that default unless its option is given. With ``--resume CHECKPOINT``, the arguments
    beside it are the defaults for the tasks, for when they count as solved, and for what the network sees and does.

    Raises:
        SystemExit: An argument contradicts that of the checkpoint.
    """
    module = sys.modules[kind.__module__]
    about = (module.__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(description=about)
    hints = typing.get_type_hints(kind)
    defaults, sentences = kind(), _sentences(kind)
    for one in fields(kind):  # type: ignore[arg-type]
        option, hint, default = f"--{one.name.replace('_', '-')}", hints[one.name], getattr(defaults, one.name)
        given = [each for each in typing.get_args(hint) if each is not NoneType]
        if isinstance(hint, UnionType) and len(given) == 1:
            hint = given[0]
        said = f"{sentences.get(one.name, '')} (default: {_shown(default)})".lstrip().replace("%", "%%")
        if hint is bool:
            parser.add_argument(option, action=argparse.BooleanOptionalAction, default=default, help=said)
        elif typing.get_origin(hint) is list:
            parser.add_argument(option, nargs="+", type=typing.get_args(hint)[0], default=default, help=said)
        else:
            parser.add_argument(option, type=hint, default=default, help=said)
    parsed = vars(parser.parse_args(argv))
    checkpoint = Path(str(parsed.get("resume") or ""))
    if (checkpoint.parent / FILE).is_file() and checkpoint.is_file():
        try:
            saved = {name: value for name, value in read_saved(checkpoint).items() if name in parsed}
        except ValueError as error:
            raise SystemExit(str(error)) from error
        kept = {name: value for name, value in saved.items() if name in (*SHAPE, "tasks", "success_at")}
        parser.set_defaults(**kept)
        parsed = vars(parser.parse_args(argv))
        for name in SHAPE:
            if name in saved and parsed[name] != saved[name]:
                raise SystemExit(
                    f"got {_told(name, parsed[name])}, but {checkpoint} was trained with {_told(name, saved[name])}; "
                    "a network keeps what it was trained with"
                )
    return kind(**parsed)


def _sentences(kind: type[Any]) -> dict[str, str]:
    """Returns what stands below each field of a dataclass, in its source or that of the class it inherits from."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__[:-1]):
        (body,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
        assert isinstance(body, ast.ClassDef)
        for statement, below in pairwise(body.body):
            match statement, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    found[name] = " ".join(text.split())
    return found


def _shown(default: object) -> str:
    """Returns a default as a person would type it."""
    if isinstance(default, bool):
        return "yes" if default else "no"
    text = " ".join(map(str, default)) if isinstance(default, list) else str(default)
    return "none" if default is None or not text else text


def _told(name: str, value: object) -> str:
    """Returns an argument as the command line has it."""
    option = name.replace("_", "-")
    if isinstance(value, bool):
        return f"--{option}" if value else f"--no-{option}"
    return f"--{option} {' '.join(map(str, value)) if isinstance(value, list) else value}"


def task_names(patterns: Sequence[str]) -> list[str]:
    """Returns the registered tasks that match any of the patterns, in the patterns' order.

    Raises:
        SystemExit: A pattern matches no task.
    """
    names: dict[str, None] = {}
    for pattern in patterns:
        found = [name for name in read_index() if fnmatch(name, pattern)]
        if not found:
            raise SystemExit(f"no task matches {pattern!r}; `crab-gym list` names all")
        names.update(dict.fromkeys(found))
    return list(names)
