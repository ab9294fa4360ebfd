"""Differences as git prints them: patches, statistics, renames, quoted paths.

* `find_renames` - pairs of deleted and added files that are one. `patch` - a file's difference as a patch.
* `stat`, `short_stat`, `summary` - statistics. `quoted` - a path in quotes where it needs them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.shell.programs.git.lines import Edit, edits, split
from crab_sim.shell.programs.git.objects import TreeEntry
from crab_sim.shell.programs.git.repository import Repository
from crab_sim.shell.programs.git.worktree import Change, Contents
from crab_sim.shell.text import decode, encode

__all__ = ["Counted", "counted", "find_renames", "patch", "quoted", "short_stat", "stat", "summary"]

_ESCAPES: Final = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}
_CONTEXT: Final = 3
_NO_ID: Final = "0" * 40


def quoted(path: str) -> str:
    r"""Returns a path, in quotes where it has special characters.

    >>> quoted("a b.txt"), quoted("über")
    ('a b.txt', '"\\303\\274ber"')
    """
    data = encode(path)
    if all([32 <= byte < 127 and byte not in (34, 92) for byte in data]):
        return path
    body = "".join(
        [
            f"\\{_ESCAPES[byte]}" if byte in _ESCAPES else chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"
            for byte in data
        ]
    )
    return f'"{body}"'


def _binary(data: bytes) -> bool:
    return b"\0" in data[:8000]


# Renames --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def _chunks(data: bytes) -> dict[bytes, int]:
    """Returns the bytes in each different line, or in 64 bytes of a longer one."""
    sizes: Counter[bytes] = Counter()
    for line in split(data.replace(b"\r\n", b"\n")):
        for at in range(0, len(line), 64):
            sizes[line[at : at + 64]] += len(line[at : at + 64])
    return dict(sizes)


def _similarity(old: bytes, new: bytes) -> int:
    """Returns how much of the larger of two files the other one has, in percent."""
    largest = max(len(old), len(new))
    if not old or not new or min(len(old), len(new)) * 2 < largest:
        return 0
    one, two = _chunks(old), _chunks(new)
    return sum([min(size, two.get(chunk, 0)) for chunk, size in one.items()]) * 100 // largest


def find_renames(changes: Iterable[Change], contents: Contents, least: int = 50) -> list[Change]:
    """Returns changes in which a deleted and an added file that are alike are one renamed file."""
    changes = list(changes)
    gone = [change for change in changes if change.kind == "D" and change.old is not None]
    come = [change for change in changes if change.kind == "A" and change.new is not None]
    scores: list[tuple[int, int, int, int]] = []
    for j, added in enumerate(come):
        for i, lost in enumerate(gone):
            assert added.new is not None and lost.old is not None
            same_name = added.path.rpartition("/")[2] == lost.path.rpartition("/")[2]
            if added.new.id == lost.old.id:
                score = 100 if contents.of(lost.old) else 0
            elif len(gone) * len(come) > 10_000:
                score = 0
            else:
                score = _similarity(contents.of(lost.old), contents.of(added.new))
            if score >= least:
                scores.append((-score, not same_name, j, i))
    pairs: dict[int, tuple[int, int]] = {}
    used: set[int] = set()
    for minus, _, j, i in sorted(scores):
        if j not in pairs and i not in used:
            pairs[j] = (i, -minus)
            used.add(i)
    renamed = {come[j].path: (gone[i], score) for j, (i, score) in pairs.items()}
    lost_paths = {gone[i].path for i in used}
    out = []
    for change in changes:
        if change.kind == "A" and change.path in renamed:
            lost, score = renamed[change.path]
            out.append(Change("R", change.path, lost.old, change.new, lost.path, score))
        elif not (change.kind == "D" and change.path in lost_paths):
            out.append(change)
    return out


# Patches --------------------------------------------------------------------------------------------------------------


def _mode(entry: TreeEntry | None) -> str:
    return f"{entry.mode:06o}" if entry is not None else ""


def patch(
    repository: Repository, change: Change, contents: Contents, around: int = _CONTEXT, full: bool = False
) -> str:
    """Returns a file's difference as a patch.

    Args:
        repository: The repository.
        change: The difference.
        contents: The bytes of the files.
        around: Lines of context.
        full: Whether objects are named by all their digits.
    """
    old, new = change.old, change.new
    before, after = change.source or change.path, change.path
    left, right = quoted(f"a/{before}"), quoted(f"b/{after}")
    out = [f"diff --git {left} {right}"]
    if old is None or new is None:
        out.append(f"new file mode {_mode(new)}" if old is None else f"deleted file mode {_mode(old)}")
    elif old.mode != new.mode:
        out += [f"old mode {_mode(old)}", f"new mode {_mode(new)}"]
    if change.kind == "R":
        out += [f"similarity index {change.score}%", f"rename from {quoted(before)}", f"rename to {quoted(after)}"]
    if old is not None and new is not None and old.id == new.id:
        return "\n".join(out) + "\n"
    ids = [entry.id if entry is not None else _NO_ID for entry in (old, new)]
    names = ids if full else [repository.short(id) for id in ids]
    same_mode = f" {_mode(new)}" if old is not None and new is not None and old.mode == new.mode else ""
    out.append(f"index {names[0]}..{names[1]}{same_mode}")
    one, two = contents.of(old), contents.of(new)
    shown = ["/dev/null" if old is None else left, "/dev/null" if new is None else right]
    if _binary(one) or _binary(two):
        return "\n".join([*out, f"Binary files {shown[0]} and {shown[1]} differ"]) + "\n"
    body = hunks(one, two, around)
    tabs = ["\t" if " " in name and not name.startswith('"') else "" for name in shown]
    heads = f"--- {shown[0]}{tabs[0]}\n+++ {shown[1]}{tabs[1]}\n" if body else ""
    return "\n".join(out) + "\n" + heads + body


def hunks(old: bytes, new: bytes, around: int = _CONTEXT) -> str:
    """Returns the hunks of a patch."""
    one, two = split(old), split(new)
    groups: list[list[Edit]] = []
    for edit in edits(one, two):
        if groups and edit.old_start - groups[-1][-1].old_end <= 2 * around:
            groups[-1].append(edit)
        else:
            groups.append([edit])
    out = []
    for group in groups:
        first, last = group[0], group[-1]
        lead = min(around, first.old_start)
        trail = min(around, len(one) - last.old_end)
        old_span = _span(first.old_start - lead, last.old_end + trail)
        new_span = _span(first.new_start - lead, last.new_end + trail)
        out.append(f"@@ -{old_span} +{new_span} @@{_heading(one, first.old_start - lead)}\n")
        at = first.old_start - lead
        for edit in group:
            out += [_shown(" ", line) for line in one[at : edit.old_start]]
            out += [_shown("-", line) for line in one[edit.old_start : edit.old_end]]
            out += [_shown("+", line) for line in two[edit.new_start : edit.new_end]]
            at = edit.old_end
        out += [_shown(" ", line) for line in one[at : last.old_end + trail]]
    return "".join(out)


def _span(start: int, end: int) -> str:
    return str(start + 1) if end - start == 1 else f"{start + (end > start)},{end - start}"


def _shown(mark: str, line: bytes) -> str:
    text = mark + decode(line)
    return text if text.endswith("\n") else text + "\n\\ No newline at end of file\n"


def _heading(lines: Sequence[bytes], start: int) -> str:
    """Returns the last line above a hunk that isn't indented, such as a function's first."""
    for line in reversed(lines[:start]):
        if re.match(rb"[A-Za-z_$]", line):
            return " " + decode(line.rstrip()[:80])
    return ""


# Statistics -----------------------------------------------------------------------------------------------------------


class Counted(NamedTuple):
    """A file in the statistics: its name, lines added and deleted, and of a binary one its bytes before and after."""

    name: str
    added: int
    deleted: int
    binary: tuple[int, int] | None = None


def _both(source: str, path: str) -> str:
    """Returns a renamed file's two paths as one, ``{a => b}/c``."""
    if quoted(source) != source or quoted(path) != path:
        return f"{quoted(source)} => {quoted(path)}"
    one, two = source.split("/"), path.split("/")
    head = 0
    while head < min(len(one), len(two)) - 1 and one[head] == two[head]:
        head += 1
    tail, most = 0, min(len(one), len(two)) - max(1, head)
    while tail < most and one[-1 - tail] == two[-1 - tail]:
        tail += 1
    if not head and not tail:
        return f"{source} => {path}"
    start = "".join([name + "/" for name in one[:head]])
    end = "".join(["/" + name for name in one[len(one) - tail :]])
    return f"{start}{{{'/'.join(one[head : len(one) - tail])} => {'/'.join(two[head : len(two) - tail])}}}{end}"


