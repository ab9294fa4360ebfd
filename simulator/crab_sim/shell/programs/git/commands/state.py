"""The command ``status``, in its long, short and stable forms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from crab_sim.shell.programs.git.call import Call
from crab_sim.shell.programs.git.patches import find_renames, quoted
from crab_sim.shell.programs.git.refs import ancestors, find_ref, head_branch, head_id, read_ref, reflog
from crab_sim.shell.programs.git.repository import Repository
from crab_sim.shell.programs.git.worktree import Change, Contents, Status, status

__all__ = ["long_status", "status_command", "tracking", "upstream"]

_KINDS: Final = {"A": "new file:", "M": "modified:", "D": "deleted:", "R": "renamed:", "T": "typechange:"}
_CONFLICTS: Final = {
    "DD": "both deleted:", "AU": "added by us:", "UD": "deleted by them:", "UA": "added by them:",
    "DU": "deleted by us:", "AA": "both added:", "UU": "both modified:",
}  # fmt: skip


def upstream(repository: Repository, branch: str) -> str:
    """Returns the remote branch that a branch follows, such as ``origin/main``; ``""`` for none."""
    origin, merge = repository.setting(f"branch.{branch}.remote"), repository.setting(f"branch.{branch}.merge")
    name = f"{origin}/{merge.removeprefix('refs/heads/')}" if origin and merge and branch else ""
    return name if name and read_ref(repository, f"refs/remotes/{name}") else ""


def ahead_behind(repository: Repository, one: str, two: str) -> tuple[int, int]:
    """Returns how many commits only the first has, and how many only the second."""
    return len(ancestors(repository, [one], [two])), len(ancestors(repository, [two], [one]))


def tracking(repository: Repository, branch: str) -> str:
    """Returns the sentence about a branch and the remote one that it follows, ``""`` for none."""
    other, head = upstream(repository, branch), read_ref(repository, f"refs/heads/{branch}")
    if not other or not head:
        return ""
    ahead, behind = ahead_behind(repository, head, read_ref(repository, f"refs/remotes/{other}"))
    if not ahead and not behind:
        return f"Your branch is up to date with '{other}'.\n"
    if not behind:
        plural = "s" * (ahead != 1)
        return (
            f"Your branch is ahead of '{other}' by {ahead} commit{plural}.\n"
            '  (use "git push" to publish your local commits)\n'
        )
    if not ahead:
        plural = "s" * (behind != 1)
        return (
            f"Your branch is behind '{other}' by {behind} commit{plural}, and can be fast-forwarded.\n"
            '  (use "git pull" to update your local branch)\n'
        )
    return (
        f"Your branch and '{other}' have diverged,\n"
        f"and have {ahead} and {behind} different commits each, respectively.\n"
        '  (use "git pull" to merge the remote branch into yours)\n'
    )


def status_command(call: Call) -> int:
    """Shows what has changed: ``status [-s] [-b] [--porcelain] [-u[MODE]] [PATH]...``."""
    arguments = call.parse("s=short b=branch long z=null", "", "u=untracked-files porcelain")
    repository = call.repository
    mode = arguments.get("untracked-files") or ("all" if "untracked-files" in arguments else "normal")
    contents = Contents(repository)
    found = status(repository, mode == "all", contents)
    if mode == "no":
        found = found._replace(untracked=())
    paths = call.paths([*arguments.operands, *(arguments.paths or [])])
    found = found._replace(
        staged=tuple([row for row in find_renames(found.staged, contents) if paths.match(row.path)]),
        unstaged=tuple([row for row in found.unstaged if paths.match(row.path)]),
        conflicts=tuple([row for row in found.conflicts if paths.match(row[1])]),
        untracked=tuple([row for row in found.untracked if paths.match(row)]),
    )
    if "short" in arguments or "porcelain" in arguments or "null" in arguments:
        _short(call, found, "porcelain" in arguments, "branch" in arguments, "null" in arguments)
    else:
        call.out(long_status(call, found, mode))
    return 0


def _short(call: Call, found: Status, stable: bool, branch: bool, null: bool) -> None:
    end = "\0" if null else "\n"

    def shown(path: str) -> str:
        path = path if stable else call.shown(path)
        text = path if null else quoted(path)
        return f'"{text}"' if " " in text and not text.startswith('"') and not null else text

    if branch:
        call.out(_branch_line(call.repository) + end)
    rows: dict[str, tuple[str, str]] = {}
    sources: dict[str, str] = {}
    for change in found.staged:
        rows[change.path] = (change.kind, " ")
        if change.source:
            sources[change.path] = change.source
    for change in found.unstaged:
        rows[change.path] = (rows.get(change.path, (" ", " "))[0], change.kind)
    for letters, path in found.conflicts:
        rows[path] = (letters[0], letters[1])
    for path in sorted(rows, key=lambda name: name.encode("utf-8", "surrogateescape")):
        one, two = rows[path]
        if path in sources and null:
            call.out(f"{one}{two} {path}\0{sources[path]}\0")
        else:
            source = f"{shown(sources[path])} -> " if path in sources else ""
            call.out(f"{one}{two} {source}{shown(path)}{end}")
    for path in found.untracked:
        call.out(f"?? {shown(path)}{end}")


def _branch_line(repository: Repository) -> str:
    branch, head = head_branch(repository), head_id(repository)
    if not branch:
        return "## HEAD (no branch)"
    if not head:
        return f"## No commits yet on {branch}"
    other = upstream(repository, branch)
    if not other:
        return f"## {branch}"
    ahead, behind = ahead_behind(repository, head, read_ref(repository, f"refs/remotes/{other}"))
    counts = ", ".join([f"{word} {count}" for word, count in (("ahead", ahead), ("behind", behind)) if count])
    return f"## {branch}...{other}" + (f" [{counts}]" if counts else "")


def _where(repository: Repository) -> str:
    branch = head_branch(repository)
    if branch:
        return f"On branch {branch}\n"
    head = head_id(repository)
    for move in reflog(repository, "HEAD"):
        to = re.match(r"checkout: moving from .* to (.*)$", move.reason)
        if to is not None:
            name = to[1] if find_ref(repository, to[1]) else repository.short(move.new)
            return f"HEAD detached {'at' if move.new == head else 'from'} {name}\n"
    return "Not currently on any branch.\n"


def long_status(call: Call, found: Status, mode: str = "normal", commit: bool = False) -> str:
    """Returns the state of the work tree in sentences.

    Args:
        call: The call, for paths as they are seen from its folder.
        found: The state.
        mode: Which unknown files are shown: ``normal``, ``all`` or ``no``.
        commit: Whether it is shown by ``commit``, with no commit made.
    """
    repository = call.repository
    first, merging = not head_id(repository), repository.read("MERGE_HEAD") is not None
    picking = repository.read("CHERRY_PICK_HEAD") is not None or repository.read("REVERT_HEAD") is not None
    out = [_where(repository)]
    said = tracking(repository, head_branch(repository))
    if said:
        out.append(said + "\n")
    if merging and found.conflicts:
        out.append(
            'You have unmerged paths.\n  (fix conflicts and run "git commit")\n'
            '  (use "git merge --abort" to abort the merge)\n\n'
        )
    elif merging:
        out.append('All conflicts fixed but you are still merging.\n  (use "git commit" to conclude merge)\n\n')
    elif picking:
        out.append(_picking(repository, bool(found.conflicts)))
    if first:
        out.append("\nInitial commit\n\n" if commit else "\nNo commits yet\n\n")
    plain = not merging and repository.read("CHERRY_PICK_HEAD") is None
    if found.staged:
        hint = (
            '  (use "git rm --cached <file>..." to unstage)\n'
            if first
            else '  (use "git restore --staged <file>..." to unstage)\n'
        )
        out.append("Changes to be committed:\n" + (hint if plain else "") + _changes(call, found.staged))
    if found.conflicts:
        out.append(_conflicts(call, found.conflicts, plain))
    if found.unstaged:
        gone = any([change.kind == "D" for change in found.unstaged])
        out.append(
            "Changes not staged for commit:\n"
            f'  (use "git add{"/rm" if gone else ""} <file>..." to update what will be committed)\n'
            '  (use "git restore <file>..." to discard changes in working directory)\n' + _changes(call, found.unstaged)
        )
    if found.untracked:
        names = "".join([f"\t{quoted(call.shown(path))}\n" for path in found.untracked])
        out.append(f'Untracked files:\n  (use "git add <file>..." to include in what will be committed)\n{names}\n')
    elif mode == "no" and found.staged:
        out.append("Untracked files not listed (use -u option to show untracked files)\n")
    out.append(_last(found, first, mode))
    return "".join(out)


def _picking(repository: Repository, conflicts: bool) -> str:
    """Returns the sentences about a cherry-pick or revert that was begun."""
    reverted = (repository.read("REVERT_HEAD") or "").strip()
    name = repository.short(reverted or (repository.read("CHERRY_PICK_HEAD") or "").strip())
    command, doing = ("revert", "reverting") if reverted else ("cherry-pick", "cherry-picking")
    how = f'fix conflicts and run "git {command} --continue"' if conflicts else (
        f'all conflicts fixed: run "git {command} --continue"')  # fmt: skip
    return (
        f"You are currently {doing} commit {name}.\n  ({how})\n"
        f'  (use "git {command} --skip" to skip this patch)\n'
        f'  (use "git {command} --abort" to cancel the {command} operation)\n\n'
    )


def _changes(call: Call, changes: Sequence[Change]) -> str:
    out = []
    for change in changes:
        source = f"{quoted(call.shown(change.source))} -> " if change.source else ""
        out.append(f"\t{_KINDS[change.kind]:<12}{source}{quoted(call.shown(change.path))}\n")
    return "".join(out) + "\n"


def _conflicts(call: Call, conflicts: Sequence[tuple[str, str]], plain: bool) -> str:
    hint = '  (use "git restore --staged <file>..." to unstage)\n' if plain else ""
    kinds = {kind for kind, _ in conflicts}
    if kinds & {"DU", "UD"}:
        hint += '  (use "git add/rm <file>..." as appropriate to mark resolution)\n'
    else:
        hint += '  (use "git add <file>..." to mark resolution)\n'
    rows = [f"\t{_CONFLICTS[kind]:<17}{quoted(call.shown(path))}\n" for kind, path in conflicts]
    return f"Unmerged paths:\n{hint}{''.join(rows)}\n"


def _last(found: Status, first: bool, mode: str) -> str:
    """Returns the last line, which tells why there is nothing to commit."""
    if found.staged:
        return ""
    if found.unstaged or found.conflicts:
        return 'no changes added to commit (use "git add" and/or "git commit -a")\n'
    if found.untracked:
        return 'nothing added to commit but untracked files present (use "git add" to track)\n'
    if first:
        return 'nothing to commit (create/copy files and use "git add" to track)\n'
    if mode == "no":
        return "nothing to commit (use -u to show untracked files)\n"
    return "nothing to commit, working tree clean\n"
