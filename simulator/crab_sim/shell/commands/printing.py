"""``echo``, ``printf``, ``seq``, ``yes``."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError, LimitExceeded
from crab_sim.shell.formats.escapes import unescape
from crab_sim.shell.lang.arithmetic import wrap
from crab_sim.shell.limits import MAX_OUTPUT
from crab_sim.shell.options import parse_options
from crab_sim.shell.registry import command

_DIRECTIVE = re.compile(r"%([-+ 0#]*)(\*|\d{1,6})?(?:\.(\*|\d{0,6}))?([a-zA-Z%])|%")
_MAX_WIDTH = 10_000


@command("echo")
def echo(context: CommandContext) -> int:
    """Print the arguments; -n leaves out the newline, -e replaces backslash escapes.

    Usage: echo [-neE] [TEXT]...
    """
    args = context.args
    newline, escapes = "\n", False
    while args and re.fullmatch(r"-[neE]+", args[0]):
        for letter in args[0][1:]:
            newline = "" if letter == "n" else newline
            escapes = letter == "e" if letter != "n" else escapes
        args = args[1:]
    text = " ".join(args)
    if escapes:
        text, ended = unescape(text, octal_needs_zero=True)
        newline = "" if ended else newline
    context.out(text + newline)
    return 0


@command("printf")
def printf(context: CommandContext) -> int:
    """Print ARGs as FORMAT says: %s %d %i %u %x %X %o %c %b %q %e %f %g %%.

    Usage: printf [-v NAME] FORMAT [ARG]...
    """
    args = context.args
    name = ""
    if args[:1] == ["-v"] and len(args) > 1:
        name, args = args[1], args[2:]
    if args[:1] == ["--"]:
        args = args[1:]
    elif args and args[0].startswith("-") and len(args[0]) > 1:
        option = "--" if args[0].startswith("--") else args[0][:2]
        context.shell.report(f"{context.name}: {option}: invalid option")
        context.err("printf: usage: printf [-v var] format [arguments]\n")
        return 2
    if not args:
        raise CommandError("usage: printf [-v var] format [arguments]", 2)
    formatter = _Formatter(context, args[1:])
    text = formatter.run(args[0])
    if name:
        context.shell.assign(name, text)
    else:
        context.out(text)
    return 0


class _Formatter:
    """Formats as ``printf``: repeats the format until all arguments are used."""

    def __init__(self, context: CommandContext, args: list[str]) -> None:
        self.context = context
        self.args = args
        self.used = 0
        self.ended = False

    def next(self) -> str | None:
        self.used += 1
        return self.args[self.used - 1] if self.used <= len(self.args) else None

    def run(self, pattern: str) -> str:
        pieces: list[str] = []
        size = 0
        while True:
            before = self.used
            piece = self.once(pattern)
            pieces.append(piece)
            size += len(piece)
            self.context.charge(0.1)
            if size > MAX_OUTPUT:
                raise LimitExceeded(f"more than {MAX_OUTPUT} bytes of output, stopped")
            if self.ended or self.used >= len(self.args) or self.used == before:
                return "".join(pieces)

    def once(self, pattern: str) -> str:
        out: list[str] = []
        last = 0
        for match in _DIRECTIVE.finditer(pattern):
            out.append(self.literal(pattern[last : match.start()]))
            last = match.end()
            if self.ended:
                return "".join(out)
            out.append(self.directive(match))
            if self.ended:
                return "".join(out)
        return "".join([*out, self.literal(pattern[last:])])

    def literal(self, text: str) -> str:
        text, ended = unescape(text)
        self.ended = self.ended or ended
        return text

    def directive(self, match: re.Match[str]) -> str:
        flags, letter = match[1] or "", match[4]
        if letter == "%":
            return "%"
        if not letter or letter not in "sdiuxXocbqeEfFgG":
            raise CommandError(f"`{letter or match[0]}': invalid format character")
        width = self.number(self.next()) if match[2] == "*" else int(match[2] or 0)
        precision: int | None = None
        if match[3] is not None:
            precision = self.number(self.next()) if match[3] == "*" else int(match[3] or 0)
        if width < 0:
            flags, width = flags + "-", -width
        if width > _MAX_WIDTH or (precision or 0) > _MAX_WIDTH:
            raise CommandError(f"width or precision too large (at most {_MAX_WIDTH})")
        text = self.convert(letter, flags, None if precision is not None and precision < 0 else precision, self.next())
        if "-" in flags:
            return text.ljust(width)
        if "0" in flags and letter not in "scbq" and not (precision is not None and letter in "diuxXo"):
            sign = text[:1] if text[:1] in "+- " else ""
            return sign + text[len(sign) :].rjust(width - len(sign), "0")
        return text.rjust(width)

    def convert(self, letter: str, flags: str, precision: int | None, arg: str | None) -> str:
        text = arg or ""
        if letter == "b":
            text, self.ended = unescape(text, octal_needs_zero=True)
        if letter == "q":
            text = re.sub(r"([^\w@%+=:,./-])", r"\\\1", text) or "''"
        if letter in "sbq":
            return text if precision is None else text[:precision]
        if letter == "c":
            return text[:1]
        sign = "+" if "+" in flags else " " if " " in flags else ""
        if letter in "eEfFgG":
            value = self.real(arg)
            alternate = "#" if "#" in flags else ""
            return f"{value:{sign or '-'}{alternate}.{6 if precision is None else precision}{letter}}"
        number = self.number(arg)
        if letter in "di":
            digits = str(abs(number)).rjust(precision or 0, "0")
            return ("-" if number < 0 else sign) + digits
        unsigned = number % (1 << 64)
        prefix = {"x": "0x", "X": "0X", "o": "0"}.get(letter, "") if "#" in flags and unsigned else ""
        return prefix + f"{unsigned:{'d' if letter == 'u' else letter}}".rjust(precision or 0, "0")

    def number(self, arg: str | None) -> int:
        text = (arg or "0").strip()
        if arg and arg[0] in "'\"":
            return ord(arg[1]) if len(arg) > 1 else 0
        match = re.match(r"([-+]?)(?:0[xX]([0-9a-fA-F]{1,16})|(0[0-7]*)(?![0-9])|([0-9]{1,19}))", text)
        if match is None or match.end() < len(text):
            self.invalid(text)
        if match is None:
            return 0
        value = int(match[2], 16) if match[2] else int(match[3][-22:], 8) if match[3] else int(match[4])
        return wrap(-value if match[1] == "-" else value)

    def real(self, arg: str | None) -> float:
        text = (arg or "0").strip()
        if arg and arg[0] in "'\"":
            return float(ord(arg[1])) if len(arg) > 1 else 0.0
        match = re.match(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?", text[:400])
        if match is None or match.end() < len(text):
            self.invalid(text)
        return float(match[0]) if match else 0.0

    def invalid(self, text: str) -> None:
        self.context.complain_as_shell(f"{text[:200]}: invalid number")


@command("seq")
def seq(context: CommandContext) -> int:
    """Print the numbers from FIRST (1) to LAST in steps of STEP (1); -w pads them, -s separates them.

    Usage: seq [-w] [-s TEXT] [-f FORMAT] [FIRST [STEP]] LAST
    """
    args = context.args
    i = next((j for j, arg in enumerate(args) if re.fullmatch(r"-[\d.]+", arg)), None)
    operand = i is not None and any(re.fullmatch(r"[\d.]+", arg) for arg in args[:i])
    if i is not None and not operand and (i == 0 or args[i - 1] not in ("-s", "-f")):
        args.insert(i, "--")  # a negative number is no option
    options = parse_options(context, "w", "sf", {"separator": "s", "equal-width": "w", "format": "f"}, permute=False)
    operands = options.operands
    if not 1 <= len(operands) <= 3:
        what = "missing operand" if not operands else f"extra operand ‘{operands[3]}’"
        raise CommandError(f"{what}\nTry 'seq --help' for more information.")
    values = [_decimal(text) for text in operands]
    first = values[0] if len(values) > 1 else Decimal(1)
    step = values[1] if len(values) > 2 else Decimal(1)
    last = values[-1]
    if step == 0:
        raise CommandError(f"invalid Zero increment value: ‘{operands[1]}’\nTry 'seq --help' for more information.")
    count = int((last - first) / step) + 1 if (last - first) / step >= 0 else 0
    context.charge(count / 100)
    places = max(0, *(-int(value.as_tuple().exponent) for value in (first, step)))
    shown = range(min(count, MAX_OUTPUT))
    if places:
        texts = [f"{first + step * n:.{places}f}" for n in shown]
    else:
        low, stride = int(first), int(step)
        texts = [str(low + stride * n) for n in shown]
    if "w" in options and texts:
        width = max(map(len, texts))
        texts = [("-" + text[1:].rjust(width - 1, "0")) if text[0] == "-" else text.rjust(width, "0") for text in texts]
    if "f" in options:
        texts = [_Formatter(context, [text]).once(options["f"]) for text in texts]
    if texts:
        context.out(unescape(options.get("s", "\n")).text.join(texts) + "\n")
    return 0


def _decimal(text: str) -> Decimal:
    try:
        if not re.fullmatch(r"[-+]?(?:\d{1,15}\.?\d{0,9}|\.\d{1,9})", text):
            raise InvalidOperation
        return Decimal(text)
    except InvalidOperation:
        raise CommandError(
            f"invalid floating point argument: ‘{text}’\nTry 'seq --help' for more information."
        ) from None


@command("yes")
def yes(context: CommandContext) -> int:
    """Print a text again and again: here 10000 times.

    Usage: yes [TEXT]...
    """
    line = " ".join(context.args or ["y"]) + "\n"
    context.out(line * min(10_000, MAX_OUTPUT // len(line) or 1))
    return 0
