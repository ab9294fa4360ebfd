"""Commands that scripts use: ``cat-file``, ``hash-object``, ``ls-files``, ``ls-tree``, ``rev-list``, ``rev-parse``."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim.shell.programs.git.call import Call
from crab_sim.shell.programs.git.commands.differences import split_words
from crab_sim.shell.programs.git.commands.history import selected
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.objects import FOLDER, hash_object, read_tree
from crab_sim.shell.programs.git.patches import quoted
from crab_sim.shell.programs.git.refs import find_ref, head_branch, read_ref, resolve
from crab_sim.shell.programs.git.worktree import compare, on_disk, staged, untracked
from crab_sim.shell.text import decode

__all__ = ["cat_file", "hash_object_command", "ls_files", "ls_tree", "rev_list", "rev_parse"]

_KINDS = {0o040000: "tree", 0o160000: "commit"}


def _object(call: Call, word: str) -> str:
    id = resolve(call.repository, word)
    if not id:
        raise GitError(f"fatal: Not a valid object name {word}")
    return id


def cat_file(call: Call) -> int:
    """Shows an object: ``cat-file (-t | -s | -e | -p | KIND) OBJECT``."""
    arguments = call.parse("t s e p")
    repository, words = call.repository, arguments.operands
    if not words:
        raise GitError("fatal: only two arguments allowed in <type> <object> mode, not 0", 129)
    id = _object(call, words[-1])
    raw = repository.load(id)
    if "t" in arguments:
        call.line(raw.kind)
    elif "s" in arguments:
        call.line(str(len(raw.data)))
    elif "e" not in arguments:
        if len(words) > 1 and words[0] != raw.kind:
            raise GitError(f"fatal: git cat-file {words[-1]}: bad file")
        if raw.kind == "tree":
            for entry in read_tree(raw.data):
                call.line(f"{entry.mode:06o} {_KINDS.get(entry.mode, 'blob')} {entry.id}\t{quoted(entry.name)}")
        else:
            call.out(decode(raw.data))
    return 0


def hash_object_command(call: Call) -> int:
    """Names an object: ``hash-object [-w] [--stdin] [FILE]...``."""
    arguments = call.parse("w stdin", "t")
    kind = arguments.get("t", "blob")
    datas = [call.context.stdin] if "stdin" in arguments else []
    datas += [call.context.read(name if name.startswith("/") else f"{call.cwd}/{name}") for name in arguments.operands]
    for data in datas:
        call.line(call.repository.store(kind, data) if "w" in arguments else hash_object(kind, data))
    return 0


def ls_files(call: Call) -> int:
    """Lists files of the index: ``ls-files [-s] [-o] [-m] [-d] [-u] [PATH]...``."""
    arguments = call.parse("s=stage o=others c=cached m=modified d=deleted u=unmerged exclude-standard")
    repository = call.repository
    specs = call.paths([*arguments.operands, *(arguments.paths or [])] or ["."])
    if "others" in arguments:
        for path in untracked(repository, True):
            if specs.match(path):
                call.line(quoted(call.shown(path)))
        return 0
    changed: set[str] = set()
    if "modified" in arguments:
        now = staged(repository.index)
        changed = {change.path for change in compare(now, on_disk(repository, now, None))}
    for path, rows in sorted(repository.index.items()):
        if not specs.match(path):
            continue
        gone = not repository.files.exists(repository.work_path(path))
        if "deleted" in arguments and not gone:
            continue
        if "modified" in arguments and path not in changed:
            continue
        for row in rows:
            if "unmerged" in arguments and not row.stage:
                continue
            name = quoted(call.shown(path))
            full = "stage" in arguments or "unmerged" in arguments
            call.line(f"{row.mode:06o} {row.id} {row.stage}\t{name}" if full else name)
            if not full:
                break
    return 0


def ls_tree(call: Call) -> int:
    """Lists a folder of a commit: ``ls-tree [-r] [--name-only] COMMIT [PATH]...``."""
    arguments = call.parse("r name-only full-tree", "")
    if not arguments.operands:
        raise GitError("usage: git ls-tree [<options>] <tree-ish> [<path>...]", 129)
    repository = call.repository
    id = _object(call, arguments.operands[0])
    words = [*arguments.operands[1:], *(arguments.paths or [])]
    specs = call.paths(words)
    if "r" in arguments:
        entries = [entry for entry in repository.tree(id).values() if specs.match(entry.name)]
    else:
        entries = []
        for word in words or ["/"]:  # a folder with a slash behind it stands for what is in it
            folder, _, name = word.rpartition("/")
            tree = repository.tree_of(_object(call, f"{arguments.operands[0]}:{folder}") if folder else id)
            for entry in read_tree(repository.load(tree).data):
                if name in ("", entry.name):
                    entries.append(entry._replace(name=f"{folder}/{entry.name}" if folder else entry.name))
    for entry in entries:
        name = quoted(entry.name)
        kind = "tree" if entry.mode == FOLDER else _KINDS.get(entry.mode, "blob")
        call.line(name if "name-only" in arguments else f"{entry.mode:06o} {kind} {entry.id}\t{name}")
    return 0


def rev_list(call: Call) -> int:
    """Names commits: ``rev-list [--count] [--objects] [-n COUNT] [--all] COMMIT... [-- PATH...]``."""
    arguments = call.parse(
        "count all branches tags reverse merges no-merges first-parent parents objects", "n=max-count skip author grep"
    )
    if not arguments.operands and "all" not in arguments:
        raise GitError("usage: git rev-list [<options>] <commit>... [--] [<path>...]", 129)
    words, operands = split_words(call, arguments)
    found = selected(call, arguments, words, call.paths(operands))
    if "count" in arguments:
        call.line(str(len(found)))
    else:
        for commit in found:
            call.line(" ".join([commit.id, *(commit.parents if "parents" in arguments else ())]))
        if "objects" in arguments:
            _list_objects(call, [commit.tree for commit in found])
    return 0


def _list_objects(call: Call, trees: Sequence[str]) -> None:
    """Prints folders and files of commits with their paths, each once.

    Raises:
        GitError: One is missing.
    """
    repository, told = call.repository, set[str]()
    left = [(tree, "") for tree in reversed(trees)]
    while left:
        id, path = left.pop()
        if id in told:
            continue
        told.add(id)
        raw = repository.load(id)
        call.line(f"{id} {path}")
        if raw.kind == "tree":
            entries = [entry for entry in read_tree(raw.data) if _KINDS.get(entry.mode) != "commit"]
            left += [(entry.id, f"{path}/{entry.name}" if path else entry.name) for entry in reversed(entries)]


def rev_parse(call: Call) -> int:
    """Names what words stand for: ``rev-parse [--short] [--abbrev-ref] [--verify] [--show-toplevel] WORD...``."""
    arguments = call.parse(
        "abbrev-ref verify q=quiet show-toplevel git-dir is-inside-work-tree show-prefix symbolic-full-name "
        "is-bare-repository",
        "", "short",
    )  # fmt: skip
    repository = call.repository
    if "show-toplevel" in arguments:
        call.line(repository.root)
    if "git-dir" in arguments:
        call.line(".git" if call.cwd == repository.root else repository.folder)
    if "is-inside-work-tree" in arguments:
        call.line("true")
    if "is-bare-repository" in arguments:
        call.line("false")
    if "show-prefix" in arguments:
        call.line(call.inside(".") + "/" if call.inside(".") else "")
    for word in arguments.operands:
        if "abbrev-ref" in arguments:
            name = find_ref(repository, word)
            if name == "HEAD":
                call.line(head_branch(repository) or "HEAD")
                continue
            if name:
                call.line(name.split("/", 2)[-1])
                continue
        if "symbolic-full-name" in arguments and find_ref(repository, word):
            name = find_ref(repository, word)
            call.line(f"refs/heads/{head_branch(repository)}" if name == "HEAD" and head_branch(repository) else name)
            continue
        id = read_ref(repository, word) if len(word) == 40 else ""
        id = id or resolve(repository, word)
        if not id:
            if "quiet" in arguments:
                return 1
            if "verify" in arguments:
                raise GitError("fatal: Needed a single revision")
            call.line(word)
            raise GitError(
                f"fatal: ambiguous argument '{word}': unknown revision or path not in the working tree.\n"
                "Use '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'"
            )
        call.line(repository.short(id) if "short" in arguments else id)
    return 0
