"""Commands about the machine: date, users, processes, environment, checksums."""

from __future__ import annotations

import base64 as base64_codec
import binascii
import hashlib
import re

from crab_gym.sim.files import FileError
from crab_gym.sim.shell.commands.times import format_date, parse_date
from crab_gym.sim.shell.context import (
    COMMANDS,
    CommandContext,
    CommandError,
    command,
    integer,
    need_operands,
    parse_options,
)
from crab_gym.sim.shell.lang import arithmetic
from crab_gym.sim.shell.regex.matcher import compile_regex

_SIGNALS = {"HUP": 1, "INT": 2, "QUIT": 3, "KILL": 9, "TERM": 15, "CONT": 18, "STOP": 19}


@command("date")
def date(context: CommandContext) -> int:
    """Print the time in UTC, as +FORMAT says; -d names another time, -r that of a file.

    Usage: date [-u] [-d TEXT] [-r FILE] [-I] [+FORMAT]
    """
    context.args = ["--iso-8601" if re.fullmatch(r"-I(date)?", arg) else arg for arg in context.args]
    names = {
        "date": "d",
        "utc": "u",
        "universal": "u",
        "reference": "r",
        "iso-8601": "I",
        "rfc-3339": "3",
        "rfc-email": "R",
    }
    options = parse_options(context, "uRI", "drs3", names)
    when = context.time()
    if "s" in options:
        raise CommandError("cannot set date: Operation not permitted")
    if "r" in options:
        when = context.files.stat(context.path(options["r"])).mtime
    if "d" in options:
        when = parse_date(options["d"], when)
    patterns = [operand[1:] for operand in options.operands if operand.startswith("+")]
    if len(patterns) != len(options.operands):
        raise CommandError(f"invalid date ‘{next(o for o in options.operands if o[:1] != '+')}’")
    pattern = patterns[0] if patterns else "%a %b %e %H:%M:%S UTC %Y"
    if "I" in options:
        pattern = "%Y-%m-%d"
    elif "3" in options:
        pattern = "%Y-%m-%d %H:%M:%S+00:00" if options["3"] == "seconds" else "%Y-%m-%d"
    elif "R" in options:
        pattern = "%a, %d %b %Y %H:%M:%S +0000"
    context.line(format_date(pattern, when))
    return 0


@command("cal")
def cal(context: CommandContext) -> int:
    """Print the calendar of this month, or of MONTH YEAR.

    Usage: cal [[MONTH] YEAR]
    """
    import calendar

    year, month = (int(text) for text in format_date("%Y %m", context.time()).split())
    numbers = [integer(arg) for arg in context.args]
    if len(numbers) == 2:
        month, year = numbers
    if not (1 <= month <= 12 and 1 <= year <= 9999) or len(numbers) not in (0, 2):
        raise CommandError("illegal month or year value: use cal MONTH YEAR")
    weeks = calendar.TextCalendar(6).formatmonth(year, month).split("\n")
    context.out("\n".join(weeks))
    return 0


@command("whoami")
def whoami(context: CommandContext) -> int:
    """Print the user's name.

    Usage: whoami
    """
    context.line(context.host.user)
    return 0


@command("id", "groups")
def id_(context: CommandContext) -> int:
    """Print the user's name and number.

    Usage: id [-u] [-g] [-n]
    """
    options = parse_options(context, "unGg")
    user = context.host.user
    number = "0" if user == "root" else "1000"
    if context.name == "groups" or {"u", "g", "G"} & set(options):
        context.line(user if "n" in options or context.name == "groups" else number)
    else:
        context.line(f"uid={number}({user}) gid={number}({user}) groups={number}({user})")
    return 0


@command("who", "w", "users", "logname")
def who(context: CommandContext) -> int:
    """Print who is logged in.

    Usage: who
    """
    user = context.host.user
    context.line(
        user
        if context.name in ("users", "logname")
        else f"{user:<8} tty2         {format_date('%F %H:%M', context.time())}"
    )
    return 0


