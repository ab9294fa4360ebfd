"""The tasks about pages with scripts: a maze, a product and a drawing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, choice, text
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.files.moves import open_folder
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.moves import find, has, tap
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.web.html_games import (
    COLOURS,
    MAZE_SIZE,
    colours_page,
    colours_told,
    draw_maze,
    maze_moves,
    maze_page,
    maze_place,
    maze_ways,
    page_shows,
    product_page,
)

__all__ = ["CHANGES", "TASKS"]

TASKS = ("MAZE", "MULTIPLY", "DRAW")
"""The names of the tasks."""

_DOWNLOAD = f"{STORAGE}/Download"
_FILES = ("task.html", "page.html", "puzzle.html", "exercise.html", "home_work.html", "try_me.html")


def _code() -> Parameter:
    """Returns a parameter that is the number that a page shows once it is solved, so that it can't be made up."""
    return text(lambda rng: str(rng.randint(10_000, 99_999)), "48213", "code")


def _done(params: Params) -> str:
    return f"Solved! Your code is {params.code}."


def _plant(devices: Devices, params: Params, page: str) -> None:
    devices.android.write_file(f"{_DOWNLOAD}/{params.file}", page)


def _shows(name: str, texts: Sequence[str], after: str = "", hold: bool = True) -> Checkpoint:
    return Checkpoint(
        id=name,
        device="android",
        app="browser",
        evaluator=check(page_shows, texts=tuple(texts)),
        after=(after,) if after else (),
        hold=hold,
    )


def _page_open(title: str) -> Checkpoint:
    return whereabouts(id="page_open", device="android", app="browser", evaluator=check(page_shows, texts=(title,)))


