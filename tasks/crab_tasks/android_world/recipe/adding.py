"""AndroidWorld's tasks that add recipes, from the goal, from a file and from a picture."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Oracle, Params, Task
from crab_gym.task.parameters import Parameter, choice
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_tasks.android_world.published import like
from crab_tasks.android_world.recipe.start import WHICH, open_first, opened
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.gallery.moves import open_photo
from crab_tasks.kits.android.markdown.moves import open_home
from crab_tasks.kits.android.markdown.state import fill_home
from crab_tasks.kits.android.pages import open_row, replace_text, scroll_to, type_into
from crab_tasks.kits.android.recipes.entries import (
    TIMES,
    Recipe,
    as_paragraphs,
    as_table,
    fill_recipe,
    given,
    make_recipe,
    open_recipes,
    plant_recipes,
    recipe_right,
    recipe_titled,
    recipes,
    some_recipes,
)
from crab_tasks.kits.android.text_pictures import written
from crab_tasks.kits.moves import nothing_more, tap
from crab_tasks.kits.state import app_opened

TASKS = (
    "ADD_MULTIPLE_RECIPES", "ADD_MULTIPLE_RECIPES_FROM_IMAGE", "ADD_MULTIPLE_RECIPES_FROM_MARKOR",
    "ADD_MULTIPLE_RECIPES_FROM_MARKOR2", "ADD_SINGLE_RECIPE",
)  # fmt: skip


def rows_of(params: Params) -> list[Recipe]:
    """Returns the recipes that are to be added; all take the goal's time where it names one."""
    rows = given(params.recipes)
    return [one._replace(time=params.time) for one in rows] if hasattr(params, "time") else list(rows)


def titles_of(params: Params) -> list[str]:
    """Returns the recipes' titles."""
    return [one.title for one in rows_of(params)]


