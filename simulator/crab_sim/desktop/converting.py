"""``soffice --convert-to``: text documents and presentations as other files, without a window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from crab_sim.desktop import file_types
from crab_sim.files import FileError

if TYPE_CHECKING:
    from crab_sim.shell.context import CommandContext

__all__ = ["convert"]

_FILTERS: Final = {
    ("writer", "pdf"): "writer_pdf_Export", ("writer", "odt"): "writer8", ("writer", "docx"): "MS Word 2007 XML",
    ("writer", "txt"): "Text", ("impress", "pdf"): "impress_pdf_Export", ("impress", "odp"): "impress8",
    ("impress", "pptx"): "Impress MS PowerPoint 2007 XML",
}  # fmt: skip
"""The filter for a kind of file that is made of an app's documents."""
_VALUES: Final = {
    "--convert-to": "--convert-to must be followed by output_file_extension[:output_filter_name]",
    "--outdir": "--outdir must be followed by output directory path",
}
_USAGE: Final = (
    "Usage: soffice [argument...]\n       argument - switches, switch parameters and document URIs (filenames).\n"
)
_FAILED: Final = "Error: Please verify input parameters..."
_BYTES: Final = 200  # bytes of a document that are read in a unit of work
_PARAGRAPH: Final = 3  # units of work for a paragraph
_SLIDE: Final = 40  # units of work for a slide


def convert(context: CommandContext) -> int:
    """Converts the files that the arguments name; returns the status, which is 0 for files that can't be converted."""
    values = {"--convert-to": "", "--outdir": context.cwd}
    names: list[str] = []
    words = list(context.args)[::-1]
    while words:
        word = words.pop()
        if word in values:
            if not words:
                context.out(f"LibreOffice 7.4.7.2 40(Build:2)\n\nError in option: {_VALUES[word]}\n\n{_USAGE}")
                return 1
            values[word] = words.pop()
        elif not word.startswith("-"):
            names.append(word)
    folder = context.path(values["--outdir"]).rstrip("/") or "/"
    for name in names:
        context.charge(20)
        try:
            _one(context, name, values["--convert-to"], folder)
        except FileError:
            context.err(f"{_FAILED}\n")
    return 0


def _one(context: CommandContext, name: str, target: str, folder: str) -> None:
    """Converts a file.

    Args:
        context: The command's context.
        name: The file's name.
        target: The ending of the new file, and behind a colon the filter, if it is given.
        folder: The folder of the new file, which is made where it is missing.

    Raises:
        FileError: The new file can't be written.
    """
    path, (kind, _, given) = context.path(name), target.partition(":")
    stem = path.rpartition("/")[2].rpartition(".")[0] or path.rpartition("/")[2]
    goal = f"{folder.rstrip('/')}/{stem}.{kind}"
    app = file_types.opener(path, path.lower().endswith(".txt"))
    app = "writer" if app == "text_editor" else app
    make = _maker(context, name, app, stem)
    if make is None:
        context.err("Error: source file could not be loaded\n")
        return
    known = _FILTERS.get((app, kind.lower()))
    if known is None:
        context.err(f"Error: no export filter for {goal} found, aborting.\nError: no export filter\n")
        return
    context.line(f"convert {path} -> {goal} using filter : {given or known}")
    if context.files.exists(goal):
        context.line(f"Overwriting: {goal}")
    if given not in ("", known):
        context.err(f"{_FAILED}\n")
        return
    if not context.files.is_dir(folder):
        context.check(context.files.nearest(folder), "w")
        context.files = context.files.mkdir(folder, context.time(), parents=True, owner=context.host.user)
    context.write(goal, make(kind.lower()))


def _maker(context: CommandContext, name: str, app: str, title: str) -> Callable[[str], bytes] | None:
    """Returns what makes files of a document, None for one that can't be read.

    Args:
        context: The command's context.
        name: The document's name.
        app: The app that opens it.
        title: Its title.
    """
    from crab_sim.engines.slides.formats import deck_bytes, read_deck
    from crab_sim.engines.slides.printing import print_deck
    from crab_sim.engines.writing.formats import Unreadable, read_text, text_bytes
    from crab_sim.engines.writing.printing import print_text

    try:
        data = context.read(name)
        context.charge(len(data) / _BYTES)
        if app == "writer":
            text = read_text(data, name)
            context.charge(len(text) * _PARAGRAPH)
            return lambda kind: print_text(text, title) if kind == "pdf" else text_bytes(text, kind)
        if app == "impress":
            deck = read_deck(data)
            context.charge(len(deck.slides) * _SLIDE)
            return lambda kind: print_deck(deck, title) if kind == "pdf" else deck_bytes(deck, kind)
    except (Unreadable, FileError):
        return None
    return (lambda kind: data) if app == "calc" else None  # whose documents no filter takes