@command("hostname")
def hostname(context: CommandContext) -> int:
    """Print the machine's name.

    Usage: hostname
    """
    if context.args and not context.args[0].startswith("-"):
        raise CommandError("you must be root to change the host name")
    context.line(context.host.hostname)
    return 0


@command("uname", "arch")
def uname(context: CommandContext) -> int:
    """Describe the system.

    Usage: uname [-a] [-s] [-n] [-r] [-v] [-m] [-o]
    """
    names = {
        "all": "a",
        "kernel-name": "s",
        "nodename": "n",
        "kernel-release": "r",
        "machine": "m",
        "operating-system": "o",
    }
    options = parse_options(context, "asnrvmpio", "", names)
    values = {
        "s": "Linux", "n": context.host.hostname, "r": "6.1.0-18-amd64", "v": "#1 SMP PREEMPT_DYNAMIC",
        "m": "x86_64", "o": "GNU/Linux",
    }  # fmt: skip
    if context.name == "arch":
        shown = "m"
    else:
        shown = "snrvmo" if "a" in options else "".join(k for k in values if k in options) or "s"
    context.line(" ".join(values[letter] for letter in shown))
    return 0


@command("env", "printenv")
def env(context: CommandContext) -> int:
    """Print the environment, or run a command with a changed one.

    Usage: env [-i] [-u NAME] [NAME=VALUE]... [COMMAND [ARG]...]
    """
    shell = context.shell
    if context.name == "printenv":
        status = 0
        for name in context.args or context.env:
            value = context.env.get(name)
            status |= value is None
            if value is not None:
                context.line(value if context.args else f"{name}={value}")
        return status
    options = parse_options(context, "i", "u", {"ignore-environment": "i", "unset": "u"}, permute=False)
    operands = options.operands
    saved = shell.variables, shell.exported
    values = {} if "i" in options else context.env
    values.pop(options.get("u", ""), None)
    while operands and re.match(r"[A-Za-z_]\w*=", operands[0]):
        name, _, value = operands[0].partition("=")
        values[name] = value
        operands = operands[1:]
    if not operands:
        context.out("".join(f"{name}={value}\n" for name, value in values.items()))
        return 0
    shell.variables, shell.exported = values, set(values)
    try:
        return context.run(operands)
    finally:
        shell.variables, shell.exported = saved


@command("ps")
def ps(context: CommandContext) -> int:
    """List processes.

    Usage: ps [-e] [-f] [aux] [-o COLUMNS]
    """
    found = context.host.processes()
    letters = "".join(arg.lstrip("-") for arg in context.args if "=" not in arg)
    if "u" in letters and "x" in letters:
        context.line("USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND")
        for pid, name in found:
            context.line(f"{context.host.user:<8} {pid:>7}  0.0  0.5 254321 20480 ?        S    00:00   0:00 {name}")
    elif "f" in letters:
        context.line("UID          PID    PPID  C STIME TTY          TIME CMD")
        for pid, name in found:
            context.line(f"{context.host.user:<8} {pid:>7}       1  0 00:00 ?        00:00:00 {name}")
    else:
        context.line("    PID TTY          TIME CMD")
        for pid, name in found:
            context.line(f"{pid:>7} ?        00:00:00 {name}")
    return 0


@command("pgrep", "pidof")
def pgrep(context: CommandContext) -> int:
    """Print the numbers of the processes whose name matches.

    Usage: pgrep [-l] [-x] [-f] PATTERN | pidof NAME
    """
    options = parse_options(context, "lxfaiu")
    need_operands(context, options)
    found = [(pid, name) for pid, name in context.host.processes() if _named(context, options, name)]
    if context.name == "pidof":
        if found:
            context.line(" ".join(str(pid) for pid, _ in reversed(found)))
    else:
        for pid, name in found:
            context.line(f"{pid} {name}" if "l" in options or "a" in options else str(pid))
    return int(not found)


