"""The command ``git``: its commands by name, aliases, and output through a pager."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from crab_sim.files import FileError, normalise
from crab_sim.shell.context import CommandContext
from crab_sim.shell.programs.git.call import Call
from crab_sim.shell.programs.git.commands import (
    branching,
    committing,
    differences,
    history,
    merges,
    plumbing,
    setup,
    staging,
    stashing,
    state,
)
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.less import start as start_pager
from crab_sim.shell.programs.starting import size_of, take_screen, world_of

__all__ = ["COMMANDS", "run_git"]

_Command: TypeAlias = Callable[[Call], int]
_VERSION: Final = "git version 2.39.5"

COMMANDS: Final[Mapping[str, _Command]] = {
    "add": staging.add,
    "branch": branching.branch,
    "cat-file": plumbing.cat_file,
    "checkout": branching.checkout,
    "cherry-pick": merges.cherry_pick,
    "clone": setup.clone,
    "commit": committing.commit,
    "config": setup.config,
    "diff": differences.diff,
    "hash-object": plumbing.hash_object_command,
    "init": setup.init,
    "log": history.log,
    "ls-files": plumbing.ls_files,
    "ls-tree": plumbing.ls_tree,
    "merge": merges.merge,
    "mv": staging.mv,
    "reflog": history.reflog_command,
    "remote": setup.remote,
    "reset": staging.reset,
    "restore": staging.restore,
    "rev-list": plumbing.rev_list,
    "rev-parse": plumbing.rev_parse,
    "revert": merges.revert,
    "rm": staging.rm,
    "show": history.show,
    "stash": stashing.stash,
    "status": state.status_command,
    "switch": branching.switch,
    "tag": branching.tag,
}
_PAGED: Final = frozenset(["diff", "log", "reflog", "show"])


def _usage() -> str:
    names = "\n".join([f"   {name}" for name in sorted(COMMANDS)])
    return (
        "usage: git [-v | --version] [-h | --help] [-C <path>] [-c <name>=<value>] [--no-pager] <command> [<args>]\n\n"
        f"These are the Git commands of this machine:\n{names}\n"
    )


def run_git(context: CommandContext) -> int:
    """Runs the command, and returns its status."""
    args, cwd, extra, paged = list(context.args), context.cwd, dict[str, str](), True
    while args and args[0].startswith("-"):
        option = args.pop(0)
        if option in ("--version", "-v"):
            context.line(_VERSION)
            return 0
        if option in ("--help", "-h"):
            break
        if option in ("-C", "-c") and args:
            value = args.pop(0)
            if option == "-C":
                cwd = normalise(value, cwd)
                if not context.files.is_dir(cwd):
                    context.err(f"fatal: cannot change to '{value}': No such file or directory\n")
                    return 128
            else:
                key, equals, text = value.partition("=")
                extra[key] = text if equals else "true"
        elif option in ("--no-pager", "-P"):
            paged = False
        elif option not in ("-p", "--paginate"):
            context.err(f"unknown option: {option}\nusage: git [-v | --version] [-h | --help] <command> [<args>]\n")
            return 129
    if not args:
        context.out(_usage())
        return 1 if not context.args else 0
    call = Call(context, args[0], args[1:], cwd, extra)
    try:
        status = _run(call)
    except GitError as error:
        call.flush()
        context.err(error.message + "\n")
        status = error.status
    except FileError as error:
        call.flush()
        context.err(f"fatal: {error}\n")
        status = 128
    if call.opened is not None:
        context.files = call.opened.files
    if call.name in _PAGED and paged:
        return _page(call, status)
    call.flush()
    return status


def _run(call: Call) -> int:
    name = call.name
    if name == "help":
        call.out(_usage())
        return 0
    if name not in COMMANDS:
        name = _expand_alias(call)
    return COMMANDS[name](call)


def _expand_alias(call: Call) -> str:
    """Replaces an alias by its command and arguments.

    Raises:
        GitError: There is neither a command nor an alias of this name.
    """
    try:
        alias = setup.setting_anywhere(call, f"alias.{call.name}")
    except GitError:
        alias = ""
    words = alias.split()
    if not words or words[0] not in COMMANDS:
        raise GitError(f"git: '{call.name}' is not a git command. See 'git --help'.", 1)
    call.args = [word.strip("\"'") for word in words[1:]] + call.args
    call.name = words[0]
    return words[0]


def _page(call: Call, status: int) -> int:
    """Shows output of more than a screen in a pager."""
    text = "".join(call.written)
    rows, columns = size_of(call.context)
    if not call.on_screen or text.count("\n") < rows:
        call.flush()
        return status
    call.written = []
    take_screen(call.context, "less", start_pager(text, "", rows, columns, "S"), world_of(call.context))
    return status
