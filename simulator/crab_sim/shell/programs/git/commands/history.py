"""The commands ``log``, ``show`` and ``reflog``, and the forms in which commits are printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from crab_sim.shell.errors import CommandError
from crab_sim.shell.programs.git.call import Arguments, Call, Paths
from crab_sim.shell.programs.git.commands.differences import DIFF_FLAGS, DIFF_VALUED, shown_changes, split_words
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.objects import Commit, read_tag, read_tree
from crab_sim.shell.programs.git.people import Person, person, shown_date
from crab_sim.shell.programs.git.refs import (
    NO_ID,
    ancestors,
    find_ref,
    head_branch,
    head_id,
    list_refs,
    merge_base,
    peel,
    read_ref,
    reflog,
    resolve,
    resolve_commit,
)
from crab_sim.shell.programs.git.repository import Repository
from crab_sim.shell.programs.git.worktree import Change, Contents, compare
from crab_sim.shell.regex.matcher import compile_regex
from crab_sim.shell.text import decode

__all__ = ["commit_changes", "decorations", "formatted", "log", "reflog_command", "selected", "show"]

_LOG_FLAGS = (
    "oneline all branches tags reverse merges no-merges first-parent no-decorate abbrev-commit no-abbrev-commit "
    f"i=regexp-ignore-case graph root date-order topo-order follow full-history {DIFF_FLAGS}"
)
_LOG_VALUED = f"n=max-count skip author committer grep since after until before date format {DIFF_VALUED}"
_FORMS: Final = ("oneline", "short", "medium", "full", "fuller", "raw", "reference")


class _Look(NamedTuple):
    """The look of commits: the form or format, the dates' form, the names' length, and the refs' names."""

    form: str
    date: str
    short: bool
    names: dict[str, str]


def decorations(repository: Repository) -> dict[str, str]:
    """Returns for each commit that has names all of them, such as ``HEAD -> main, tag: v1``."""
    names: dict[str, list[str]] = {}
    branch, head = head_branch(repository), head_id(repository)
    if head:
        names[head] = [f"HEAD -> {branch}" if branch else "HEAD"]
    for under, mark in (("refs/tags", "tag: "), ("refs/stash", ""), ("refs/remotes", ""), ("refs/heads", "")):
        for name in reversed(list_refs(repository, under) if under != "refs/stash" else [under]):
            short = name if under == "refs/stash" else name.split("/", 2)[2]
            id = read_ref(repository, name)
            if id and (under != "refs/heads" or short != branch):
                try:
                    names.setdefault(peel(repository, id), []).append(mark + short)
                except GitError:
                    continue
    return {id: ", ".join(rows) for id, rows in names.items()}


def _look(call: Call, arguments: Arguments) -> _Look:
    form = arguments.get("format") or arguments.get("pretty") or "medium"
    if "oneline" in arguments:
        form = "oneline"
    short = "abbrev-commit" in arguments or "oneline" in arguments
    decorate = arguments.get("decorate", "short" if call.on_screen else "no")
    shows = ("decorate" in arguments or call.on_screen) and decorate != "no" and "no-decorate" not in arguments
    percent = "%d" in form or "%D" in form
    names = decorations(call.repository) if shows or percent else {}
    return _Look(form, arguments.get("date", "default"), short, names)


