"""Text Editor: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import Parameter, integer, phone_number
from crab_gym.task.types import short_line, words
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import file_path
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.clipboard import content, fill_clipboard, paste, pasted_is, prepare_paste
from crab_tasks.kits.ubuntu.files.moves import open_folder, select_file
from crab_tasks.kits.ubuntu.files.state import file_says
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.text_editor.moves import open_in_editor, rewrite_with_editor, save_with_editor
from crab_tasks.kits.ubuntu.windows import start, window_in_front
from crab_tasks.kits.values import amount, as_typed, date_ahead, email_address, time_of_day

__all__ = [
    "ADDRESS_FOR_QUESTIONS", "CARETAKERS_NUMBER", "DELIVERY_DATE", "DEPARTURE", "INVOICE_TOTAL", "PASTE", "SEATS",
    "TIMES_COPIED", "WRITE",
]  # fmt: skip


def _file_is_new(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.remove(params.file)


def _written(params: Params) -> Sequence[Checkpoint]:
    """The editor; then the file."""
    says = check(file_says, path=params.file, kind=params.kinds["text"], value=params.text)
    return [
        app_opened("text_editor", "editor_open", "ubuntu"),
        Checkpoint(id="written", device="ubuntu", app="text_editor", evaluator=says, after=("editor_open",)),
    ]


def _open_editor(params: Params, look: Look) -> Iterator[Action]:
    yield from start("Text Editor")


def _write(params: Params, look: Look) -> Iterator[Action]:
    yield from save_with_editor(params.file, as_typed(params, "text"))


def _write_with_line_end(params: Params, look: Look) -> Iterator[Action]:
    yield from save_with_editor(params.file, f"{as_typed(params, 'text')}\n")


def _fill_empty_file(params: Params, look: Look) -> Iterator[Action]:
    """Makes an empty file in the terminal, and opens and fills it with the editor."""
    yield from run_in_terminal(["touch", params.file])
    yield from rewrite_with_editor(params.file, as_typed(params, "text"))


def _other_name(params: Params, look: Look) -> Iterator[Action]:
    """Saves the text under another name."""
    yield from save_with_editor(f"{params.file}.txt", as_typed(params, "text"))


def _written_not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the text in the editor's window."""
    yield from start("Text Editor")
    yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
    yield action("ubuntu", "write_text", text=as_typed(params, "text"))


WRITE = SubTask(
    name="text_editor.write",
    device="ubuntu",
    app="text_editor",
    says="write {text} with the desktop's Text Editor and save it as the new file {file}",
    steps="on the desktop, open Text Editor, type {text} and save it as {file}",
    refers="the new file {file}",
    inputs={"file": file_path("elm_56"), "text": short_line("Measure the heavy door")},
    output="file",
    produce=lambda params: str(params.file),
    setup=_file_is_new,
    checkpoints=_written,
    oracle={"editor_open": _open_editor, "written": _write},
    footprint=may_make_file,
    alternatives={"with_line_end": _write_with_line_end, "empty_first": _fill_empty_file},
    near_misses={"other_name": _other_name, "not_saved": _written_not_saved},
    tags=("editor", "files"),
)


def _pasted(params: Params) -> Sequence[Checkpoint]:
    """The editor; then the file."""
    pasted = check(pasted_is, path=params.file, text=params.content)
    return [
        app_opened("text_editor", "editor_open", "ubuntu"),
        Checkpoint(id="pasted", device="ubuntu", app="text_editor", evaluator=pasted, after=("editor_open",)),
    ]


def _save(path: str) -> Iterator[Action]:
    """Saves the text in front, which has no name yet."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])
    yield action("ubuntu", "write_text", text=path)
    yield action("ubuntu", "press", key="enter")


def _paste(params: Params, look: Look) -> Iterator[Action]:
    yield from start("Text Editor")
    yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
    yield paste()
    yield from _save(params.file)


def _paste_into_empty_file(params: Params, look: Look) -> Iterator[Action]:
    """Makes an empty file in the terminal, and pastes into it."""
    yield from run_in_terminal(["touch", params.file])
    yield from open_in_editor(params.file)
    yield paste()
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])


def _paste_over(params: Params, look: Look) -> Iterator[Action]:
    """Types something, pastes over it, and adds a line end."""
    yield from start("Text Editor")
    yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
    yield action("ubuntu", "write_text", text="Draft")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield paste()
    yield action("ubuntu", "write_text", text="\n")
    yield from _save(params.file)


def _pasted_twice(params: Params, look: Look) -> Iterator[Action]:
    """Pastes the text twice."""
    yield from start("Text Editor")
    yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
    yield paste()
    yield action("ubuntu", "press", key="enter")
    yield paste()
    yield from _save(params.file)


def _pasted_not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the text in the editor's window."""
    yield from start("Text Editor")
    yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
    yield paste()


