"""The commands ``merge``, ``cherry-pick`` and ``revert``."""

from __future__ import annotations

from collections.abc import Mapping

from crab_sim.shell.programs.git.call import Arguments, Call
from crab_sim.shell.programs.git.commands.committing import cleaned, edited_message, make_commit, report
from crab_sim.shell.programs.git.commands.staging import clear_merge
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.index import Index
from crab_sim.shell.programs.git.merging import Outcome, apply, merge_trees
from crab_sim.shell.programs.git.objects import Commit
from crab_sim.shell.programs.git.patches import counted, find_renames, stat, summary
from crab_sim.shell.programs.git.refs import (
    head_branch,
    head_id,
    is_ancestor,
    merge_base,
    read_ref,
    resolve_commit,
    set_ref,
)
from crab_sim.shell.programs.git.repository import Repository, Tree
from crab_sim.shell.programs.git.worktree import Contents, compare, drop_file, staged, switch_files

__all__ = ["cherry_pick", "conflict_message", "hard_reset", "merge", "revert"]


def merge(call: Call) -> int:
    """Joins another branch: ``merge [--no-ff|--ff-only] [--squash] [-m TEXT] BRANCH``, ``merge --abort``."""
    arguments = call.parse(
        "no-ff ff ff-only squash no-commit commit abort continue no-edit stat no-squash q=quiet",
        "m=message s=strategy X=strategy-option",
    )
    status = _merge(call, arguments)
    if "quiet" in arguments and not status:
        call.written = [text for text in call.written if text.startswith("Auto-merging ")]
    return status


def _merge(call: Call, arguments: Arguments) -> int:
    favour = _favoured(arguments)
    repository, words = call.repository, arguments.operands
    begun = (repository.read("MERGE_HEAD") or "").strip()
    if "abort" in arguments or "continue" in arguments:
        if not begun:
            raise GitError(
                f"fatal: There is no merge {'to abort' if 'abort' in arguments else 'in progress'} "
                "(MERGE_HEAD missing)."
            )
        if "abort" in arguments:
            hard_reset(repository)
            return 0
        return _conclude(call, begun)
    _check_clean(repository, begun)
    if not words:
        raise GitError("fatal: No remote for the current branch.")
    word = words[0]
    try:
        theirs = resolve_commit(repository, word)
    except GitError:
        raise GitError(f"merge: {word} - not something we can merge", 1) from None
    head = head_id(repository)
    if not head:
        switch_files(repository, {}, repository.tree(theirs.id), "merge")
        set_ref(repository, "HEAD", theirs.id, "initial pull")
        return 0
    if is_ancestor(repository, theirs.id, head):
        call.line("Already up to date.")
        return 0
    fast = is_ancestor(repository, head, theirs.id)
    if fast and "no-ff" not in arguments and "squash" not in arguments:
        return _fast_forward(call, word, head, theirs)
    if "ff-only" in arguments:
        raise GitError("fatal: Not possible to fast-forward, aborting.")
    given = arguments.every.get("message", [])
    message = cleaned("\n\n".join(given)) if given else _merge_message(repository, word)
    stop = "no-commit" in arguments or "squash" in arguments
    edits = not given and "no-edit" not in arguments and call.on_screen
    return _true_merge(call, word, theirs, message, stop, "squash" in arguments, edits, favour)


_STRATEGIES = ("ort", "recursive", "resolve")
_SIDES = ("ours", "theirs")


def _favoured(arguments: Arguments) -> str:
    """Returns whose lines are taken where both sides change the same ones; ``""`` for neither's.

    Raises:
        GitError: The strategy, or an option of it, isn't known.
    """
    strategy, sides = arguments.get("strategy", "ort"), arguments.every.get("strategy-option", [])
    if strategy not in _STRATEGIES:
        names = " ".join(_STRATEGIES)
        raise GitError(f"Could not find merge strategy '{strategy}'.\nAvailable strategies are: {names}.", 1)
    for side in sides:
        if side not in _SIDES:
            raise GitError(f"fatal: unknown strategy option: -X{side}")
    return sides[-1] if sides else ""


