"""reference.example: a sub-task that copies a function's example."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from crab_gym.backends.base import Element
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_sim.web.bundle import assets
from crab_sim.web.sites.reference import functions
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.clipboard import lines_of
from crab_tasks.kits.ubuntu.firefox import browse, copy_page, follow, shown, until
from crab_tasks.kits.ubuntu.windows import window_in_front

__all__ = ["COPY_EXAMPLE", "FUNCTION_FOR", "example_copied"]

_SITE = "reference.example"
_FUNCTIONS = (
    "arrays.matmul", "arrays.multiply", "arrays.grid", "arrays.transpose", "arrays.identity", "stats.mean",
    "stats.median", "stats.spread", "stats.bins", "text.wrap", "text.count_words", "dates.days_between",
    "dates.next_weekday",
)  # fmt: skip
_ONLY = "Only the example, as plain text"


@lru_cache(maxsize=1)
def _examples() -> Mapping[str, str]:
    """Returns the functions' examples by their names."""
    return {each.name: "\n".join(each.example) for each in functions(assets()["reference.txt"].decode())}


def example_copied(state: State, text: str) -> bool:
    """The clipboard holds these lines and no other ones, apart from blanks at their ends."""
    return lines_of(state.ubuntu.clipboard()) == lines_of(text)


def _copied(params: Params) -> Sequence[Checkpoint]:
    """A page of the site; then the example in the clipboard."""
    site = check(window_in_front, app="firefox", title="Osier Reference")
    copied = check(example_copied, text=_examples()[params.function])
    return [
        whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=site),
        Checkpoint(id="copied", device="ubuntu", app="firefox", evaluator=copied, after=("site_open",)),
    ]


def _page(function: str) -> str:
    return f"{_SITE}/{function.replace('.', '/')}"


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, _page(params.function), f"osier.{params.function}")


def _copy_plain(look: Look) -> Iterator[Action]:
    """Goes from a function's page to its example alone, and copies all of that."""

    def alone() -> bool:
        web = shown(look, role="web")
        return web is not None and "Osier" not in web.text

    yield from follow(look, _ONLY, role="link")
    yield from until(look, alone, "the example")
    yield from copy_page()


def _copy(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(params, look)
    yield from _copy_plain(look)


def _search(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the function's name."""
    name = params.function.partition(".")[2]
    yield from browse(look, f"{_SITE}/search?q={name}", f"Search: {name}")
    yield from follow(look, params.function, role="link", title=f"osier.{params.function}")
    yield from _copy_plain(look)


def _copy_from_module(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the function from the page of its module."""
    module = params.function.partition(".")[0]
    yield from browse(look, f"{_SITE}/{module}", f"osier.{module}")
    yield from follow(look, params.function, role="link", title=f"osier.{params.function}")
    yield from _copy_plain(look)


def _select(params: Params, look: Look) -> Iterator[Action]:
    """Drags the mouse over the example on the function's page."""

    def example() -> Element | None:
        beginning = _examples()[params.function].partition("\n")[0]
        return next((e for e in look("ubuntu") if e.app == "firefox" and e.text.startswith(beginning)), None)

    def ends() -> bool:
        return shown(look, text=_ONLY, role="link") is not None and example() is not None

    yield from _open(params, look)
    web = shown(look, role="web")
    if web is not None and not ends():
        x, y = web.center
        yield action("ubuntu", "scroll", x=x, y=y, direction="down", amount=5)
    yield from until(look, ends, "the example")
    found = example()
    if found is not None:
        left, top, right, bottom = found.bounds
        yield action("ubuntu", "drag", x1=left + 1, y1=top + 4, x2=right - 2, y2=bottom - 3)
        yield action("ubuntu", "hotkey", keys=["ctrl", "c"])


def _copy_whole_page(params: Params, look: Look) -> Iterator[Action]:
    """Copies all of the function's page."""
    yield from _open(params, look)
    yield from copy_page()


def _copy_other(params: Params, look: Look) -> Iterator[Action]:
    """Copies the example of the function before it in the list."""
    yield from _copy(Params(function=_FUNCTIONS[_FUNCTIONS.index(params.function) - 1]), look)


COPY_EXAMPLE = SubTask(
    name="reference.copy_example",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, copy the whole example of the function {function} at reference.example",
    steps=(
        "on the desktop, open reference.example in Firefox, search for the function {function}, open it and copy all "
        "lines of its example"
    ),
    refers="the example that you copy in the desktop's Firefox of the function {function} at reference.example",
    inputs={"function": choice(_FUNCTIONS, type="choice")},
    output="clipboard",
    produce=lambda params: _examples()[params.function],
    checkpoints=_copied,
    oracle={"site_open": _open, "copied": _copy},
    alternatives={"by_search": _search, "from_module": _copy_from_module, "selected": _select},
    near_misses={"whole_page": _copy_whole_page, "other_function": _copy_other},
    backends=("sim", "desktop"),
    step_limit=60,
    crab=32,
    tags=("heavy", "web"),
)

_DOES = (
    "Multiplies two matrices", "Turns rows into columns", "Averages numbers", "Finds the number in the middle",
    "Measures how far numbers are apart", "Breaks a long line between words",
)  # fmt: skip


@lru_cache(maxsize=1)
def _summaries() -> Mapping[str, str]:
    """Returns the functions' names by what they do."""
    return {each.summary: each.name for each in functions(assets()["reference.txt"].decode())}


def _site_open(params: Params) -> Sequence[Checkpoint]:
    """A page of the site is open."""
    site = check(window_in_front, app="firefox", title="Osier Reference")
    return [whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=site)]


def _read_contents(params: Params, look: Look) -> Iterator[Action]:
    """Reads the list of all functions."""
    yield from browse(look, _SITE, "Osier Reference")


def _search_word(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the last word of what the function does."""
    word = params.summary.split()[-1]
    yield from browse(look, f"{_SITE}/search?q={word}", f"Search: {word}")


def _open_function(params: Params, look: Look) -> Iterator[Action]:
    """Opens the function from the list of all."""
    yield from _read_contents(params, look)
    name = _summaries()[params.summary]
    yield from follow(look, name, role="link", title=f"osier.{name}")


FUNCTION_FOR = SubTask(
    name="reference.function_for",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, look up the name under which the contents of reference.example list the function "
    "described as {summary}",
    steps="on the desktop, open reference.example in Firefox, find the function described as {summary} in the contents "
    "and read its name there",
    refers="the name under which the contents of reference.example list the function described as {summary}",
    inputs={"summary": choice(_DOES, "Averages numbers")},
    output="line",
    called="function's name",
    produce=lambda params: _summaries()[params.summary],
    checkpoints=_site_open,
    oracle={"site_open": _read_contents},
    alternatives={"by_search": _search_word, "opened": _open_function},
    step_limit=45,
    tags=("heavy", "web"),
)
