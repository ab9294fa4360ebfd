"""Files of the Markdown app into which something is written that a picture shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.devices.footprints import may_add
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import integer
from crab_tasks.android_world.markdown.content import others, path
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.entries.writing import written
from crab_tasks.kits.android.files import STORAGE
from crab_tasks.kits.android.storage.gallery import open_album
from crab_tasks.kits.android.storage.markdown import type_file
from crab_tasks.kits.android.storage.markdown_files import (
    file_there,
    fill_home,
    retype_file,
    table_begins,
    table_is,
)
from crab_tasks.kits.moves import has, nothing_more, tap
from crab_tasks.kits.state import app_in_front

TASKS = ("RECEIPT",)

_FOLDER = f"{STORAGE}/DCIM/Receipts"
_FILE = "receipt.md"
_HEADER = ("Date", "Item", "Amount")
_ITEMS = ("Rope", "Lamp oil", "Candles", "Oat bread", "Paint brush", "Ferry ticket", "Twine", "Ink", "Window glass",
          "Honey", "Bolts", "Seed potatoes", "Bus fare", "Wool")  # fmt: skip


def _receipt(seed: str, count: int) -> list[tuple[str, str, str]]:
    """Draws the lines of a receipt: date, item, amount."""
    dice = random.Random(seed)
    day = f"2026-{dice.randint(1, 9):02}-{dice.randint(1, 28):02}"
    return [(day, item, f"${dice.randint(1, 89)}.{dice.randrange(100):02}") for item in dice.sample(_ITEMS, count)]


def _rows(params: Params) -> list[tuple[str, str, str]]:
    return [_HEADER, *_receipt(f"receipt {params.draw}", params.count)]


def _picture(rows: Sequence[tuple[str, str, str]]) -> bytes:
    lines = ["     ".join(row) for row in (_HEADER, *rows)]
    return written("\n".join(["GENERAL STORE", "", *lines, "", "Thank you!"]))


def _plant(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The receipt, and another one whose name begins like its own."""
    phone = devices["android"]
    fill_home(phone, others(rng, [_FILE]))
    phone.write_file(f"{_FOLDER}/receipt_old.jpg", _picture(_receipt(f"old {params.draw}", 3)))
    phone.write_file(f"{_FOLDER}/receipt.jpg", _picture(_receipt(f"receipt {params.draw}", params.count)))


def _checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The gallery, and the file; then its first line of the receipt; then all."""
    front = {"device": "android", "app": "gallery"}
    rows = _rows(params)
    begins, right = ({"path": path(_FILE), "rows": tuple(part)} for part in (rows[:2], rows))
    return [
        Checkpoint("gallery_open", "android", "gallery", app_in_front, front, hold=False),
        Checkpoint("made", "android", "markdown", file_there, {"path": path(_FILE)}),
        Checkpoint("begun", "android", "markdown", table_begins, begins, after=("gallery_open", "made")),
        Checkpoint("all_right", "android", "markdown", table_is, right, after=("begun",)),
    ]


def _see(params: Params, look: Look) -> Iterator[Action]:
    """Opens the receipt."""
    yield from open_album(look, "Receipts")
    found = next(one.description for one in look("android") if one.description.endswith(", receipt.jpg"))
    yield tap(look, description=found)


def _make(params: Params, look: Look) -> Iterator[Action]:
    """Makes the file."""
    yield from type_file(look, _FILE, "")


def _table(rows: Sequence[Sequence[str]], comma: str = ", ") -> str:
    return "\n".join(comma.join(row) for row in rows)


def _write(params: Params, look: Look) -> Iterator[Action]:
    """Writes the receipt into the file, which may be open still."""
    if not has(look, "android", description="Write here", role="text_field"):
        yield action("android", "open_app", name="Markdown")
    yield action("android", "write_text", text=_table(_rows(params)))
    yield tap(look, description="Save")


Change = Callable[[Sequence[Sequence[str]]], str]


def _typing(change: Change) -> Callable[[Params, Look], Iterator[Action]]:
    """Returns an oracle that looks at the receipt and writes a text that is made of its lines."""

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from _see(params, look)
        yield from type_file(look, _FILE, change(_rows(params)))
        yield tap(look, description="Save")

    return run


def _line_by_line(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the receipt again after the header is written."""
    rows = _rows(params)
    yield from _typing(lambda rows: _table(rows[:1]))(params, look)
    yield from _see(params, look)
    yield from retype_file(look, _FILE, _table(rows))


def _unseen(params: Params, look: Look) -> Iterator[Action]:
    """Writes the right text without a look at the receipt."""
    yield from type_file(look, _FILE, _table(_rows(params)))
    yield tap(look, description="Save")


def _other_receipt(params: Params, look: Look) -> Iterator[Action]:
    yield from _see(params, look)
    yield from type_file(look, _FILE, _table([_HEADER, *_receipt(f"old {params.draw}", 3)]))
    yield tap(look, description="Save")


RECEIPT = Task(
    **like("MarkorTranscribeReceipt"),
    description=(
        'Write a note "receipt.md" in the phone\'s Markdown app of what the picture receipt.jpg in the album Receipts '
        'of the Gallery app shows: "Date, Item, Amount" as its first line, and below it a line for each item, its '
        "values separated by commas, as they are written and in the order of the picture."
    ),
    parameters={"count": integer(1, 5, 3), "draw": integer(0, 99_999, 4, type="seed")},
    setup=_plant,
    checkpoints=_checkpoints,
    oracle={"gallery_open": _see, "made": _make, "begun": _write, "all_right": nothing_more},
    footprint=lambda params: [may_add("android", "file", path=path(_FILE))],
    alternatives={"no_blanks": _typing(lambda rows: _table(rows, ",")), "line_by_line": _line_by_line},
    near_misses={
        "no_header": _typing(lambda rows: _table(rows[1:])),
        "one_less": _typing(lambda rows: _table(rows[:-1])),
        "other_receipt": _other_receipt,
        "no_amounts": _typing(lambda rows: _table([row[:2] for row in rows])),
        "unseen": _unseen,
    },
)

CHANGES: Mapping[str, str] = {
    RECEIPT.name: "Every character counts, and the picture has to be looked at in the Gallery.",
}
