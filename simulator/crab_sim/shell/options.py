"""Options and operands in a command's arguments, parsed as getopt does."""

from __future__ import annotations

from collections.abc import Mapping

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError, UsageError


class Options(dict[str, str]):
    """The given options, letter to value (``""`` for a flag), and the operands."""

    operands: list[str]

    def number(self, name: str, default: int) -> int:
        """Returns the value of an option as an integer.

        Args:
            name: the option's letter.
            default: the result without the option.

        Raises:
            CommandError: the value is no number.
        """
        text = self.get(name)
        if text is None:
            return default
        return integer(text)


def integer(text: str) -> int:
    """Returns a decimal number of at most 18 digits.

    Raises:
        CommandError: the text is no such number.
    """
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        raise CommandError(f"invalid number: '{text}'")
    return int(text)


def parse_options(
    context: CommandContext,
    flags: str = "",
    valued: str = "",
    long: Mapping[str, str] | None = None,
    *,
    permute: bool = True,
    status: int = 1,
) -> Options:
    """Parses a command's arguments as getopt does.

    Args:
        context: the command's context.
        flags: letters without a value.
        valued: letters with a value.
        long: long names and the letters they stand for.
        permute: options may follow operands.
        status: exit status of a usage error.

    Raises:
        UsageError: an unknown option.
        CommandError: a missing value.
    """
    options = Options()
    options.operands = []
    args = context.args
    hint = f"\nTry '{context.name} --help' for more information."
    i = 0
    while i < len(args):
        arg = args[i]
        i += 1
        if arg == "--":
            options.operands += args[i:]
            break
        if arg.startswith("--"):
            name, equals, value = arg[2:].partition("=")
            names = sorted({full for full in long or {} if full.startswith(name)})
            if name not in (long or {}) and len(names) != 1:
                raise UsageError(f"unrecognized option '{arg}'{hint}", status, "--")
            letter = (long or {})[name if name in (long or {}) else names[0]]
            if letter in valued and not equals:
                if i >= len(args):
                    raise CommandError(f"option '{arg}' requires an argument{hint}", status)
                value = args[i]
                i += 1
            options[letter] = value
        elif arg.startswith("-") and len(arg) > 1:
            for j, letter in enumerate(arg[1:], 1):
                if letter in valued:
                    value = arg[j + 1 :]
                    if not value:
                        if i >= len(args):
                            raise CommandError(f"option requires an argument -- '{letter}'{hint}", status)
                        value = args[i]
                        i += 1
                    options[letter] = value
                    break
                if letter not in flags:
                    raise UsageError(f"invalid option -- '{letter}'{hint}", status, f"-{letter}")
                options[letter] = ""
        else:
            options.operands.append(arg)
            if not permute:
                options.operands += args[i:]
                break
    return options


def need_operands(context: CommandContext, options: Options, count: int = 1) -> None:
    """Checks the number of operands.

    Raises:
        CommandError: there are fewer than `count`.
    """
    if len(options.operands) < count:
        last = f" after '{options.operands[-1]}'" if options.operands else ""
        raise CommandError(f"missing operand{last}\nTry '{context.name} --help' for more information.")
