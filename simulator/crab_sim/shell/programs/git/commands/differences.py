"""The command ``diff``, and the forms in which differences are printed."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.shell.programs.git.call import Arguments, Call, Paths
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.patches import counted, find_renames, patch, quoted, short_stat, stat, summary
from crab_sim.shell.programs.git.refs import head_id, merge_base, resolve, resolve_commit
from crab_sim.shell.programs.git.repository import Repository, Tree
from crab_sim.shell.programs.git.worktree import Change, Contents, compare, entry_of, staged, tracked_tree

__all__ = ["DIFF_FLAGS", "DIFF_VALUED", "diff", "shown_changes", "split_words"]

DIFF_FLAGS = (
    "stat p=patch u s=no-patch name-only name-status shortstat numstat summary full-index no-renames M=find-renames "
    "no-color quiet exit-code raw b=ignore-space-change w=ignore-all-space patch-with-stat minimal"
)
DIFF_VALUED = "U=unified diff-filter"


def split_words(call: Call, arguments: Arguments) -> tuple[list[str], list[str]]:
    """Returns the operands that name commits, and those that name paths.

    Raises:
        GitError: An operand names neither.
    """
    repository, words = call.repository, list(arguments.operands)
    if arguments.paths is not None:
        return words, list(arguments.paths)
    names: list[str] = []
    while words and _is_revision(repository, words[0]):
        names.append(words.pop(0))
    for word in words:
        inside = call.inside(word)
        known = any([Paths([inside]).match(path) for path in repository.index])
        if not known and not repository.files.exists(repository.work_path(inside)):
            raise GitError(
                f"fatal: ambiguous argument '{word}': unknown revision or path not in the working tree.\n"
                "Use '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'"
            )
    return names, words


def _is_revision(repository: Repository, word: str) -> bool:
    for dots in ("...", ".."):
        if dots in word:
            one, _, two = word.partition(dots)
            return bool(resolve(repository, one or "HEAD") and resolve(repository, two or "HEAD"))
    return bool(resolve(repository, word.removeprefix("^")))


def diff(call: Call) -> int:
    """Shows differences: ``diff [--staged] [--stat|--name-only|…] [COMMIT [COMMIT]] [--] [PATH]...``."""
    arguments = call.parse(f"cached staged {DIFF_FLAGS}", DIFF_VALUED)
    repository = call.repository
    names, operands = split_words(call, arguments)
    specs, contents = call.paths(operands), Contents(repository)
    cached = "cached" in arguments or "staged" in arguments
    old, new = _sides(repository, names, cached, contents)
    conflicts = [path for path, rows in sorted(repository.index.items()) if rows[0].stage and specs.match(path)]
    changes = [change for change in compare(old, new) if specs.match(change.path)]
    if not names and conflicts:
        if not cached:
            changes = [change for change in changes if change.path not in conflicts]
        for path in conflicts:
            ours = next((row for row in repository.index[path] if row.stage == 2), None)
            found = entry_of(repository, path)
            differs = ours is None or found is None or (found.mode, found.id) != (ours.mode, ours.id)
            line = f"{quoted(path)}\n"
            call.out(line * (1 + (differs and not cached)) if "name-only" in arguments else f"* Unmerged path {line}")
    call.out(shown_changes(call, arguments, changes, contents))
    return 1 if changes and ("exit-code" in arguments or "quiet" in arguments) else 0


def _sides(repository: Repository, names: Sequence[str], cached: bool, contents: Contents) -> tuple[Tree, Tree]:
    """Returns the two sets of files that a ``diff`` compares."""
    if len(names) == 1 and "..." in names[0]:
        one, _, two = names[0].partition("...")
        first, second = resolve_commit(repository, one or "HEAD").id, resolve_commit(repository, two or "HEAD").id
        return repository.tree(merge_base(repository, first, second)), repository.tree(second)
    if len(names) == 1 and ".." in names[0]:
        names = [word or "HEAD" for word in names[0].split("..", 1)]
    if len(names) >= 2:
        ids = [resolve(repository, word) for word in names[:2]]
        return repository.tree(ids[0]), repository.tree(ids[1])
    if names:
        base: Tree = repository.tree(resolve(repository, names[0]))
    else:
        base = repository.tree(head_id(repository)) if cached else staged(repository.index)
    return base, staged(repository.index) if cached else tracked_tree(repository, contents)


def shown_changes(
    call: Call, arguments: Arguments, changes: Sequence[Change], contents: Contents, default: str = "patch"
) -> str:
    """Returns differences in the form that the options ask for.

    Args:
        call: The call.
        arguments: Its options.
        changes: The differences.
        contents: The bytes of the files.
        default: The form without an option: ``patch`` or ``""`` for none.
    """
    if "no-renames" not in arguments:
        changes = find_renames(changes, contents)
    wanted = arguments.get("diff-filter")
    if wanted:
        changes = [change for change in changes if (change.kind in wanted.upper()) == wanted.isupper()]
    if "quiet" in arguments or "no-patch" in arguments:
        return ""
    around = arguments.get("unified")
    lines = min(int(around), 10_000) if around.isdigit() and len(around) < 6 else 3
    out: list[str] = []
    for form in ("raw", "numstat", "stat", "shortstat", "summary", "name-status", "name-only"):
        if form in arguments:
            out.append(_form(call, form, changes, contents))
    patched = any([name in arguments for name in ("patch", "u", "unified", "patch-with-stat")])
    if patched or (not out and default == "patch"):
        if out and changes:
            out.append("\n")
        full = "full-index" in arguments
        for change in changes:
            out.append(patch(call.repository, change, contents, lines, full))
    return "".join(out)


def _form(call: Call, form: str, changes: Sequence[Change], contents: Contents) -> str:
    rows = counted(changes, contents) if form in ("numstat", "stat", "shortstat") else []
    columns = call.context.shell.screen
    match form:
        case "stat":
            return stat(rows, columns[1] if columns is not None and call.on_screen else 80)
        case "shortstat":
            return short_stat(rows)
        case "numstat":
            return "".join(
                [
                    f"{'-' if row.binary else row.added}\t{'-' if row.binary else row.deleted}\t{row.name}\n"
                    for row in rows
                ]
            )
        case "summary":
            return summary(changes)
        case "name-only":
            return "".join([quoted(change.path) + "\n" for change in changes])
        case "name-status":
            return "".join([_named(change) for change in changes])
    out = []
    for change in changes:
        modes = [f"{entry.mode:06o}" if entry is not None else "000000" for entry in (change.old, change.new)]
        ids = [
            call.repository.short(entry.id) if entry is not None else "0000000" for entry in (change.old, change.new)
        ]
        out.append(f":{modes[0]} {modes[1]} {ids[0]} {ids[1]} {_named(change)}")
    return "".join(out)


def _named(change: Change) -> str:
    if change.kind == "R":
        return f"R{change.score:03}\t{quoted(change.source)}\t{quoted(change.path)}\n"
    return f"{change.kind}\t{quoted(change.path)}\n"
