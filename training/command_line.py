"""Command lines of the training scripts: parsed into dataclasses, with patterns of tasks."""

from __future__ import annotations

import argparse
import sys
import typing
from collections.abc import Sequence
from dataclasses import fields
from fnmatch import fnmatch
from types import NoneType, UnionType
from typing import TypeVar

from crab_gym.task import read_index

__all__ = ["HELD_OUT", "parse", "task_names"]

HELD_OUT = 100_000
"""The first held-out seed."""

Parsed = TypeVar("Parsed")


def parse(kind: type[Parsed], argv: Sequence[str] | None = None) -> Parsed:
    """Parses the command line: ``--some-name`` sets the field ``some_name``, ``--no-flag`` sets a flag to False.

    A field that may be None keeps that default unless its option is given.
    """
    module = sys.modules[kind.__module__]
    about = (module.__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    hints = typing.get_type_hints(kind)
    defaults = kind()
    for one in fields(kind):  # type: ignore[arg-type]
        option, hint, default = f"--{one.name.replace('_', '-')}", hints[one.name], getattr(defaults, one.name)
        given = [each for each in typing.get_args(hint) if each is not NoneType]
        if isinstance(hint, UnionType) and len(given) == 1:
            hint = given[0]
        if hint is bool:
            parser.add_argument(option, action=argparse.BooleanOptionalAction, default=default, help=" ")
        elif typing.get_origin(hint) is list:
            parser.add_argument(option, nargs="+", type=typing.get_args(hint)[0], default=default, help=" ")
        else:
            parser.add_argument(option, type=hint, default=default, help=" ")
    return kind(**vars(parser.parse_args(argv)))


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
