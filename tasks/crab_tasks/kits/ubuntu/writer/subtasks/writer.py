"""LibreOffice Writer: an evaluator of what is pasted, and the sub-task that saves it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_sim.devices.footprints import Footprint, left_open
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import file_path
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.clipboard import content, paste, prepare_paste
from crab_tasks.kits.ubuntu.libreoffice import office, save, save_as, type_text
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor
from crab_tasks.kits.ubuntu.windows import choose_file, dialog, window
from crab_tasks.kits.ubuntu.writer.state import document_is_pasted

__all__ = ["PASTE"]


def _pasted(params: Params) -> Sequence[Checkpoint]:
    """Writer; then the document."""
    saved = check(document_is_pasted, path=params.file, text=params.content)
    return [
        app_opened("writer", "writer_open", "ubuntu"),
        Checkpoint(id="saved", device="ubuntu", app="writer", evaluator=saved, after=("writer_open",)),
    ]


def _may_save(params: Params) -> Footprint:
    """The document, whose text may look as it did where it was copied."""
    return [*may_make_file(params), left_open("ubuntu", "file", ("align", "look", "space", "style"), path=params.file)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from office(look, "writer")


def _paste(params: Params, look: Look) -> Iterator[Action]:
    yield from office(look, "writer")
    yield paste()
    yield from save_as(look, "writer", params.file)


def _paste_over(params: Params, look: Look) -> Iterator[Action]:
    """Types something, and pastes over it; gives it a name when it is saved."""
    yield from office(look, "writer")
    yield from type_text(look, "writer", "Draft")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield paste()
    yield from dialog(look, "Save", "writer", ("ctrl", "s"))
    yield from choose_file(look, params.file)
    yield from window(look, params.file.rpartition("/")[2], "writer")


def _save_first(params: Params, look: Look) -> Iterator[Action]:
    """Saves the empty document, pastes, and saves it again."""
    yield from office(look, "writer")
    yield from save_as(look, "writer", params.file)
    yield paste()
    yield from save(look, "writer")


def _pasted_not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the text in Writer's window."""
    yield from office(look, "writer")
    yield paste()


def _as_plain_text(params: Params, look: Look) -> Iterator[Action]:
    """Saves a plain text under the document's name."""
    yield from office(look, "writer")
    yield from save_with_editor(params.file, str(params.content))


PASTE = SubTask(
    name="writer.paste",
    device="ubuntu",
    app="writer",
    says="in the desktop's LibreOffice Writer, paste {content} into a new document and save that as {file}",
    steps="on the desktop, open LibreOffice Writer, paste {content} into the new document and save it as {file}",
    refers="the new document {file}",
    inputs={"content": content("Label the spare keys"), "file": file_path("fir_68", ".odt")},
    output="file",
    produce=lambda params: str(params.file),
    setup=prepare_paste,
    checkpoints=_pasted,
    oracle={"writer_open": _open, "saved": _paste},
    footprint=_may_save,
    alternatives={"over_a_draft": _paste_over, "saved_first": _save_first},
    near_misses={"not_saved": _pasted_not_saved, "plain_text": _as_plain_text},
    backends=("sim", "desktop"),
    step_limit=60,
    crab=33,
    crab_inputs=("file",),
    tags=("heavy", "office", "files"),
)
