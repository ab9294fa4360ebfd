"""The command ``stash``: changes put aside as commits that only the stash's log names."""

from __future__ import annotations

import re

from crab_sim.shell.programs.git.call import Arguments, Call
from crab_sim.shell.programs.git.commands.differences import DIFF_FLAGS, DIFF_VALUED, shown_changes
from crab_sim.shell.programs.git.commands.merges import hard_reset
from crab_sim.shell.programs.git.commands.state import long_status
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.merging import apply, merge_trees
from crab_sim.shell.programs.git.objects import commit_bytes
from crab_sim.shell.programs.git.people import signature
from crab_sim.shell.programs.git.refs import head_branch, head_id, read_ref, reflog, resolve, set_ref
from crab_sim.shell.programs.git.repository import Repository, Tree
from crab_sim.shell.programs.git.worktree import (
    Contents,
    compare,
    drop_file,
    index_of,
    on_disk,
    staged,
    status,
    untracked,
)

__all__ = ["stash"]

_FLAGS = f"k=keep-index a=all index q=quiet no-keep-index include-untracked {DIFF_FLAGS}"


def stash(call: Call) -> int:
    """Puts changes aside: ``stash [push [-u] [-m TEXT]|pop|apply|list|show|drop|clear] [STASH]``."""
    action = call.args[0] if call.args and not call.args[0].startswith("-") else "push"
    if call.args and not call.args[0].startswith("-"):
        call.args = call.args[1:]
    if action == "show":
        arguments = call.parse(_FLAGS, f"m=message {DIFF_VALUED}")
    else:
        arguments = call.parse("k=keep-index a=all index q=quiet u=include-untracked no-keep-index", "m=message")
    match action:
        case "push" | "save":
            if action == "save" and arguments.operands:
                arguments.add("message", " ".join(arguments.operands))
            return _push(call, arguments)
        case "list":
            for number, move in enumerate(reflog(call.repository, "refs/stash")):
                call.line(f"stash@{{{number}}}: {move.reason}")
            return 0
        case "clear":
            call.repository.delete("refs/stash")
            call.repository.delete("logs/refs/stash")
            return 0
        case "show":
            return _show(call, arguments)
        case "drop":
            return _drop(call, _number(call, arguments), "quiet" in arguments)
        case "pop" | "apply":
            return _apply(call, arguments, action == "pop")
    raise GitError(f"error: unknown subcommand: {action}\nusage: git stash list [<log-options>]", 129)


def _number(call: Call, arguments: Arguments) -> int:
    word = arguments.operands[0] if arguments.operands else "0"
    found = re.fullmatch(r"(?:stash@\{)?(\d{1,6})\}?", word)
    if not reflog(call.repository, "refs/stash") and not arguments.operands:
        raise GitError("No stash entries found.", 1)
    if found is None:
        raise GitError(f"error: {word} is not a valid reference", 1)
    if int(found[1]) >= len(reflog(call.repository, "refs/stash")):
        raise GitError(f"error: stash@{{{found[1]}}} is not a valid reference", 1)
    return int(found[1])


def _push(call: Call, arguments: Arguments) -> int:
    repository, head = call.repository, head_id(call.repository)
    if not head:
        raise GitError("You do not have the initial commit yet", 1)
    contents = Contents(repository)
    base, now = repository.tree(head), staged(repository.index)
    if any([rows[0].stage for rows in repository.index.values()]):
        names = "\n".join([f"{path}: needs merge" for path, rows in sorted(repository.index.items()) if rows[0].stage])
        raise GitError(f"{names}\nerror: could not write index", 1)
    work = on_disk(repository, [*now, *[path for path in base if path not in now]], contents)
    unknown = untracked(repository, True) if "include-untracked" in arguments or "all" in arguments else []
    if action_paths := [*(arguments.operands if "message" not in arguments else []), *(arguments.paths or [])]:
        raise GitError(f"fatal: stashing only '{action_paths[0]}' is not available on this machine")
    if not compare(base, now) and not compare(now, work) and not unknown:
        call.line("No local changes to save")
        return 0
    branch = head_branch(repository) or "(no branch)"
    about = f"{branch}: {repository.short(head)} {repository.commit(head).subject}"
    given = arguments.get("message")
    message = f"On {branch}: {given}" if given else f"WIP on {about}"
    who = signature(repository, "AUTHOR"), signature(repository, "COMMITTER")
    kept_index = repository.store(
        "commit", commit_bytes(repository.store_tree(now), [head], *who, f"index on {about}\n")
    )
    parents = [head, kept_index]
    if "include-untracked" in arguments or "all" in arguments:
        extra = on_disk(repository, unknown, contents)
        for entry in extra.values():
            repository.store("blob", contents.of(entry))
        tree = repository.store_tree(extra)
        parents.append(repository.store("commit", commit_bytes(tree, [], *who, f"untracked files on {about}\n")))
    for entry in work.values():
        repository.store("blob", contents.of(entry))
    kept = repository.store("commit", commit_bytes(repository.store_tree(work), parents, *who, message))
    set_ref(repository, "refs/stash", kept, message)
    hard_reset(repository)
    for path in unknown:
        drop_file(repository, path)
    if "keep-index" in arguments:
        outcome = merge_trees(repository, base, base, now)
        apply(repository, base, outcome)
    if "quiet" not in arguments:
        call.line(f"Saved working directory and index state {message}")
    return 0