def formatted(repository: Repository, commit: Commit, form: str, date: str, names: dict[str, str]) -> str:
    """Returns a commit in a format with placeholders such as ``%h %s``.

    Args:
        repository: The repository.
        commit: The commit.
        form: The format.
        date: Form of the dates of ``%ad`` and ``%cd``; see `shown_date`.
        names: The refs of each commit, by its id, for ``%d`` and ``%D``.
    """
    author, committer = person(commit.author), person(commit.committer)
    subject = commit.subject
    _, _, body = commit.message.strip("\n").partition("\n\n")
    values = {
        "H": commit.id, "T": commit.tree, "P": " ".join(commit.parents), "s": subject,
        "b": body + "\n" if body else "", "B": commit.message, "an": author.name, "ae": author.email,
        "al": author.email.partition("@")[0], "cn": committer.name, "ce": committer.email, "n": "\n", "%": "%",
        "D": names.get(commit.id, ""), "d": f" ({names[commit.id]})" if commit.id in names else "", "m": ">",
        "f": re.sub(r"[^A-Za-z0-9._]+", "-", subject).strip("-."),
    }  # fmt: skip
    dates = {"d": date, "i": "iso", "I": "iso-strict", "s": "short", "t": "unix", "r": "relative"}

    def value(found: re.Match[str]) -> str:
        code = found[1]
        if code in ("h", "t"):
            return repository.short(commit.id if code == "h" else commit.tree)
        if code == "p":
            return " ".join([repository.short(parent) for parent in commit.parents])
        if code.startswith("x"):
            return chr(int(code[1:], 16))
        if code.startswith("C"):
            return ""
        if code[:1] in ("a", "c") and code[1:] in dates:
            return _dated(repository, author if code[0] == "a" else committer, dates[code[1:]])
        return values.get(code, found[0])

    return re.sub(
        r"%(C\([a-z ]*\)|C(?:reset|red|green|blue)|x[0-9a-fA-F]{2}|[ac][neldiIstr]|[HTPhtpsbBnDdfm%])", value, form
    )


def _dated(repository: Repository, who: Person, form: str) -> str:
    """Returns a date in a form; only relative ones depend on the present."""
    return shown_date(who, form, repository.now if form == "relative" else 0.0)


def _commit_text(repository: Repository, commit: Commit, look: _Look) -> str:
    """Returns a commit in the form of a look, without its differences."""
    id = repository.short(commit.id) if look.short else commit.id
    names = f" ({look.names[commit.id]})" if commit.id in look.names else ""
    author, committer = person(commit.author), person(commit.committer)
    form = look.form
    if form.startswith(("format:", "tformat:")) or "%" in form:
        return formatted(repository, commit, form.removeprefix("t").removeprefix("format:"), look.date, look.names)
    if form == "oneline":
        return f"{id}{names} {commit.subject}"
    if form == "reference":
        return formatted(repository, commit, "%h (%s, %as)", look.date, {})
    if form not in _FORMS:
        raise GitError(f"fatal: invalid --pretty format: {form}")
    lines = [f"commit {id}{names}"]
    if form == "raw":
        lines += [f"tree {commit.tree}", *[f"parent {parent}" for parent in commit.parents]]
        lines += [f"author {commit.author}", f"committer {commit.committer}"]
    else:
        if len(commit.parents) > 1:
            lines.append("Merge: " + " ".join([repository.short(parent) for parent in commit.parents]))
        wide = form == "fuller"
        lines.append(f"Author:{'     ' if wide else ' '}{author.who}")
        if wide:
            lines.append(f"AuthorDate: {_dated(repository, author, look.date)}")
        if form in ("full", "fuller"):
            lines.append(f"Commit:{'     ' if wide else ' '}{committer.who}")
        if wide:
            lines.append(f"CommitDate: {_dated(repository, committer, look.date)}")
        if form == "medium":
            lines.append(f"Date:   {_dated(repository, author, look.date)}")
    message = commit.subject if form == "short" else commit.message.rstrip("\n")
    return "\n".join([*lines, "", *[f"    {line}" for line in message.split("\n")]]) + "\n"


def commit_changes(repository: Repository, commit: Commit, specs: Paths) -> list[Change]:
    """Returns what a commit changes against its first parent."""
    before = repository.tree(commit.parents[0]) if commit.parents else {}
    return [change for change in compare(before, repository.tree(commit.id)) if specs.match(change.path)]


# Choosing -------------------------------------------------------------------------------------------------------------


