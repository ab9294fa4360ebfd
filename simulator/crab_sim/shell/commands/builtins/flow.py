"""Commands that direct the flow: status, functions, loops, scripts."""

from __future__ import annotations

import re

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError, ExitShell, LoopControl, ReturnFunction, UsageError
from crab_sim.shell.lang.conditions import evaluate_test
from crab_sim.shell.lang.parser import parse
from crab_sim.shell.lang.tree import ShellSyntaxError
from crab_sim.shell.options import parse_options
from crab_sim.shell.registry import command
from crab_sim.shell.text import clean


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
    raise ReturnFunction(count_argument(context, context.shell.status) & 255)


@command("break", "continue")
def break_(context: CommandContext) -> int:
    """Leave, or go on with, the Nth enclosing loop.

    Usage: break [N] | continue [N]
    """
    levels = count_argument(context, 1)
    if levels < 1:
        raise CommandError(f"{levels}: loop count out of range")
    if not context.shell.loops:
        context.err(f"{context.shell.script}: {context.name}: only meaningful in a `for', `while', or `until' loop\n")
        return 0
    raise LoopControl(context.name, min(levels, context.shell.loops))


def count_argument(context: CommandContext, default: int) -> int:
    """Returns the number that is the first argument, or `default` without arguments.

    Raises:
        CommandError: it is no number; status 2.
    """
    if not context.args:
        return default
    if not re.fullmatch(r"-?[0-9]{1,9}", context.args[0]):
        raise CommandError(f"{context.args[0]}: numeric argument required", 2)
    return int(context.args[0])


@command("eval")
def eval_(context: CommandContext) -> int:
    """Run the joined arguments as shell text.

    Usage: eval [TEXT]...
    """
    return _run_text(context, " ".join(parse_options(context, permute=False).operands), "eval")


def _run_text(context: CommandContext, text: str, name: str) -> int:
    try:
        node = parse(clean(text))
    except ShellSyntaxError as error:
        context.err(f"{context.shell.script}: {name}: {error}\n")
        return 2
    with context.shell.nested():
        return context.shell.execute(node)


@command("source", ".")
def source(context: CommandContext) -> int:
    """Run a file's commands in this shell.

    Usage: source FILE [ARG]...
    """
    args = parse_options(context, permute=False).operands
    if not args:
        raise CommandError("filename argument required\nsource: usage: source filename [arguments]", 2)
    text = context.read(args[0]).decode("utf-8", "replace")
    shell = context.shell
    saved = shell.arguments
    if args[1:]:
        shell.arguments = tuple(args[1:])
    try:
        return _run_text(context, text, args[0])
    except ReturnFunction as error:
        return error.status
    finally:
        if args[1:]:
            shell.arguments = saved


@command("sh", "bash", "dash")
def sh(context: CommandContext) -> int:
    """Run shell text, a script, or standard input in a new shell.

    Usage: sh [-c TEXT [NAME [ARG]...]] [FILE [ARG]...]
    """
    try:
        options = parse_options(context, "eluxis", "c", {"norc": "i", "login": "l", "noprofile": "i"}, permute=False)
    except UsageError as error:
        given = next(arg for arg in context.args if arg.startswith(error.option[:1]))
        bash = f"{given if error.option == '--' else error.option}: invalid option\nUsage:\tbash [option] ..."
        raise CommandError(bash if context.name == "bash" else f"0: Illegal option {error.option}", 2) from None
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