def _check_clean(repository: Repository, begun: str) -> None:
    if any([rows[0].stage for rows in repository.index.values()]):
        raise GitError(
            "error: Merging is not possible because you have unmerged files.\n"
            "hint: Fix them up in the work tree, and then use 'git add/rm <file>'\n"
            "hint: as appropriate to mark resolution and make a commit.\n"
            "fatal: Exiting because of an unresolved conflict."
        )
    if begun:
        raise GitError(
            "fatal: You have not concluded your merge (MERGE_HEAD exists).\n"
            "Please, commit your changes before you merge."
        )


def _merge_message(repository: Repository, word: str) -> str:
    if read_ref(repository, f"refs/heads/{word}"):
        what = f"branch '{word}'"
    elif read_ref(repository, f"refs/tags/{word}"):
        what = f"tag '{word}'"
    elif read_ref(repository, f"refs/remotes/{word}"):
        what = f"remote-tracking branch '{word}'"
    else:
        what = f"commit '{word}'"
    branch = head_branch(repository)
    into = "" if branch in ("master", "main") else f" into {branch or 'HEAD'}"
    suppressed = repository.setting("merge.suppressDest")
    return f"Merge {what}{'' if branch == suppressed else into}\n"


def _fast_forward(call: Call, word: str, head: str, theirs: Commit) -> int:
    repository = call.repository
    call.line(f"Updating {repository.short(head)}..{repository.short(theirs.id)}")
    switch_files(repository, repository.tree(head), repository.tree(theirs.id), "merge")
    repository.write("ORIG_HEAD", head + "\n")
    set_ref(repository, "HEAD", theirs.id, f"merge {word}: Fast-forward")
    call.line("Fast-forward")
    call.out(_changes(repository, repository.tree(head), repository.tree(theirs.id)))
    return 0


def _changes(repository: Repository, old: Tree, new: Tree) -> str:
    contents = Contents(repository)
    changes = find_renames(compare(old, new), contents)
    return stat(counted(changes, contents)) + summary(changes)


def _true_merge(
    call: Call, word: str, theirs: Commit, message: str, stop: bool, squash: bool, edits: bool, favour: str
) -> int:
    repository, head = call.repository, head_id(call.repository)
    base = merge_base(repository, head, theirs.id)
    if not base:
        raise GitError("fatal: refusing to merge unrelated histories")
    ours = repository.tree(head)
    if compare(ours, staged(repository.index)):
        names = "\n".join([f"  {change.path}" for change in compare(ours, staged(repository.index))])
        raise GitError(
            "error: Your local changes to the following files would be overwritten by merge:\n"
            f"{names}\nMerge with strategy ort failed.",
            2,
        )
    outcome = merge_trees(repository, repository.tree(base), ours, repository.tree(theirs.id), "HEAD", word, favour)
    apply(repository, ours, outcome)
    repository.write("ORIG_HEAD", head + "\n")
    _tell(call, outcome)
    if squash:
        call.line("Squash commit -- not updating HEAD")
        repository.write(
            "MERGE_MSG", conflict_message(f"Squashed commit of the following:\n\ncommit {theirs.id}\n", outcome)
        )
    else:
        repository.write("MERGE_HEAD", theirs.id + "\n")
        repository.write("MERGE_MODE", "")
        repository.write("MERGE_MSG", conflict_message(message, outcome))
    if outcome.conflicts:
        call.line("Automatic merge failed; fix conflicts and then commit the result.")
        return 1
    if stop:
        call.line("Automatic merge went well; stopped before committing as requested")
        return 0
    if edits:
        message = edited_message(call, message)
        if not message:
            raise GitError(
                "error: Empty commit message.\nNot committing merge; use 'git commit' to complete the merge.", 1
            )
    make_commit(repository, message, [head, theirs.id], f"merge {word}")
    _correct_reason(repository, f"merge {word}: Merge made by the 'ort' strategy.")
    clear_merge(repository)
    call.line("Merge made by the 'ort' strategy.")
    call.out(_changes(repository, ours, repository.tree(head_id(repository))))
    return 0


