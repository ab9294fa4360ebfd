"""AndroidWorld's tasks that delete one of two recipes that are alike."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices, Element
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, OracleStuck, Params, Task, action
from crab_gym.task.parameters import integer
from crab_sim.devices.footprints import Footprint, may_remove
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.pages import scroll_to
from crab_tasks.kits.android.recipes.entries import (
    Recipe,
    given,
    make_recipe,
    open_recipes,
    plant_recipes,
    recipe_count,
    recipes,
    remove_chosen,
    search_recipe,
    some_recipes,
)
from crab_tasks.kits.android.rows import rows_shown, to_row
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import app_opened

TASKS = ("DELETE_DUPLICATE_RECIPES", "DELETE_DUPLICATE_RECIPES2", "DELETE_DUPLICATE_RECIPES3")


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_recipes(look)


def twin(params: Params) -> Recipe:
    """Returns the recipe that is there twice."""
    return given(params.recipe)[0]


def variants(rng: random.Random, recipe: Recipe, count: int, described: bool) -> list[Recipe]:
    """Returns different recipes of one title, none of which is the given one.

    Args:
        rng: Draws them.
        recipe: The recipe with the title.
        count: Their number.
        described: Whether they have its description, too.
    """
    found: list[Recipe] = []
    while len(found) < count:
        one = make_recipe(rng, titled=recipe.title)
        if described:
            one = one._replace(description=recipe.description)
        if one != recipe and one not in found:
            found.append(one)
    return found


def setup_of(others: int, near: int, described: bool, devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the recipe twice among others, some of which have its title.

    Args:
        others: The number of the others.
        near: The number of those that have its title.
        described: Whether these have its description, too.
        devices: The devices.
        params: The parameters.
        rng: Draws the recipes.
    """
    recipe = twin(params)
    alike = variants(rng, recipe, near, described)
    before = min(near, getattr(params, "before", 0))
    alike[before:before] = [recipe, recipe]
    plant_recipes(devices.android, [*alike, *some_recipes(rng, others - near, (recipe.title,))])


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Recipes; then one of the two is gone."""
    once = check(recipe_count, recipe=twin(params), count=1)
    return [
        app_opened("recipes", "recipes_open"),
        Checkpoint(id="once", device="android", app="recipes", evaluator=once, after=("recipes_open",)),
    ]


def footprint(params: Params) -> Footprint:
    """One of the two."""
    return [may_remove("android", "recipe", most=1, **twin(params)._asdict())]


def listed(params: Params, look: Look) -> list[Element]:
    """Returns the rows of the recipe's title on the screen, from the top down."""
    return rows_shown(look, twin(params).title)


def open_twin(params: Params, look: Look) -> Iterator[Action]:
    """Searches the recipes of the title and opens the one that is there twice; on a low screen it reads them all."""
    yield from search_recipe(look, twin(params).title)
    rows, before = listed(params, look), getattr(params, "before", 0)
    if before < len(rows):
        yield action("android", "tap", x=rows[before].center[0], y=rows[before].center[1])
        return
    recipe = twin(params)
    for _ in range(12):
        for i in range(len(rows)):
            x, y = listed(params, look)[i].center
            yield action("android", "tap", x=x, y=y)
            texts = {one.text for one in look("android")}
            yield from scroll_to(look, recipe.ingredients)
            texts |= {one.text for one in look("android")}
            if {recipe.time, recipe.servings, recipe.ingredients} <= texts:
                return
            yield action("android", "press", key="back")
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="short")
        rows = listed(params, look)
    raise OracleStuck(f"no recipe {recipe.title!r} is as it should be")


def delete_after_reading(params: Params, look: Look) -> Iterator[Action]:
    """Searches the recipes of the title, opens the one that is there twice, and deletes it on its page."""
    yield from open_twin(params, look)
    yield tap(look, description="More options")
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")


def delete_in_list(params: Params, look: Look) -> Iterator[Action]:
    """Searches the recipes of the title and deletes the second of the two in the list."""
    yield from search_recipe(look, twin(params).title)
    x, y = listed(params, look)[getattr(params, "before", 0) + 1].center
    yield action("android", "long_tap", x=x, y=y)
    yield from remove_chosen(look)


