"""The parts of a task's source that determine its scores.

* `definition_source` - a task's definition and everything that it uses of its package, without oracles.
* `SourceName`, `name_of` - a name of a module, as the beginning of a definition.
* `JUDGING` - the version of the rules by which all tasks are judged.

A task's module defines ``TASK = Task(...)``. The source consists of that statement without the oracles, and of every
function, class and constant of the task's package that is reached from it by name, in any number of steps. So
evaluators, setups and their helpers count; moves beside them in the same module don't, nor does anything else that the
task doesn't use, nor do docstrings.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from crab_sim.fast.syntax import parse

__all__ = ["JUDGING", "SourceName", "definition_source", "name_of"]

JUDGING = 7
"""The version of the rules by which all tasks are judged: draws, weights, side effects, answers.

It is raised when they change in a way that affects scores, and is part of every definition's hash.
"""

_ORACLES = ("alternatives", "near_misses", "oracle", "variants")
"""Arguments of `Task` that don't affect scores."""


class SourceName(NamedTuple):
    """A name that a module binds."""

    module: str
    name: str


def name_of(value: object, module: str) -> SourceName:
    """Returns the name under which a module that was imported has a value; ``"*"`` if it has it under none."""
    return SourceName(module, next((name for name, each in vars(sys.modules[module]).items() if each is value), "*"))


class _Module(NamedTuple):
    """A module's source.

    Attributes:
        statements: The top-level statements by the names that they bind, without imports.
        imports: The imported names, by the names that they have here.
        lines: The lines of the source, in UTF-8, in which the syntax tree counts.
    """

    statements: Mapping[str, ast.stmt]
    imports: Mapping[str, SourceName]
    lines: Sequence[bytes]


@lru_cache(maxsize=256)
def definition_source(roots: frozenset[SourceName]) -> str:
    """Returns the source of some names and of everything that they use of their packages.

    The pieces are sorted by their text, so that the result stays the same when code moves to another module.

    Args:
        roots: The names to begin with: a task, or ``"*"`` for all names of a module. Their modules have been imported.
    """
    packages = {root.module.partition(".")[0] for root in roots}
    pending, visited, pieces = list(roots), set[SourceName](), set[str]()
    while pending:
        source_name = pending.pop()
        if (
            source_name in visited
            or source_name.module.partition(".")[0] not in packages
            or source_name.module not in sys.modules
        ):
            continue
        visited.add(source_name)
        source = _read(sys.modules[source_name.module])
        if source_name.name == "*":
            pending += [SourceName(source_name.module, name) for name in source.statements]
        elif source_name.name in source.imports:
            pending.append(source.imports[source_name.name])
        elif source_name.name in source.statements:
            for piece in _pieces(sys.modules[source_name.module], source_name.name):
                pieces.add(piece.text)
                pending += piece.uses
    return "\n".join(sorted(pieces))


class _Piece(NamedTuple):
    """A part of a definition, and the names that it uses."""

    text: str
    uses: tuple[SourceName, ...]


@lru_cache(maxsize=20_000)
def _pieces(module: ModuleType, name: str) -> tuple[_Piece, ...]:
    """Returns the parts of a module's statement that count; kept, since hundreds of definitions share most of them."""
    source = _read(module)
    parts = _without_oracles(source.statements[name])
    return tuple(
        _Piece(_text(source.lines, node), tuple(_uses(node, module.__name__, source.imports))) for node in parts
    )


@lru_cache(maxsize=256)
def _read(module: ModuleType) -> _Module:
    """Returns a module's source by name; kept, since every episode's record has its task's hash."""
    text = ""  # a folder has no source
    if module.__file__:
        text = Path(module.__file__).read_text(encoding="utf-8")
    statements: dict[str, ast.stmt] = {}
    imports: dict[str, SourceName] = {}
    for statement in parse(text).body:
        match statement:
            case ast.ImportFrom(module=str(origin), names=names):
                imports.update({alias.asname or alias.name: SourceName(origin, alias.name) for alias in names})
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                statements[name] = statement
            case ast.Assign(targets=targets):
                bound = [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
                statements.update(dict.fromkeys(bound, statement))
            case ast.AnnAssign(target=ast.Name(id=name)):
                statements[name] = statement
    return _Module(statements, imports, text.encode().split(b"\n"))


def _without_oracles(statement: ast.stmt) -> Sequence[ast.AST]:
    """Returns the parts of a statement that count: all, but of a call of `Task` or `SubTask` not the oracles."""
    match statement:
        case (
            ast.Assign(value=ast.Call(func=ast.Name(id="Task" | "SubTask")) as call)
            | ast.AnnAssign(value=ast.Call(func=ast.Name(id="Task" | "SubTask")) as call)
        ):
            return [*call.args, *(keyword for keyword in call.keywords if keyword.arg not in _ORACLES)]
    return [statement]


def _text(lines: Sequence[bytes], node: ast.AST) -> str:
    """Returns the text of a statement or argument, with its decorators and without docstrings: words don't count."""
    nodes = (*getattr(node, "decorator_list", ()), node)
    piece = "\n".join(_segment(lines, part) for part in nodes)
    for part in ast.walk(node):
        match part:
            case ast.FunctionDef(body=[first, *_]) | ast.ClassDef(body=[first, *_]) if ast.get_docstring(part, False):
                piece = piece.replace(_segment(lines, first), "", 1)
    return piece


def _segment(lines: Sequence[bytes], node: Any) -> str:
    """Returns the text of a node; `ast.get_source_segment` would split the whole source each time."""
    first: int = node.lineno - 1
    last: int = node.end_lineno - 1
    if first == last:
        return lines[first][node.col_offset : node.end_col_offset].decode()
    parts = [lines[first][node.col_offset :], *lines[first + 1 : last], lines[last][: node.end_col_offset]]
    return b"\n".join(parts).decode()


def _uses(root: ast.AST, module: str, imports: Mapping[str, SourceName]) -> Iterator[SourceName]:
    """Yields the names that a piece of code uses: those of its module, and those of imported modules."""
    nodes = list(ast.walk(root))
    own = {node.arg for node in nodes if isinstance(node, ast.arg)}  # a local name hides the module's
    own |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in imports and name not in own:
                yield SourceName(".".join(imports[name]), attribute)
            case ast.Name(id=name) if name not in own:
                yield SourceName(module, name)
