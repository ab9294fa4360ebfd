"""The commands that are part of the shell: they read or change its variables, its directory, its flow."""

from __future__ import annotations

import re

from crab_gym.sim.files import FileNotFound, NotADirectory, PermissionDenied, normalise
from crab_gym.sim.shell.context import (
    COMMANDS,
    CommandContext,
    CommandError,
    ExitShell,
    clean,
    command,
    decode,
    parse_options,
)
from crab_gym.sim.shell.lang import tree
from crab_gym.sim.shell.lang.arithmetic import ArithError, evaluate
from crab_gym.sim.shell.lang.conditions import evaluate_test
from crab_gym.sim.shell.lang.interpreter import LoopControl, ReturnFunction, quote
from crab_gym.sim.shell.lang.parser import parse

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEYWORDS = frozenset("if then elif else fi for in do done while until case esac { } ! [[ ]] function".split())
_OPTION_NAMES = {"errexit": "e", "nounset": "u", "xtrace": "x", "noglob": "f", "allexport": "a"}


@command(":", "true")
def true(context: CommandContext) -> int:
    """Succeed.

    Usage: true
    """
    return 0


@command("false")
def false(context: CommandContext) -> int:
    """Fail.

    Usage: false
    """
    return 1


@command("cd")
def cd(context: CommandContext) -> int:
    """Change the working directory; without DIR to the home directory, with - to the one before.

    Usage: cd [DIR]
    """
    shell = context.shell
    operands = parse_options(context, "LPe", permute=False).operands if context.args != ["-"] else ["-"]
    if len(operands) > 1:
        raise CommandError("too many arguments")
    target = operands[0] if operands else shell.variables.get("HOME", context.host.home)
    if target == "-":
        if "OLDPWD" not in shell.variables:
            raise CommandError("OLDPWD not set")
        target = shell.variables["OLDPWD"]
        context.line(target)
    if target:
        path = normalise(target, context.cwd)
        if not shell.files.is_dir(path):
            raise NotADirectory(target) if shell.files.exists(path) else FileNotFound(target)
        if not shell.files.allows(path, context.host.user, "x"):
            raise PermissionDenied(target)
        shell.assign("OLDPWD", shell.cwd)
        shell.cwd = path
        shell.assign("PWD", path)
    return 0


@command("pwd")
def pwd(context: CommandContext) -> int:
    """Print the working directory.

    Usage: pwd
    """
    parse_options(context, "LP")
    context.line(context.cwd)
    return 0


@command("export", "declare", "typeset", "readonly")
def export(context: CommandContext) -> int:
    """Give variables to commands; without operands list those given.

    Usage: export [-n] [NAME[=VALUE]]...
    """
    options = parse_options(context, "npxirgaAf", permute=False)
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
            context.err(f"{shell.script}: {context.name}: `{operand}': not a valid identifier\n")
            shell.complaints += 1
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
    for operand in parse_options(context, "irxa", permute=False).operands:
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
    count = _count(context, 1)
    if count > len(context.shell.arguments):
        return 1
    context.shell.arguments = context.shell.arguments[count:]
    return 0


def _count(context: CommandContext, default: int) -> int:
    if not context.args:
        return default
    if not re.fullmatch(r"-?[0-9]{1,9}", context.args[0]):
        raise CommandError(f"{context.args[0]}: numeric argument required", 2)
    return int(context.args[0])


@command("exit", "logout")
def exit_(context: CommandContext) -> int:
    """Leave the shell with status N, by default that of the last command.

    Usage: exit [N]
    """
    if context.args and not re.fullmatch(r"-?[0-9]{1,9}", context.args[0]):
        context.err(f"{context.shell.script}: exit: {context.args[0]}: numeric argument required\n")
        raise ExitShell(2)
    raise ExitShell((int(context.args[0]) if context.args else context.shell.status) & 255)


@command("return")
def return_(context: CommandContext) -> int:
    """Leave a function with status N, by default that of the last command.

    Usage: return [N]
    """
    if not context.shell.depth:
        raise CommandError("can only `return' from a function or sourced script", 2)
    raise ReturnFunction(_count(context, context.shell.status) & 255)