def _show(call: Call, arguments: Arguments) -> int:
    repository = call.repository
    move = reflog(repository, "refs/stash")[_number(call, arguments)]
    kept, contents = repository.commit(move.new), Contents(repository)
    changes = compare(repository.tree(kept.parents[0]), repository.tree(kept.id))
    if not any([name in arguments for name in ("patch", "u", "stat", "name-only", "name-status")]):
        arguments.add("stat")
    call.out(shown_changes(call, arguments, changes, contents, ""))
    return 0


def _apply(call: Call, arguments: Arguments, drop: bool) -> int:
    repository = call.repository
    number = _number(call, arguments)
    kept = repository.commit(reflog(repository, "refs/stash")[number].new)
    base, ours = repository.tree(kept.parents[0]), staged(repository.index)
    outcome = merge_trees(repository, base, ours, repository.tree(kept.id), "Updated upstream", "Stashed changes")
    apply(repository, ours, outcome)
    for path in sorted({*outcome.merged, *[conflict.path for conflict in outcome.conflicts]}):
        call.line(f"Auto-merging {path}")
    for conflict in outcome.conflicts:
        call.line(conflict.said)
    if len(kept.parents) > 2:
        _untracked(repository, kept.parents[2])
    if not outcome.conflicts:
        _unstage(repository, ours, repository.tree(kept.parents[1]) if "index" in arguments else None)
    if "quiet" not in arguments:
        call.out(long_status(call, status(repository)))
    if outcome.conflicts:
        if drop:
            call.line("The stash entry is kept in case you need it again.")
        return 1
    return _drop(call, number, "quiet" in arguments) if drop else 0


def _untracked(repository: Repository, commit: str) -> None:
    from crab_sim.shell.programs.git.worktree import put_file

    files = repository.tree(commit)
    for path in files:
        if repository.files.exists(repository.work_path(path)):
            raise GitError(
                f"{path} already exists, no checkout\nerror: could not restore untracked files from stash", 1
            )
    for path, entry in files.items():
        put_file(repository, path, entry.mode, repository.blob(entry.id))


def _unstage(repository: Repository, before: Tree, wanted: Tree | None) -> None:
    """Brings the index back to what it had before, except for new files; or to a recorded index."""
    if wanted is not None:
        repository.index = {path: (index_of(repository, entry),) for path, entry in wanted.items()}
        return
    index = dict(repository.index)
    for path, entry in before.items():
        index[path] = (index_of(repository, entry),)
    repository.index = index


def _drop(call: Call, number: int, quiet: bool) -> int:
    repository = call.repository
    id = resolve(repository, f"stash@{{{number}}}") or read_ref(repository, "refs/stash")
    lines = (repository.read("logs/refs/stash") or "").removesuffix("\n").split("\n")
    kept = [line for at, line in enumerate(reversed(lines)) if at != number][::-1]
    if not kept:
        repository.delete("refs/stash")
        repository.delete("logs/refs/stash")
    else:
        at = len(lines) - 1 - number
        if at < len(kept):  # the next one follows on the one before
            old = lines[at - 1].split(" ")[1] if at else "0" * 40
            kept[at] = f"{old} {kept[at].split(' ', 1)[1]}"
        repository.write("logs/refs/stash", "\n".join(kept) + "\n")
        repository.write("refs/stash", kept[-1].split(" ")[1] + "\n")
    if not quiet:
        name = f"refs/stash@{{{number}}}" if not call.args or call.args[0].startswith("-") else f"stash@{{{number}}}"
        call.line(f"Dropped {name} ({id})")
    return 0
