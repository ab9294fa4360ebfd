"""AndroidWorld's tasks that delete recipes by their titles or by what goes into them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Oracle, Params, Task
from crab_gym.task.parameters import Parameter, choice
from crab_sim.devices.footprints import Footprint, may_remove
from crab_tasks.android_world.additions import WHICH
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.recipes.entries import (
    EXTRAS,
    make_recipe,
    open_recipes,
    plant_recipes,
    recipe_gone,
    recipe_title,
    remove_chosen,
    remove_opened,
    search_recipe,
    some_recipes,
)
from crab_tasks.kits.android.rows import hold_row, tap_row
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened

TASKS = (
    "DELETE_MULTIPLE_RECIPES", "DELETE_MULTIPLE_RECIPES_WITH_CONSTRAINT", "DELETE_MULTIPLE_RECIPES_WITH_NOISE",
    "DELETE_SINGLE_RECIPE", "DELETE_SINGLE_WITH_RECIPE_WITH_NOISE",
)  # fmt: skip


def titles_of(params: Params) -> tuple[str, ...]:
    """Returns the titles of the recipes that are to be deleted."""
    return tuple(getattr(params, which) for which in WHICH if hasattr(params, which))


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_recipes(look)


def titled_setup(others: int, devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the recipes among others; one of these for each has a title that begins like its own.

    Args:
        others: The number of the others.
        devices: The devices.
        params: The parameters.
        rng: Draws the recipes.
    """
    titles = titles_of(params)
    wanted = [make_recipe(rng, titled=title) for title in titles]
    near = [make_recipe(rng, titled=title)._replace(title=f"{title} for guests") for title in titles]
    rows = [*wanted, *near, *some_recipes(rng, others - len(near), titles)]
    rng.shuffle(rows)
    plant_recipes(devices.android, rows)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Recipes; then each of the recipes is gone."""
    return [
        app_opened("recipes", "recipes_open"),
        *(
            Checkpoint(
                id=f"{which}_gone",
                device="android",
                app="recipes",
                evaluator=check(recipe_gone, title=title),
                after=("recipes_open",),
            )
            for which, title in zip(WHICH, titles_of(params), strict=False)
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The recipes of the titles."""
    return [may_remove("android", "recipe", most=1, title=title) for title in titles_of(params)]


def delete_which(which: str, params: Params, look: Look) -> Iterator[Action]:
    """Searches one of the recipes and deletes it."""
    yield from search_recipe(look, getattr(params, which))
    yield from hold_row(look, getattr(params, which))
    yield from remove_chosen(look)


def delete_seen(which: str, params: Params, look: Look) -> Iterator[Action]:
    """Deletes one of the recipes in the list."""
    yield from open_recipes(look)
    yield from hold_row(look, getattr(params, which))
    yield from remove_chosen(look)


def delete_opened(params: Params, look: Look) -> Iterator[Action]:
    """Opens each of the recipes and deletes it on its page."""
    for title in reversed(titles_of(params)):
        yield from open_recipes(look)
        yield from remove_opened(look, title)


def select(look: Look, titles: Sequence[str]) -> Iterator[Action]:
    """Selects recipes of the list."""
    yield from open_recipes(look)
    for i, title in enumerate(titles):
        yield from (tap_row if i else hold_row)(look, title)


def delete_selected(params: Params, look: Look) -> Iterator[Action]:
    """Selects the recipes and deletes them at once."""
    yield from select(look, titles_of(params))
    yield from remove_chosen(look)


def near_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes a recipe whose title only begins like the first one's in its place."""
    yield from select(look, (f"{params.first} for guests", *titles_of(params)[1:]))
    yield from remove_chosen(look)


def one_too_many(params: Params, look: Look) -> Iterator[Action]:
    """Deletes a recipe whose title begins like the first one's, too."""
    yield from select(look, (f"{params.first} for guests", *titles_of(params)))
    yield from remove_chosen(look)


def not_confirmed(params: Params, look: Look) -> Iterator[Action]:
    """Selects the recipes, and doesn't confirm their deletion."""
    yield from select(look, titles_of(params))
    yield tap(look, rid="action_delete")
    yield tap(look, text="Cancel", role="button")