def _correct_reason(repository: Repository, reason: str) -> None:
    """Gives the last moves of HEAD and its branch another reason."""
    for name in ("logs/HEAD", f"logs/refs/heads/{head_branch(repository)}"):
        text = repository.read(name)
        if text:
            *lines, last = text.removesuffix("\n").split("\n")
            repository.write(name, "\n".join([*lines, last.partition("\t")[0] + "\t" + reason]) + "\n")


def _tell(call: Call, outcome: Outcome) -> None:
    said = {conflict.path: conflict.said for conflict in outcome.conflicts}
    for path in sorted({*outcome.merged, *said}):
        if path in outcome.merged:
            call.line(f"Auto-merging {path}")
        if path in said:
            call.line(said[path])


def conflict_message(message: str, outcome: Outcome) -> str:
    """Returns a prepared message, with the files in conflict as comments."""
    if not outcome.conflicts:
        return message
    rows = "".join([f"#\t{conflict.path}\n" for conflict in outcome.conflicts])
    return f"{message}\n# Conflicts:\n{rows}"


def _conclude(call: Call, begun: str) -> int:
    repository = call.repository
    _check_clean(repository, "")
    message = edited_message(call, repository.read("MERGE_MSG") or "")
    made = make_commit(repository, message, [head_id(repository), begun], "commit (merge)")
    clear_merge(repository)
    report(call, made)
    return 0


def hard_reset(repository: Repository) -> None:
    """Brings index and work tree back to HEAD; files that only the index has go too."""
    new = repository.tree(head_id(repository))
    for path in [path for path in repository.index if path not in new]:
        drop_file(repository, path)
    switch_files(repository, new, new, force=True)
    index: Index = {path: rows for path, rows in repository.index.items() if path in new}
    repository.index = index
    clear_merge(repository)
    set_ref(repository, "HEAD", head_id(repository), "reset: moving to HEAD")


# Single commits -------------------------------------------------------------------------------------------------------


def cherry_pick(call: Call) -> int:
    """Repeats commits here: ``cherry-pick [-n] COMMIT...``, ``cherry-pick --abort|--continue``."""
    arguments = call.parse("n=no-commit abort continue skip x", "m=mainline X=strategy-option")
    favour = _favoured(arguments)
    repository = call.repository
    picked = (repository.read("CHERRY_PICK_HEAD") or "").strip()
    if any([name in arguments for name in ("abort", "skip", "continue")]):
        if not picked:
            raise GitError("error: no cherry-pick or revert in progress\nfatal: cherry-pick failed")
        if "continue" not in arguments:
            hard_reset(repository)
            return 0
        _check_clean(repository, "")
        source = repository.commit(picked)
        message = cleaned(repository.read("MERGE_MSG") or source.message, comments=True)
        made = make_commit(repository, message, [head_id(repository)], "commit (cherry-pick)", source.author)
        clear_merge(repository)
        report(call, made, dated=True)
        return 0
    for word in arguments.operands:
        source = resolve_commit(repository, word)
        parent = _mainline(source, arguments, "cherry-pick")
        message = source.message
        if "x" in arguments:
            message = message.rstrip("\n") + f"\n\n(cherry picked from commit {source.id})\n"
        texts = {"name": "cherry-pick", "head": "CHERRY_PICK_HEAD", "message": message, "author": source.author}
        label = f"{repository.short(source.id)} ({source.subject})"
        status = _repeat(call, source, parent, source.id, label, texts, "no-commit" in arguments, favour)
        if status:
            return status
    return 0


