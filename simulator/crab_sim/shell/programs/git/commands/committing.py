"""The command ``commit``: messages, the editor for them, and what a new commit prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.shell.programs import nano as nano_editor
from crab_sim.shell.programs.git.call import Arguments, Call
from crab_sim.shell.programs.git.commands.staging import clear_merge, stage
from crab_sim.shell.programs.git.commands.state import long_status
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.objects import Commit, commit_bytes
from crab_sim.shell.programs.git.patches import counted, find_renames, short_stat, summary
from crab_sim.shell.programs.git.people import person, shown_date, signature
from crab_sim.shell.programs.git.refs import head_branch, head_id, resolve_commit, set_ref
from crab_sim.shell.programs.git.repository import Repository, Tree
from crab_sim.shell.programs.git.worktree import Contents, compare, entry_of, staged, status
from crab_sim.shell.programs.starting import size_of, take_screen, world_of
from crab_sim.shell.programs.vim.loop import parse as parse_vim
from crab_sim.shell.programs.vim.loop import start as start_vim
from crab_sim.shell.text import decode

__all__ = ["cleaned", "commit", "edited_message", "make_commit", "report"]


def cleaned(text: str, comments: bool = False) -> str:
    r"""Returns a message without blank lines at its ends and repeated ones, and without trailing blanks.

    Args:
        text: The message.
        comments: Whether lines that begin with ``#`` are left out.

    >>> cleaned("\n a \n\n\n# b\nc", comments=True)
    ' a\n\nc\n'
    """
    lines = [line.rstrip() for line in text.split("\n")]
    out: list[str] = []
    for line in lines:
        if comments and line.startswith("#"):
            continue
        if line or (out and out[-1]):
            out.append(line)
    return "\n".join(out).strip("\n") + "\n" if any(out) else ""


def make_commit(
    repository: Repository,
    message: str,
    parents: Sequence[str],
    reason: str,
    author: str = "",
    files: Tree | None = None,
) -> Commit:
    """Makes a commit of the index, or of some files, to which HEAD's branch moves.

    Args:
        repository: The repository.
        message: Its message.
        parents: The commits before it.
        reason: The reason for the branch's log, such as ``commit``.
        author: The recorded author; by default whoever commits now.
        files: The files by their paths; by default those of the index.
    """
    by = author or signature(repository, "AUTHOR")
    committer = signature(repository, "COMMITTER")
    tree = repository.store_tree(staged(repository.index) if files is None else files)
    id = repository.store("commit", commit_bytes(tree, parents, by, committer, message))
    made = repository.commit(id)
    set_ref(repository, "HEAD", id, f"{reason}: {made.subject}")
    return made


def report(call: Call, made: Commit, dated: bool = False) -> None:
    """Prints what a new commit has: its branch, its name, its subject, and the files that it changes."""
    repository = call.repository
    branch = head_branch(repository) or "detached HEAD"
    root = "" if made.parents else " (root-commit)"
    call.line(f"[{branch}{root} {repository.short(made.id)}] {made.subject}")
    author, committer = person(made.author), person(made.committer)
    if author.who != committer.who:
        call.line(f" Author: {author.who}")
    if dated:
        call.line(f" Date: {shown_date(author)}")
    if len(made.parents) > 1:
        return
    contents = Contents(repository)
    before = repository.tree(made.parents[0]) if made.parents else {}
    changes = find_renames(compare(before, repository.tree(made.id)), contents)
    call.out(short_stat(counted(changes, contents)) + summary(changes))


def commit(call: Call) -> int:
    """Records the index: ``commit [-a] [-m TEXT]... [-F FILE] [--amend] [--no-edit] [--author=WHO] [--date=WHEN]``."""
    arguments = call.parse(
        "a=all q=quiet v=verbose amend no-edit allow-empty allow-empty-message n=no-verify s=signoff o=only",
        "m=message F=file author date C=reuse-message",
    )
    repository, head = call.repository, head_id(call.repository)
    if any([rows[0].stage for rows in repository.index.values()]) and "all" not in arguments:
        for path in sorted([path for path, rows in repository.index.items() if rows[0].stage]):
            call.line(f"U\t{path}")
        raise GitError(
            "error: Committing is not possible because you have unmerged files.\n"
            "hint: Fix them up in the work tree, and then use 'git add/rm <file>'\n"
            "hint: as appropriate to mark resolution and make a commit.\n"
            "fatal: Exiting because of an unresolved conflict."
        )
    merging = (repository.read("MERGE_HEAD") or "").split()
    amending = "amend" in arguments
    if amending and not head:
        raise GitError("fatal: You have nothing to amend.")
    if amending and merging:
        raise GitError("fatal: You are in the middle of a merge -- cannot amend.")
    files = _take_paths(call, arguments, bool(merging))
    last = repository.commit(head) if head else None
    parents = list(last.parents) if amending and last else [head, *merging] if head else []
    tree = repository.tree(parents[0]) if parents else {}
    same = {path: (row.mode, row.id) for path, row in tree.items()} == {
        path: (row.mode, row.id) for path, row in files.items()
    }
    if same and not merging and not amending and "allow-empty" not in arguments:
        call.out(long_status(call, status(repository), commit=True))
        return 1
    if same and amending and last is not None and "allow-empty" not in arguments and tree != repository.tree(last.id):
        call.note(_EMPTY)
        call.out(long_status(call, status(repository), commit=True))
        return 1
    picked = (repository.read("CHERRY_PICK_HEAD") or "").strip()
    reused = arguments.get("reuse-message")
    source = resolve_commit(repository, reused) if reused else last if amending else None
    author = _author(repository, arguments, source, picked)
    message = _message(call, arguments, source)
    if not message.strip() and "allow-empty-message" not in arguments:
        raise GitError("Aborting commit due to empty commit message.", 1)
    if "signoff" in arguments:
        message = _signed(message, person(signature(repository, "COMMITTER")).who)
    reason = "commit (amend)" if amending else "commit (merge)" if merging else "commit" if head else "commit (initial)"
    reason = "commit (cherry-pick)" if picked and not amending else reason
    made = make_commit(repository, message, parents, reason, author, files)
    clear_merge(repository)
    if "quiet" not in arguments:
        report(call, made, dated="date" in arguments or source is not None or bool(picked))
    return 0


_EMPTY: Final = """\
You asked to amend the most recent commit, but doing so would make
it empty. You can repeat your command with --allow-empty, or you can
remove the commit entirely with "git reset HEAD^"."""


def _signed(message: str, who: str) -> str:
    line = f"Signed-off-by: {who}\n"
    return message if message.endswith("\n" + line) else f"{message}\n{line}"


def _take_paths(call: Call, arguments: Arguments, merging: bool) -> Tree:
    """Stages what the arguments name, all that git knows, or only some paths, and returns the files to commit.

    Where paths are named, what else is staged stays so: HEAD's other files are committed as they are.
    """
    repository, operands = call.repository, [*arguments.operands, *(arguments.paths or [])]
    if "all" in arguments:
        if operands:
            raise GitError(f"fatal: paths '{operands[0]} ...' with -a does not make sense")
        changed = []
        for path, rows in repository.index.items():
            entry = entry_of(repository, path)
            if rows[0].stage or entry is None or (entry.mode, entry.id) != (rows[0].mode, rows[0].id):
                changed.append(path)
        if changed:
            stage(repository, changed)
    elif operands:
        if merging:
            raise GitError("fatal: cannot do a partial commit during a merge.")
        specs = call.paths(operands)
        unknown = specs.unmatched(repository.index)
        if unknown:
            raise GitError(f"error: pathspec '{unknown[0]}' did not match any file(s) known to git", 1)
        stage(repository, [path for path in repository.index if specs.match(path)])
    now = staged(repository.index)
    if not operands and "only" not in arguments:
        return now
    specs = call.paths(operands)
    head = repository.tree(head_id(repository))
    taken = {path: entry for path, entry in now.items() if operands and specs.match(path)}
    return {path: entry for path, entry in head.items() if not operands or not specs.match(path)} | taken


def _author(repository: Repository, arguments: Arguments, source: Commit | None, picked: str) -> str:
    """Returns the author: a given one, that of the commit that is replaced or copied, or whoever commits."""
    recorded = source.author if source is not None else repository.commit(picked).author if picked else ""
    given, date = arguments.get("author"), arguments.get("date")
    if not recorded or given:
        fresh = signature(repository, "AUTHOR", given, date)
        if not recorded or date:
            return fresh
        old = person(recorded)
        return f"{person(fresh).who} {old.time} {old.zone}"
    if date:
        old = person(recorded)
        return signature(repository, "AUTHOR", old.who, date)
    return recorded


def _message(call: Call, arguments: Arguments, source: Commit | None) -> str:
    repository = call.repository
    given = arguments.every.get("message", [])
    if given:
        return cleaned("\n\n".join(given))
    if "file" in arguments:
        name = arguments.get("file")
        data = (
            call.context.stdin
            if name == "-"
            else call.context.read(name if name.startswith("/") else f"{call.cwd}/{name}")
        )
        return cleaned(decode(data))
    if source is not None and ("no-edit" in arguments or "reuse-message" in arguments):
        return source.message
    prepared = source.message if source is not None else repository.read("MERGE_MSG") or ""
    if prepared and "no-edit" in arguments:
        return cleaned(prepared, comments=True)
    return edited_message(call, prepared)


def edited_message(call: Call, prepared: str) -> str:
    """Lets the user write a message in the editor; the line goes on once it is closed.

    Raises:
        GitError: There is no screen for an editor.
    """
    repository = call.repository
    state = status(repository)
    about = long_status(call, state, commit=True)
    comment = (
        "\n# Please enter the commit message for your changes. Lines starting\n"
        "# with '#' will be ignored, and an empty message aborts the commit.\n#\n"
        + "".join([f"# {line}".rstrip() + "\n" for line in about.rstrip("\n").split("\n")])
        + "#\n"
    )
    repository.write("COMMIT_EDITMSG", prepared + comment)
    editor = repository.environment.get("GIT_EDITOR") or repository.setting("core.editor")
    editor = (editor or repository.environment.get("EDITOR", "") or "nano").split()[0].rpartition("/")[2]
    path = f"{repository.folder}/COMMIT_EDITMSG"
    context = call.context
    if not call.on_screen and not context.shell.outcomes:
        raise GitError(
            "error: Terminal is dumb, but EDITOR unset\n"
            "Please supply the message using either -m or -F option.", 1
        )  # fmt: skip
    context.files = repository.files
    rows, columns = size_of(context)
    world = world_of(context)
    if editor in ("vim", "vi", "view"):
        code = take_screen(context, "vim", start_vim(parse_vim("vim", [path]), world, rows, columns, None), world)
    elif editor in ("nano", "editor"):
        state_of = nano_editor.start(path, world, rows, columns, 1, 1, None)
        code = take_screen(context, "nano", state_of, world)
    else:
        raise GitError(f"error: cannot run {editor}: No such file or directory\n"
                       f"error: unable to start editor '{editor}'\n"
                       "Please supply the message using either -m or -F option.", 1)  # fmt: skip
    repository.files = context.files
    if code:
        raise GitError(f"error: There was a problem with the editor '{editor}'.\n"
                       "Please supply the message using either -m or -F option.", 1)  # fmt: skip
    return cleaned(repository.read("COMMIT_EDITMSG") or "", comments=True)