@command("break", "continue")
def break_(context: CommandContext) -> int:
    """Leave, or go on with, the Nth enclosing loop.

    Usage: break [N] | continue [N]
    """
    levels = _count(context, 1)
    if levels < 1:
        raise CommandError(f"{levels}: loop count out of range")
    if not context.shell.loops:
        context.err(f"{context.shell.script}: {context.name}: only meaningful in a `for', `while', or `until' loop\n")
        return 0
    raise LoopControl(context.name, min(levels, context.shell.loops))


@command("eval")
def eval_(context: CommandContext) -> int:
    """Run the joined arguments as shell text.

    Usage: eval [TEXT]...
    """
    return _run_text(context, " ".join(context.args), "eval")


def _run_text(context: CommandContext, text: str, name: str) -> int:
    try:
        node = parse(clean(text))
    except tree.ShellSyntaxError as error:
        context.err(f"{context.shell.script}: {name}: {error}\n")
        return 2
    with context.shell.nested():
        return context.shell.execute(node)


@command("source", ".")
def source(context: CommandContext) -> int:
    """Run a file's commands in this shell.

    Usage: source FILE [ARG]...
    """
    if not context.args:
        raise CommandError("filename argument required\nsource: usage: source filename [arguments]", 2)
    text = context.read(context.args[0]).decode("utf-8", "replace")
    shell = context.shell
    saved = shell.arguments
    if context.args[1:]:
        shell.arguments = tuple(context.args[1:])
    try:
        return _run_text(context, text, context.args[0])
    except ReturnFunction as error:
        return error.status
    finally:
        if context.args[1:]:
            shell.arguments = saved


@command("sh", "bash", "dash")
def sh(context: CommandContext) -> int:
    """Run shell text, a script, or standard input in a new shell.

    Usage: sh [-c TEXT [NAME [ARG]...]] [FILE [ARG]...]
    """
    options = parse_options(context, "eluxivs", "c", {"norc": "i", "login": "l", "noprofile": "i"}, permute=False)
    operands = options.operands
    shell = context.shell

    def run(name: str, source: bytes, args: list[str]) -> int:
        saved = dict(shell.variables), set(shell.options)
        shell.variables = context.env
        shell.options = {letter for letter in "eux" if letter in options}
        try:
            return shell.run_script(name, source, args)
        finally:
            shell.variables, shell.options = saved

    if "c" in options:
        return run(
            operands[0] if operands else context.name, options["c"].encode("utf-8", "surrogateescape"), operands[1:]
        )
    if operands and "s" not in options:
        return run(operands[0], context.read(operands[0]), operands[1:])
    return run(context.name, context.stdin, operands)


@command("alias")
def alias(context: CommandContext) -> int:
    """Make short names for commands, or list them.

    Usage: alias [NAME[=TEXT]]...
    """
    shell = context.shell
    for operand in context.args or sorted(shell.aliases):
        name, equals, text = operand.partition("=")
        if equals:
            shell.aliases[clean(name)] = clean(text)
        elif name in shell.aliases:
            context.line(f"alias {name}='{shell.aliases[name]}'")
        else:
            context.err(f"{shell.script}: alias: {name}: not found\n")
            shell.complaints += 1
    return 0


@command("unalias")
def unalias(context: CommandContext) -> int:
    """Forget aliases.

    Usage: unalias [-a] NAME...
    """
    options = parse_options(context, "a")
    if "a" in options:
        context.shell.aliases.clear()
    for name in options.operands:
        if context.shell.aliases.pop(name, None) is None:
            context.err(f"{context.shell.script}: unalias: {name}: not found\n")
            context.shell.complaints += 1
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
    """Cuts a line into at most `count` fields; the last takes the rest."""
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


@command("test", "[")
def test(context: CommandContext) -> int:
    """Succeed when the expression is true.

    Usage: test EXPRESSION
    """
    args = context.args
    if context.name == "[":
        if not args or args[-1] != "]":
            raise CommandError("missing `]'", 2)
        args = args[:-1]
    return int(not evaluate_test(context.shell, args))


