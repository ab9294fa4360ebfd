"""The commands ``add``, ``rm``, ``mv``, ``restore`` and ``reset``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crab_sim.files import FileError
from crab_sim.shell.programs.git.call import Call
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.ignoring import Ignores
from crab_sim.shell.programs.git.index import Index
from crab_sim.shell.programs.git.objects import TreeEntry
from crab_sim.shell.programs.git.patches import quoted
from crab_sim.shell.programs.git.refs import head_id, resolve, resolve_commit, set_ref
from crab_sim.shell.programs.git.repository import Repository, Tree, is_folder
from crab_sim.shell.programs.git.worktree import (
    Contents,
    compare,
    drop_file,
    entry_of,
    index_of,
    on_disk,
    put_file,
    staged,
    switch_files,
    untracked,
)

__all__ = ["add", "clear_merge", "mv", "reset", "restore", "rm", "stage"]


def stage(repository: Repository, paths: Iterable[str]) -> None:
    """Takes files into the index as they are in the work tree; those that are gone leave it."""
    index, contents = dict(repository.index), Contents(repository)
    for path in paths:
        entry = entry_of(repository, path, contents)
        if entry is None:
            index.pop(path, None)
            continue
        repository.store("blob", contents.of(entry))
        for name in [name for name in index if name.startswith(path + "/") or path.startswith(name + "/")]:
            del index[name]  # a file in place of a folder, or the other way round
        index[path] = (index_of(repository, entry),)
    repository.index = index


def add(call: Call) -> int:
    """Takes changes into the next commit: ``add [-A] [-u] [-f] [-n] [-v] PATH...``."""
    arguments = call.parse("A=all u=update f=force n=dry-run v=verbose p=patch N=intent-to-add")
    if "patch" in arguments:
        raise GitError("fatal: interactive staging is not available on this machine")
    repository = call.repository
    operands = [*arguments.operands, *(arguments.paths or [])]
    if not operands and "all" not in arguments and "update" not in arguments:
        call.note("Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?")
        call.note('hint: Turn this message off by running\nhint: "git config advice.addEmptyPathspec false"')
        return 0
    specs = call.paths(operands)
    known = [path for path in repository.index if specs.match(path)]
    new = [] if "update" in arguments else [path for path in untracked(repository, True) if specs.match(path)]
    new = [path for path in new if not path.endswith("/")]
    ignored = [] if "update" in arguments else _ignored(repository, specs.unmatched([*known, *new]))
    if ignored and "force" not in arguments:
        names = "\n".join([quoted(path) for path in ignored])
        call.note(
            f"The following paths are ignored by one of your .gitignore files:\n{names}\n"
            "hint: Use -f if you really want to add them.\nhint: Turn this message off by running\n"
            'hint: "git config advice.addIgnoredFile false"'
        )
    else:
        new += [path for name in ignored for path in _all_below(repository, name)]
    for spec in specs.unmatched([*known, *new]):
        if spec not in ignored and not repository.files.exists(repository.work_path(spec)):
            raise GitError(f"fatal: pathspec '{spec}' did not match any files")
    changed = [path for path in known if _differs(repository, path)]
    todo = sorted({*new, *changed})
    if "verbose" in arguments or "dry-run" in arguments:
        for path in todo:
            gone = not repository.files.exists(repository.work_path(path))
            call.line(f"{'remove' if gone else 'add'} '{path}'")
    if "dry-run" not in arguments and todo:
        stage(repository, todo)
    return 1 if ignored and "force" not in arguments else 0


def _differs(repository: Repository, path: str) -> bool:
    entry, rows = entry_of(repository, path), repository.index[path]
    return bool(rows[0].stage) or entry is None or (entry.mode, entry.id) != (rows[0].mode, rows[0].id)


def _ignored(repository: Repository, specs: Sequence[str]) -> list[str]:
    """Returns those of some paths that exist and are ignored, or lie in an ignored folder."""
    ignores, found = Ignores(repository.files, repository.root, repository.folder), []
    for spec in specs:
        if not repository.files.exists(repository.work_path(spec)):
            continue
        parts = spec.split("/")
        for depth in range(1, len(parts) + 1):
            above = "/".join(parts[:depth])
            if ignores.ignored(above, is_folder(repository.files, repository.work_path(above))):
                found.append(above)
                break
    return found


def _all_below(repository: Repository, path: str) -> list[str]:
    where = repository.work_path(path)
    if not is_folder(repository.files, where):
        return [path]
    top = len(repository.work_path(""))
    return [name[top:] for name, _ in repository.files.walk(where) if not is_folder(repository.files, name)]


def rm(call: Call) -> int:
    """Removes files from the index and the work tree: ``rm [--cached] [-f] [-r] [-q] PATH...``."""
    arguments = call.parse("cached f=force r q=quiet n=dry-run ignore-unmatch")
    repository = call.repository
    operands = [*arguments.operands, *(arguments.paths or [])]
    if not operands:
        raise GitError("fatal: No pathspec was given. Which files should I remove?")
    specs = call.paths(operands)
    gone = [path for path in sorted(repository.index) if specs.match(path)]
    for spec, operand in zip(specs.specs, operands, strict=True):
        inside = [path for path in gone if path.startswith(spec.rstrip("/") + "/") or not spec]
        if not any([call.paths([operand]).match(path) for path in gone]) and "ignore-unmatch" not in arguments:
            raise GitError(f"fatal: pathspec '{operand}' did not match any files")
        if inside and "r" not in arguments:
            raise GitError(f"fatal: not removing '{operand}' recursively without -r")
    if "force" not in arguments:
        _check_removal(repository, gone, "cached" in arguments)
    index = dict(repository.index)
    for path in gone:
        if "quiet" not in arguments:
            call.line(f"rm '{path}'")
        if "dry-run" not in arguments:
            del index[path]
            if "cached" not in arguments:
                drop_file(repository, path)
    if "dry-run" not in arguments:
        repository.index = index
    return 0


def _check_removal(repository: Repository, paths: Sequence[str], cached: bool) -> None:
    head, local, index_only, both = repository.tree(head_id(repository)), [], [], []
    now = staged(repository.index)
    for path in paths:
        if path not in now:
            continue
        found = entry_of(repository, path)
        changed = found is not None and (found.mode, found.id) != (now[path].mode, now[path].id)
        differs = path not in head or (head[path].mode, head[path].id) != (now[path].mode, now[path].id)
        if changed and differs:
            both.append(path)
        elif differs and not cached:
            index_only.append(path)
        elif changed and not cached:
            local.append(path)
    parts = []
    for names, text, hint in (
        (both, "staged content different from both the\nfile and the HEAD", "(use -f to force removal)"),
        (index_only, "changes staged in the index", "(use --cached to keep the file, or -f to force removal)"),
        (local, "local modifications", "(use --cached to keep the file, or -f to force removal)"),
    ):
        if names:
            some = "file has" if len(names) == 1 else "files have"
            rows = "".join([f"\n    {name}" for name in names])
            parts.append(f"error: the following {some} {text}:{rows}\n{hint}")
    if parts:
        raise GitError("\n".join(parts), 1)


def mv(call: Call) -> int:
    """Moves files: ``mv [-f] [-k] [-n] SOURCE... TARGET``."""
    arguments = call.parse("f=force n=dry-run v=verbose")
    words = [*arguments.operands, *(arguments.paths or [])]
    if len(words) < 2:
        raise GitError("usage: git mv [<options>] <source>... <destination>", 129)
    repository, target = call.repository, call.inside(words[-1])
    into = repository.files.is_dir(repository.work_path(target))
    if len(words) > 2 and not into:
        raise GitError(f"fatal: destination '{words[-1]}' is not a directory")
    for word in words[:-1]:
        source = call.inside(word)
        name = source.rstrip("/").rpartition("/")[2]
        _move(call, source, f"{target}/{name}".lstrip("/") if into else target, "force" in arguments)
    return 0


def _move(call: Call, source: str, target: str, force: bool) -> None:
    repository = call.repository
    where, to = repository.work_path(source), repository.work_path(target)
    inside = [path for path in repository.index if path == source or path.startswith(source + "/")]
    problem = ""
    if not repository.files.exists(where):
        problem = "bad source"
    elif not inside:
        problem = "source directory is empty" if repository.files.is_dir(where) else "not under version control"
    elif target == source or target.startswith(source + "/"):
        problem = "can not move directory into itself"
    elif repository.files.exists(to) and not force:
        problem = "destination exists"
    elif not repository.files.is_dir(to.rpartition("/")[0] or "/"):
        problem = "destination directory does not exist"
    if problem:
        raise GitError(f"fatal: {problem}, source={source}, destination={target}")
    try:
        repository.files = repository.files.move(where, to, mtime=repository.now)
    except FileError as error:
        raise GitError(f"fatal: renaming '{source}' failed: {error.reason}") from None
    index = dict(repository.index)
    for path in inside:
        rows = index.pop(path)
        new = target + path[len(source) :]
        index[new] = tuple([row._replace(path=new) for row in rows])
    repository.index = index


def restore(call: Call) -> int:
    """Takes files back: ``restore [-S] [-W] [-s COMMIT] PATH...``."""
    arguments = call.parse("S=staged W=worktree q=quiet ours theirs", "s=source")
    repository = call.repository
    operands = [*arguments.operands, *(arguments.paths or [])]
    if not operands:
        raise GitError("fatal: you must specify path(s) to restore")
    to_index = "staged" in arguments
    to_disk = "worktree" in arguments or not to_index
    now = staged(repository.index)
    source: Tree = now
    if "source" in arguments or to_index:
        word = arguments.get("source", "HEAD")
        if word == "HEAD" and not head_id(repository):
            raise GitError("fatal: could not resolve HEAD")
        if not resolve(repository, word):
            raise GitError(f"fatal: could not resolve {word}")
        source = repository.tree(resolve(repository, word))
    if "ours" in arguments or "theirs" in arguments:
        wanted = 2 if "ours" in arguments else 3
        rows = [row for entries in repository.index.values() for row in entries if row.stage == wanted]
        source = {**source, **{row.path: TreeEntry(row.mode, row.path, row.id) for row in rows}}
    restore_paths(call, operands, source, to_index, to_disk)
    return 0


def restore_paths(call: Call, operands: Sequence[str], source: Tree, to_index: bool, to_disk: bool) -> int:
    """Brings paths in index and work tree to what a set of files has.

    Args:
        call: The command's call.
        operands: The paths and patterns, relative to the current folder.
        source: The set of files; what it lacks is removed.
        to_index: Whether the index is changed.
        to_disk: Whether the work tree is changed.

    Returns:
        How many there are.

    Raises:
        GitError: An operand names no file that git knows.
    """
    repository, specs = call.repository, call.paths(operands)
    known = {*source, *repository.index}
    unknown = specs.unmatched(known)
    if unknown:
        lines = [f"error: pathspec '{spec}' did not match any file(s) known to git" for spec in unknown]
        raise GitError("\n".join(lines), 1)
    paths = sorted([path for path in known if specs.match(path)])
    index: Index = dict(repository.index)
    blocked = [path for path in paths if path in index and index[path][0].stage and path not in source]
    if blocked and not to_index:
        raise GitError("\n".join([f"error: path '{path}' is unmerged" for path in blocked]), 1)
    count = 0
    for path in paths:
        entry = source.get(path)
        if to_disk and entry is not None and entry_of(repository, path) != entry:
            put_file(repository, path, entry.mode, repository.blob(entry.id))
            count += 1
        elif to_disk and entry is None:
            drop_file(repository, path)
        if to_index:
            index.pop(path, None)
            if entry is not None:
                index[path] = (index_of(repository, entry),)
    if to_index:
        repository.index = index
    return count


def reset(call: Call) -> int:
    """Moves the branch, or unstages: ``reset [--soft|--mixed|--hard] [COMMIT]``, ``reset [COMMIT] [--] PATH...``."""
    arguments = call.parse("soft mixed hard merge keep q=quiet")
    repository, words = call.repository, list(arguments.operands)
    paths = list(arguments.paths or [])
    word = "HEAD"
    if words and (arguments.paths is not None or resolve(repository, words[0])):
        word = words.pop(0)
    paths = words + paths
    if paths:
        return _reset_paths(call, word, paths, arguments.paths is not None)
    head = head_id(repository)
    target = resolve_commit(repository, word).id if head or word != "HEAD" else ""
    old, new = repository.tree(head), repository.tree(target)
    if "hard" in arguments:
        everything = {**old, **staged(repository.index), **{path: None for path in repository.index if path not in new}}
        switch_files(
            repository, {path: entry for path, entry in everything.items() if entry is not None}, new, force=True
        )
        repository.index = {path: rows for path, rows in repository.index.items() if path in new}
        for path in everything.keys() - new.keys():
            drop_file(repository, path)
    elif "soft" not in arguments:
        repository.index = {path: (index_of(repository, entry),) for path, entry in new.items()}
    elif any([rows[0].stage for rows in repository.index.values()]):
        raise GitError("fatal: Cannot do a soft reset in the middle of a merge.")
    if target:
        if head:
            repository.write("ORIG_HEAD", head + "\n")
        set_ref(repository, "HEAD", target, f"reset: moving to {word}")
    if "soft" not in arguments:
        clear_merge(repository)
    if "hard" in arguments and "quiet" not in arguments and target:
        call.line(f"HEAD is now at {repository.short(target)} {repository.commit(target).subject}")
    elif "soft" not in arguments and "quiet" not in arguments:
        _say_unstaged(call)
    return 0


def _reset_paths(call: Call, word: str, operands: Sequence[str], separated: bool) -> int:
    repository, specs = call.repository, call.paths(operands)
    source: Tree = repository.tree(resolve(repository, word))
    known = {*source, *repository.index}
    unknown = specs.unmatched(known)
    missing = [spec for spec in specs.specs if not repository.files.exists(repository.work_path(spec))]
    if (missing and not separated) or (unknown and missing):
        raise GitError(
            f"fatal: ambiguous argument '{operands[0]}': unknown revision or path not in the working tree.\n"
            "Use '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'"
        )
    index: Index = dict(repository.index)
    for path in sorted(known):
        if specs.match(path):
            index.pop(path, None)
            if path in source:
                index[path] = (index_of(repository, source[path]),)
    repository.index = index
    _say_unstaged(call)
    return 0


def _say_unstaged(call: Call) -> None:
    repository = call.repository
    now = staged(repository.index)
    changes = compare(now, on_disk(repository, now))
    if changes:
        call.line("Unstaged changes after reset:")
        for change in changes:
            call.line(f"{change.kind}\t{quoted(call.shown(change.path))}")


def clear_merge(repository: Repository) -> None:
    """Forgets a merge or cherry-pick that was begun."""
    for name in ("MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "CHERRY_PICK_HEAD", "REVERT_HEAD", "AUTO_MERGE"):
        repository.delete(name)
