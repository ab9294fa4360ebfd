"""The commands ``branch``, ``checkout``, ``switch`` and ``tag``."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.files.globs import glob_match
from crab_sim.shell.programs.git.call import Arguments, Call
from crab_sim.shell.programs.git.commands.committing import cleaned, edited_message
from crab_sim.shell.programs.git.commands.staging import clear_merge, restore_paths
from crab_sim.shell.programs.git.commands.state import ahead_behind, tracking, upstream
from crab_sim.shell.programs.git.config import with_value
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.objects import TreeEntry, read_tag, tag_bytes
from crab_sim.shell.programs.git.patches import quoted
from crab_sim.shell.programs.git.people import signature
from crab_sim.shell.programs.git.refs import (
    NO_ID,
    ancestors,
    check_ref_name,
    delete_ref,
    head_branch,
    head_id,
    is_ancestor,
    list_refs,
    log_move,
    peel,
    read_ref,
    resolve,
    resolve_commit,
    set_head,
    set_ref,
)
from crab_sim.shell.programs.git.repository import Repository, Tree
from crab_sim.shell.programs.git.worktree import compare, on_disk, staged, switch_files

__all__ = ["branch", "checkout", "switch", "tag"]


def branch(call: Call) -> int:
    """Lists, makes, renames, deletes branches: ``branch [-a] [-v] [-d|-D|-m|-M] [NAME] [START]``."""
    arguments = call.parse(
        "a=all r=remotes v=verbose d=delete D=force-delete m=move M=force-move f=force list show-current "
        "q=quiet t=track no-track",
        "u=set-upstream-to contains sort format", "merged no-merged",
    )  # fmt: skip
    repository, words = call.repository, arguments.operands
    if "show-current" in arguments:
        name = head_branch(repository)
        if name:
            call.line(name)
        return 0
    if "delete" in arguments or "force-delete" in arguments:
        return _delete(call, words, "force-delete" in arguments or "force" in arguments)
    if "move" in arguments or "force-move" in arguments:
        return _rename(call, words, "force-move" in arguments or "force" in arguments)
    if "set-upstream-to" in arguments:
        return _follow(call, words[0] if words else head_branch(repository), arguments.get("set-upstream-to"))
    if not words or any([name in arguments for name in ("list", "merged", "no-merged", "contains")]):
        _list(call, arguments, words)
        return 0
    name, start = words[0], words[1] if len(words) > 1 else "HEAD"
    _create(repository, name, start, "force" in arguments)
    return 0


def _create(repository: Repository, name: str, start: str, force: bool) -> str:
    """Makes a branch and returns its commit.

    Raises:
        GitError: It exists, or can't be named so.
    """
    if not check_ref_name(name):
        raise GitError(f"fatal: '{name}' is not a valid branch name")
    if read_ref(repository, f"refs/heads/{name}") and not force:
        raise GitError(f"fatal: a branch named '{name}' already exists")
    id = resolve(repository, start)
    if not id:
        raise GitError(f"fatal: not a valid object name: '{head_branch(repository) if start == 'HEAD' else start}'")
    id = peel(repository, id)
    set_ref(repository, f"refs/heads/{name}", id, f"branch: Created from {start}")
    return id


def _delete(call: Call, names: Sequence[str], force: bool) -> int:
    repository = call.repository
    if not names:
        raise GitError("fatal: branch name required")
    for name in names:
        id = read_ref(repository, f"refs/heads/{name}")
        if not id:
            raise GitError(f"error: branch '{name}' not found.", 1)
        if name == head_branch(repository):
            raise GitError(f"error: Cannot delete branch '{name}' checked out at '{repository.root}'", 1)
        other = upstream(repository, name)
        goal = read_ref(repository, f"refs/remotes/{other}") if other else head_id(repository)
        if not force and not (goal and is_ancestor(repository, id, goal)):
            raise GitError(
                f"error: The branch '{name}' is not fully merged.\n"
                f"If you are sure you want to delete it, run 'git branch -D {name}'.", 1
            )  # fmt: skip
        delete_ref(repository, f"refs/heads/{name}")
        call.line(f"Deleted branch {name} (was {repository.short(id)}).")
    return 0


def _rename(call: Call, words: Sequence[str], force: bool) -> int:
    repository = call.repository
    if not words or len(words) > 2:
        raise GitError("fatal: branch name required")
    old, new = (words[0], words[1]) if len(words) == 2 else (head_branch(repository), words[0])
    id = read_ref(repository, f"refs/heads/{old}")
    if not id and old != head_branch(repository):
        raise GitError(f"error: refname refs/heads/{old} not found\nfatal: Branch rename failed")
    if not check_ref_name(new):
        raise GitError(f"fatal: '{new}' is not a valid branch name")
    if read_ref(repository, f"refs/heads/{new}") and not force and old != new:
        raise GitError(f"fatal: a branch named '{new}' already exists")
    on_it = old == head_branch(repository)
    history = repository.read(f"logs/refs/heads/{old}") or ""
    if id:
        delete_ref(repository, f"refs/heads/{old}")
        repository.write(f"logs/refs/heads/{new}", history)
        if on_it:
            repository.write("HEAD", f"ref: refs/heads/{new}\n")
            log_move(repository, "HEAD", id, NO_ID, f"Branch: renamed refs/heads/{old} to refs/heads/{new}")
        set_ref(repository, f"refs/heads/{new}", id, f"Branch: renamed refs/heads/{old} to refs/heads/{new}")
    elif on_it:
        repository.write("HEAD", f"ref: refs/heads/{new}\n")
    return 0


def _follow(call: Call, name: str, other: str) -> int:
    repository = call.repository
    origin, _, rest = other.partition("/")
    if not read_ref(repository, f"refs/remotes/{other}"):
        raise GitError(f"fatal: the requested upstream branch '{other}' does not exist", 128)
    text = with_value(repository.read("config") or "", f"branch.{name}.remote", origin)
    repository.write("config", with_value(text, f"branch.{name}.merge", f"refs/heads/{rest}"))
    call.line(f"branch '{name}' set up to track '{other}'.")
    return 0


def _list(call: Call, arguments: Arguments, patterns: Sequence[str]) -> None:
    repository, current = call.repository, head_branch(call.repository)
    rows: list[tuple[str, str, str]] = []
    if "remotes" not in arguments:
        if not current and head_id(repository):
            rows.append(("*", f"(HEAD detached at {repository.short(head_id(repository))})", head_id(repository)))
        for name in list_refs(repository, "refs/heads"):
            short = name.removeprefix("refs/heads/")
            rows.append(("*" if short == current else " ", short, read_ref(repository, name)))
    if "remotes" in arguments or "all" in arguments:
        for name in list_refs(repository, "refs/remotes"):
            target = (repository.read(name) or "").strip()
            short = name.removeprefix("refs/" if "all" in arguments else "refs/remotes/")
            arrow = f" -> {target.removeprefix('ref: refs/remotes/')}" if target.startswith("ref: ") else ""
            rows.append((" ", short + arrow, read_ref(repository, name)))
    rows = [row for row in rows if not patterns or any([glob_match(pattern, row[1]) for pattern in patterns])]
    for option, wanted in (("merged", True), ("no-merged", False)):
        if option in arguments:
            goal = resolve_commit(repository, arguments.get(option) or "HEAD").id
            rows = [row for row in rows if is_ancestor(repository, row[2], goal) == wanted]
    if "contains" in arguments:
        goal = resolve_commit(repository, arguments.get("contains")).id
        rows = [row for row in rows if is_ancestor(repository, goal, row[2])]
    width = max([len(name) for _, name, _ in rows], default=0)
    for mark, name, id in rows:
        if "format" in arguments:
            call.line(arguments.get("format").replace("%(refname:short)", name).replace("%(objectname)", id))
        elif "verbose" in arguments:
            behind = _distance(repository, name)
            call.line(f"{mark} {name:<{width}} {repository.short(id)} {behind}{repository.commit(id).subject}")
        else:
            call.line(f"{mark} {name}")


def _distance(repository: Repository, name: str) -> str:
    other = upstream(repository, name)
    if not other:
        return ""
    ahead, behind = ahead_behind(
        repository, read_ref(repository, f"refs/heads/{name}"), read_ref(repository, f"refs/remotes/{other}")
    )
    counts = ", ".join([f"{word} {count}" for word, count in (("ahead", ahead), ("behind", behind)) if count])
    return f"[{counts}] " if counts else ""


# Checkout -------------------------------------------------------------------------------------------------------------


def switch(call: Call) -> int:
    """Goes to a branch: ``switch [-c|-C NAME] [--detach] [BRANCH]``."""
    arguments = call.parse(
        "d=detach f=force discard-changes q=quiet m=merge no-guess guess t=track", "c=create C=force-create"
    )
    words = arguments.operands
    for name, doing in (("MERGE_HEAD", "merg"), ("CHERRY_PICK_HEAD", "cherry-pick"), ("REVERT_HEAD", "revert")):
        if call.repository.read(name) is not None:
            command = "merge" if doing == "merg" else doing
            raise GitError(
                f'fatal: cannot switch branch while {doing}ing\nConsider "git {command} --quit" or "git worktree add".'
            )
    new = arguments.get("create") or arguments.get("force-create")
    if new:
        return _new_branch(call, new, words[0] if words else "HEAD", "force-create" in arguments, arguments)
    if not words:
        raise GitError("fatal: missing branch or commit argument")
    name = _previous(call.repository, words[0])
    if not read_ref(call.repository, f"refs/heads/{name}") and "detach" not in arguments:
        remote = _remote_branch(call.repository, name)
        if not remote:
            if resolve(call.repository, name):
                raise GitError(
                    f"fatal: a branch is expected, got commit '{name}'\n"
                    "hint: If you want to detach HEAD at the commit, try again with the --detach option."
                )
            raise GitError(f"fatal: invalid reference: {name}")
    return _go(call, name, arguments, "detach" in arguments)


def checkout(call: Call) -> int:
    """Goes to a branch or commit, or takes files back: ``checkout [-b NAME] [COMMIT] [--] [PATH]...``."""
    arguments = call.parse("f=force q=quiet detach m=merge ours theirs t=track no-track", "b B")
    repository, words = call.repository, list(arguments.operands)
    new = arguments.get("b") or arguments.get("B")
    if new:
        return _new_branch(call, new, words[0] if words else "HEAD", "B" in arguments, arguments)
    if "ours" in arguments or "theirs" in arguments:
        wanted = 2 if "ours" in arguments else 3
        rows = [row for entries in repository.index.values() for row in entries if row.stage == wanted]
        files: Tree = {row.path: TreeEntry(row.mode, row.path, row.id) for row in rows}
        count = restore_paths(
            call, [*words, *(arguments.paths or [])], {**staged(repository.index), **files}, False, True
        )
        call.note(f"Updated {count} path{'s' * (count != 1)} from the index")
        return 0
    first = _previous(repository, words[0]) if words else ""
    is_commit = bool(words) and bool(resolve(repository, first) or _remote_branch(repository, first))
    paths = [*words[1 if is_commit else 0 :], *(arguments.paths or [])]
    if paths:
        return _take_back(call, first if is_commit else "", paths, told=arguments.paths is None)
    if arguments.paths is not None and not is_commit:
        return 0
    if not words and "detach" not in arguments:
        return 0
    return _go(call, first or head_id(repository), arguments, "detach" in arguments)


def _take_back(call: Call, word: str, paths: Sequence[str], told: bool) -> int:
    """Takes files back from a commit or the index; behind ``--``, git doesn't tell how many."""
    repository = call.repository
    if word:
        commit = resolve_commit(repository, word).id
        count = restore_paths(call, paths, repository.tree(commit), True, True)
        source = repository.short(commit)
    else:
        count = restore_paths(call, paths, staged(repository.index), False, True)
        source = "the index"
    if told:
        call.note(f"Updated {count} path{'s' * (count != 1)} from {source}")
    return 0