def _named(context: CommandContext, options: dict[str, str], name: str) -> bool:
    pattern: str = options.operands[0]  # type: ignore[attr-defined]
    if context.name in ("pidof", "killall") or "x" in options:
        return name.split(" ")[0].rpartition("/")[2] == pattern
    return compile_regex(pattern, extended=True, ignore_case="i" in options).test(name, context.shell.budget)


@command("kill", "pkill", "killall")
def kill(context: CommandContext) -> int:
    """Send a signal (TERM) to processes, by number, by pattern (pkill) or by name (killall).

    Usage: kill [-SIGNAL] PID... | kill -l | pkill PATTERN | killall NAME
    """
    args = context.args
    signal = 15
    if args[:1] == ["-l"]:
        context.line(" ".join(_SIGNALS))
        return 0
    if args[:1] == ["-s"] and len(args) > 1:
        args = [f"-{args[1]}", *args[2:]]
    if args and args[0].startswith("-") and len(args[0]) > 1 and args[0] != "--":
        name = args[0][1:].upper().removeprefix("SIG")
        if name in _SIGNALS or name in map(str, _SIGNALS.values()):
            signal = _SIGNALS.get(name) or int(name)
            args = args[1:]
        elif context.name == "kill":
            raise CommandError(f"{args[0][1:]}: invalid signal specification")
    if not args:
        raise CommandError("usage: kill [-s sigspec | -n signum | -sigspec] pid", 2)
    running = context.host.processes()
    if context.name != "kill":
        context.args = args
        options = parse_options(context, "fxqie")
        need_operands(context, options)
        chosen = [pid for pid, name in running if _named(context, options, name)]
        for pid in chosen:
            context.effect("kill", pid, signal)
        if not chosen and context.name == "killall":
            raise CommandError(f"{args[-1]}: no process found", 1)
        return int(not chosen)
    pids = {pid for pid, _ in running}
    for arg in args:
        text = arg.removeprefix("%")
        if not re.fullmatch(r"[0-9]{1,9}", text):
            context.err(f"{context.shell.script}: kill: {arg}: arguments must be process or job IDs\n")
            context.shell.complaints += 1
        elif int(text) not in pids:
            context.err(f"{context.shell.script}: kill: ({text}) - No such process\n")
            context.shell.complaints += 1
        else:
            context.effect("kill", int(text), signal)
    return 0


@command("sleep")
def sleep(context: CommandContext) -> int:
    """Wait for a virtual time: seconds, or with a suffix m, h, d.

    Usage: sleep NUMBER[smhd]...
    """
    if not context.args:
        raise CommandError("missing operand\nTry 'sleep --help' for more information.")
    total = 0.0
    for arg in context.args:
        found = re.fullmatch(r"(\d{1,7}\.?\d{0,6}|\.\d{1,6})([smhd]?)", arg)
        if found is None:
            raise CommandError(f"invalid time interval ‘{arg}’\nTry 'sleep --help' for more information.")
        total += float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[found[2]]
    context.shell.slept += total
    context.effect("sleep", total)
    return 0


@command("uptime")
def uptime(context: CommandContext) -> int:
    """Print the time and how long the machine has run.

    Usage: uptime
    """
    context.line(f" {format_date('%H:%M:%S', context.time())} up 1:00,  1 user,  load average: 0.08, 0.04, 0.01")
    return 0


@command("free")
def free(context: CommandContext) -> int:
    """Print the memory.

    Usage: free [-h] [-m]
    """
    options = parse_options(context, "hmgkb")
    row = ["3.8Gi", "1.1Gi", "1.9Gi"] if "h" in options else ["3900", "1120", "1940"] if "m" in options else (
        ["3993600", "1146880", "1986560"])  # fmt: skip
    context.line("               total        used        free")
    context.line("Mem:    {:>12} {:>11} {:>11}".format(*row))
    return 0


@command("clear", "reset")
def clear(context: CommandContext) -> int:
    """Clear the terminal.

    Usage: clear
    """
    context.effect("clear")
    return 0