def delete_read(params: Params, look: Look) -> Iterator[Action]:
    """Opens one recipe of the title after the other, with its directions, and deletes the second that is alike."""
    yield from search_recipe(look, twin(params).title)
    for i in range(getattr(params, "before", 0) + 2):
        x, y = listed(params, look)[i].center
        yield action("android", "tap", x=x, y=y)
        yield tap(look, text="Directions", role="tab")
        if i < getattr(params, "before", 0) + 1:
            yield action("android", "press", key="back")
    yield tap(look, description="More options")
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")


def both_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Selects both and deletes them."""
    yield from search_recipe(look, twin(params).title)
    first, second = listed(params, look)[getattr(params, "before", 0) :][:2]
    yield action("android", "long_tap", x=first.center[0], y=first.center[1])
    yield action("android", "tap", x=second.center[0], y=second.center[1])
    yield from remove_chosen(look)


def other_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes another recipe in its place, of the same title where there is one."""
    yield from search_recipe(look, twin(params).title)
    before, rows = getattr(params, "before", 0), listed(params, look)
    others = rows[:before] + rows[before + 2 :]
    if not others:
        yield from open_recipes(look)
        others = [one for one in look("android") if one.role == "list_item" and one.text != twin(params).title]
    yield action("android", "long_tap", x=others[0].center[0], y=others[0].center[1])
    yield from remove_chosen(look)


def only_selected(params: Params, look: Look) -> Iterator[Action]:
    """Selects the recipe, and doesn't delete it."""
    yield from open_recipes(look)
    yield from to_row(look, twin(params).title)
    x, y = listed(params, look)[0].center
    yield action("android", "long_tap", x=x, y=y)


def deleting_twin(published: str, description: str, others: int, near: int, described: bool, default: Recipe) -> Task:
    """Returns a task that deletes one of two recipes that are alike.

    Args:
        published: The name of AndroidWorld's task.
        description: The goal.
        others: The number of other recipes.
        near: The number of those that have the title.
        described: Whether these have the description, too.
        default: The recipe by default.
    """
    most = min(near, 4)  # so many are listed on one screen beside the two
    return Task(
        **like(published),
        description=description,
        parameters={"recipe": recipes(default), **({"before": integer(0, most, most // 2)} if near else {})},
        setup=lambda devices, params, rng: setup_of(others, near, described, devices, params, rng),
        checkpoints=lambda params: checkpoints(params),
        oracle={"recipes_open": _open, "once": delete_after_reading},
        footprint=footprint,
        alternatives={"in_list": delete_in_list, "read": delete_read},
        near_misses={"both": both_deleted, "other": other_deleted, "only_selected": only_selected},
    )


DELETE_DUPLICATE_RECIPES = deleting_twin(
    "RecipeDeleteDuplicateRecipes",
    "One recipe is in the phone's Recipes app twice. Delete one of the two, so that each recipe is there once.",
    5,
    0,
    False,
    make_recipe(random.Random(1), titled="Bake of leeks"),
)
DELETE_DUPLICATE_RECIPES2 = deleting_twin(
    "RecipeDeleteDuplicateRecipes2",
    "Two recipes in the phone's Recipes app are the same in everything: title, description, servings, time, "
    "ingredients and directions. Delete one of these two. Recipes that only have the same title should stay.",
    10,
    4,
    False,
    make_recipe(random.Random(2), titled="Soup of parsnips"),
)
DELETE_DUPLICATE_RECIPES3 = deleting_twin(
    "RecipeDeleteDuplicateRecipes3",
    "Go through the recipes in the phone's Recipes app. One is there twice, without any difference: delete one of the "
    "two. Keep those that differ from it, even if they have the same title and the same description.",
    30,
    6,
    True,
    make_recipe(random.Random(3), titled="Pie of spinach"),
)


CHANGES: Mapping[str, str] = {
    DELETE_DUPLICATE_RECIPES.name: "The other recipes have other titles.",
    DELETE_DUPLICATE_RECIPES2.name: "",
    DELETE_DUPLICATE_RECIPES3.name: "",
}
"""How each of ours differs, by its name; "" where only the words do."""