def one_left(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the last of the recipes."""
    yield from select(look, titles_of(params)[:-1])
    yield from remove_chosen(look)


def deleting(
    published: str,
    description: str,
    parameters: Mapping[str, Parameter],
    setup: Callable[[Devices, Params, random.Random], None],
    one: Callable[[str, Params, Look], Iterator[Action]],
    near_misses: Mapping[str, Oracle],
) -> Task:
    """Returns a task that deletes recipes.

    Args:
        published: The name of AndroidWorld's task.
        description: The goal.
        parameters: The titles, and what else the goal names.
        setup: Plants the recipes.
        one: Deletes one of them, by its parameter.
        near_misses: Those that the task has beside those of all.
    """
    which = [name for name in WHICH if name in parameters]
    return Task(
        **like(published),
        description=description,
        parameters=parameters,
        setup=setup,
        checkpoints=lambda params: checkpoints(params),
        oracle={"recipes_open": _open, **{f"{name}_gone": partial(one, name) for name in which}},
        footprint=footprint,
        alternatives={"opened": delete_opened, "selected": delete_selected},
        near_misses={
            "not_confirmed": not_confirmed,
            **({"one_left": one_left} if len(which) > 1 else {}),
            **near_misses,
        },
    )


BY_TITLE: Mapping[str, Oracle] = {"near_deleted": near_deleted, "one_too_many": one_too_many}

DELETE_SINGLE_RECIPE = deleting(
    "RecipeDeleteSingleRecipe",
    'Delete the recipe whose title is exactly "{first}" from the phone\'s Recipes app.',
    {"first": recipe_title("Pie of leeks")},
    partial(titled_setup, 5),
    delete_seen,
    BY_TITLE,
)
DELETE_SINGLE_WITH_RECIPE_WITH_NOISE = deleting(
    "RecipeDeleteSingleWithRecipeWithNoise",
    'I never cook the "{first}". Look for the recipe with exactly this title in the phone\'s Recipes app and delete '
    "it.",
    {"first": recipe_title("Stew of lentils")},
    partial(titled_setup, 29),
    delete_which,
    BY_TITLE,
)
DELETE_MULTIPLE_RECIPES = deleting(
    "RecipeDeleteMultipleRecipes",
    'Delete three recipes from the phone\'s Recipes app, by their exact titles: "{first}", "{second}" and "{third}".',
    {
        "first": recipe_title("Soup of fennel"),
        "second": recipe_title("Bake of potatoes"),
        "third": recipe_title("Salad of carrots"),
    },
    partial(titled_setup, 6),
    delete_seen,
    BY_TITLE,
)
DELETE_MULTIPLE_RECIPES_WITH_NOISE = deleting(
    "RecipeDeleteMultipleRecipesWithNoise",
    "I don't want the recipes with exactly these titles in the phone's Recipes app any more: {first}; {second}; "
    "{third}. Delete them.",
    {
        "first": recipe_title("Dumplings of spinach"),
        "second": recipe_title("Pie of mushrooms"),
        "third": recipe_title("Soup of peas"),
    },
    partial(titled_setup, 29),
    delete_which,
    BY_TITLE,
)


# By what goes into them ---------------------------------------------------------------------------------------------


def decoy_titles(params: Params) -> tuple[str, ...]:
    """Returns the titles of the recipes that only mention the ingredient."""
    return tuple(title for title in ("Salad of beetroot", "Stew of parsnips", "Pie of celery", "Soup of pumpkin")
                 if title not in titles_of(params))  # fmt: skip


def constraint_setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants the recipes that use the ingredient among 29 others, some of which only mention it."""
    others = [extra for extra in EXTRAS if extra != params.ingredient]
    wanted = [make_recipe(rng, titled=title, extra=params.ingredient) for title in titles_of(params)]
    decoys = []
    for title in decoy_titles(params)[:3]:
        one = make_recipe(rng, titled=title, extra=rng.choice(others))
        decoys.append(one._replace(description=f"Some would add {params.ingredient}."))
    taken = (*titles_of(params), *(one.title for one in decoys))
    rows = [*wanted, *decoys, *some_recipes(rng, 26, taken, others)]
    rng.shuffle(rows)
    plant_recipes(devices.android, rows)


def delete_using(which: str, params: Params, look: Look) -> Iterator[Action]:
    """Searches the ingredient, looks at the directions of one of the recipes, and deletes it."""
    yield from search_recipe(look, params.ingredient)
    title = getattr(params, which)
    yield from tap_row(look, title)
    yield tap(look, text="Directions", role="tab")
    yield tap(look, description="More options")
    yield tap(look, text="Delete")
    yield tap(look, text="Delete", role="button")


def mentioned_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes a recipe that only mentions the ingredient, too."""
    yield from select(look, (decoy_titles(params)[0], *titles_of(params)))
    yield from remove_chosen(look)


DELETE_MULTIPLE_RECIPES_WITH_CONSTRAINT = deleting(
    "RecipeDeleteMultipleRecipesWithConstraint",
    "Somebody at the table can't eat {ingredient}. Three recipes in the phone's Recipes app use it in their "
    "directions: delete these, but none that only mentions it elsewhere.",
    {
        "ingredient": choice(EXTRAS, "walnuts", type="ingredient"),
        "first": recipe_title("Bake of cauliflower"),
        "second": recipe_title("Salad of spinach"),
        "third": recipe_title("Dumplings of cabbage"),
    },
    constraint_setup,
    delete_using,
    {"mentioned_deleted": mentioned_deleted},
)


CHANGES: Mapping[str, str] = {
    DELETE_MULTIPLE_RECIPES.name: "There are six other recipes; theirs has none.",
    DELETE_MULTIPLE_RECIPES_WITH_CONSTRAINT.name: "Three recipes always use the ingredient, three others mention it; "
    "in theirs there may be none to delete. It is listed with the other ingredients, too, which the app searches.",
    DELETE_MULTIPLE_RECIPES_WITH_NOISE.name: "Three of the others have titles that begin like those of the three.",
    DELETE_SINGLE_RECIPE.name: "There are five other recipes, one with a title that begins like the right one; theirs "
    "has none.",
    DELETE_SINGLE_WITH_RECIPE_WITH_NOISE.name: "One of the others has a title that begins like the right one.",
}
"""How each of ours differs, by its name; "" where only the words do."""