@command("let")
def let(context: CommandContext) -> int:
    """Evaluate arithmetic.

    Usage: let EXPRESSION...
    """
    value = 0
    for text in context.args:
        try:
            value = evaluate(text, context.shell.get_number, context.shell.assign)
        except ArithError as error:
            raise CommandError(str(error)) from None
    return int(value == 0)


@command("type")
def type_(context: CommandContext) -> int:
    """Say what a name stands for.

    Usage: type NAME...
    """
    options = parse_options(context, "apPtf", permute=False)
    for name in options.operands:
        kind, text = _describe(context, name)
        if not kind:
            context.err("" if "t" in options else f"{context.shell.script}: type: {name}: not found\n")
            context.shell.complaints += 1
        else:
            context.line(kind if "t" in options else text)
    return 0


_PART_OF_SHELL = frozenset(
    ": true false cd pwd export declare local unset set shift exit return break continue eval source . alias unalias"
    " read test [ let type command builtin echo printf history kill".split()
)


def _describe(context: CommandContext, name: str) -> tuple[str, str]:
    shell = context.shell
    if name in shell.aliases:
        return "alias", f"{name} is aliased to `{shell.aliases[name]}'"
    if name in _KEYWORDS:
        return "keyword", f"{name} is a shell keyword"
    if name in shell.functions:
        return "function", f"{name} is a function\n{name} () \n{shell.functions[name]}"
    if name in _PART_OF_SHELL:
        return "builtin", f"{name} is a shell builtin"
    where = _which(context, name)
    return ("file", f"{name} is {where}") if where else ("", "")


def _which(context: CommandContext, name: str) -> str:
    if "/" in name:
        path = normalise(name, context.cwd)
        return name if context.files.is_file(path) and context.files.allows(path, context.host.user, "x") else ""
    if name in context.host.commands or name in COMMANDS:
        return f"/usr/bin/{name}" if context.host.home != "/" else f"/system/bin/{name}"
    return ""


@command("which")
def which(context: CommandContext) -> int:
    """Print where commands are.

    Usage: which NAME...
    """
    status = 0
    for name in parse_options(context, "as").operands:
        where = "" if name in ("cd", "export", "set", "alias", "source", "history") else _which(context, name)
        if where:
            context.line(where)
        else:
            status = 1
    return status


@command("command", "builtin", "exec", "nohup", "time", "nice")
def command_(context: CommandContext) -> int:
    """Run a command, passing over functions and aliases; with -v say what it is.

    Usage: command [-v] NAME [ARG]...
    """
    options = parse_options(context, "vVp", "n" if context.name == "nice" else "", permute=False)
    operands = options.operands
    if not operands:
        return 0
    if "v" in options or "V" in options:
        kind, text = _describe(context, operands[0])
        if kind:
            where = _which(context, operands[0]) if kind == "file" else operands[0]
            context.line(text if "V" in options else where)
        return int(not kind)
    shell = context.shell
    hidden = shell.functions.pop(operands[0], None) if context.name in ("command", "builtin") else None
    try:
        status = context.run(operands)
    finally:
        if hidden is not None:
            shell.functions[operands[0]] = hidden
    if context.name == "exec":
        raise ExitShell(status)
    if context.name == "time":
        context.err("\nreal\t0m0.003s\nuser\t0m0.002s\nsys\t0m0.001s\n")
    return status


@command("history")
def history(context: CommandContext) -> int:
    """List the last N lines that were run, or forget them.

    Usage: history [-c] [N]
    """
    options = parse_options(context, "c")
    if "c" in options:
        context.shell.history = ()
        return 0
    lines = list(enumerate(context.shell.history, 1))
    if options.operands:
        if not options.operands[0].isdecimal() or len(options.operands[0]) > 9:
            raise CommandError(f"{options.operands[0]}: numeric argument required")
        count = int(options.operands[0])
        lines = lines[-count:] if count else []
    for number, line in lines:
        context.line(f"{number:5d}  {line}")
    return 0


@command("trap", "wait", "jobs", "umask", "ulimit", "shopt", "stty", "sync", "bg", "fg", "disown", "hash")
def ignored(context: CommandContext) -> int:
    """Accepted, without effect.

    Usage: trap | wait | jobs | umask | shopt | ...
    """
    if context.name == "umask" and not context.args:
        context.line("0022")
    return 0
