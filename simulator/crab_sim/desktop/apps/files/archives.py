"""Archives in Files: the dialog that compresses the selected files, and unpacking in place."""

from __future__ import annotations

from typing import Final

from crab_sim import ui
from crab_sim.desktop.apps.files import changes
from crab_sim.desktop.apps.files.messages import Message
from crab_sim.desktop.packing import gathered, unpacked
from crab_sim.desktop.widgets import TRASH, dialog_page, name_problem, split_name
from crab_sim.engines.archives import ArchiveError, Kind, contents, kind_of, pack
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES

__all__ = ["compress", "compress_dialog", "create", "extract_here", "next_format"]

_FORMATS: Final[tuple[Kind, ...]] = ("zip", "tar.gz")


def _told(context: Context, title: str, text: str) -> None:
    context.push(dialog_page(context, "notice", (title, text)))


def compress(context: Context) -> None:
    """Opens the dialog; it proposes the selected file's name."""
    page = context.page
    if page.data.selected and page.arg != TRASH:
        chosen = changes.paths(context)
        files: Files = context.get(FILES)
        name = split_name(chosen[0].rpartition("/")[2], files.is_dir(chosen[0]))[0] if len(chosen) == 1 else "Archive"
        context.push(dialog_page(context, "compress", (page.arg, tuple(chosen), "zip"), "name", name))


def next_format(context: Context, kind: Kind) -> None:
    """Chooses the archive's format in the dialog."""
    folder, chosen, _ = context.page.arg
    context.set(arg=(folder, chosen, kind))


def _problem(context: Context) -> str:
    folder, _, kind = context.page.arg
    name = context.page.fields["name"]
    files: Files = context.get(FILES)
    return name_problem(f"{name}.{kind}", files.exists(f"{folder.rstrip('/')}/{name}.{kind}"))


def compress_dialog(context: Context) -> ui.Dialog[Message]:
    """Returns the dialog that asks for the archive's name and format."""
    page = context.page
    problem = _problem(context)
    formats: list[ui.Widget[Message]] = [
        ui.Tile(f".{kind}", ("format", kind), trailing=ui.Toggle("radio", page.arg[2] == kind)) for kind in _FORMATS
    ]
    rows = [
        ui.Field("name", "Archive name", "name_entry"), *formats,
        ui.Label(problem or " ", "small", "danger", role="text" if problem else ""),
    ]  # fmt: skip
    create_button: ui.Widget[Message] = ui.Button(
        "Create", ("accept",), enabled=bool(page.fields["name"].strip()) and not problem
    )
    return ui.Dialog(
        "Compress", ui.Column(rows, gap=6), [ui.Button("Cancel", ("cancel",), "outlined"), create_button], 400,
        ("cancel",),
    )  # fmt: skip


def create(context: Context) -> None:
    """Writes the archive that the dialog asks for, where its name can be given."""
    folder, chosen, kind = context.page.arg
    name = context.page.fields["name"]
    if not name.strip() or _problem(context):
        return
    context.pop()
    files: Files = context.get(FILES)
    target, now = f"{folder.rstrip('/')}/{name}.{kind}", context.machine.now
    try:
        data = pack(kind, gathered(files, [path for path in chosen if files.exists(path)]))
    except ArchiveError as error:
        _told(context, "There was an error creating the archive.", f"{error}.")
        return
    if changes.apply(context, lambda f: f.write(target, data, now), folder) and context.page.arg == folder:
        context.set(data=context.page.data._replace(selected=(f"{name}.{kind}",)))


def extract_here(context: Context) -> None:
    """Unpacks the selected archives into the folder that is shown.

    An archive with several things at its top gets a folder of its own, with its name.
    """
    files: Files = context.get(FILES)
    folder, now = context.page.arg.rstrip("/"), context.machine.now
    for path in changes.paths(context):
        name = path.rpartition("/")[2]
        kind = kind_of(name)
        if kind is None or not files.is_file(path):
            continue
        try:
            entries = contents(files.read(path), kind)
        except ArchiveError as error:
            _told(context, f"There was an error extracting “{name}”.", f"{error}.")
            return
        tops = {entry.path.partition("/")[0] for entry in entries}
        stem = name[: -len(kind) - 1] if name.lower().endswith(kind) else split_name(name)[0]
        wanted = next(iter(tops)) if len(tops) == 1 else stem
        free, number = wanted, 2
        while files.exists(f"{folder}/{free}"):
            first, extension = split_name(wanted, len(tops) != 1)
            free, number = f"{first} ({number - 1}){extension}", number + 1
        if len(tops) == 1:  # the only thing at the top may be named otherwise, where its name is taken
            entries = [entry._replace(path=free + entry.path[len(wanted) :]) for entry in entries]
            target = folder or "/"
        else:
            target = f"{folder}/{free}"
        packed = entries
        if changes.apply(context, lambda f, p=packed, t=target: unpacked(f, p, t, now), context.page.arg):  # type: ignore[misc]
            context.set(data=context.page.data._replace(selected=(free,)))
        files = context.get(FILES)