def counted(changes: Iterable[Change], contents: Contents) -> list[Counted]:
    """Returns the numbers of lines added and deleted in each file."""
    rows = []
    for change in changes:
        name = _both(change.source, change.path) if change.source else quoted(change.path)
        one, two = contents.of(change.old), contents.of(change.new)
        if change.old is not None and change.new is not None and change.old.id == change.new.id:
            rows.append(Counted(name, 0, 0))
        elif _binary(one) or _binary(two):
            rows.append(Counted(name, 0, 0, (len(one), len(two))))
        else:
            found = edits(split(one), split(two))
            added = sum([edit.new_end - edit.new_start for edit in found])
            rows.append(Counted(name, added, sum([edit.old_end - edit.old_start for edit in found])))
    return rows


def short_stat(rows: Sequence[Counted]) -> str:
    """Returns the sum of the statistics, such as `` 1 file changed, 2 insertions(+)``."""
    if not rows:
        return ""
    added, deleted = sum([row.added for row in rows]), sum([row.deleted for row in rows])
    text = f" {len(rows)} file{'s' * (len(rows) != 1)} changed"
    if added or not deleted:
        text += f", {added} insertion{'s' * (added != 1)}(+)"
    if deleted or not added:
        text += f", {deleted} deletion{'s' * (deleted != 1)}(-)"
    return text + "\n"


