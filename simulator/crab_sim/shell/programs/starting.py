"""Starting programs: a command of the shell hands the screen over, and goes on once the program has ended."""

from __future__ import annotations

from collections.abc import Mapping

from crab_sim.shell.context import CommandContext
from crab_sim.shell.programs.program import Program, ProgramStarted, ProgramState
from crab_sim.shell.programs.world import World

__all__ = ["has_screen", "size_of", "take_screen", "world_of"]


def world_of(context: CommandContext) -> World:
    """Returns the machine as a program sees it."""
    host = context.host
    seed: int = getattr(host, "seed", 0)
    memory: Mapping[int, int] | None = getattr(host, "memory", None)
    return World(
        context.files, "", host.user, host.home, context.cwd, context.time(), host.processes(), seed, memory,
        context.shell.budget,
    )  # fmt: skip


def take_screen(context: CommandContext, name: str, state: ProgramState, world: World) -> int:
    """Hands the screen to a program, or takes its result when the line is run again.

    Args:
        context: The command's context, whose files are replaced by those that the program leaves.
        name: Name of the program's process, such as ``less``.
        state: Its state at the start.
        world: The machine as the program sees it.
    """
    shell = context.shell
    context.files = world.files
    if shell.outcomes:
        outcome = shell.outcomes.pop(0)
        context.files = outcome.files
        shell.slept += outcome.seconds
        return outcome.status
    raise ProgramStarted(Program(name, state, context.cwd))


def size_of(context: CommandContext) -> tuple[int, int]:
    """Returns rows and columns of the screen; a usual one where there is none."""
    return context.shell.screen or (24, 80)


def has_screen(context: CommandContext) -> bool:
    """Returns whether the command's output is the screen."""
    shell = context.shell
    return shell.screen is not None and shell.stdout is shell.transcript.stdout
