"""Habits of one system that the simulator and the tasks don't have: the host's rules of paths, formats of its dates."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "simulator" / "crab_sim", ROOT / "tasks" / "crab_tasks")
INSIDE = ROOT / "simulator" / "crab_sim" / "shell" / "python" / "library"
"""The library of the simulated Python, whose `os` is the simulated machine's."""
FORMAT = re.compile(r"%(?![aAwdbBmyYHIMpSfzZjUWcxXGuV%])")
"""A directive of `strftime` that Windows lacks, such as ``%-d``."""


def habits(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yields what depends on the host, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names) if {"os.path", "ntpath"} & {each.name for each in names}:
                yield node.lineno, "os.path"
            case ast.ImportFrom(module="os.path" | "ntpath"):
                yield node.lineno, "os.path"
            case ast.ImportFrom(module="os", names=names) if "path" in {each.name for each in names}:
                yield node.lineno, "os.path"
            case ast.Attribute(value=ast.Name(id="os"), attr="path" | "sep" | "linesep" | "pathsep" as attr):
                yield node.lineno, f"os.{attr}"
            case ast.Name(id="PurePath" | "PureWindowsPath" as name):
                yield node.lineno, name
            case ast.Call(func=ast.Attribute(attr="strftime"), args=[*_, ast.Constant(value=str(text))]):
                if FORMAT.search(text):
                    yield node.lineno, text
            case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=str(text))])):
                if "%" in text[:-1] and FORMAT.search(text):
                    yield node.lineno, text


def test_simulated_paths_and_dates_do_not_depend_on_the_host() -> None:
    files = [path for folder in SOURCES for path in folder.rglob("*.py") if INSIDE not in path.parents]
    found = {
        f"{path.relative_to(ROOT)}:{line}": what
        for path in files
        for line, what in habits(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "code",
    [
        "from os.path import join",
        "import os.path",
        "import os; os.path.join('a', 'b')",
        "from os import path",
        "from pathlib import PurePath; PurePath('a')",
        "when.strftime('%-d %B')",
        "f'{when:%e}'",
    ],
)
def test_habits_are_found(code: str) -> None:
    assert list(habits(ast.parse(code)))