def some_setup(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Plants ten other recipes."""
    plant_recipes(devices["android"], some_recipes(rng, 10, titles_of(params)))


def checkpoints(first: Checkpoint, params: Params) -> Sequence[Checkpoint]:
    """The first one; then each recipe by its title, and each with all that it has.

    Args:
        first: The app that the goal's recipes are in, or Recipes.
        params: The parameters.
    """
    found = [first]
    for which, one in zip(WHICH, rows_of(params), strict=False):
        titled, right = {"title": one.title}, {"recipe": one}
        found += [
            Checkpoint(f"{which}_added", "android", "recipes", recipe_titled, titled, after=(first.id,)),
            Checkpoint(f"{which}_right", "android", "recipes", recipe_right, right, after=(f"{which}_added",)),
        ]
    return found


def footprint(params: Params) -> Footprint:
    """The new recipes."""
    return [
        *(may_add("android", "recipe", most=1, title=title) for title in titles_of(params)),
        no_other("android", "recipe"),
    ]


def add(index: int, params: Params, look: Look) -> Iterator[Action]:
    """Adds one of the recipes."""
    yield from open_recipes(look)
    yield from fill_recipe(look, rows_of(params)[index])


def add_rows(look: Look, rows: Sequence[Recipe]) -> Iterator[Action]:
    """Adds some recipes."""
    for one in rows:
        yield from open_recipes(look)
        yield from fill_recipe(look, one)


def unread(params: Params, look: Look) -> Iterator[Action]:
    """Adds the recipes without looking at where they are written."""
    yield from add_rows(look, rows_of(params))


def add_by_fields(start: Oracle, params: Params, look: Look) -> Iterator[Action]:
    """Looks first, adds the recipes from the last to the first, and touches each field.

    Args:
        start: Looks at the app that the recipes are in.
        params: The parameters.
        look: Shows the screens.
    """
    yield from start(params, look)
    for one in reversed(rows_of(params)):
        yield from open_recipes(look)
        yield tap(look, rid="fab_list")
        for hint, text in (
            ("Title", one.title), ("Description", one.description), ("Servings", one.servings),
            ("Preparation time", one.time), ("Ingredients", one.ingredients.replace(", ", ",\n")),
            ("Directions", one.directions),
        ):  # fmt: skip
            yield from type_into(look, hint, text)
        yield tap(look, text="Save", role="button")


def add_corrected(start: Oracle, params: Params, look: Look) -> Iterator[Action]:
    """Looks first, and gives the last recipe other servings, which it corrects.

    Args:
        start: Looks at the app that the recipes are in.
        params: The parameters.
        look: Shows the screens.
    """
    *others, last = rows_of(params)
    yield from start(params, look)
    yield from add_rows(look, [*others, last._replace(servings="Enough")])
    yield tap(look, description="More options")
    yield tap(look, text="Edit")
    yield from scroll_to(look, description="Servings", role="text_field")
    yield from replace_text(look, "Servings", last.servings)
    yield tap(look, text="Save", role="button")


def changed(change: Callable[[Recipe], Recipe], start: Oracle, params: Params, look: Look) -> Iterator[Action]:
    """Adds all recipes, the last one with a fault.

    Args:
        change: Makes the fault.
        start: Looks at the app that the recipes are in.
        params: The parameters.
        look: Shows the screens.
    """
    *others, last = rows_of(params)
    yield from start(params, look)
    yield from add_rows(look, [*others, change(last)])


def twice(start: Oracle, params: Params, look: Look) -> Iterator[Action]:
    """Adds the first recipe once more before the others.

    Args:
        start: Looks at the app that the recipes are in.
        params: The parameters.
        look: Shows the screens.
    """
    rows = rows_of(params)
    yield from start(params, look)
    yield from add_rows(look, [rows[0], *rows])


def not_saved(start: Oracle, params: Params, look: Look) -> Iterator[Action]:
    """Fills the last form, and doesn't save it.

    Args:
        start: Looks at the app that the recipes are in.
        params: The parameters.
        look: Shows the screens.
    """
    *others, last = rows_of(params)
    yield from start(params, look)
    yield from add_rows(look, others)
    yield from open_recipes(look)
    yield from fill_recipe(look, last, save=False)


def adding(
    published: str,
    description: str,
    parameters: Mapping[str, Parameter],
    first: Checkpoint,
    start: Oracle,
    setup: Callable[[Mapping[str, Setup], Params, random.Random], None],
    near_misses: Mapping[str, Oracle],
    steps: int | None = None,
) -> Task:
    """Returns a task that adds recipes.

    Args:
        published: The name of AndroidWorld's task.
        description: The goal.
        parameters: The recipes, and what else the goal names.
        first: The first checkpoint.
        start: Makes it pass, looking at what is there.
        setup: Prepares the phone.
        near_misses: Those that the task has beside those of all.
        steps: Its step budget; None for the published one.
    """
    parts: dict[str, Oracle] = {}
    count = len(given(parameters["recipes"].default))
    for i, which in enumerate(WHICH[:count]):
        parts |= {f"{which}_added": partial(add, i), f"{which}_right": nothing_more}
    return Task(
        **like(published, steps),
        description=description,
        parameters=parameters,
        setup=setup,
        checkpoints=lambda params: checkpoints(first, params),
        oracle={first.id: start, **parts},
        footprint=footprint,
        alternatives={"by_fields": partial(add_by_fields, start), "corrected": partial(add_corrected, start)},
        near_misses={
            "other_servings": partial(changed, lambda one: one._replace(servings="5 servings"), start),
            "half_of_directions": partial(
                changed, lambda one: one._replace(directions=one.directions.partition(".")[0] + "."), start
            ),
            "not_saved": partial(not_saved, start),
            **({"twice": partial(twice, start)} if count > 1 else {}),
            **near_misses,
        },
    )


def drawn(seed: int, *titles: str) -> Parameter:
    """Returns the parameter of a task's recipes, by the titles of its default."""
    rng = random.Random(seed)
    return recipes(*(make_recipe(rng, titled=title) for title in titles))


ADD_SINGLE_RECIPE = adding(
    "RecipeAddSingleRecipe",
    "Write this recipe into the Recipes app of the phone, each part into its field, and add no other one:\n{recipes}",
    {"recipes": drawn(4, "Salad of fennel")},
    opened(),
    open_first,
    some_setup,
    {},
)
ADD_MULTIPLE_RECIPES = adding(
    "RecipeAddMultipleRecipes",
    "Add three recipes, and no others, to the Recipes app of the phone, with all that is given here of them:"
    "\n{recipes}",
    {"recipes": drawn(5, "Soup of lentils", "Pie of beetroot", "Stew of chickpeas")},
    opened(),
    open_first,
    some_setup,
    {},
)


# From a file --------------------------------------------------------------------------------------------------------

FILE = "recipes.txt"


def write_file(phone: Setup, params: Params, rows: Sequence[Recipe]) -> None:
    """Writes the recipes' file, which is Markdown's only one, in the form that the parameter has."""
    form = as_paragraphs if params.recipes.startswith("Title: ") else as_table
    fill_home(phone, {FILE: form(rows)})


def file_setup(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Writes the file, and plants ten other recipes."""
    some_setup(devices, params, rng)
    write_file(devices["android"], params, rows_of(params))


def long_file_setup(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Writes the file, in which forty more recipes take another time; Recipes has these."""
    phone = devices["android"]
    times = [time for time in TIMES if time != params.time]
    others = [one._replace(time=rng.choice(times)) for one in some_recipes(rng, 40, titles_of(params))]
    plant_recipes(phone, others)
    rows = [*rows_of(params), *others]
    rng.shuffle(rows)
    write_file(phone, params, rows)


def open_file(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file in Markdown."""
    yield from open_home(look)
    yield from open_row(look, FILE)


def file_opened() -> Checkpoint:
    """Returns the checkpoint that Markdown is opened."""
    return app_opened("markdown", "markdown_open")


def other_time(params: Params, look: Look) -> Iterator[Action]:
    """Adds a recipe that takes another time in place of the last one."""
    *others, last = rows_of(params)
    time = next(time for time in TIMES if time != params.time)
    yield from open_file(params, look)
    yield from add_rows(look, [*others, last._replace(title=f"{last.title} again", time=time)])


ADD_MULTIPLE_RECIPES_FROM_MARKOR = adding(
    "RecipeAddMultipleRecipesFromMarkor",
    "The file recipes.txt in the Markdown app of the phone has three recipes. Add them, and no others, to the Recipes "
    "app, each part in its field.",
    {"recipes": drawn(6, "Bake of courgettes", "Soup of mushrooms", "Dumplings of potatoes")},
    file_opened(),
    open_file,
    file_setup,
    {"unread": unread},
)
ADD_MULTIPLE_RECIPES_FROM_MARKOR2 = adding(
    "RecipeAddMultipleRecipesFromMarkor2",
    "Of the recipes in recipes.txt in the Markdown app of the phone, three have a preparation time of {time}. Add "
    "these three, and no others, to the Recipes app, each part in its field.",
    {
        "recipes": drawn(7, "Stew of pumpkin", "Salad of cabbage", "Pie of peas"),
        "time": choice(TIMES, "20 mins", type="time_span"),
    },
    file_opened(),
    open_file,
    long_file_setup,
    {"unread": unread, "other_time": other_time},
)


# From a picture -----------------------------------------------------------------------------------------------------


def picture_setup(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Writes the picture of the recipes, and plants ten others."""
    some_setup(devices, params, rng)
    devices["android"].write_file(f"{STORAGE}/DCIM/recipes.jpg", written(as_paragraphs(rows_of(params))))


def open_picture(params: Params, look: Look) -> Iterator[Action]:
    """Opens the picture in Gallery."""
    yield from open_photo(look, "recipes.jpg")


def picture_opened() -> Checkpoint:
    """Returns the checkpoint that Gallery is opened."""
    return app_opened("gallery", "gallery_open")


ADD_MULTIPLE_RECIPES_FROM_IMAGE = adding(
    "RecipeAddMultipleRecipesFromImage",
    "Somebody has photographed three recipes: recipes.jpg in the Gallery of the phone. Add them, and no others, to the "
    "Recipes app, each part in its field.",
    {"recipes": drawn(8, "Soup of celery", "Bake of spinach", "Salad of lentils")},
    picture_opened(),
    open_picture,
    picture_setup,
    {"unread": unread},
    steps=68,
)


CHANGES: Mapping[str, str] = {
    ADD_MULTIPLE_RECIPES.name: "",
    ADD_MULTIPLE_RECIPES_FROM_IMAGE.name: "The step budget is 68, as where the goal has the three; the published one "
    "is 26.",
    ADD_MULTIPLE_RECIPES_FROM_MARKOR.name: "",
    ADD_MULTIPLE_RECIPES_FROM_MARKOR2.name: "",
    ADD_SINGLE_RECIPE.name: "",
}
"""How each of ours differs, by its name; "" where only the words do."""
