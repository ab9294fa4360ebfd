"""Write a recipe's ingredients into a note, and make the recipe a favourite."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, left_to_graph, may_add, may_change
from crab_tasks.kits.android.notes.moves import add_note
from crab_tasks.kits.android.notes.state import NOTES, note_holds, note_once
from crab_tasks.kits.android.pages import open_first_page, type_into
from crab_tasks.kits.android.recipes.moves import open_recipe
from crab_tasks.kits.android.recipes.state import MENU, favourites_are, plant_recipes, recipe_is_favourite
from crab_tasks.kits.moves import launch, nothing_more, tap
from crab_tasks.kits.state import app_opened


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the recipe among others, one of a similar title, and takes away notes of its title."""
    phone = devices.android
    plant_recipes(phone)
    notes = phone.table(NOTES, "note")
    phone.set_table(NOTES, "note", [row for row in notes if row["title"] != params.recipe])


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The recipes are opened; then the note, then its text; beside it the favourite; at last it is the only one."""
    text = check(note_holds, title=params.recipe, lines=MENU[params.recipe][0].lines)
    return [
        app_opened("recipes", "recipes_open"),
        Checkpoint(
            id="note_made",
            device="android",
            app="notes",
            evaluator=check(note_once, title=params.recipe),
            after=("recipes_open",),
        ),
        Checkpoint(id="ingredients_noted", device="android", app="notes", evaluator=text, after=("note_made",)),
        Checkpoint(
            id="favourite",
            device="android",
            app="recipes",
            evaluator=check(recipe_is_favourite, title=params.recipe),
            after=("recipes_open",),
        ),
        Checkpoint(
            id="only_favourite",
            device="android",
            app="recipes",
            evaluator=check(favourites_are, titles=(params.recipe,)),
            after=("ingredients_noted", "favourite"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The new note, and one favourite."""
    return [
        may_add("android", "note", most=1, title=params.recipe, text=left_to_graph),
        may_change("android", "recipe", ("favorite",), title=params.recipe),
    ]


def make_note(params: Params, look: Look) -> Iterator[Action]:
    """Makes the note without a text."""
    yield from add_note(look, params.recipe)


def fill_note(params: Params, look: Look) -> Iterator[Action]:
    """Reads the recipe, and writes its ingredients into the note."""
    yield from open_recipe(look, params.recipe)
    yield from open_first_page(look, "Notes", "new_note_button")
    yield tap(look, text=params.recipe)
    yield from type_into(look, "Note", "\n".join(MENU[params.recipe][0].lines))
    yield action("android", "press", key="back")


def mark(look: Look, title: str) -> Iterator[Action]:
    """Makes a recipe a favourite."""
    yield from open_recipe(look, title)
    yield tap(look, description="Add to favorites")


def favour(params: Params, look: Look) -> Iterator[Action]:
    """Makes the recipe a favourite."""
    yield from mark(look, params.recipe)


def one_left_out(params: Params, look: Look) -> Iterator[Action]:
    """Leaves out the last ingredient."""
    yield from favour(params, look)
    yield from add_note(look, params.recipe, MENU[params.recipe][0].lines[:-1])


def other_recipe(params: Params, look: Look) -> Iterator[Action]:
    """Writes down the ingredients of the recipe with the similar title."""
    yield from favour(params, look)
    yield from add_note(look, params.recipe, MENU[params.recipe][1].lines)


def both_favourites(params: Params, look: Look) -> Iterator[Action]:
    """Makes the recipe with the similar title a favourite too."""
    yield from mark(look, MENU[params.recipe][1].title)
    yield from favour(params, look)
    yield from add_note(look, params.recipe, MENU[params.recipe][0].lines)


def at_once(params: Params, look: Look) -> Iterator[Action]:
    """Makes the favourite first, then the note with all of its lines."""
    yield from favour(params, look)
    yield from add_note(look, params.recipe, MENU[params.recipe][0].lines)


def with_dashes(params: Params, look: Look) -> Iterator[Action]:
    """Writes the lines as a list with dashes."""
    yield from open_recipe(look, params.recipe)
    yield from add_note(look, params.recipe, [f"- {line}" for line in MENU[params.recipe][0].lines])
    yield from favour(params, look)


TASK = Task(
    name="android.recipe_to_notes",
    description=(
        'In the phone\'s Notes app, make a note with the title "{recipe}". Its text should be the ingredients of the '
        "recipe with exactly this title in Recipes: all of them in order, each with its amount as the recipe has it, "
        "one per line, and nothing else. Then make that recipe, and no other, a favourite in Recipes."
    ),
    devices=("android",),
    parameters={"recipe": choice(tuple(MENU), type="recipe")},
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "recipes_open": launch("Recipes"),
        "note_made": make_note,
        "ingredients_noted": fill_note,
        "favourite": favour,
        "only_favourite": nothing_more,
    },
    footprint=footprint,
    alternatives={"at_once": at_once, "with_dashes": with_dashes},
    near_misses={"one_left_out": one_left_out, "other_recipe": other_recipe, "both_favourites": both_favourites},
    backends={"android": ("sim", "adb")},
    version=3,
    tags=("recipes", "notes"),
)
