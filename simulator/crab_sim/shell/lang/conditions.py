"""The conditions of ``test``, ``[`` and ``[[``."""

from __future__ import annotations

import re

from crab_sim.files import Directory, File, FileError, Link, normalise
from crab_sim.shell.errors import CommandError
from crab_sim.shell.lang.expansion import expand_number, expand_pattern, expand_regex, expand_text
from crab_sim.shell.lang.glob_search import matches
from crab_sim.shell.lang.shell import DEVICES, Shell
from crab_sim.shell.lang.tree import BINARY_TESTS, UNARY_TESTS, Condition, Literal
from crab_sim.shell.regex.matcher import compile_regex

_MAX_NESTING = 50


def unary_test(shell: Shell, op: str, value: str) -> bool:
    """Applies an operator with one operand.

    Args:
        shell: the shell.
        op: the operator, such as ``-f`` or ``-z``.
        value: the operand.
    """
    if op == "-z":
        return value == ""
    if op == "-n":
        return value != ""
    if op == "-v":
        return shell.parameter(value) is not None
    if op == "-o":
        return value in shell.options
    if op == "-t" or not value:
        return False
    path = normalise(value, shell.cwd)
    if path in DEVICES:
        return op in ("-e", "-r", "-w", "-c", "-a")
    try:
        entry = shell.files.lstat(path) if op in ("-h", "-L") else shell.files.stat(path)
    except FileError:
        return False
    if op in ("-r", "-w", "-x"):
        return shell.files.allows(path, shell.host.user, op[1])
    kinds = {"-f": File, "-d": Directory, "-h": Link, "-L": Link}
    if op in kinds:
        return type(entry) is kinds[op]
    if op == "-s":
        return type(entry) is not File or len(entry.data) > 0
    if op == "-O":
        return entry.owner == shell.host.user
    return op in ("-e", "-a", "-G", "-N")


def binary_test(shell: Shell, op: str, left: str, right: str) -> bool:
    """Applies an operator with two operands.

    Args:
        shell: the shell.
        op: the operator, such as ``=`` or ``-lt``.
        left: the left operand.
        right: the right operand.

    Raises:
        CommandError: an operand is no integer.
    """
    if op in ("=", "=="):
        return left == right
    if op == "!=":
        return left != right
    if op == "<":
        return left < right
    if op == ">":
        return left > right
    if op in ("-nt", "-ot", "-ef"):
        return _compare_files(shell, op, left, right)
    a, b = _integer(left), _integer(right)
    return {"-eq": a == b, "-ne": a != b, "-lt": a < b, "-le": a <= b, "-gt": a > b, "-ge": a >= b}[op]


def evaluate_condition(shell: Shell, node: Condition) -> bool:
    """Evaluates the inside of ``[[ ]]``.

    Raises:
        CommandError: an operand that must be an integer isn't one.
    """
    op, operands = node.op, node.operands
    first = operands[0]
    if isinstance(first, Condition):
        if op == "!":
            return not evaluate_condition(shell, first)
        second = operands[1]
        assert isinstance(second, Condition)
        return (
            evaluate_condition(shell, first) and evaluate_condition(shell, second)
            if op == "&&"
            else evaluate_condition(shell, first) or evaluate_condition(shell, second)
        )
    left = expand_text(shell, first)
    if len(operands) == 1:
        return unary_test(shell, op, left)
    right = operands[1]
    assert not isinstance(right, Condition)
    if op in ("==", "!="):
        shell.budget.handle(len(left))
        return matches(expand_pattern(shell, right), left, shell.budget) == (op == "==")
    if op == "=~":
        pattern = expand_regex(shell, right)
        shell.budget.charge(0.5 + len(pattern) / 64)
        regex = compile_regex(pattern, extended=True)
        match = regex.search(left, 0, shell.budget)
        shell.assign("BASH_REMATCH", match.group(0) if match else "")
        return match is not None
    if op.startswith("-") and op[1:] not in ("nt", "ot", "ef"):
        return binary_test(shell, op, str(_number(shell, left)), str(_number(shell, expand_text(shell, right))))
    return binary_test(shell, op, left, expand_text(shell, right))


def _number(shell: Shell, text: str) -> int:
    return expand_number(shell, (Literal(text, True),))


def _integer(text: str) -> int:
    if not re.fullmatch(r"\s*[-+]?[0-9]{1,30}\s*", text):
        raise CommandError(f"{text[:200]}: integer expression expected", 2)
    return int(text)


def _compare_files(shell: Shell, op: str, left: str, right: str) -> bool:
    paths = [normalise(name, shell.cwd) for name in (left, right)]
    if op == "-ef":
        return shell.files.exists(paths[0]) and shell.files.resolve(paths[0]) == shell.files.resolve(paths[1])
    times = [shell.files.stat(path).mtime if shell.files.exists(path) else None for path in paths]
    first, second = times if op == "-nt" else times[::-1]
    return first is not None and (second is None or first > second)


def evaluate_test(shell: Shell, args: list[str]) -> bool:
    """Evaluates the arguments of ``test``.

    Raises:
        CommandError: a syntax error; status 2.
    """
    return _Test(shell, args).run()


class _Test:
    """The parser of the arguments of ``test``, which evaluates while it reads."""

    def __init__(self, shell: Shell, args: list[str]) -> None:
        self.shell = shell
        self.args = args
        self.pos = 0
        self.nesting = 0

    def run(self) -> bool:
        args = self.args
        if not args:
            return False
        if len(args) == 1:
            return args[0] != ""
        if len(args) == 2:
            return self.two(args)
        if len(args) == 3 and args[1] in BINARY_TESTS:
            return binary_test(self.shell, args[1], args[0], args[2])
        if len(args) == 3 and args[0] == "!":
            return not self.two(args[1:])
        result = self.either()
        if self.pos < len(args):
            raise CommandError("too many arguments", 2)
        return result

    def two(self, args: list[str]) -> bool:
        if args[0] == "!":
            return args[1] == ""
        if args[0] not in UNARY_TESTS:
            raise CommandError(f"{args[0][:200]}: unary operator expected", 2)
        return unary_test(self.shell, args[0], args[1])

    def peek(self, ahead: int = 0) -> str | None:
        return self.args[self.pos + ahead] if self.pos + ahead < len(self.args) else None

    def either(self) -> bool:
        result = self.both()
        while self.peek() == "-o":
            self.pos += 1
            other = self.both()
            result = result or other
        return result

    def both(self) -> bool:
        result = self.primary()
        while self.peek() == "-a":
            self.pos += 1
            other = self.primary()
            result = result and other
        return result

    def primary(self) -> bool:
        self.nesting += 1
        if self.nesting > _MAX_NESTING:
            raise CommandError("too many arguments", 2)
        try:
            return self._primary()
        finally:
            self.nesting -= 1

    def _primary(self) -> bool:
        token = self.peek()
        if token is None:
            raise CommandError("argument expected", 2)
        operator = self.peek(1)
        if operator in BINARY_TESTS and self.peek(2) is not None:
            left, right = token, self.args[self.pos + 2]
            self.pos += 3
            assert operator is not None
            return binary_test(self.shell, operator, left, right)
        self.pos += 1
        if token == "!":
            return not self.primary()
        if token == "(":
            result = self.either()
            if self.peek() != ")":
                raise CommandError("`)' expected", 2)
            self.pos += 1
            return result
        if token in UNARY_TESTS and operator is not None and operator not in ("-a", "-o", ")"):
            self.pos += 1
            return unary_test(self.shell, token, operator)
        return token != ""
