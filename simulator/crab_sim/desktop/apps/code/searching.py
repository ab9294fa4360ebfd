"""Searching and replacing: in the document in front, and in all files of the folder.

* `pattern_of` - a search's pattern. `found_in` - its places in a text. `find_next`, `replace_one`, `replace_all`.
* `files_of` - the files of a folder. `search_files`, `replace_files` - the side bar's search.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.desktop.apps.code.documents import fail, write
from crab_sim.desktop.apps.code.state import (
    USER,
    Code,
    Match,
    code_of,
    document_of,
    is_dirty,
    put,
    put_document,
    read_text,
)
from crab_sim.desktop.apps.code.text.editing import Edit, edited, moved, selected
from crab_sim.desktop.apps.code.text.line_tools import word_span
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.machine.work import Budget
from crab_sim.shell.errors import CommandError, LimitExceeded
from crab_sim.shell.regex.matcher import Regex, compile_regex
from crab_sim.ui.editing import MAX_TEXT, Selection

__all__ = [
    "close_find", "files_of", "find_next", "found_in", "open_find", "replace_all", "replace_files", "replace_one",
    "search_files", "toggle_option",
]  # fmt: skip

_MAX_FILES, _MAX_MATCHES, _MAX_WORK = 4000, 2000, 8_000_000
_MOST: Final = 2000  # units of work of a search in one text
_SKIPPED = frozenset([".git", "node_modules", "__pycache__"])


@lru_cache(maxsize=32)
def _plain_pattern(query: str, options: str) -> re.Pattern[str]:
    body = rf"\b{re.escape(query)}\b" if "w" in options else re.escape(query)
    return re.compile(body, 0 if "c" in options else re.IGNORECASE)


@lru_cache(maxsize=32)
def _expression(query: str, options: str) -> Regex | None:
    """Returns a regular expression of an engine whose work is bounded: the query is anybody's."""
    body = query
    for short, long in (("\\d", "[0-9]"), ("\\D", "[^0-9]"), ("(?:", "(")):
        body = body.replace(short, long)
    try:
        return compile_regex(
            body, extended=True, ignore_case="c" not in options, whole="word" if "w" in options else ""
        )
    except CommandError:
        return None


class _Found(NamedTuple):
    """The places that a search finds in a text, and the units of work that it takes."""

    spans: tuple[Selection, ...] = ()
    work: float = 0.0


def found_in(text: str, query: str, options: str) -> tuple[Selection, ...]:
    """Returns the places in a text where a search finds something, 2000 at most."""
    return _search(text, query, options).spans


def _charged(context: Context, text: str, query: str, options: str) -> tuple[Selection, ...]:
    """Returns the same for a handler, which does the work in its step."""
    found = _search(text, query, options)
    context.machine.work.spend(found.work)
    return found.spans


@lru_cache(maxsize=16)
def _search(text: str, query: str, options: str) -> _Found:
    if not query:
        return _Found()
    out: list[Selection] = []
    if "r" not in options:
        for match in _plain_pattern(query, options).finditer(text):
            out.append(match.span())
            if len(out) >= _MAX_MATCHES:
                break
        return _Found(tuple(out), len(text) / 4096)
    regex, budget, start = _expression(query, options), Budget(_MOST), 0
    try:
        for line in text.split("\n") if regex is not None else ():
            assert regex is not None
            out += [(start + m.start, start + m.end) for m in regex.find_all(line, budget) if m.end > m.start]
            start += len(line) + 1
            if len(out) >= _MAX_MATCHES:
                break
    except LimitExceeded:
        pass
    return _Found(tuple(out[:_MAX_MATCHES]), _MOST - budget.left)


def toggle_option(code: Code, letter: str) -> Code:
    """Returns the state with an option of searches switched."""
    options = code.options.replace(letter, "") if letter in code.options else code.options + letter
    return code._replace(options=options)


# In the document ------------------------------------------------------------------------------------------------------


def open_find(context: Context, level: int) -> None:
    """Shows the find widget, with the selected words."""
    code = code_of(context)
    doc = document_of(code)
    if doc is None or doc.old is not None:
        return
    part = selected(doc)
    if not part:
        low, high = word_span(doc.text, doc.selections[-1][1])
        part = doc.text[low:high]
    query = part if part and "\n" not in part else context.base.fields["find"]
    put(
        context,
        code._replace(finding=max(level, code.finding if level == 1 else 0), place="editor"),
        focus="find",
        find=query,
    )
    put(context, code_of(context), focus="find")


def close_find(context: Context) -> None:
    """Hides the find widget."""
    put(context, code_of(context)._replace(finding=0), focus="")


def find_next(context: Context, back: bool = False, keep_focus: bool = True) -> None:
    """Selects the next place that the find widget's words have, going round."""
    code, page = code_of(context), context.base
    doc = document_of(code)
    if doc is None or doc.old is not None:
        return
    query = page.fields["find"] or selected(doc)
    spans = _charged(context, doc.text, query, code.options)
    if not spans:
        return
    low, high = min(doc.selections[-1]), max(doc.selections[-1])
    if back:
        ends = next((span for span in reversed(spans) if span[1] <= low), spans[-1])
    else:
        ends = next((span for span in spans if span[0] >= high and span != (low, high)), spans[0])
    focus = page.focus if keep_focus else ""
    put_document(context, moved(doc, [ends]))
    if focus:
        put(context, code_of(context), focus=focus)