def _range(repository: Repository, words: Sequence[str], arguments: Arguments) -> tuple[list[str], list[str]]:
    """Returns the commits to begin with, and those whose ancestors are left out."""
    starts: list[str] = []
    without: list[str] = []
    for word in words:
        if "..." in word:
            one, two = [resolve_commit(repository, part or "HEAD").id for part in word.split("...", 1)]
            starts += [one, two]
            base = merge_base(repository, one, two)
            without += [base] if base else []
        elif ".." in word:
            one, two = [resolve_commit(repository, part or "HEAD").id for part in word.split("..", 1)]
            starts.append(two)
            without.append(one)
        elif word.startswith("^"):
            without.append(resolve_commit(repository, word[1:]).id)
        else:
            starts.append(resolve_commit(repository, word).id)
    folders = [
        under
        for name, under in (("all", "refs"), ("branches", "refs/heads"), ("tags", "refs/tags"))
        if name in arguments
    ]
    for under in folders:
        for name in list_refs(repository, under):
            starts.append(peel(repository, read_ref(repository, name)))
    if "all" in arguments and head_id(repository):
        starts.insert(0, head_id(repository))
    if not starts and not folders:
        head = head_id(repository)
        if not head:
            branch = head_branch(repository)
            raise GitError(f"fatal: your current branch '{branch}' does not have any commits yet")
        starts.append(head)
    return starts, without


def selected(call: Call, arguments: Arguments, words: Sequence[str], specs: Paths) -> list[Commit]:
    """Returns the commits that the options of ``log`` choose, in their order.

    Args:
        call: The command's call.
        arguments: Its options, such as ``author`` and ``max-count``.
        words: The revisions and ranges to begin with, such as ``main..topic``.
        specs: The paths of which a commit must change one; without any, all commits count.
    """
    repository = call.repository
    starts, without = _range(repository, words, arguments)
    found: Iterable[Commit] = ancestors(repository, starts, without)
    if "first-parent" in arguments:
        found = _first_parents(repository, starts[0], {commit.id for commit in found})
    if specs.specs:
        found = _touching(repository, list(found), starts, specs)
    for name, kind in (("author", "author"), ("committer", "committer"), ("grep", "message")):
        for pattern in arguments.every.get(name, []):
            found = _matching(call, found, kind, pattern, "regexp-ignore-case" in arguments)
    if "merges" in arguments:
        found = [commit for commit in found if len(commit.parents) > 1]
    if "no-merges" in arguments:
        found = [commit for commit in found if len(commit.parents) < 2]
    rows = list(found)
    skip, most = arguments.get("skip", "0"), arguments.get("max-count", "")
    rows = rows[int(skip) if skip.isdigit() and len(skip) < 9 else 0 :]
    if most:
        if not re.fullmatch(r"-?\d{1,9}", most):
            raise GitError(f"fatal: '{most}': not an integer")
        rows = rows[: int(most)] if int(most) >= 0 else rows
    return rows[::-1] if "reverse" in arguments else rows


def _matching(call: Call, commits: Iterable[Commit], kind: str, pattern: str, folded: bool) -> list[Commit]:
    budget = call.context.shell.budget
    try:
        regex = compile_regex(pattern, ignore_case=folded)
    except CommandError:
        raise GitError(f"fatal: command line, '{pattern}': invalid regular expression") from None
    out = []
    for commit in commits:
        text = commit.message if kind == "message" else person(getattr(commit, kind)).who
        if any([regex.test(line, budget) for line in text.split("\n")]):
            out.append(commit)
    return out


def _first_parents(repository: Repository, start: str, allowed: set[str]) -> list[Commit]:
    rows = []
    id = start
    while id in allowed:
        commit = repository.commit(id)
        rows.append(commit)
        id = commit.parents[0] if commit.parents else ""
    return rows


def _touching(repository: Repository, commits: Sequence[Commit], starts: Sequence[str], specs: Paths) -> list[Commit]:
    """Returns the commits that change some paths; of a merge that took one side's files, only that side is followed."""

    def files(id: str) -> dict[str, tuple[int, str]]:
        return (
            {path: (row.mode, row.id) for path, row in repository.tree(id).items() if specs.match(path)} if id else {}
        )

    reached = set(starts)
    out = []
    for commit in commits:
        if commit.id not in reached:
            continue
        mine = files(commit.id)
        same = [parent for parent in commit.parents or ("",) if files(parent) == mine]
        if same:
            reached.update([same[0]])
        else:
            reached.update(commit.parents)
            out.append(commit)
    return out