def revert(call: Call) -> int:
    """Takes commits back: ``revert [-n] [--no-edit] COMMIT...``."""
    arguments = call.parse("n=no-commit no-edit abort continue skip", "m=mainline X=strategy-option")
    favour = _favoured(arguments)
    repository = call.repository
    begun = (repository.read("REVERT_HEAD") or "").strip()
    if any([name in arguments for name in ("abort", "skip", "continue")]):
        if not begun:
            raise GitError("error: no cherry-pick or revert in progress\nfatal: revert failed")
        if "continue" not in arguments:
            hard_reset(repository)
            return 0
        _check_clean(repository, "")
        message = cleaned(repository.read("MERGE_MSG") or "", comments=True)
        made = make_commit(repository, message, [head_id(repository)], "commit")
        clear_merge(repository)
        report(call, made)
        return 0
    for word in arguments.operands:
        source = resolve_commit(repository, word)
        parent = _mainline(source, arguments, "revert")
        merged = f", reversing\nchanges made to {parent}" if len(source.parents) > 1 else ""
        message = f'Revert "{source.subject}"\n\nThis reverts commit {source.id}{merged}.\n'
        if call.on_screen and "no-edit" not in arguments and "no-commit" not in arguments:
            message = edited_message(call, message)
        texts = {"name": "revert", "head": "REVERT_HEAD", "message": message, "author": ""}
        label = f"parent of {repository.short(source.id)} ({source.subject})"
        status = _repeat(call, source, source.id, parent, label, texts, "no-commit" in arguments, favour)
        if status:
            return status
    return 0


def _mainline(source: Commit, arguments: Arguments, name: str) -> str:
    """Returns the parent against which a commit is compared, ``""`` if it has none.

    Raises:
        GitError: It is a merge and ``-m`` doesn't say which, or names none of its parents.
    """
    number = arguments.get("mainline")
    if not number:
        if len(source.parents) > 1:
            raise GitError(f"error: commit {source.id} is a merge but no -m option was given.\nfatal: {name} failed")
        return source.parents[0] if source.parents else ""
    if not number.isdecimal() or len(number) > 9 or not int(number):
        raise GitError("error: option `mainline' expects a number greater than zero", 129)
    if int(number) > max(1, len(source.parents)):
        raise GitError(f"error: commit {source.id} does not have parent {number}\nfatal: {name} failed")
    return source.parents[int(number) - 1] if source.parents else ""


def _repeat(
    call: Call, source: Commit, base: str, theirs: str, label: str, texts: Mapping[str, str], stop: bool, favour: str
) -> int:
    """Applies what lies between two commits to HEAD, as a new commit."""
    repository, head = call.repository, head_id(call.repository)
    _check_clean(repository, "")
    ours = repository.tree(head)
    if compare(ours, staged(repository.index)):
        raise GitError(
            f"error: your local changes would be overwritten by {texts['name']}.\n"
            f"hint: commit your changes or stash them to proceed.\nfatal: {texts['name']} failed"
        )
    outcome = merge_trees(repository, repository.tree(base), ours, repository.tree(theirs), "HEAD", label, favour)
    if not outcome.conflicts and not compare(ours, outcome.files) and not stop:
        call.line("The previous cherry-pick is now empty, possibly due to conflict resolution.")
        return 1
    apply(repository, ours, outcome)
    _tell(call, outcome)
    if outcome.conflicts:
        repository.write(texts["head"], source.id + "\n")
        repository.write("MERGE_MSG", conflict_message(texts["message"], outcome))
        verb = "apply" if texts["name"] == "cherry-pick" else "revert"
        call.note(
            f"error: could not {verb} {repository.short(source.id)}... {source.subject}\n"
            "hint: After resolving the conflicts, mark them with\n"
            'hint: "git add/rm <pathspec>", then run\n'
            f'hint: "git {texts["name"]} --continue".\n'
            f'hint: You can instead skip this commit with "git {texts["name"]} --skip".\n'
            f'hint: To abort and get back to the state before "git {texts["name"]}",\n'
            f'hint: run "git {texts["name"]} --abort".'
        )
        return 1
    if stop:
        return 0
    made = make_commit(repository, texts["message"], [head], texts["name"], texts["author"])
    report(call, made, dated=True)
    return 0