def _previous(repository: Repository, word: str) -> str:
    """Returns the branch or commit that a word stands for, where ``-`` is the one before."""
    if word != "-":
        return word
    from crab_sim.shell.programs.git.refs import reflog

    for move in reflog(repository, "HEAD"):
        if move.reason.startswith("checkout: moving from "):
            return move.reason.split(" ")[3]
    raise GitError("fatal: invalid reference: @{-1}")


def _remote_branch(repository: Repository, name: str) -> str:
    found = [ref for ref in list_refs(repository, "refs/remotes") if ref.split("/", 3)[-1] == name and name != "HEAD"]
    return found[0] if len(found) == 1 else ""


def _check_conflicts(repository: Repository) -> None:
    blocked = [path for path, rows in sorted(repository.index.items()) if rows[0].stage]
    if blocked:
        names = "\n".join([f"{path}: needs merge" for path in blocked])
        raise GitError(f"{names}\nerror: you need to resolve your current index first", 1)


def _new_branch(call: Call, name: str, start: str, force: bool, arguments: Arguments) -> int:
    repository, old = call.repository, head_id(call.repository)
    existed = bool(read_ref(repository, f"refs/heads/{name}"))
    if not old and start == "HEAD":
        if not check_ref_name(name):
            raise GitError(f"fatal: '{name}' is not a valid branch name")
        repository.write("HEAD", f"ref: refs/heads/{name}\n")
    else:
        target = resolve(repository, start)
        if target:
            switch_files(repository, repository.tree(old), repository.tree(peel(repository, target)))
        before = head_branch(repository) or old
        id = _create(repository, name, start, force)
        set_head(repository, name, id, f"checkout: moving from {before} to {name}")
    if "quiet" not in arguments:
        call.note(f"Switched to {'and reset branch' if existed else 'a new branch'} '{name}'")
    return 0


