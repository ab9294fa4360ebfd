"""Look a number up in the encyclopedia with Firefox, write it into a file, and submit it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import submit
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.firefox import browse
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.web.wiki import ARTICLES, FACT, MEASURES, TOWNS, fact, set_articles


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Documents/{params.file}.txt"


def _unit(params: Params) -> str:
    """Returns the unit of the number; a year has none."""
    return "m" if params.measure == "height" else ""


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Gives the articles their tables."""
    set_articles(devices, params, rng)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The article; then the file and the answer, in any order."""
    article = check(window_in_front, app="firefox", title=f"{params.article} - Open Almanac")
    return [
        whereabouts(id="article_open", device="ubuntu", app="firefox", evaluator=article),
        Checkpoint(
            id="noted",
            device="ubuntu",
            app="text_editor",
            evaluator=check(file_is, path=path(params), lines=(str(fact(params)),)),
            after=("article_open",),
        ),
        Checkpoint(
            id="submitted",
            device="root",
            app="answer",
            evaluator=check_answer(answer_is, kind="count", value=fact(params), unit=_unit(params)),
            after=("article_open",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The file."""
    return new_file(path(params))


def open_article(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the article."""
    yield from browse(look, f"wiki.example/{params.article.lower()}", params.article)


def note(params: Params, look: Look) -> Iterator[Action]:
    """Writes the number with the editor."""
    yield from save_with_editor(path(params), str(fact(params)))


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Submits the number."""
    yield submit(str(fact(params)))


def _wrong(params: Params, look: Look, number: int) -> Iterator[Action]:
    yield from open_article(params, look)
    yield from run_in_terminal(f"echo {number} > {path(params)}")
    yield submit(str(number))


def next_town(params: Params, look: Look) -> Iterator[Action]:
    """Takes the number of another town."""
    yield from _wrong(params, look, fact(params, town=TOWNS[TOWNS.index(params.town) - 1]))


def other_measure(params: Params, look: Look) -> Iterator[Action]:
    """Takes the number of the other column."""
    yield from _wrong(params, look, fact(params, measure=MEASURES[MEASURES.index(params.measure) - 1]))


def other_article(params: Params, look: Look) -> Iterator[Action]:
    """Takes the number of another article."""
    yield from _wrong(params, look, fact(params, ARTICLES[ARTICLES.index(params.article) - 1]))


def in_a_sentence(params: Params, look: Look) -> Iterator[Action]:
    """Looks at another article first, writes the file in the terminal, and submits a sentence."""
    other = ARTICLES[ARTICLES.index(params.article) - 1]
    yield from browse(look, f"wiki.example/{other.lower()}", other)
    yield from open_article(params, look)
    yield submit(f"The {params.measure} is {fact(params)}.")
    yield from run_in_terminal(f"echo {fact(params)} > {path(params)}")


def rewritten(params: Params, look: Look) -> Iterator[Action]:
    """Writes another number first."""
    yield from open_article(params, look)
    yield from run_in_terminal(f"echo {fact(params) + 1} > {path(params)}")
    yield from run_in_terminal(f"echo {fact(params)} > {path(params)}")
    yield submit(f"{fact(params)}.")


def corrected(params: Params, look: Look) -> Iterator[Action]:
    """Writes and submits the number of the next town first."""
    yield from next_town(params, look)
    yield from run_in_terminal(f"echo {fact(params)} > {path(params)}")
    yield from answer(params, look)


TASK = Task(
    implies=("crab.lighthouse_height",),  # where it is about the same fact
    name="ubuntu.wiki_fact",
    description=(
        'On the desktop, use Firefox to open the article {article} in the encyclopedia at wiki.example. Its table "On '
        'the northern coast" has a row for each town. Look up the {measure} in the row for {town}. Write it as a bare '
        "number, without a unit, into the new file ~/Documents/{file}.txt, and submit the number too."
    ),
    devices=("ubuntu",),
    parameters={**FACT, "file": choice(("fact", "looked_up", "number"), type="file_name")},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"article_open": open_article, "noted": note, "submitted": answer},
    footprint=footprint,
    alternatives={"in_a_sentence": in_a_sentence, "rewritten": rewritten},
    near_misses={
        "next_town": next_town, "other_measure": other_measure, "other_article": other_article, "corrected": corrected,
    },
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=20,
    step_limit=60,
    version=3,
    tags=("heavy", "web", "answer"),
)  # fmt: skip
