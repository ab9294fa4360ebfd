"""The state of a window of the code editor, as plain data, and the ways to read and replace it.

* `Document`, `Code`, `Match` - the state. `base`, `code_of`, `put`, `document_of`, `put_document` - its place.
* `synced` - documents as their files are now. `read_text` - a file's text.
* `Ground` - where the lines lie on the screen, by which a click finds its place in the text.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from crab_sim.desktop.apps.terminal.session import Session
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.ui.editing import MAX_TEXT, Selection

__all__ = [
    "FIELDS",
    "USER",
    "Code",
    "Document",
    "Ground",
    "Match",
    "Place",
    "Side",
    "Step",
    "code_of",
    "document_of",
    "is_dirty",
    "name_of",
    "put",
    "put_document",
    "read_text",
    "sync",
    "synced",
]

USER: Final = "user"
Side: TypeAlias = Literal["explorer", "search", "scm", ""]
Place: TypeAlias = Literal["editor", "terminal"]
FIELDS: Final = ("find", "replace", "query", "replacement", "message", "pick", "name")


class Step(NamedTuple):
    """A text and its selections, to go back to."""

    text: str
    selections: tuple[Selection, ...]


class Document(NamedTuple):
    """An open file, or a comparison.

    Attributes:
        path: Its path, ``""`` before it has one.
        text: Its text, with lines that end in a newline character alone.
        saved: The text as it is in the file.
        number: The number of a text without a file.
        selections: (anchor, caret) of each cursor in the order of the text.
        undo: Earlier texts, oldest first.
        redo: Texts that were undone.
        typing: Whether the last change was a typed character, which the next one joins.
        closing: The closing brackets and quotes behind the caret that came by themselves.
        top: The row at the top of the view.
        crlf: Whether the file's lines end in carriage return and newline.
        old: In a comparison, the text before; None for a file to edit.
        title: A comparison's title.
        preview: Whether another file that is opened takes its tab.
    """

    path: str = ""
    text: str = ""
    saved: str = ""
    number: int = 0
    selections: tuple[Selection, ...] = ((0, 0),)
    undo: tuple[Step, ...] = ()
    redo: tuple[Step, ...] = ()
    typing: bool = False
    closing: str = ""
    top: int = 0
    crlf: bool = False
    old: str | None = None
    title: str = ""
    preview: bool = False


class Match(NamedTuple):
    """A place where a search has found something."""

    path: str
    start: int
    end: int


class Code(NamedTuple):
    """The state of a window.

    Attributes:
        folder: The folder that is open, ``""`` for none.
        docs: The open documents, in the order of their tabs.
        current: The number of the one in front, -1 for none.
        side: The view of the side bar, ``""`` while it is hidden.
        expanded: The folders of the tree that are open.
        chosen: The path that is chosen in the tree.
        naming: What a name is typed for in the tree: ``file``, ``folder`` or ``rename``, ``""`` for nothing.
        terminal: The terminal's session, None before it was first opened.
        panel: Whether the terminal is shown.
        place: Where keys go: ``editor`` or ``terminal``.
        picker: The list that is open above the editor, such as ``files``, ``""`` for none.
        picked: The number of the highlighted row in it.
        finding: Whether the find widget is shown; 2 with the replacement.
        options: Letters of the search options: ``c`` case, ``w`` words, ``r`` regular expression.
        results: The matches of the search in files, None before a search.
        searched: The words that were searched for.
        replacing: Whether the side bar's replacement is shown.
        notice: A message in the lower right corner.
        closing: The window closes once all is saved.
        target: The path that a menu of the tree is about.
    """

    folder: str = ""
    docs: tuple[Document, ...] = ()
    current: int = -1
    side: Side = "explorer"
    expanded: tuple[str, ...] = ()
    chosen: str = ""
    naming: str = ""
    terminal: Session | None = None
    panel: bool = False
    place: Place = "editor"
    picker: str = ""
    picked: int = 0
    finding: int = 0
    options: str = ""
    results: tuple[Match, ...] | None = None
    searched: str = ""
    replacing: bool = False
    notice: str = ""
    closing: bool = False
    target: str = ""


class Ground(NamedTuple):
    """The place of the lines on the screen.

    Attributes:
        left: Where their text begins, in pixels.
        top: Where the first row in view begins.
        cell_w: Width of a character.
        cell_h: Height of a row.
        first: The first row in view.
        shift: Characters left of the view.
        columns: Characters at which rows are broken, 0 for none.
        tab: Characters of a tab.
    """

    left: int
    top: int
    cell_w: int
    cell_h: int
    first: int
    shift: int
    columns: int
    tab: int


def code_of(context: Context) -> Code:
    """Returns the window's state."""
    code: Code = context.base.data
    return code


