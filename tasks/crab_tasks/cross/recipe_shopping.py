"""Look up a recipe that a file names on the phone, and write a list of the missing ingredients on the desktop."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.recipes.moves import open_recipe
from crab_tasks.kits.android.recipes.state import MENU, plant_recipes
from crab_tasks.kits.android.tasks.moves import new_todo
from crab_tasks.kits.android.tasks.state import only_todo
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import launch
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.files.state import HOME, file_holds, file_is
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal, write_lines
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor


def plan(params: Params) -> str:
    """Returns the file that names the recipe."""
    return f"{HOME}/Documents/{params.plan}.txt"


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Documents/{params.file}.txt"


def missing(params: Params) -> tuple[str, ...]:
    """Returns the ingredients that have to be bought."""
    lines = MENU[params.recipe][0].lines
    return (*lines[: params.have], *lines[params.have + 1 :])


def todo(params: Params) -> str:
    """Returns the to-do."""
    return f"Cook {params.recipe}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the plan, and adds its recipe among others, one of a similar title."""
    plant_recipes(devices.android)
    desktop = devices.ubuntu
    guests = rng.choice(("Greta and Lev", "the neighbours", "Hugo", "nobody else"))
    thing = MENU[params.recipe][0].ingredients[params.have][1]
    desktop.write_file(plan(params), f"Dinner with {guests}\nRecipe: {params.recipe}\nStill in the kitchen: {thing}\n")
    desktop.remove(path(params))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The recipes are opened; then the list, first with all that it needs, then with nothing else; and the to-do."""
    noted = check(only_todo, title=todo(params), start="Cook ", end="")
    return [
        app_opened("recipes", "recipes_open"),
        Checkpoint(
            id="list_holds",
            device="ubuntu",
            app="text_editor",
            evaluator=check(file_holds, path=path(params), lines=missing(params)),
            after=("recipes_open",),
        ),
        Checkpoint(
            id="list_right",
            device="ubuntu",
            app="text_editor",
            evaluator=check(file_is, path=path(params), lines=missing(params)),
            after=("list_holds",),
        ),
        Checkpoint(id="todo_added", device="android", app="tasks", evaluator=noted, after=("recipes_open",)),
    ]


def footprint(params: Params) -> Footprint:
    """The file, and the to-do."""
    return [
        *new_file(path(params)),
        may_add("android", "todo", most=1, title=todo(params)),
    ]


def write_all(params: Params, look: Look) -> Iterator[Action]:
    """Looks the recipe up, and writes down all of its ingredients."""
    yield from run_in_terminal(["cat", plan(params)])
    yield from open_recipe(look, params.recipe)
    yield from save_with_editor(path(params), "\n".join(MENU[params.recipe][0].lines))


def strike(params: Params, look: Look) -> Iterator[Action]:
    """Takes the ingredient that is there already off the list."""
    yield from run_in_terminal(["sed", "-i", f"{params.have + 1}d", path(params)])


def add_todo(params: Params, look: Look) -> Iterator[Action]:
    """Adds the to-do."""
    yield from new_todo(look, todo(params))


def whole_recipe(params: Params, look: Look) -> Iterator[Action]:
    """Writes down the ingredients at hand, too."""
    yield from write_all(params, look)
    yield from add_todo(params, look)


def other_recipe(params: Params, look: Look) -> Iterator[Action]:
    """Takes the recipe with the similar title."""
    other = MENU[params.recipe][1]
    yield from open_recipe(look, other.title)
    yield from save_with_editor(path(params), "\n".join(other.lines))
    yield from new_todo(look, f"Cook {other.title}")


def no_amounts(params: Params, look: Look) -> Iterator[Action]:
    """Leaves out the amounts."""
    yield action("android", "open_app", name="Recipes")
    things = [thing for _, thing in MENU[params.recipe][0].ingredients]
    del things[params.have]
    yield from save_with_editor(path(params), "\n".join(things))
    yield from add_todo(params, look)


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Adds the to-do first, and writes only what is missing, in the terminal."""
    yield action("android", "open_app", name="Recipes")
    yield from add_todo(params, look)
    yield from write_lines(path(params), missing(params))


def in_editor(params: Params, look: Look) -> Iterator[Action]:
    """Writes only what is missing with the editor."""
    yield from open_recipe(look, params.recipe)
    yield from save_with_editor(path(params), "\n".join(missing(params)) + "\n")
    yield from add_todo(params, look)


TASK = Task(
    name="cross.recipe_shopping",
    description=(
        "~/Documents/{plan}.txt on the desktop names a recipe that is in Recipes on the phone, and one of its "
        "ingredients that is still in the kitchen. Write all its other ingredients into ~/Documents/{file}.txt on the "
        "desktop, one per line with its amount, in the recipe's order and as the recipe has them. Then add a task to "
        "the phone's Tasks app whose title is \"Cook \" followed by the recipe's title."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "plan": choice(("dinner", "saturday", "evening"), type="file_name"),
        "file": choice(("to_buy", "market", "missing"), type="file_name"),
        "recipe": choice(tuple(MENU), type="recipe"),
        "have": integer(0, 4, 1),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"recipes_open": launch("Recipes"), "list_holds": write_all, "list_right": strike, "todo_added": add_todo},
    footprint=footprint,
    alternatives={"by_command": by_command, "in_editor": in_editor},
    near_misses={"whole_recipe": whole_recipe, "other_recipe": other_recipe, "no_amounts": no_amounts},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=3,
    tags=("recipes", "tasks", "files"),
)
