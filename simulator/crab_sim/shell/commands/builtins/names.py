"""Commands about the names of commands: aliases, lookup, running by name."""

from __future__ import annotations

from crab_sim.files import normalise
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import ExitShell, UsageError
from crab_sim.shell.options import parse_options
from crab_sim.shell.registry import command
from crab_sim.shell.text import clean

_KEYWORDS = frozenset("if then elif else fi for in do done while until case esac { } ! [[ ]] function".split())
_PART_OF_SHELL = frozenset(
    ": true false cd pwd export declare local unset set shift exit return break continue eval source . alias unalias"
    " read test [ let type command builtin echo printf history kill".split()
)


@command("alias")
def alias(context: CommandContext) -> int:
    """Make short names for commands, or list them.

    Usage: alias [NAME[=TEXT]]...
    """
    shell = context.shell
    for operand in parse_options(context, "p", permute=False).operands or sorted(shell.aliases):
        name, equals, text = operand.partition("=")
        if equals:
            shell.aliases[clean(name)] = clean(text)
        elif name in shell.aliases:
            context.line(f"alias {name}='{shell.aliases[name]}'")
        else:
            context.complain_as_shell(f"{name}: not found")
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
            context.complain_as_shell(f"{name}: not found")
    return 0


@command("type")
def type_(context: CommandContext) -> int:
    """Say what a name stands for.

    Usage: type NAME...
    """
    options = parse_options(context, "at", permute=False)
    status = 0
    for name in options.operands:
        kind, text = _describe(context, name)
        if kind:
            context.line(kind if "t" in options else text)
        elif "t" in options:
            status = 1
        else:
            context.complain_as_shell(f"{name}: not found")
    return status


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
    if name in context.shell.command_names():
        return f"/usr/bin/{name}" if context.host.home != "/" else f"/system/bin/{name}"
    return ""


@command("which")
def which(context: CommandContext) -> int:
    """Print where commands are.

    Usage: which NAME...
    """
    status = 0
    try:
        operands = parse_options(context, "as").operands
    except UsageError as error:
        context.err(f"Illegal option {error.option}\nUsage: /usr/bin/which [-as] args\n")
        return 2
    for name in operands:
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
    flags = {"command": "vVp", "time": "p"}.get(context.name, "")
    valued = "n" if context.name == "nice" else ""
    status = 125 if context.name in ("nohup", "nice") else 1
    options = parse_options(context, flags, valued, permute=False, status=status)
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
