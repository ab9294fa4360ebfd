"""``find``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from crab_sim.files import Directory, Entry, File, FileError, Link
from crab_sim.files.globs import glob_match
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.dates import format_date, parse_date, show_time
from crab_sim.shell.formats.escapes import unescape
from crab_sim.shell.formats.permissions import show_mode
from crab_sim.shell.regex.matcher import compile_regex
from crab_sim.shell.registry import command

_UNITS = {"": 512, "b": 512, "c": 1, "w": 2, "k": 1024, "M": 1024**2, "G": 1024**3}
_MAX_NESTING = 30


@dataclass(slots=True)
class _Item:
    """An entry under test: its path as shown, its absolute path, the entry, and its depth."""

    shown: str
    path: str
    entry: Entry
    depth: int
    pruned: bool = False


_Test: TypeAlias = Callable[[_Item], bool]


class _Batch(NamedTuple):
    """A command that is run once, on all collected paths."""

    argv: list[str]
    paths: list[str]


@dataclass
class _Plan:
    """The parser of the expression, and the settings that its primaries make.

    Attributes:
        context: the context of the command.
        args: the expression.
        pos: index of the next argument.
        nesting: depth of parentheses and negations.
        min_depth: entries nearer to the start are not tested.
        max_depth: directories at this depth are not entered.
        deep: directories are tested after their entries.
        acts: a primary acts, so that nothing is printed by default.
        batches: commands of ``-exec ... +``, with the paths to run them on.
    """

    context: CommandContext
    args: list[str]
    pos: int = 0
    nesting: int = 0
    min_depth: int = 0
    max_depth: int = 1_000_000
    deep: bool = False
    acts: bool = False
    batches: list[_Batch] = field(default_factory=list)

    def next(self, option: str) -> str:
        if self.pos >= len(self.args):
            raise CommandError(f"missing argument to `{option}'")
        self.pos += 1
        return self.args[self.pos - 1]

    def peek(self) -> str:
        return self.args[self.pos] if self.pos < len(self.args) else ""

    def either(self) -> _Test:
        tests = [self.both()]
        while self.peek() in ("-o", "-or"):
            self.pos += 1
            tests.append(self.both())
        return tests[0] if len(tests) == 1 else lambda item: any(test(item) for test in tests)

    def both(self) -> _Test:
        tests: list[_Test] = []
        while self.pos < len(self.args) and self.peek() not in ("-o", "-or", ")", ","):
            if self.peek() in ("-a", "-and"):
                self.pos += 1
                continue
            tests.append(self.negation())
        if not tests and self.args:
            raise CommandError("invalid expression; you have used a binary operator with nothing before it.")
        return tests[0] if len(tests) == 1 else lambda item: all(test(item) for test in tests)

    def negation(self) -> _Test:
        self.nesting += 1
        if self.nesting > _MAX_NESTING:
            raise CommandError("expression is nested too deeply")
        try:
            token = self.next("!")
            if token in ("!", "-not"):
                inner = self.negation()
                return lambda item: not inner(item)
            if token == "(":
                grouped = self.either()
                if self.next("(") != ")":
                    raise CommandError("invalid expression; expected to find a ')' but didn't see one.")
                return grouped
            maker = _PRIMARIES.get(token)
            if maker is None:
                kind = "unknown predicate" if token.startswith("-") else "paths must precede expression:"
                raise CommandError(f"{kind} `{token}'")
            return maker(self, token)
        finally:
            self.nesting -= 1


def _number(text: str) -> tuple[str, int]:
    match = re.fullmatch(r"([-+]?)(\d{1,12})", text)
    if match is None:
        raise CommandError(f"invalid argument `{text}'")
    return match[1], int(match[2])


def _compare(sign: str, value: float, wanted: float) -> bool:
    return value > wanted if sign == "+" else value < wanted if sign == "-" else value == wanted


def _name(plan: _Plan, option: str) -> _Test:
    pattern = plan.next(option)
    folded = option in ("-iname", "-ipath", "-iwholename")
    whole = option.endswith(("path", "wholename"))
    pattern = pattern.lower() if folded else pattern

    def test(item: _Item) -> bool:
        text = item.shown if whole else item.shown.rstrip("/").rpartition("/")[2] or "/"
        return glob_match(pattern, text.lower() if folded else text)

    return test


def _regex(plan: _Plan, option: str) -> _Test:
    regex = compile_regex(plan.next(option), extended=True, ignore_case=option == "-iregex", whole="line")
    return lambda item: regex.test(item.shown, plan.context.shell.budget)


def _type(plan: _Plan, option: str) -> _Test:
    kinds = plan.next(option).split(",")
    if not set(kinds) <= set("fdlbcps"):
        raise CommandError(f"Unknown argument to -type: {kinds[0]}")
    return lambda item: _type_letter(item.entry) in kinds


def _size(plan: _Plan, option: str) -> _Test:
    text = plan.next(option)
    match = re.fullmatch(r"([-+]?)(\d{1,12})([bcwkMG]?)", text)
    if match is None:
        raise CommandError(f"Invalid argument `{text}' to -size")
    sign, wanted, unit = match[1], int(match[2]), _UNITS[match[3]]
    return lambda item: _compare(sign, -(-_bytes(item.entry) // unit), wanted)


def _bytes(entry: Entry) -> int:
    return len(entry.data) if type(entry) is File else 4096 if type(entry) is Directory else 0


def _newer(plan: _Plan, option: str) -> _Test:
    name = plan.next(option)
    if option == "-newermt":
        mtime = parse_date(name, plan.context.time())
    else:
        try:
            mtime = plan.context.files.stat(plan.context.path(name)).mtime
        except FileError as error:
            raise CommandError(f"‘{name}’: {error.reason}") from None
    return lambda item: item.entry.mtime > mtime


def _age(plan: _Plan, option: str) -> _Test:
    sign, wanted = _number(plan.next(option))
    unit = 60 if option.endswith("min") else 86400
    now = plan.context.time()
    if unit == 60:
        return lambda item: _compare(sign, -(-(now - item.entry.mtime) // unit), wanted)
    return lambda item: _compare(sign, (now - item.entry.mtime) // unit, wanted)


def _empty(plan: _Plan, option: str) -> _Test:
    def test(item: _Item) -> bool:
        if type(item.entry) is File:
            return not item.entry.data
        return type(item.entry) is Directory and not plan.context.files.list(item.path)

    return test


def _depth(plan: _Plan, option: str) -> _Test:
    _, value = _number(plan.next(option))
    if option == "-maxdepth":
        plan.max_depth = value
    else:
        plan.min_depth = value
    return lambda item: True


def _perm(plan: _Plan, option: str) -> _Test:
    text = plan.next(option)
    match = re.fullmatch(r"([-/]?)([0-7]{1,4})", text)
    if match is None:
        raise CommandError(f"invalid mode ‘{text}’")
    kind, bits = match[1], int(match[2], 8)

    def test(item: _Item) -> bool:
        mode = item.entry.mode
        return mode & bits == bits if kind == "-" else bool(mode & bits) if kind == "/" else mode == bits

    return test


def _user(plan: _Plan, option: str) -> _Test:
    name = plan.next(option)
    return lambda item: item.entry.owner == name


def _print(plan: _Plan, option: str) -> _Test:
    plan.acts = True

    def act(item: _Item) -> bool:
        if option == "-ls":
            size = _bytes(item.entry)
            when = show_time(item.entry.mtime, plan.context.time())
            owner = item.entry.owner
            plan.context.line(
                f"{-(-size // 1024):>6} {show_mode(item.entry)} 1 {owner:<8} {owner:<8} {size:>8} {when} {item.shown}"
            )
        else:
            plan.context.out(item.shown + ("\0" if option == "-print0" else "\n"))
        return True

    return act


def _printf(plan: _Plan, option: str) -> _Test:
    plan.acts = True
    pattern, _ = unescape(plan.next(option))

    def act(item: _Item) -> bool:
        def replace(match: re.Match[str]) -> str:
            head, _, name = item.shown.rpartition("/")
            if match[1].startswith("T"):
                return format_date("%s" if match[1] == "T@" else "%" + match[1][1:], item.entry.mtime)
            values = {"p": item.shown, "f": name or "/", "h": head or ".", "s": str(_bytes(item.entry)), "%": "%",
                      "y": _type_letter(item.entry), "m": f"{item.entry.mode:o}", "u": item.entry.owner,
                      "d": str(item.depth),
                      "M": show_mode(item.entry), "P": item.shown.partition("/")[2], "g": item.entry.owner,
                      "t": format_date("%a %b %e %H:%M:%S.0000000000 %Y", item.entry.mtime),
                      "l": item.entry.target if type(item.entry) is Link else ""}  # fmt: skip
            return values.get(match[1], match[0])

        plan.context.out(re.sub(r"%(T.|.)", replace, pattern, flags=re.DOTALL))
        return True

    return act


def _delete(plan: _Plan, option: str) -> _Test:
    plan.acts = plan.deep = True

    def act(item: _Item) -> bool:
        context = plan.context
        if item.shown in (".", "./"):
            return True
        try:
            context.check_parent(item.path)
            context.files = context.files.remove(item.path, mtime=context.time())
        except FileError as error:
            context.complain(f"cannot delete ‘{item.shown}’: {error.reason}")
            return False
        return True

    return act


def _exec(plan: _Plan, option: str) -> _Test:
    plan.acts = True
    argv: list[str] = []
    while True:
        token = plan.next(option)
        if token == ";":
            break
        if token == "+" and argv and argv[-1] == "{}":
            batch = _Batch(argv[:-1], [])
            plan.batches.append(batch)

            def collect(item: _Item, batch: _Batch = batch) -> bool:
                batch.paths.append(_local(item, option))
                return True

            return collect
        argv.append(token)
    if not argv:
        raise CommandError(f"missing argument to `{option}'")

    def act(item: _Item) -> bool:
        size = sum(len(arg) for arg in argv) + len(item.shown) * sum(arg.count("{}") for arg in argv)
        plan.context.charge(1 + size / 4096)
        status = plan.context.run([arg.replace("{}", _local(item, option)) for arg in argv], b"")
        return status == 0

    return act


def _local(item: _Item, option: str) -> str:
    return item.shown if option == "-exec" else item.path


def _prune(plan: _Plan, option: str) -> _Test:
    def act(item: _Item) -> bool:
        item.pruned = True
        return True

    return act


def _constant(plan: _Plan, option: str) -> _Test:
    return lambda item: option != "-false"


_PRIMARIES: dict[str, Callable[[_Plan, str], _Test]] = {
    "-name": _name, "-iname": _name, "-path": _name, "-ipath": _name, "-wholename": _name, "-regex": _regex,
    "-iregex": _regex, "-type": _type, "-size": _size, "-newer": _newer, "-newermt": _newer, "-mtime": _age,
    "-mmin": _age, "-empty": _empty, "-maxdepth": _depth, "-mindepth": _depth, "-perm": _perm, "-user": _user,
    "-group": _user, "-print": _print, "-print0": _print, "-ls": _print, "-printf": _printf, "-delete": _delete,
    "-exec": _exec, "-execdir": _exec, "-ok": _exec, "-prune": _prune, "-true": _constant, "-false": _constant,
    "-depth": _constant, "-mount": _constant, "-xdev": _constant, "-follow": _constant, "-readable": _constant,
}  # fmt: skip


@command("find")
def find(context: CommandContext) -> int:
    """List what is below the PATHs and passes the tests.

    Usage: find [PATH]... [-name GLOB] [-type f|d] [-size N] [-mtime N] [-exec COMMAND {} ;] [-delete] ...
    """
    args = context.args
    while args and args[0] in ("-L", "-H", "-P"):
        args = args[1:]
    split = next((i for i, arg in enumerate(args) if arg.startswith("-") or arg in ("!", "(")), len(args))
    paths, expression = args[:split] or ["."], args[split:]
    plan = _Plan(context, expression)
    plan.deep = "-depth" in expression
    test: _Test = plan.either() if expression else lambda item: True
    if plan.pos < len(expression):
        raise CommandError(f"paths must precede expression: `{plan.peek()}'")
    if not plan.acts:
        show, wanted = _print(plan, "-print"), test
        test = lambda item: wanted(item) and show(item)  # noqa: E731 - wraps the test above
    for operand in paths:
        try:
            path = context.path(operand).rstrip("/") or "/"
            context.files.lstat(path)
        except FileError as error:
            context.complain(f"‘{operand}’: {error.reason}")
            continue
        _walk(plan, operand, path, test)
    for batch in plan.batches:
        if batch.paths:
            context.run([*batch.argv, *batch.paths], b"")
    return 0


def _walk(plan: _Plan, operand: str, path: str, test: _Test) -> None:
    context = plan.context
    root = _Item(operand, path, context.files.lstat(path), 0)
    later: list[_Item] = []
    pending = [root]
    while pending:
        item = pending.pop()
        context.charge(0.2)
        if plan.deep:
            later.append(item)
        elif item.depth >= plan.min_depth:
            test(item)
        is_directory = type(item.entry) is Directory and context.files.is_dir(item.path)
        if item.pruned or not is_directory or item.depth >= plan.max_depth:
            continue
        if not context.files.allows(item.path, context.host.user, "r"):
            context.complain(f"‘{item.shown}’: Permission denied")
            continue
        shown, base = item.shown.rstrip("/"), item.path.rstrip("/")
        names = context.files.list(item.path)
        pending += [
            _Item(f"{shown}/{name}", f"{base}/{name}", context.files.lstat(f"{base}/{name}"), item.depth + 1)
            for name in names[::-1]
        ]
    for item in later[::-1]:
        if item.depth >= plan.min_depth:
            test(item)


def _type_letter(entry: Entry) -> str:
    """Returns the letter that ``ls -l`` and ``find -type`` use: ``f``, ``d`` or ``l``."""
    return "f" if type(entry) is File else "d" if type(entry) is Directory else "l"