@command("help", "man", "info")
def help_(context: CommandContext) -> int:
    """List the commands, or describe one.

    Usage: help [COMMAND]
    """
    from crab_gym.sim.shell.lang.interpreter import usage

    known = {**COMMANDS, **context.host.commands}
    if not context.args:
        names = sorted(known)
        context.line("These commands are known; `help NAME' tells more about one:")
        for start in range(0, len(names), 8):
            context.line("  " + " ".join(f"{name:<10}" for name in names[start : start + 8]).rstrip())
        return 0
    for name in context.args:
        if name not in known:
            raise CommandError(
                f"no help topics match `{name}'" if context.name == "help" else f"No manual entry for {name}"
            )
        context.out(usage(name, known[name]))
    return 0


@command("curl", "wget", "ping", "ssh", "nslookup")
def network(context: CommandContext) -> int:
    """Fail: this machine has no network.

    Usage: curl URL | wget URL | ping HOST
    """
    target = next((arg for arg in reversed(context.args) if not arg.startswith("-")), "")
    if not target:
        raise CommandError(
            "missing URL" if context.name in ("curl", "wget") else "usage error: Destination address required", 2
        )
    host = re.sub(r"^\w+://", "", target).split("/")[0].split("@")[-1].split(":")[0]
    if context.name == "curl":
        context.err(f"curl: (6) Could not resolve host: {host}\n")
        return 6
    if context.name == "wget":
        context.err(f"wget: unable to resolve host address ‘{host}’\n")
        return 4
    return context.fail(f"{host}: Temporary failure in name resolution", 2 if context.name == "ping" else 255)


@command("md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum")
def checksum(context: CommandContext) -> int:
    """Print checksums of files; -c checks those listed in FILE.

    Usage: md5sum [-c] [FILE]...
    """
    options = parse_options(context, "cbtqw", "", {"check": "c", "quiet": "q"})
    if context.name == "cksum":
        for operand, data in context.inputs(options.operands):
            context.line(f"{binascii.crc32(data)} {len(data)} {operand}")
        return 0
    algorithm = context.name.removesuffix("sum")
    if "c" not in options:
        for operand, data in context.inputs(options.operands):
            context.line(f"{hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()}  {operand}")
        return 0
    bad = 0
    for _, data in context.inputs(options.operands):
        for found in re.finditer(rb"^([0-9a-f]{32,128}) [ *]([^\n]+)$", data, re.MULTILINE):
            name = found[2].decode("utf-8", "surrogateescape")
            try:
                content = context.read(name)
                good = hashlib.new(algorithm, content, usedforsecurity=False).hexdigest() == found[1].decode()
            except FileError as error:
                context.complain(f"{name}: {error.reason}")
                good = False
            bad += not good
            context.line(f"{name}: {'OK' if good else 'FAILED'}")
    if bad:
        context.err(f"{context.name}: WARNING: {bad} computed checksum{'s' if bad > 1 else ''} did NOT match\n")
    return int(bad > 0)


@command("base64")
def base64(context: CommandContext) -> int:
    """Encode as base64, with -d decode.

    Usage: base64 [-d] [-w COLUMNS] [FILE]
    """
    options = parse_options(context, "di", "w", {"decode": "d", "wrap": "w", "ignore-garbage": "i"})
    data = context.read(options.operands[0] if options.operands else "-")
    if "d" in options:
        try:
            context.out(base64_codec.b64decode(b"".join(data.split()), validate=True))
        except binascii.Error:
            raise CommandError("invalid input") from None
        return 0
    text = base64_codec.b64encode(data)
    width = options.number("w", 76)
    if width > 0:
        context.out(b"".join(text[i : i + width] + b"\n" for i in range(0, len(text), width)))
    else:
        context.out(text)
    return 0


