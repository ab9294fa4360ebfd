"""Files of the Markdown app into which something is written that a picture or a video shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, integer, text
from crab_sim.devices.footprints import may_add
from crab_sim.devices.media import Film, movie
from crab_tasks.android_world.markdown.content import others, path
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.gallery.moves import open_album
from crab_tasks.kits.android.markdown.moves import retype_file, type_file
from crab_tasks.kits.android.markdown.state import file_there, fill_home, row_begins, table_begins, table_is
from crab_tasks.kits.android.pages import scroll_sorted
from crab_tasks.kits.android.text_pictures import written
from crab_tasks.kits.android.video.moves import open_videos_tab
from crab_tasks.kits.moves import has, nothing_more, tap
from crab_tasks.kits.state import app_opened

TASKS = ("RECEIPT", "VIDEO")

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


def _plant(devices: Devices, params: Params, rng: random.Random) -> None:
    """The receipt, and another one whose name begins like its own."""
    phone = devices.android
    fill_home(phone, others(rng, [_FILE]))
    phone.write_file(f"{_FOLDER}/receipt_old.jpg", _picture(_receipt(f"old {params.draw}", 3)))
    phone.write_file(f"{_FOLDER}/receipt.jpg", _picture(_receipt(f"receipt {params.draw}", params.count)))


def _checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The gallery, and the file; then its first line of the receipt; then all."""
    rows = _rows(params)
    begins = check(table_begins, path=path(_FILE), rows=tuple(rows[:2]))
    right = check(table_is, path=path(_FILE), rows=tuple(rows))
    return [
        app_opened("gallery", "gallery_open"),
        Checkpoint(id="made", device="android", app="markdown", evaluator=check(file_there, path=path(_FILE))),
        Checkpoint(
            id="begun",
            device="android",
            app="markdown",
            evaluator=begins,
            after=("gallery_open", "made"),
        ),
        Checkpoint(id="all_right", device="android", app="markdown", evaluator=right, after=("begun",)),
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
    """Writes down another receipt."""
    yield from _see(params, look)
    yield from type_file(look, _FILE, _table([_HEADER, *_receipt(f"old {params.draw}", 3)]))
    yield tap(look, description="Save")


RECEIPT = Task(
    **like("MarkorTranscribeReceipt"),
    description=(
        "The picture receipt.jpg in the album Receipts of the phone's Gallery app shows a receipt. Copy it into a note "
        '"receipt.md" in the Markdown app: "Date, Item, Amount" as the first line, and below it a line for each item, '
        "with its values separated by commas, as they are written and in the order of the picture."
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
    version=2,
)

# A video ------------------------------------------------------------------------------------------------------------

_NAMES = ("Agnes", "Bertil", "Clara", "Dmitri", "Elena", "Fergus", "Gudrun", "Hannes", "Irma", "Joris", "Katya", "Ludo",
          "Maren", "Nadia", "Oskar", "Paula", "Rufus", "Selma", "Tove", "Ulrik")  # fmt: skip
_SECONDS = 8
"""How long each name is shown."""
_WIDTH, _HEIGHT = 720, 318
"""The size of a picture of seven lines."""


def _names(params: Params) -> tuple[str, ...]:
    return tuple(random.Random(f"names {params.draw}").sample(_NAMES, params.count))


def _video_name() -> Parameter:
    """Returns a parameter that is a video's name, without its ending."""
    kinds = ("clip", "episode", "footage", "moment", "scene")
    return text(lambda rng: f"{rng.choice(kinds)}_{rng.randint(10, 99)}_take", "scene_31_take", "file_name")


def _film(names: Sequence[str], made: float) -> bytes:
    pictures = [written("\n\n\n" + " " * 18 + name + "\n\n\n\n") for name in names]
    seconds = float(_SECONDS * len(names))
    return movie("mp42", seconds, made, film=Film(_WIDTH, _HEIGHT, tuple(pictures)))


def _note(params: Params) -> str:
    return f"{params.video}_transcription.txt"


def _plant_video(devices: Devices, params: Params, rng: random.Random) -> None:
    """The video among others, all of which show names."""
    phone = devices.android
    fill_home(phone, others(rng, []))
    made = phone.now() - 90_000
    for found in phone.media():
        if found.path.lower().endswith((".mp4", ".mkv", ".webm", ".3gp", ".mov")):
            phone.remove(found.path)
    stems = [f"{params.video}{i}" for i in (1, 2)]
    stems += [f"{rng.choice(('highlight', 'recording'))}_{number}" for number in rng.sample(range(10, 100), 5)]
    for stem in stems:
        other = rng.sample([name for name in _NAMES if name not in _names(params)], rng.randint(1, 3))
        phone.write_file(f"{STORAGE}/Download/{stem}.mp4", _film(other, made))
    phone.write_file(f"{STORAGE}/Download/{params.video}.mp4", _film(_names(params), made))


def _transcribed(params: Params) -> Sequence[Checkpoint]:
    """The app of the videos, and the file; then its first name; then all."""
    file, names = path(_note(params)), _names(params)
    first = check(row_begins, path=file, cells=names[:1])
    both = ("videos_open", "made")
    return [
        app_opened("video", "videos_open"),
        Checkpoint(id="made", device="android", app="markdown", evaluator=check(file_there, path=file)),
        Checkpoint(id="begun", device="android", app="markdown", evaluator=first, after=both),
        Checkpoint(
            id="all_right",
            device="android",
            app="markdown",
            evaluator=check(table_is, path=file, rows=(names,)),
            after=("begun",),
        ),
    ]


def _watch(params: Params, look: Look) -> Iterator[Action]:
    """Plays the video to its end."""
    yield from open_videos_tab(look, "Video")
    yield from scroll_sorted(look, params.video)
    yield tap(look, text=params.video, role="list_item")
    for _ in _names(params)[1:]:
        yield action("root", "wait", seconds=_SECONDS)


def _make_note(params: Params, look: Look) -> Iterator[Action]:
    yield from type_file(look, _note(params), "")


def _write_names(params: Params, look: Look) -> Iterator[Action]:
    """Writes the names into the file, which may be open still."""
    if not has(look, "android", description="Write here", role="text_field"):
        yield action("android", "open_app", name="Markdown")
    yield action("android", "write_text", text=", ".join(_names(params)))
    yield tap(look, description="Save")


def _watching(joined: Callable[[Sequence[str]], str]) -> Callable[[Params, Look], Iterator[Action]]:
    """Returns an oracle that watches the video and writes a text that is made of its names."""

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from _watch(params, look)
        yield from type_file(look, _note(params), joined(_names(params)))
        yield tap(look, description="Save")

    return run


def _name_by_name(params: Params, look: Look) -> Iterator[Action]:
    """Jumps forward in the video, and writes at last."""
    yield from open_videos_tab(look, "Video")
    yield from scroll_sorted(look, params.video)
    yield tap(look, text=params.video, role="list_item")
    yield tap(look, description="Pause")
    for _ in _names(params)[1:]:
        yield tap(look, description="Forward 10 seconds")
    yield from type_file(look, _note(params), ", ".join(_names(params)))
    yield tap(look, description="Save")


def _not_watched(params: Params, look: Look) -> Iterator[Action]:
    """Writes the right names without having watched the video."""
    yield from type_file(look, _note(params), ", ".join(_names(params)))
    yield tap(look, description="Save")


VIDEO = Task(
    **like("MarkorTranscribeVideo"),
    description=(
        "Watch the video {video}.mp4 in the phone's Videos app. It shows one name after another. Write a note "
        '"{video}_transcription.txt" in the Markdown app that has just these names in their order, separated by '
        'commas, such as "Edna, Piet".'
    ),
    parameters={"video": _video_name(), "count": integer(2, 4, 3), "draw": integer(0, 99_999, 4, type="seed")},
    setup=_plant_video,
    checkpoints=_transcribed,
    oracle={"videos_open": _watch, "made": _make_note, "begun": _write_names, "all_right": nothing_more},
    footprint=lambda params: [
        may_add("android", "file", path=path(_note(params))),
    ],
    alternatives={"no_blanks": _watching(",".join), "by_jumps": _name_by_name},
    near_misses={
        "turned_round": _watching(lambda names: ", ".join(names[::-1])),
        "one_less": _watching(lambda names: ", ".join(names[:-1])),
        "with_and": _watching(" and ".join),
        "not_watched": _not_watched,
    },
    version=2,
)

CHANGES: Mapping[str, str] = {
    RECEIPT.name: "Every character counts, and the picture has to be looked at in the Gallery.",
    VIDEO.name: "Every character counts, and the app of the videos has to be opened.",
}
