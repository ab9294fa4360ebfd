"""Programs as Monty is given them: imports of modules that are given as source, and names that it lacks, replaced.

Lines stay where they are, so that tracebacks name the right ones.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from crab_sim.fast.syntax import parse_program

__all__ = ["LIBRARY", "MAX_SOURCE", "Program", "library_source", "module_feed", "parse", "program_feed"]

MAX_SOURCE: Final = 1 << 17
"""The most bytes of a program."""
_FOLDER: Final = Path(__file__).with_name("library")
LIBRARY: Final = frozenset(path.stem for path in _FOLDER.glob("*.py")) - {"__init__", "prelude"}
"""The modules of Python's library that are given as source."""
_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_TYPES: Final = frozenset({"str", "list", "dict", "set", "int", "float", "bytes", "tuple"})
_OF_TYPES: Final = frozenset({"fromkeys", "maketrans", "from_bytes", "fromhex", "mro"})
_METHODS: Final = frozenset({"get", "index", "count", "find"})
"""Methods of values, often keys of a sort; Monty calls them, but doesn't have them as values."""
_REPLACED: Final = {
    ("re", "sub"): "_crab_sub",
    ("json", "dumps"): "_crab_dumps",
    ("dataclasses", "asdict"): "_crab_asdict",
    ("functools", "wraps"): "_crab_wraps",
    ("Path", "home"): "_crab_home",
}
"""Names of modules that Monty has, and what stands instead of them."""
_PATTERNS: Final = {
    "compile": 0, "match": 1, "search": 1, "fullmatch": 1, "findall": 1, "finditer": 1, "split": 2
}  # fmt: skip
"""Functions of `re`, and the place of flags behind the pattern."""
_ERRORS: Final = frozenset(
    "ArithmeticError AssertionError AttributeError Exception FileExistsError FileNotFoundError ImportError IndexError"
    " KeyError LookupError NameError NotImplementedError OSError OverflowError PermissionError RuntimeError"
    " StopIteration TimeoutError TypeError ValueError ZeroDivisionError".split()
)


class Program(NamedTuple):
    """A program that has been read.

    Attributes:
        text: its text.
        tree: its syntax.
    """

    text: str
    tree: ast.Module

    def imports(self) -> Iterator[str]:
        """Yields the modules that it imports, wherever."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module

    def reads_input(self) -> bool:
        """Returns whether it names standard input, or the function that reads it."""
        return any(
            (isinstance(node, ast.Name) and node.id == "input")
            or (isinstance(node, ast.Attribute) and node.attr == "stdin")
            or (isinstance(node, ast.alias) and node.name == "stdin")
            for node in ast.walk(self.tree)
        )


class _Edit(NamedTuple):
    """Text that stands instead of other text; lines from 1, columns in bytes from 0."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