def log(call: Call) -> int:
    """Shows commits: ``log [--oneline] [-n COUNT] [--all] [--stat] [-p] [--format=…] [COMMIT…] [--] [PATH]...``."""
    arguments = call.parse(_LOG_FLAGS, _LOG_VALUED, "decorate pretty")
    if "graph" in arguments:
        raise GitError("fatal: --graph is not available on this machine")
    for option in ("since", "after", "until", "before"):
        if option in arguments:
            raise GitError(f"fatal: --{option} is not available on this machine")
    words, operands = split_words(call, arguments)
    specs = call.paths(operands)
    look = _look(call, arguments)
    commits = selected(call, arguments, words, specs)
    _print(call, arguments, commits, look, specs, "")
    return 0


def _print(
    call: Call, arguments: Arguments, commits: Sequence[Commit], look: _Look, specs: Paths, default: str
) -> None:
    """Prints commits, with blank lines between those of more than one line."""
    repository, contents = call.repository, Contents(call.repository)
    one_line = look.form in ("oneline", "reference") or "%" in look.form
    separated = look.form.startswith("format:")
    for number, commit in enumerate(commits):
        text = _commit_text(repository, commit, look)
        if number and (not one_line):
            call.out("\n")
        call.out(text + ("" if not one_line or (separated and number == len(commits) - 1) else "\n"))
        if len(commit.parents) > 1:
            continue
        shown = shown_changes(call, arguments, commit_changes(repository, commit, specs), contents, default)
        if shown:
            both = "stat" in arguments and any([name in arguments for name in ("patch", "u")])
            gap = (
                "" if look.form == "oneline" or (one_line and not text) else "---\n" if both and not one_line else "\n"
            )
            call.out(("\n" if separated and number == len(commits) - 1 else "") + gap + shown)


def show(call: Call) -> int:
    """Shows objects: ``show [--stat|--name-only|…] [--format=…] [COMMIT|TAG|COMMIT:PATH]... [-- PATH...]``."""
    arguments = call.parse(_LOG_FLAGS, _LOG_VALUED, "decorate pretty")
    repository = call.repository
    words, specs = arguments.operands or ["HEAD"], call.paths(arguments.paths or [])
    if not head_id(repository) and words == ["HEAD"]:
        raise GitError(f"fatal: your current branch '{head_branch(repository)}' does not have any commits yet")
    look = _look(call, arguments)
    for word in words:
        id = resolve(repository, word)
        if not id:
            head, colon, path = word.partition(":")
            if colon and resolve(repository, head or "HEAD"):
                raise GitError(f"fatal: path '{path}' does not exist in '{head}'")
            resolve_commit(repository, word)
        raw = repository.load(id)
        if raw.kind == "tag":
            tag = read_tag(raw.data)
            who = person(tag.tagger)
            call.out(f"tag {tag.name}\nTagger: {who.who}\nDate:   {shown_date(who, look.date)}\n\n{tag.message}\n")
            id = peel(repository, id, "")
            raw = repository.load(id)
        if raw.kind == "commit":
            _print(call, arguments, [repository.commit(id)], look, specs, "patch")
        elif raw.kind == "tree":
            rows = [entry.name + ("/" if entry.mode == 0o40000 else "") for entry in read_tree(raw.data)]
            call.out(f"tree {word}\n\n" + "".join([name + "\n" for name in rows]))
        else:
            call.out(decode(raw.data))
    return 0


def reflog_command(call: Call) -> int:
    """Shows where HEAD or another ref was: ``reflog [show] [-n COUNT] [REF]``."""
    arguments = call.parse("oneline", "n=max-count")
    words = [word for word in arguments.operands if word != "show"]
    repository, word = call.repository, words[0] if words else "HEAD"
    name = find_ref(repository, word)
    if not name:
        resolve_commit(repository, word)
    most = arguments.get("max-count")
    names = decorations(repository) if call.on_screen else {}
    for number, move in enumerate(reflog(repository, name)):
        if move.new == NO_ID:
            continue
        if most.isdigit() and number >= int(most):
            break
        shown = f" ({names[move.new]})" if move.new in names else ""
        call.line(f"{repository.short(move.new)}{shown} {word}@{{{number}}}: {move.reason}")
    return 0