def _open(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page from Files."""
    yield from at_root(look, "Files", description="Show roots")
    if not has(look, "android", params.file, role="list_item"):
        yield from open_folder(look, "Download")
        yield from scroll_to(look, params.file, role="list_item")
    yield tap(look, params.file, role="list_item")
    yield tap(look, text="Browser", role="list_item")


def _open_by_address(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page by its address in the Browser."""
    yield action("android", "open_app", name="Browser")
    yield tap(look, description="Search or type web address")
    yield action("android", "write_text", text=f"file://{_DOWNLOAD}/{params.file}")
    yield action("android", "press", key="enter")


# A maze -------------------------------------------------------------------------------------------------------------


def _is_maze(value: object) -> bool:
    rows = value.split(" ") if isinstance(value, str) else []
    return (
        [len(row) for row in rows] == [MAZE_SIZE] * MAZE_SIZE
        and not set("".join(rows)) - set(".#")
        and (0, 0) in maze_ways(rows)
    )


_MAZE = Parameter(
    "maze", ".... .##. .... #.#.", draw_maze, _is_maze, "four rows of '.' and '#', joined by blanks, with a way through"
)


def _plant_maze(devices: Devices, params: Params, rng: random.Random) -> None:
    _plant(devices, params, maze_page(params.maze.split(), _done(params)))


def _maze_solved(params: Params) -> Sequence[Checkpoint]:
    """The page, the X on the second half of its way, then the page's last line."""
    ways = maze_ways(params.maze.split())
    half = [maze_place(cell) for cell, left in ways.items() if 0 < left <= ways[0, 0] // 2]
    return [
        _page_open("Maze"),
        _shows("halfway", half, "page_open", hold=False),
        _shows("solved", [_done(params)], "halfway"),
    ]


def _walk(params: Params, look: Look, first: int, last: int) -> Iterator[Action]:
    """Makes some of the moves.

    Args:
        params: The parameters.
        look: Shows the screens.
        first: The first move, counted from 0.
        last: The move before which it stops.
    """
    for move in maze_moves(params.maze.split())[first:last]:
        yield tap(look, text=move, role="button")


def _middle(params: Params) -> int:
    moves = len(maze_moves(params.maze.split()))
    return moves - moves // 2


def _first_half(params: Params, look: Look) -> Iterator[Action]:
    yield from _walk(params, look, 0, _middle(params))


def _second_half(params: Params, look: Look) -> Iterator[Action]:
    yield from _walk(params, look, _middle(params), 99)


def _bump(params: Params, look: Look) -> Iterator[Action]:
    """Bumps against the border first."""
    yield from _open(params, look)
    for move in ("Up", "Left"):
        yield tap(look, text=move, role="button")
    yield from _walk(params, look, 0, 99)


def _maze_by_address(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_by_address(params, look)
    yield from _walk(params, look, 0, 99)


def _stop_before(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the last move out."""
    yield from _open(params, look)
    yield from _walk(params, look, 0, -1)


def _straight(params: Params, look: Look) -> Iterator[Action]:
    """Makes the moves backwards."""
    yield from _open(params, look)
    for move in reversed(maze_moves(params.maze.split())):
        opposite = {"Up": "Down", "Down": "Up", "Left": "Right", "Right": "Left"}[move]
        yield tap(look, text=opposite, role="button")


MAZE = Task(
    **like("BrowserMaze"),
    description=(
        "In the phone's Files, open {file} in the folder Download with the Browser. Then move the X to the green cell "
        "at the bottom right with the buttons on the page."
    ),
    parameters={"file": choice(_FILES, type="file_name"), "maze": _MAZE, "code": _code()},
    setup=_plant_maze,
    checkpoints=_maze_solved,
    oracle={"page_open": _open, "halfway": _first_half, "solved": _second_half},
    alternatives={"bump": _bump, "by_address": _maze_by_address},
    near_misses={"stop_before": _stop_before, "backwards": _straight},
)


# A product ----------------------------------------------------------------------------------------------------------

_COUNT = 5


def _draw_numbers(rng: random.Random) -> str:
    return " ".join([str(rng.randint(1, 10)) for _ in range(_COUNT)])


def _are_numbers(value: object) -> bool:
    parts = value.split(" ") if isinstance(value, str) else []
    return len(parts) == _COUNT and all(part.isdecimal() and len(part) < 4 for part in parts)


_NUMBERS = Parameter("numbers", "3 7 2 10 4", _draw_numbers, _are_numbers, "five whole numbers, joined by blanks")


def _numbers(params: Params) -> list[int]:
    return [int(number) for number in params.numbers.split()]


def _product(params: Params) -> int:
    found = 1
    for number in _numbers(params):
        found *= number
    return found


def _plant_numbers(devices: Devices, params: Params, rng: random.Random) -> None:
    _plant(devices, params, product_page(_numbers(params), _done(params)))


def _multiplied(params: Params) -> Sequence[Checkpoint]:
    """The page, its question, then the page's last line."""
    return [
        _page_open("Product"),
        _shows("asked", ["What is the product of the numbers?"], "page_open", hold=False),
        _shows("solved", [_done(params)], "asked"),
    ]


def _see_numbers(params: Params, look: Look) -> Iterator[Action]:
    for _ in range(_COUNT):
        yield tap(look, text="Next", role="button")


def _answer(look: Look, number: int) -> Iterator[Action]:
    yield tap(look, description="Product", role="text_field")
    yield action("android", "write_text", text=str(number))
    yield tap(look, text="Check", role="button")


def _multiply(params: Params, look: Look) -> Iterator[Action]:
    yield from _answer(look, _product(params))


def _all_by_address(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_by_address(params, look)
    yield from _see_numbers(params, look)
    yield from _multiply(params, look)


def _at_second_try(params: Params, look: Look) -> Iterator[Action]:
    """Gives the product of all but the last number first, and reloads the page."""
    yield from _open(params, look)
    yield from _see_numbers(params, look)
    yield from _answer(look, _product(params) + 1)
    yield tap(look, description="More options")
    yield tap(look, text="Refresh")
    yield from _see_numbers(params, look)
    yield from _multiply(params, look)


def _add_up(params: Params, look: Look) -> Iterator[Action]:
    """Gives another number, which is larger by one."""
    yield from _open(params, look)
    yield from _see_numbers(params, look)
    yield from _answer(look, _product(params) + 1)


def _unchecked(params: Params, look: Look) -> Iterator[Action]:
    """Writes the product without a tap on Check."""
    yield from _open(params, look)
    yield from _see_numbers(params, look)
    yield tap(look, description="Product", role="text_field")
    yield action("android", "write_text", text=str(_product(params)))


MULTIPLY = Task(
    **like("BrowserMultiply"),
    description=(
        "In the phone's Files, open {file} in the folder Download with the Browser. Tap Next five times and remember "
        "the numbers that the page shows. Then enter their product and tap Check."
    ),
    parameters={"file": choice(_FILES, type="file_name"), "numbers": _NUMBERS, "code": _code()},
    setup=_plant_numbers,
    checkpoints=_multiplied,
    oracle={"page_open": _open, "asked": _see_numbers, "solved": _multiply},
    alternatives={"by_address": _all_by_address, "at_second_try": _at_second_try},
    near_misses={"by_one_off": _add_up, "unchecked": _unchecked},
)


# A drawing ----------------------------------------------------------------------------------------------------------

_USED = 3


def _colour(default: str) -> Parameter:
    return replace(choice(tuple(COLOURS), default, type="colour"), apart="colour")


def _colours(params: Params) -> tuple[str, ...]:
    return params.first, params.second, params.third


def _plant_colours(devices: Devices, params: Params, rng: random.Random) -> None:
    _plant(devices, params, colours_page(_colours(params), _done(params)))


def _drawn(params: Params) -> Sequence[Checkpoint]:
    """The page, one after the other of the colours, then the page's last line."""
    used = [_page_open("Colours")]
    for count, name in enumerate(("first_used", "second_used", "all_used"), 1):
        texts = [colours_told(more, _USED) for more in range(count, _USED + 1)]
        used.append(_shows(name, texts, used[-1].id, hold=False))
    return [*used, _shows("solved", [_done(params)], "all_used")]


def _draw(params: Params, look: Look, which: int) -> Iterator[Action]:
    """Draws a line in one of the colours.

    Args:
        params: The parameters.
        look: Shows the screens.
        which: The colour's number, counted from 0.
    """
    yield tap(look, text=_colours(params)[which], role="button")
    yield from _line(look, which)


def _line(look: Look, row: int) -> Iterator[Action]:
    left, top, right, bottom = find(look, "android", description="Canvas").bounds
    y = top + (bottom - top) * (row + 1) // (_USED + 2)
    yield action("android", "drag", x1=left + 30, y1=y, x2=right - 30, y2=y)


def _submit(params: Params, look: Look) -> Iterator[Action]:
    yield tap(look, text="Submit", role="button")


def _draw_all(params: Params, look: Look, count: int = _USED) -> Iterator[Action]:
    for which in range(count):
        yield from _draw(params, look, which)


def _drawn_by_address(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_by_address(params, look)
    yield from _draw_all(params, look)
    yield from _submit(params, look)


def _after_clearing(params: Params, look: Look) -> Iterator[Action]:
    """Draws, submits and clears, and does it all again."""
    yield from _open(params, look)
    yield from _draw(params, look, 0)
    yield from _submit(params, look)
    yield tap(look, text="Clear", role="button")
    yield from _draw_all(params, look)
    yield from _submit(params, look)


def _two_colours(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the third colour out."""
    yield from _open(params, look)
    yield from _draw_all(params, look, 2)
    yield from _line(look, 2)
    yield from _submit(params, look)


def _not_submitted(params: Params, look: Look) -> Iterator[Action]:
    """Draws everything, but doesn't submit it."""
    yield from _open(params, look)
    yield from _draw_all(params, look)


DRAW = Task(
    **like("BrowserDraw"),
    description=(
        "In the phone's Files, open {file} in the folder Download with the Browser. Draw something there in the three "
        "colours that are shown at the top, and tap Submit."
    ),
    parameters={
        "file": choice(_FILES, type="file_name"),
        "first": _colour("teal"),
        "second": _colour("orange"),
        "third": _colour("navy"),
        "code": _code(),
    },
    setup=_plant_colours,
    checkpoints=_drawn,
    oracle={
        "page_open": _open,
        "first_used": partial(_draw, which=0),
        "second_used": partial(_draw, which=1),
        "all_used": partial(_draw, which=2),
        "solved": _submit,
    },
    alternatives={"by_address": _drawn_by_address, "after_clearing": _after_clearing},
    near_misses={"two_colours": _two_colours, "not_submitted": _not_submitted},
)

_PAGE = "The page is our own, an HTML file on the phone. Its last line has a drawn number, so that it can't be made up."

CHANGES: Mapping[str, str] = {
    "android_world.browser_maze": f"{_PAGE} It also tells in words where the X is.",
    "android_world.browser_multiply": _PAGE,
    "android_world.browser_draw": (
        f"{_PAGE} It names the colours, tells how many of them are in the drawing, and has 16 instead of 24."
    ),
}