def _decoded(data: bytes) -> str:
    """Returns the text of a program.

    Raises:
        SyntaxError: it is not UTF-8.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    for line in data.split(b"\n", 2)[:2]:
        coding = _CODING.match(line)
        if coding and coding[1].lower() in (b"latin-1", b"iso-8859-1"):
            return data.decode("latin-1")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line_number = data[: error.start].count(b"\n") + 1
        raise SyntaxError(
            f"(unicode error) 'utf-8' codec can't decode byte {data[error.start]:#x} in position {error.start}: "
            f"{error.reason}",
            ("<file>", line_number, 0, None),
        ) from None


def parse(data: bytes | str, file: str) -> Program:
    """Reads a program.

    Args:
        data: its text.
        file: the name of its file, shown in tracebacks.

    Raises:
        SyntaxError: it is malformed.
        RecursionError: it is nested too deeply.
    """
    text = _decoded(data) if isinstance(data, bytes) else data
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MAX_SOURCE:
        raise SyntaxError("the program is too long for this Python", (file, 1, 0, None))
    if "\0" in text:
        raise SyntaxError("source code cannot contain null bytes", (file, 1, 0, None))
    try:
        return Program(text, parse_program(text, file))
    except (RecursionError, MemoryError):
        raise RecursionError("maximum recursion depth exceeded during compilation") from None
    except (ValueError, UnicodeError) as error:
        raise SyntaxError(str(error), (file, 1, 0, None)) from None


def program_feed(program: Program, file: str, given: frozenset[str]) -> str:
    """Returns a program as Monty is given it.

    Args:
        program: the program.
        file: its file.
        given: the modules that are given as source.
    """
    edits = list(_edits(program.tree, given))
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Name) and node.id == "__file__" and not file.startswith("<"):
            edits.append(_edit(node, repr(file)))  # Monty has it in the working directory
    return _edited(program.text, edits)


def module_feed(program: Program, name: str, file: str, given: frozenset[str]) -> str:
    """Returns what makes Monty know a module: a function of its whole text; each line stands one line lower.

    Args:
        program: the module.
        name: its name.
        file: its file.
        given: the modules that are given as source.
    """
    edits = list(_edits(program.tree, given))
    edits += [_edit(node, "pass") for node in program.tree.body if _is_future(node)]
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Global):  # what is global in a module belongs to that function here
            edits.append(_Edit(node.lineno, node.col_offset, node.lineno, node.col_offset + len("global"), "nonlocal"))
    lines = _edited(program.text, edits).split("\n")
    for number in set(range(1, len(lines) + 1)) - _within_texts(program.tree):
        lines[number - 1] = " " + lines[number - 1]
    maker = "_crab_make_" + name.replace(".", "_")
    end = [" _crab_names = {'__name__': __name__, '__file__': __file__}"]
    for one in sorted(set(_names(program.tree, inner=False))):  # some may not be bound, such as under a condition
        end += [" try:", f"  _crab_names[{one!r}] = {one}", " except NameError:", "  pass"]
    end += [" return _CrabModule(_crab_names)", f"_crab_makers[{name!r}] = {maker}"]
    return "\n".join([f"def {maker}(__name__={name!r}, __file__={file!r}):", *lines, *end])


@cache
def library_source(name: str) -> str:
    """Returns the text of a module in the library, or of the prelude."""
    return (_FOLDER / f"{name}.py").read_text(encoding="utf-8")


def _names(tree: ast.Module, *, inner: bool) -> Iterator[str]:
    """Yields the names that a program's statements bind.

    Args:
        tree: the program.
        inner: whether in functions and classes too; those of methods are never among them.
    """
    waiting: list[ast.AST] = list(tree.body)
    methods: set[ast.AST] = set()
    while waiting:
        node = waiting.pop()
        children = list(ast.iter_child_nodes(node))
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                if node not in methods:
                    yield node.name
                if isinstance(node, ast.ClassDef):
                    methods.update(node.body)
                children = children if inner else []
            case ast.Lambda() if not inner:
                children = []
            case ast.comprehension() if not inner:
                children = [node.iter, *node.ifs]
            case ast.Import() | ast.ImportFrom() if not _is_future(node):
                yield from ((alias.asname or alias.name).split(".")[0] for alias in node.names if alias.name != "*")
            case ast.Name(ctx=ast.Store()):
                yield node.id
            case ast.arg():
                yield node.arg
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
        waiting += children


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _within_texts(tree: ast.Module) -> set[int]:
    """Returns the numbers of lines that begin within a text, which no space may be added to."""
    texts = {
        (node.lineno, node.end_lineno or 0)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Constant, ast.JoinedStr))
    }  # a set, since all parts of a formatted text have its lines before Python 3.12
    return {line for first, last in texts for line in range(first + 1, last + 1)}


def _edits(tree: ast.Module, given: frozenset[str]) -> Iterator[_Edit]:
    """Yields what makes Monty run a program as CPython does."""
    formatted = {inner for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for inner in ast.walk(node)}
    rebound = set(_names(tree, inner=True))
    has_length = any(isinstance(node, ast.FunctionDef) and node.name == "__len__" for node in ast.walk(tree))
    for node in ast.walk(tree):
        if node in formatted:
            continue  # where positions are wrong before Python 3.12
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            text = _imports(node, given) if isinstance(node, ast.Import) else _imports_from(node, given)
            if text:
                yield _edit(node, text)
        elif isinstance(node, ast.Delete) and len(node.targets) == 1:
            yield from _deletion(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = "" if node.func.id in rebound else _called(node, node.func.id, has_length)
            if name:
                yield _edit(node.func, name)
        elif isinstance(node, ast.keyword) and node.arg == "key" and isinstance(node.value, ast.Attribute):
            value, name = node.value.value, node.value.attr
            if isinstance(value, ast.Name) and value.id not in _TYPES and name in _METHODS:
                yield _edit(node.value, f"(lambda one: {value.id}.{name}(one))")
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            inner = node.value.attr if isinstance(node.value, ast.Attribute) else owner
            if inner == "Path":  # pathlib.Path
                owner = inner
            if text := _attribute(owner, node.attr):
                yield _edit(node, text)
            elif node.attr == "sub":
                yield from _around(node.value, "_crab_pattern_sub(", ")", node)
            elif node.attr == "expanduser" and inner != "path":  # a path's; os.path has its own
                yield from _around(node.value, "_crab_expanded(", ")", node)


def _called(call: ast.Call, name: str, has_length: bool) -> str:
    """Returns what is called instead of a function, empty if nothing is.

    Args:
        call: the call.
        name: the function's name.
        has_length: whether a class of the program has a length.
    """
    if name == "SystemExit":
        return "_crab_exit_error"
    if name == "len" and has_length:
        return "_crab_len"
    if name == "print" and any(keyword.arg == "file" for keyword in call.keywords):
        return "_crab_print_to"
    return f"_crab_error({name})" if name in _ERRORS and call.args and not _is_text(call) else ""


def _attribute(owner: str, name: str) -> str:
    """Returns what stands instead of ``owner.name``, empty if nothing does."""
    if owner == "re" and name in _PATTERNS:
        return f"_crab_re(re.{name}, {_PATTERNS[name]})"
    if (owner, name) in _REPLACED:
        return _REPLACED[owner, name]
    if owner in _TYPES and name not in _OF_TYPES and not name.startswith("_"):
        return f"(lambda one, *rest: one.{name}(*rest))"  # Monty's types don't have the methods of their values
    return ""


def _deletion(node: ast.Delete) -> Iterator[_Edit]:
    """Yields what makes another statement of ``del``, which Monty lacks."""
    target = node.targets[0]
    start = _Edit(node.lineno, node.col_offset, target.lineno, target.col_offset, "")
    end = _Edit(target.end_lineno or 0, target.end_col_offset or 0, node.end_lineno or 0, node.end_col_offset or 0, "")
    if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
        value, key = target.value, target.slice
        yield start._replace(text="_crab_delete(")
        yield _Edit(value.end_lineno or 0, value.end_col_offset or 0, key.lineno, key.col_offset, ", (")
        yield _Edit(key.end_lineno or 0, key.end_col_offset or 0, node.end_lineno or 0, node.end_col_offset or 0, "))")
    elif isinstance(target, ast.Subscript):
        yield start
        yield end._replace(text=" = []")
    elif isinstance(target, ast.Name):
        yield start
        yield end._replace(text=" = None")


def _around(inner: ast.expr, before: str, after: str, outer: ast.expr) -> Iterator[_Edit]:
    """Yields what encloses an expression, and stands for what follows it.

    Args:
        inner: the expression.
        before: what is put before it.
        after: what stands instead of what follows it.
        outer: the expression that begins with it, perhaps in parentheses, and ends with what follows.
    """
    parentheses = inner.col_offset - outer.col_offset if inner.lineno == outer.lineno else 0
    yield _Edit(outer.lineno, outer.col_offset, outer.lineno, outer.col_offset, before)
    end, last = (inner.end_lineno or 0, inner.end_col_offset or 0), (outer.end_lineno or 0, outer.end_col_offset or 0)
    yield _Edit(*end, *last, ")" * parentheses + after)


def _is_text(call: ast.Call) -> bool:
    first = call.args[0]
    text = isinstance(first, ast.JoinedStr) or (isinstance(first, ast.Constant) and isinstance(first.value, str))
    return text and len(call.args) == 1


def _edit(node: ast.stmt | ast.expr, text: str) -> _Edit:
    assert node.end_lineno is not None and node.end_col_offset is not None
    more = " \\\n" * (node.end_lineno - node.lineno)  # continued lines, so that what follows keeps its line's number
    return _Edit(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, text + more)


def _imports(node: ast.Import, given: frozenset[str]) -> str:
    if not any(alias.name in given for alias in node.names):
        return ""
    parts = []
    for alias in node.names:
        if alias.name in given and "." not in (alias.asname or alias.name):
            parts.append(f"{alias.asname or alias.name} = _crab_load({alias.name!r})")
        else:
            parts.append(f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else ""))
    return "; ".join(parts)


def _imports_from(node: ast.ImportFrom, given: frozenset[str]) -> str:
    module = node.module or ""
    replaced = [alias for alias in node.names if (module, alias.name) in _REPLACED]
    if node.level or not (module in given or replaced) or node.names[0].name == "*":
        return ""
    parts = []
    for alias in node.names:
        name = alias.asname or alias.name
        if alias in replaced:
            parts.append(f"{name} = {_REPLACED[module, alias.name]}")
        elif module in given:
            parts.append(f"{name} = _crab_pick({module!r}, {alias.name!r})")
        else:
            parts.append(f"from {module} import {alias.name} as {name}")
    return "; ".join(parts)


def _edited(text: str, edits: list[_Edit]) -> str:
    """Returns a text with its edits made; an edit within another one is dropped."""
    data = text.encode()
    lines = [0]
    for line in data.split(b"\n"):
        lines.append(lines[-1] + len(line) + 1)
    places = [(lines[one.line - 1] + one.column, lines[one.end_line - 1] + one.end_column, one.text) for one in edits]
    places.sort(key=lambda place: (place[0], place[0] != place[1], -place[1]))  # what is only put in comes first
    pieces, done = [], 0
    for start, end, new in places:
        if start >= done:
            pieces += [data[done:start], new.encode()]
            done = end
    return b"".join([*pieces, data[done:]]).decode()