def _new_text(match: str, query: str, options: str, replacement: str) -> str:
    if "r" not in options:
        return replacement
    regex = _expression(query, options)
    try:
        found = regex.search(match, 0, Budget()) if regex is not None else None
    except LimitExceeded:
        found = None
    if found is None:
        return replacement
    text = re.sub(r"\$(\d)", lambda group: found.group(int(group[1])), replacement)
    return text.replace("\\n", "\n").replace("\\t", "\t")


def replace_one(context: Context) -> None:
    """Replaces the selected match, and selects the next one."""
    code, page = code_of(context), context.base
    doc = document_of(code)
    if doc is None or doc.old is not None:
        return
    query, new = page.fields["find"], page.fields["replace"]
    low, high = min(doc.selections[-1]), max(doc.selections[-1])
    if (low, high) in _charged(context, doc.text, query, code.options):
        text = _new_text(doc.text[low:high], query, code.options, new)
        put_document(context, edited(doc, [Edit(low, high, text)]))
        put(context, code_of(context), focus="replace" if page.focus == "replace" else "find")
    find_next(context)


def replace_all(context: Context) -> None:
    """Replaces all matches of the document."""
    code, page = code_of(context), context.base
    doc = document_of(code)
    if doc is None or doc.old is not None:
        return
    query, new = page.fields["find"], page.fields["replace"]
    edits = [
        Edit(a, b, _new_text(doc.text[a:b], query, code.options, new))
        for a, b in _charged(context, doc.text, query, code.options)
    ]
    if edits:
        focus = page.focus
        put_document(context, edited(doc, edits, keep=True))
        put(context, code_of(context), focus=focus)


# In files -------------------------------------------------------------------------------------------------------------


class _Listed(NamedTuple):
    """The files of a folder that were last asked for."""

    files: Files | None
    folder: str
    paths: tuple[str, ...]


_listed = _Listed(None, "", ())


def files_of(files: Files, folder: str) -> tuple[str, ...]:
    """Returns the paths of a folder's files without those of git, in their order."""
    global _listed
    seen = _listed
    if seen.files is files and seen.folder == folder:
        return seen.paths
    out: list[str] = []
    pending = [folder] if folder else []
    while pending and len(out) < _MAX_FILES:
        here = pending.pop()
        below = []
        for name in files.list(here):
            path = f"{here.rstrip('/')}/{name}"
            if files.is_dir(path):
                if name not in _SKIPPED:
                    below.append(path)
            else:
                out.append(path)
        pending += below[::-1]
    paths = tuple(sorted(out))
    _listed = _Listed(files, folder, paths)
    return paths


def search_files(context: Context) -> None:
    """Searches the folder's files, and the open documents as they are here."""
    code, query = code_of(context), context.base.fields["query"]
    files: Files = context.get(FILES)
    here = {doc.path: doc.text for doc in code.docs if doc.path and doc.old is None}
    found: list[Match] = []
    work = 0
    for path in files_of(files, code.folder):
        if len(found) >= _MAX_MATCHES or work > _MAX_WORK or not query or context.machine.work.left < 0:
            break
        text = here.get(path)
        if text is None:
            raw = read_text(files, path)
            text = raw.replace("\r\n", "\n") if raw is not None else ""
        work += len(text)
        found += [Match(path, low, high) for low, high in _charged(context, text, query, code.options)]
    put(context, code._replace(results=tuple(found[:_MAX_MATCHES]) if query else None, searched=query))


def replace_files(context: Context, only: Sequence[Match] | None = None) -> None:
    """Replaces matches in the folder's files, all or some; in open documents that aren't saved, here."""
    code, page = code_of(context), context.base
    query, new = page.fields["query"], page.fields["replacement"]
    if query != code.searched or code.results is None:
        search_files(context)
        code = code_of(context)
    matches = [match for match in code.results or () if only is None or match in only]
    front = code.current
    for path in sorted({match.path for match in matches}):
        spans = [(match.start, match.end) for match in matches if match.path == path]
        _replace_in(context, path, spans, query, new)
    put(context, code_of(context)._replace(current=front))
    search_files(context)


def _replace_in(context: Context, path: str, spans: Sequence[Selection], query: str, new: str) -> None:
    code = code_of(context)
    options = code.options
    number = next((i for i, doc in enumerate(code.docs) if doc.path == path and doc.old is None), -1)
    if number >= 0:
        doc = code.docs[number]
        dirty = is_dirty(doc)
        edits = [Edit(a, b, _new_text(doc.text[a:b], query, options, new)) for a, b in spans]
        doc = edited(doc, edits, keep=True)
        put(context, code._replace(docs=(*code.docs[:number], doc, *code.docs[number + 1 :]), current=number))
        if not dirty:
            write(context, path)
        return
    files: Files = context.get(FILES)
    raw = read_text(files, path)
    if raw is None or not files.allows(path, USER, "w"):
        fail(context, f"Unable to write '{path.rpartition('/')[2]}': Insufficient permissions.")
        return
    text, out, at = raw.replace("\r\n", "\n"), [], 0
    for a, b in spans:
        out += [text[at:a], _new_text(text[a:b], query, options, new)]
        at = b
    after = "".join([*out, text[at:]])
    if len(after) > MAX_TEXT:
        fail(context, f"Unable to write '{path.rpartition('/')[2]}': The file would be too large.")
        return
    data = (after.replace("\n", "\r\n") if "\r\n" in raw else after).encode("utf-8", "replace")
    context.put(FILES, files.write(path, data, context.machine.now))