def _scaled(count: int, width: int, most: int) -> int:
    return 0 if not count else 1 + count * (width - 1) // most


def stat(rows: Sequence[Counted], width: int = 80) -> str:
    """Returns the statistics: a line for each file with a bar of signs, and the sum."""
    if not rows:
        return ""
    most = max([row.added + row.deleted for row in rows])
    names, digits = max([len(row.name) for row in rows]), len(str(most))
    if any([row.binary is not None for row in rows]):
        digits = max(digits, 3)
    graph = most
    if names + digits + 6 + graph > width:
        graph = min(graph, max(6, width * 3 // 8 - digits - 6))
        if names > width - digits - 6 - graph:
            names = width - digits - 6 - graph
        else:
            graph = width - digits - 6 - names
    out = []
    for row in rows:
        name = row.name
        if len(name) > names:
            cut = name[-(names - 3) :]
            slash = cut.find("/")
            name = "..." + (cut[slash:] if slash >= 0 else cut)
        if row.binary is not None:
            size = f" {row.binary[0]} -> {row.binary[1]} bytes" if row.binary[0] or row.binary[1] else ""
            out.append(f" {name:<{names}} | {'Bin':>{digits}}{size}\n")
            continue
        added, deleted = row.added, row.deleted
        if most > graph:
            total = _scaled(added + deleted, graph, most)
            if total < 2 and added and deleted:
                total = 2
            if added < deleted:
                added = _scaled(added, graph, most)
                deleted = total - added
            else:
                deleted = _scaled(deleted, graph, most)
                added = total - deleted
        bar = "+" * added + "-" * deleted
        out.append(f" {name:<{names}} | {row.added + row.deleted:>{digits}}{' ' + bar if bar else ''}\n")
    return "".join(out) + short_stat(rows)


def summary(changes: Iterable[Change]) -> str:
    """Returns the lines about created, deleted and renamed files, and about changed modes."""
    out = []
    for change in changes:
        if change.kind == "A":
            out.append(f" create mode {_mode(change.new)} {quoted(change.path)}\n")
        elif change.kind == "D":
            out.append(f" delete mode {_mode(change.old)} {quoted(change.path)}\n")
        elif change.kind == "R":
            out.append(f" rename {_both(change.source, change.path)} ({change.score}%)\n")
        if change.kind != "A" and change.kind != "D" and _mode(change.old) != _mode(change.new):
            name = "" if change.kind == "R" else " " + quoted(change.path)
            out.append(f" mode change {_mode(change.old)} => {_mode(change.new)}{name}\n")
    return "".join(out)