@command("xxd", "hexdump", "od")
def dump(context: CommandContext) -> int:
    """Print a file's bytes in hexadecimal.

    Usage: xxd [FILE]
    """
    options = parse_options(context, "pCcxbv", "lnstA")
    data = context.read(options.operands[0] if options.operands else "-")
    limit = options.number("l", options.number("n", len(data)))
    data = data[: max(0, limit)]
    if "p" in options:
        context.out("".join(data[i : i + 30].hex() + "\n" for i in range(0, len(data), 30)))
        return 0
    context.charge(len(data) / 2000)
    for start in range(0, len(data), 16):
        row = data[start : start + 16]
        pairs = " ".join(row[i : i + 2].hex() for i in range(0, len(row), 2))
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        context.line(f"{start:08x}: {pairs:<39}  {text}")
    return 0


@command("expr")
def expr(context: CommandContext) -> int:
    """Evaluate an expression of numbers, comparisons, | & : match, length, substr, index.

    Usage: expr EXPRESSION
    """
    if not context.args:
        raise CommandError("missing operand\nTry 'expr --help' for more information.", 2)
    parser = _Expression(context)
    value = parser.level(0)
    if parser.pos < len(context.args):
        raise CommandError(f"syntax error: unexpected argument ‘{context.args[parser.pos]}’", 2)
    context.line(value)
    return int(value in ("", "0") or re.fullmatch(r"-?0+", value) is not None)


class _Expression:
    _LEVELS = (("|",), ("&",), ("<", "<=", "=", "==", "!=", ">=", ">"), ("+", "-"), ("*", "/", "%"), (":",))

    def __init__(self, context: CommandContext) -> None:
        self.context = context
        self.pos = 0
        self.depth = 0

    def next(self) -> str:
        if self.pos >= len(self.context.args):
            raise CommandError(f"syntax error: missing argument after ‘{self.context.args[-1]}’", 2)
        self.pos += 1
        return self.context.args[self.pos - 1]

    def level(self, level: int) -> str:
        if level == len(self._LEVELS):
            return self.primary()
        left = self.level(level + 1)
        while self.pos < len(self.context.args) and self.context.args[self.pos] in self._LEVELS[level]:
            operator = self.next()
            left = self.apply(operator, left, self.level(level + 1))
        return left

    def primary(self) -> str:
        self.depth += 1
        if self.depth > 20:
            raise CommandError("syntax error: nesting too deep", 2)
        token = self.next()
        if token == "(":
            token = self.level(0)
            if self.next() != ")":
                raise CommandError("syntax error: expecting ')'", 2)
        elif token == "length":
            token = str(len(self.primary()))
        elif token == "match":
            token = self.apply(":", self.primary(), self.primary())
        elif token == "index":
            text, chars = self.primary(), self.primary()
            token = str(next((i for i, char in enumerate(text, 1) if char in chars), 0))
        elif token == "substr":
            text, start, length = self.primary(), integer(self.primary()), integer(self.primary())
            token = text[start - 1 : start - 1 + length] if start > 0 and length > 0 else ""
        elif token == "+":
            token = self.next()
        self.depth -= 1
        return token

    def apply(self, operator: str, left: str, right: str) -> str:
        if operator == "|":
            return left if left not in ("", "0") else right if right not in ("", "0") else "0"
        if operator == "&":
            return left if left not in ("", "0") and right not in ("", "0") else "0"
        if operator == ":":
            found = compile_regex(right if right.startswith("^") else "^" + right).search(
                left, 0, self.context.shell.budget
            )
            grouped = "\\(" in right
            if found is None:
                return "" if grouped else "0"
            return found.group(1) if grouped else str(found.end)
        number = re.compile(r"-?[0-9]{1,18}")
        numeric = number.fullmatch(left) and number.fullmatch(right)
        if operator in ("<", "<=", "=", "==", "!=", ">=", ">"):
            operator = "==" if operator == "=" else operator
            if numeric:
                return str(arithmetic.binary(operator, int(left), int(right)))
            order = (left > right) - (left < right)
            return str(arithmetic.binary(operator, order, 0))
        if not numeric:
            raise CommandError("non-integer argument", 2)
        try:
            return str(arithmetic.binary(operator, int(left), int(right)))
        except arithmetic.ArithError:
            raise CommandError("division by zero", 2) from None
