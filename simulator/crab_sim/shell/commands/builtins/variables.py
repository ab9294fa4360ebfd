"""Commands about variables, options and positional parameters."""

from __future__ import annotations

import re

from crab_sim.shell.commands.builtins.flow import count_argument
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.lang.arithmetic import ArithmeticFailure, evaluate
from crab_sim.shell.options import parse_options
from crab_sim.shell.registry import command
from crab_sim.shell.text import decode, quote

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OPTION_NAMES = {"errexit": "e", "nounset": "u", "xtrace": "x", "noglob": "f", "allexport": "a"}


@command("export", "declare", "typeset", "readonly")
def export(context: CommandContext) -> int:
    """Give variables to commands; without operands list those given.

    Usage: export [-n] [NAME[=VALUE]]...
    """
    options = parse_options(context, "npxrga", permute=False)
    shell = context.shell
    if not options.operands:
        for name, value in sorted(context.env.items()):
            escaped = re.sub(r'(["\\$`])', r"\\\1", value)
            context.line(f'declare -x {name}="{escaped}"')
        return 0
    for operand in options.operands:
        name, equals, value = operand.partition("=")
        append = name.endswith("+") and bool(equals)
        name = name.removesuffix("+") if append else name
        if not _NAME.fullmatch(name):
            context.complain_as_shell(f"`{operand}': not a valid identifier")
            continue
        if context.name in ("declare", "typeset") and shell.locals and "g" not in options:
            shell.locals[-1].setdefault(name, shell.variables.get(name))
        if equals:
            shell.assign(name, shell.variables.get(name, "") + value if append else value)
        if "n" in options:
            shell.exported.discard(name)
        elif context.name == "export" or "x" in options:
            shell.exported.add(name)
    return 0


@command("local")
def local(context: CommandContext) -> int:
    """Make variables that end with the function.

    Usage: local NAME[=VALUE]...
    """
    shell = context.shell
    if not shell.locals:
        raise CommandError("can only be used in a function")
    for operand in parse_options(context, "rxa", permute=False).operands:
        name, equals, value = operand.partition("=")
        if not _NAME.fullmatch(name):
            raise CommandError(f"`{operand}': not a valid identifier")
        shell.locals[-1].setdefault(name, shell.variables.get(name))
        if equals:
            shell.assign(name, value)
        else:
            shell.variables.pop(name, None)
    return 0


@command("unset")
def unset(context: CommandContext) -> int:
    """Forget variables or functions.

    Usage: unset [-f] [-v] NAME...
    """
    options = parse_options(context, "fv", permute=False)
    for name in options.operands:
        if "f" not in options and name in context.shell.variables:
            del context.shell.variables[name]
            context.shell.exported.discard(name)
        elif "v" not in options:
            context.shell.functions.pop(name, None)
    return 0


@command("set")
def set_(context: CommandContext) -> int:
    """Set options and positional parameters; without operands list the variables.

    Usage: set [-efuxa] [+efuxa] [-o NAME] [--] [ARG]...
    """
    shell = context.shell
    args = context.args
    if not args:
        for name, value in sorted(shell.variables.items()):
            context.line(f"{name}={quote(value)}")
        return 0
    i = 0
    while i < len(args) and args[i][:1] in ("-", "+") and len(args[i]) > 1:
        arg = args[i]
        i += 1
        if arg == "--":
            shell.arguments = tuple(args[i:])
            return 0
        change = shell.options.add if arg[0] == "-" else shell.options.discard
        for letter in arg[1:]:
            if letter == "o" and i < len(args):
                change(_OPTION_NAMES.get(args[i], args[i]))
                i += 1
            elif letter in "efuxahmBCHTo":
                change(letter)
            else:
                raise CommandError(f"{arg[:2]}: invalid option\nset: usage: set [-aefux] [-o option-name] [arg ...]", 2)
    if i < len(args):
        shell.arguments = tuple(args[i:])
    return 0


