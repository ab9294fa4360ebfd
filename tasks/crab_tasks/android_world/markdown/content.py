"""Names and texts of the files of the Markdown app, and the tasks' common parts."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params
from crab_gym.task.parameters import Parameter, choice, text
from crab_tasks.kits.android.files.state import text_is
from crab_tasks.kits.android.markdown.moves import open_home
from crab_tasks.kits.android.markdown.state import HOME
from crab_tasks.kits.state import app_opened

__all__ = [
    "OTHERS", "SENTENCES", "app_open", "characters", "file_name", "open_markdown", "others", "path", "sentence",
    "sentence_of", "similar", "text_right",
]  # fmt: skip

_KINDS = ("amber", "brisk", "crooked", "early", "faded", "gentle", "hollow", "narrow", "plain", "swift")
_THINGS = ("anchor", "bridge", "candle", "engine", "fiddle", "kettle", "ladder", "meadow", "orchard", "window")
OTHERS = ("allotment_rota", "bicycle_parts", "birthday_guests", "books_to_return", "camping_checklist", "choir_dates",
          "crossword_words", "ferry_times", "garden_tools", "heating_costs", "hiking_routes", "jam_recipes",
          "knitting_pattern", "museum_hours", "piano_pieces", "quiz_questions", "shed_drawing", "slide_show_order",
          "tent_repairs", "winter_tyres")  # fmt: skip
"""Names of files that no task is about, without their ending."""
SENTENCES = (
    "The harbour café opens at seven on market days",
    "Oil the hinges before the first frost comes",
    "Edith lends us her long ladder on Saturday",
    "Three boxes of tiles are still behind the barn",
    "The choir sings the second verse more softly",
    "Turn left at the old mill and follow the canal",
    "Keep the blue paint for the window frames",
    "Our train leaves from the far platform this time",
    "Plums are cheaper on the other side of the bridge",
    "The museum has no lift, so take the small crate",
    "Ring the bell twice and wait at the gate",
    "Two of the lamps need another kind of bulb",
    "The ferry doesn't run when the water is too low",
    "Soak the beans overnight and salt them at the end",
    "The key to the shed hangs behind the clock",
)


def file_name(default: str, ending: str = "") -> Parameter:
    """Returns a parameter that is the name of a file; all of a task differ.

    Args:
        default: Its default value.
        ending: Its ending; "" for ``".md"`` or ``".txt"``.
    """

    def sample(rng: random.Random) -> str:
        return f"{rng.choice(_KINDS)}_{rng.choice(_THINGS)}_{rng.randint(10, 99)}{ending or rng.choice(_ENDINGS)}"

    return replace(text(sample, default, "file_name"), apart="file")


_ENDINGS = (".md", ".txt")


def sentence(default: str = SENTENCES[0]) -> Parameter:
    """Returns a parameter that is a sentence; all of a task differ."""
    return replace(choice(SENTENCES, default, type="line"), apart="text")


def sentence_of(params: Params) -> str:
    """Returns a sentence that is the text of a file before the task, and none of the task's own."""
    dice = random.Random(f"text {sorted(map(str, vars(params).values()))}")
    return dice.choice([each for each in SENTENCES if each not in str(vars(params))])


def characters(count: int, default: str) -> Parameter:
    """Returns a parameter that is a line of so many random letters and digits; all of a task differ.

    Args:
        count: The number of characters.
        default: Its default value.
    """
    known = string.ascii_letters + string.digits
    return replace(text(lambda rng: "".join(rng.choices(known, k=count)), default, "line"), apart="text")


def path(name: str) -> str:
    """Returns the path of a file, given by its path below the app's folder."""
    return f"{HOME}/{name}"


def others(rng: random.Random, names: Sequence[str], count: int = 8) -> Mapping[str, str]:
    """Returns the texts of files that the task isn't about, in the order of their last changes.

    Args:
        rng: Draws them.
        names: Files that the task is about; each has another one whose name begins like its own.
        count: How many there are besides.
    """
    found = [f"{name}.md" for name in rng.sample(OTHERS, count)]
    for name in names:
        found.append(similar(name))
    rng.shuffle(found)
    return {name: rng.choice(SENTENCES) for name in found}


def app_open() -> Checkpoint:
    """Returns the checkpoint that Markdown is in front."""
    return app_opened("markdown")


def open_markdown(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app's folder."""
    yield from open_home(look)


def similar(name: str) -> str:
    """Returns the name of the file that is like another one's."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}_old{dot}{ending}"


def text_right(
    name: str, lines: Sequence[str], *, id: str, after: Sequence[str], rest: Sequence[str] = ()
) -> Checkpoint:
    """Returns the checkpoint that a file, which may have one of several names, has some lines.

    Args:
        name: The file's name.
        lines: Its lines.
        id: The checkpoint's id.
        after: Those that come before.
        rest: Other names that the file may have.
    """
    right = check(text_is, paths=tuple(path(each) for each in (name, *rest)), lines=tuple(lines))
    return Checkpoint(id=id, device="android", app="markdown", evaluator=right, after=tuple(after))