def _go(call: Call, name: str, arguments: Arguments, detach: bool) -> int:
    """Goes to a branch or commit."""
    repository, old = call.repository, head_id(call.repository)
    _check_conflicts(repository)
    is_branch = bool(read_ref(repository, f"refs/heads/{name}")) and not detach
    remote = "" if is_branch or detach or resolve(repository, name) else _remote_branch(repository, name)
    if not is_branch and not remote and not resolve(repository, name):
        raise GitError(f"error: pathspec '{name}' did not match any file(s) known to git", 1)
    if remote:
        _create(repository, name, remote, False)
        origin, _, rest = remote.removeprefix("refs/remotes/").partition("/")
        text = with_value(repository.read("config") or "", f"branch.{name}.remote", origin)
        repository.write("config", with_value(text, f"branch.{name}.merge", f"refs/heads/{rest}"))
        is_branch = True
    id = read_ref(repository, f"refs/heads/{name}") if is_branch else resolve_commit(repository, name).id
    before = head_branch(repository)
    force = any([option in arguments for option in ("force", "discard-changes")])
    base = {**repository.tree(old), **(staged(repository.index) if force else {})}
    switch_files(repository, base, repository.tree(id), force=force)
    same = is_branch and before == name
    if not same:
        leaving = "" if before or not old else _left_behind(call, old, id)
        set_head(repository, name if is_branch else "", id, f"checkout: moving from {before or old} to {name}")
        clear_merge(repository)
        if leaving and "quiet" not in arguments:
            call.note(leaving)
    if "quiet" not in arguments:
        _say(call, name, is_branch, same, detach, remote)
    return 0