PASTE = SubTask(
    name="text_editor.paste",
    device="ubuntu",
    app="text_editor",
    says="in the desktop's Text Editor, paste {content} into a new text and save that as the new file {file}",
    steps="on the desktop, open Text Editor, paste {content} and save it as {file}",
    refers="the new file {file}",
    inputs={"content": content("Collect the garden chair"), "file": file_path("cedar_47")},
    output="file",
    produce=lambda params: str(params.file),
    setup=prepare_paste,
    checkpoints=_pasted,
    oracle={"editor_open": _open_editor, "pasted": _paste},
    footprint=may_make_file,
    alternatives={"into_empty_file": _paste_into_empty_file, "over_a_draft": _paste_over},
    near_misses={"twice": _pasted_twice, "not_saved": _pasted_not_saved},
    backends=("sim", "desktop"),
    tags=("editor", "files"),
)


def _shown(params: Params) -> Sequence[Checkpoint]:
    """The file is open in the editor."""
    shown = check(window_in_front, app="text_editor", title=params.file.rpartition("/")[2])
    return [whereabouts(id="file_open", device="ubuntu", app="text_editor", evaluator=shown)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_in_editor(params.file)


def _open_in_files(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file from its folder."""
    folder, _, name = params.file.rpartition("/")
    yield from open_folder(look, folder)
    yield from select_file(look, name)
    yield action("ubuntu", "press", key="enter")


def _open_by_command(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(f"gedit {params.file} &")


_READ = {"in_files": _open_in_files, "by_command": _open_by_command}


def _lines(devices: Devices, params: Params, *lines: str) -> None:
    devices.ubuntu.write_file(params.file, "\n".join(lines) + "\n")


def _look_up(
    name: str,
    noun: str,
    file: str,
    hidden: Mapping[str, Parameter],
    tells: str,
    setup: Callable[[Devices, Params, random.Random], None],
    called: str = "",
    output: str = "",
    document: str = "",
) -> SubTask:
    """Returns the sub-task to look up what stands in a file.

    Args:
        name: What is looked up, as a part of the sub-task's name.
        noun: The same in words, with its article.
        file: The default name of the file.
        hidden: What the file is made of.
        tells: The name of what is looked up among that.
        setup: Writes the file.
        called: What goals call what is looked up; "" for its type's noun.
        output: Its type; "" for that of the hidden value.
        document: What the file is; "" for just a file, which has to be said only where it isn't opened.
    """
    there = document or "the file"
    convert = int if output == "count" else str
    return SubTask(
        name=f"text_editor.{name}",
        device="ubuntu",
        app="text_editor",
        says=f"look up {noun} {'of' if document else 'in'} {there} {{file}} with the desktop's Text Editor",
        steps=f"on the desktop, open {f'{document} ' if document else ''}{{file}} in Text Editor and read {noun}",
        refers=f"{noun} that Text Editor shows in {there} {{file}}",
        inputs={"file": file_path(file)},
        hidden=hidden,
        output=output or hidden[tells].type,
        called=called,
        produce=lambda params: convert(getattr(params, tells)),
        setup=setup,
        checkpoints=_shown,
        oracle={"file_open": _open},
        alternatives=_READ,
        tags=("editor", "files"),
    )


def _order(devices: Devices, params: Params, rng: random.Random) -> None:
    """Another date is that of the order."""
    number = f"Order {rng.randrange(1000, 9999)}"
    ordered, due = words("date", params.ordered), words("date", params.due)
    _lines(devices, params, number, f"Ordered on: {ordered}", f"Delivery on: {due}", "Please be at home.")


def _invoice(devices: Devices, params: Params, rng: random.Random) -> None:
    """Other amounts are parts of the total."""
    number = f"Invoice {rng.randrange(1000, 9999)}"
    goods = f"{float(params.total) - 4.5:.2f}"
    _lines(devices, params, number, f"Goods: {goods}", "Delivery: 4.50", f"Total: {params.total}", "Thank you!")


def _house(devices: Devices, params: Params, rng: random.Random) -> None:
    """Another number is the plumber's."""
    street = f"House {rng.randrange(2, 90)}, Mill Street"
    _lines(devices, params, street, f"Plumber: {params.plumber}", f"Caretaker: {params.caretaker}", "Bins: Tuesday")


def _contest(devices: Devices, params: Params, rng: random.Random) -> None:
    """Another address is that for photographs."""
    title = f"Contest number {rng.randrange(2, 40)}"
    _lines(
        devices, params, title, f"Photographs to: {params.photos}", f"Questions to: {params.questions}", "Good luck!"
    )


def _trip(devices: Devices, params: Params, rng: random.Random) -> None:
    """Another time is that of the return; the bus has seats and a number."""
    bus = f"Trip by bus {rng.randrange(100, 990)}"
    times = (f"Departure: {params.departure}", f"Return: {params.back}")
    _lines(devices, params, bus, *times, f"Seats: {params.seats}", f"Booked: {rng.randrange(2, 12)}")


_TRIP = {"departure": time_of_day("09:20"), "back": time_of_day("18:05"), "seats": integer(20, 58, 36)}

DELIVERY_DATE = _look_up(
    "delivery_date",
    "the date of delivery",
    "fir_23",
    {"due": date_ahead("2026-11-19"), "ordered": date_ahead("2026-11-12")},
    "due",
    _order,
    "date of delivery",
)
INVOICE_TOTAL = _look_up(
    "invoice_total",
    "the total",
    "hazel_61",
    {"total": amount("48.25", 12, 189)},
    "total",
    _invoice,
    "total",
    document="the invoice",
)
CARETAKERS_NUMBER = _look_up(
    "caretakers_number",
    "the caretaker's telephone number",
    "larch_72",
    {"caretaker": phone_number("+1 555 0163"), "plumber": phone_number("+1 555 0136")},
    "caretaker",
    _house,
)
ADDRESS_FOR_QUESTIONS = _look_up(
    "address_for_questions",
    "the e-mail address for questions",
    "maple_83",
    {"questions": email_address("mina.dorn@quarry.example"), "photos": email_address("lev.holm@quarry.example")},
    "questions",
    _contest,
)
DEPARTURE = _look_up("departure", "the time of departure", "oak_94", _TRIP, "departure", _trip, "time of departure")
SEATS = _look_up("seats", "the number of seats", "pine_15", _TRIP, "seats", _trip, "number of seats", "count")


def _notes_with_copies(devices: Devices, params: Params, rng: random.Random) -> None:
    """Other notes end earlier than what the clipboard holds."""
    text = str(params.content)
    notes = [text] * params.times + [text[:-2]] * rng.randrange(2, 5)
    rng.shuffle(notes)
    _lines(devices, params, *notes)
    fill_clipboard(devices, params, "content")


def _find_copied(params: Params, look: Look) -> Iterator[Action]:
    """Searches for what the clipboard holds."""
    yield from _open(params, look)
    yield action("ubuntu", "hotkey", keys=["ctrl", "f"])
    yield paste()
    yield action("ubuntu", "press", key="enter")
    yield action("ubuntu", "press", key="escape")


TIMES_COPIED = SubTask(
    name="text_editor.times_copied",
    device="ubuntu",
    app="text_editor",
    says="in the desktop's Text Editor, look up how many times {content} stands in the file {file}",
    steps="on the desktop, open {file} in Text Editor, and find and count the places where {content} stands",
    refers="the number of times that the clipboard's content stands in the file {file} in Text Editor",
    inputs={"content": content("Repair two lamps"), "file": file_path("willow_29")},
    hidden={"times": integer(3, 16, 5)},
    output="count",
    produce=lambda params: int(params.times),
    setup=_notes_with_copies,
    checkpoints=_shown,
    oracle={"file_open": _find_copied},
    alternatives=_READ,
    backends=("sim", "desktop"),
    tags=("editor", "files"),
)