def put(context: Context, code: Code, follow: bool = False, focus: str | None = None, **fields: str) -> None:
    """Replaces the window's state, also below a dialog.

    Args:
        context: The window's context.
        code: The new state.
        follow: Whether the view follows the caret again.
        focus: The field that has the focus then, ``""`` for the text or the terminal; None leaves it.
        fields: New texts of fields.
    """
    page = context.base
    scroll = page.scroll
    if follow and "editor" in scroll:
        scroll = {key: value for key, value in scroll.items() if key != "editor"}
    texts = {**page.fields, **fields} if fields else page.fields
    context.set_base(data=code, scroll=scroll, fields=texts)
    if focus is not None:
        context.set_base(focus=focus, selection=(0, len(texts.get(focus, ""))))


def document_of(code: Code) -> Document | None:
    """Returns the document in front, None without one."""
    return code.docs[code.current] if 0 <= code.current < len(code.docs) else None


def put_document(context: Context, doc: Document, follow: bool = True) -> None:
    """Replaces the document in front; its tab stays once it was changed."""
    code = code_of(context)
    old = code.docs[code.current]
    if doc.text is not old.text:
        doc = doc._replace(preview=False)
    docs = (*code.docs[: code.current], doc, *code.docs[code.current + 1 :])
    put(context, code._replace(docs=docs, place="editor"), follow, "" if context.base.focus else None)


def is_dirty(doc: Document) -> bool:
    """Returns whether a document differs from its file."""
    return doc.old is None and doc.text is not doc.saved and doc.text != doc.saved


def name_of(doc: Document) -> str:
    """Returns a document's name, as its tab shows it."""
    return doc.title or doc.path.rpartition("/")[2] or f"Untitled-{doc.number}"


def read_text(files: Files, path: str) -> str | None:
    """Returns a file's text as it is on the disk, None if it is none that can be shown."""
    try:
        if not files.allows(path, USER, "r"):
            return None
        text = files.read(path).decode()
    except (FileError, UnicodeDecodeError):
        return None
    return None if "\0" in text or len(text) > MAX_TEXT else text


def synced(files: Files, code: Code) -> Code:
    """Returns the state with the documents that weren't changed here as their files are now."""
    docs = []
    for doc in code.docs:
        if doc.path and doc.old is None and not is_dirty(doc):
            raw = read_text(files, doc.path)
            text = raw.replace("\r\n", "\n") if raw is not None else None
            if text is not None and text != doc.text:
                ends = tuple([(min(a, len(text)), min(b, len(text))) for a, b in doc.selections])
                doc = doc._replace(text=text, saved=text, selections=ends, crlf="\r\n" in (raw or ""), closing="")
        docs.append(doc)
    if all([new is old for new, old in zip(docs, code.docs, strict=True)]):
        return code
    return code._replace(docs=tuple(docs))


def sync(context: Context) -> Code:
    """Brings documents that weren't changed here to what their files are now; returns the state."""
    code = code_of(context)
    fresh = synced(context.get(FILES), code)
    if fresh is not code:
        put(context, fresh)
    return fresh
