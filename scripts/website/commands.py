"""The page of the program's commands, made from their definitions.

* `commands_page` - its Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator

import typer
import typer.main

from crab_gym.cli import app
from website.text import plain, table

__all__ = ["commands_page"]


def commands_page() -> str:
    """Returns the page: each command with its arguments and options."""
    group = typer.main.get_command(app)
    commands = group.commands  # type: ignore[attr-defined]  # typer's types don't say that it is a group
    parts = ["# Commands\n\nWhat `crab-gym --help` and `crab-gym COMMAND --help` say.\n"]
    for name, command in sorted(commands.items()):
        rows = [row for option in command.params for row in _row(option)]
        parts.append(
            f"## crab-gym {name}\n\n{plain(command.help or '')}\n\n{table(('argument', 'default', 'meaning'), rows)}"
        )
    return "\n".join(parts)


def _row(option: typer.core.TyperArgument | typer.core.TyperOption) -> Iterator[tuple[str, str, str]]:
    """Yields the row of an argument or an option, unless it is hidden."""
    if option.hidden:
        return
    is_option = isinstance(option, typer.core.TyperOption)
    names = [*option.opts, *option.secondary_opts] if is_option else [(option.name or "").upper()]
    default = f"`{option.default}`" if type(option.default) in (str, int, float) and option.default != "" else ""
    yield ", ".join(f"`{name}`" for name in names), default, plain(option.help or "")