def _left_behind(call: Call, old: str, new: str) -> str:
    """Returns the sentence about the commit that a detached HEAD leaves."""
    repository = call.repository
    if old == new:
        return ""
    tips = [read_ref(repository, name) for name in list_refs(repository, "refs")]
    lost = ancestors(repository, [old], [*[peel(repository, tip) for tip in tips], new])
    if not lost:
        return f"Previous HEAD position was {repository.short(old)} {repository.commit(old).subject}"
    plural = "s" * (len(lost) != 1)
    rows = "\n".join([f"  {repository.short(commit.id)} {commit.subject}" for commit in lost[:4]])
    return (
        f"Warning: you are leaving {len(lost)} commit{plural} behind, not connected to\n"
        f"any of your branches:\n\n{rows}\n\n"
        f"If you want to keep {'it' if not plural else 'them'} by creating a new branch, this may be a good time\n"
        f"to do so with:\n\n git branch <new-branch-name> {repository.short(old)}\n"
    )


def _say(call: Call, name: str, is_branch: bool, same: bool, detach: bool, remote: str) -> None:
    repository = call.repository
    now = staged(repository.index)
    head = repository.tree(head_id(repository))
    kinds = {change.path: change.kind for change in [*compare(head, now), *compare(now, on_disk(repository, now))]}
    for path in sorted(kinds):
        call.line(f"{kinds[path]}\t{quoted(call.shown(path))}")
    if same:
        call.note(f"Already on '{name}'")
    elif is_branch:
        call.note(f"Switched to {'a new ' if remote else ''}branch '{name}'")
    elif not is_branch:
        if call.name == "checkout" and not detach:
            call.note(_DETACHED.format(name))
        id = head_id(repository)
        call.note(f"HEAD is now at {repository.short(id)} {repository.commit(id).subject}")
    if remote:
        call.line(f"branch '{name}' set up to track '{remote.removeprefix('refs/remotes/')}'.")
    elif is_branch:
        call.out(tracking(repository, name))