@command("shift")
def shift(context: CommandContext) -> int:
    """Drop the first N positional parameters.

    Usage: shift [N]
    """
    count = count_argument(context, 1)
    if count > len(context.shell.arguments):
        return 1
    context.shell.arguments = context.shell.arguments[count:]
    return 0


@command("read")
def read(context: CommandContext) -> int:
    """Read a line of standard input into variables.

    Usage: read [-r] [-p PROMPT] [-d CHAR] [-n COUNT] [NAME]...
    """
    options = parse_options(context, "rsea", "pdntu", permute=False)
    shell = context.shell
    if "p" in options:
        context.err(options["p"])
    if "d" in options and options["d"] != "\n":
        data = shell.stdin
        mark = (options["d"] or "\0").encode("utf-8", "surrogateescape")[:1]
        end = data.data.find(mark, data.pos)
        raw = data.data[data.pos : len(data.data) if end < 0 else end]
        data.pos = len(data.data) if end < 0 else end + 1
        complete = end >= 0
    else:
        raw = shell.stdin.readline()
        complete = raw.endswith(b"\n")
        while "r" not in options and re.search(rb"(?<!\\)(?:\\\\)*\\\n\Z", raw):
            raw = raw[:-2] + shell.stdin.readline()
            complete = raw.endswith(b"\n")
            context.charge()
        raw = raw.removesuffix(b"\n")
    shell.budget.handle(len(raw))
    text = decode(raw).replace("\0", "")
    if "n" in options:
        text = text[: max(0, options.number("n", 0))]
    names = options.operands
    for name in names:
        if not _NAME.fullmatch(name):
            raise CommandError(f"`{name}': not a valid identifier")
    separators = shell.variables.get("IFS", " \t\n")
    if not names:
        shell.assign("REPLY", text if "r" in options else re.sub(r"\\(.)", r"\1", text))
        return int(not complete)
    values = _read_fields(text, separators, len(names), raw="r" in options)
    for index, name in enumerate(names):
        shell.assign(name, values[index] if index < len(values) else "")
    return int(not complete)


def _read_fields(text: str, separators: str, count: int, *, raw: bool) -> list[str]:
    """Splits a line into at most `count` fields; the last one takes the rest."""
    white = "".join(c for c in separators if c in " \t\n")
    escaped = re.finditer(r"\\(.)|[^\\]", text, re.DOTALL)
    chars = [(c, False) for c in text] if raw else [(m[1] or m[0], bool(m[1])) for m in escaped]
    fields: list[str] = []
    pos = 0

    def is_white(i: int) -> bool:
        return i < len(chars) and not chars[i][1] and chars[i][0] in white

    def is_separator(i: int) -> bool:
        return i < len(chars) and not chars[i][1] and chars[i][0] in separators

    while is_white(pos):
        pos += 1
    while len(fields) < count - 1 and pos < len(chars):
        start = pos
        while pos < len(chars) and not is_separator(pos):
            pos += 1
        fields.append("".join(c for c, _ in chars[start:pos]))
        while is_white(pos):
            pos += 1
        if is_separator(pos) and (pos == 0 or not is_white(pos)):
            pos += 1
            while is_white(pos):
                pos += 1
    end = len(chars)
    while end > pos and is_white(end - 1):
        end -= 1
    if pos < end and is_separator(end - 1) and not any(is_separator(i) for i in range(pos, end - 1)):
        end -= 1  # a single trailing separator belongs to no field
    fields.append("".join(c for c, _ in chars[pos:end]))
    return fields


@command("let")
def let(context: CommandContext) -> int:
    """Evaluate arithmetic.

    Usage: let EXPRESSION...
    """
    value = 0
    for text in context.args:
        try:
            value = evaluate(text, context.shell.get_number, context.shell.assign)
        except ArithmeticFailure as error:
            raise CommandError(str(error)) from None
    return int(value == 0)