_DETACHED = """\
Note: switching to '{}'.

You are in 'detached HEAD' state. You can look around, make experimental
changes and commit them, and you can discard any commits you make in this
state without impacting any branches by switching back to a branch.

If you want to create a new branch to retain commits you create, you may
do so (now or later) by using -c with the switch command. Example:

  git switch -c <new-branch-name>

Or undo this operation with:

  git switch -

Turn off this advice by setting config variable advice.detachedHead to false
"""


# Tags -----------------------------------------------------------------------------------------------------------------


def tag(call: Call) -> int:
    """Lists, makes and deletes tags: ``tag [-a] [-m TEXT] [-f] [-d] [-l [PATTERN]] [NAME] [COMMIT]``."""
    arguments = call.parse("a=annotate d=delete f=force l=list", "m=message F=file sort points-at", "n=lines contains")
    repository, words = call.repository, arguments.operands
    if "delete" in arguments:
        for name in words:
            id = read_ref(repository, f"refs/tags/{name}")
            if not id:
                raise GitError(f"error: tag '{name}' not found.", 1)
            delete_ref(repository, f"refs/tags/{name}")
            call.line(f"Deleted tag '{name}' (was {repository.short(id)})")
        return 0
    if not words or any([name in arguments for name in ("list", "lines", "points-at", "contains")]):
        for full in list_refs(repository, "refs/tags"):
            name = full.removeprefix("refs/tags/")
            if words and not any([glob_match(pattern, name) for pattern in words]):
                continue
            call.line(f"{name:<15} {_annotation(repository, full)}" if "lines" in arguments else name)
        return 0
    name, target = words[0], words[1] if len(words) > 1 else "HEAD"
    if not check_ref_name(name):
        raise GitError(f"fatal: '{name}' is not a valid tag name.")
    old = read_ref(repository, f"refs/tags/{name}")
    if old and "force" not in arguments:
        raise GitError(f"fatal: tag '{name}' already exists")
    id = resolve(repository, target)
    if not id:
        raise GitError(f"fatal: Failed to resolve '{target}' as a valid ref.")
    if "annotate" in arguments or "message" in arguments:
        given = arguments.every.get("message", [])
        text = cleaned("\n\n".join(given)) if given else edited_message(call, "")
        if not text.strip():
            raise GitError("fatal: no tag message?")
        kind = repository.load(id).kind
        id = repository.store("tag", tag_bytes(id, kind, name, signature(repository, "COMMITTER"), text))
    set_ref(repository, f"refs/tags/{name}", id, "")
    if old and old != id:
        call.line(f"Updated tag '{name}' (was {repository.short(old)})")
    return 0


def _annotation(repository: Repository, name: str) -> str:
    id = read_ref(repository, name)
    raw = repository.load(id)
    text = read_tag(raw.data).message if raw.kind == "tag" else repository.commit(peel(repository, id)).message
    return text.split("\n")[0]
