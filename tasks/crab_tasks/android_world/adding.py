"""AndroidWorld's tasks that add entries to Expenses or to Recipes, from the goal, from a file and from a picture."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from crab_gym.backends.base import Devices, PhoneSetup
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Oracle, Params, Task
from crab_gym.task.parameters import Parameter, choice
from crab_tasks.android_world.additions import WHICH, Additions
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.expense import entries as expenses
from crab_tasks.kits.android.expense.entries import Entry, entered, entries, entries_named, plant_entries
from crab_tasks.kits.android.files.state import STORAGE
from crab_tasks.kits.android.gallery.moves import open_photo
from crab_tasks.kits.android.markdown.moves import open_home
from crab_tasks.kits.android.markdown.state import fill_home
from crab_tasks.kits.android.pages import open_row
from crab_tasks.kits.android.recipes import entries as cookery
from crab_tasks.kits.android.recipes.entries import TIMES, Recipe, given, make_recipe, plant_recipes, recipes
from crab_tasks.kits.android.text_pictures import written
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import app_opened

TASKS = (
    "ADD_MULTIPLE", "ADD_MULTIPLE_FROM_GALLERY", "ADD_MULTIPLE_FROM_MARKOR", "ADD_MULTIPLE_RECIPES",
    "ADD_MULTIPLE_RECIPES_FROM_IMAGE", "ADD_MULTIPLE_RECIPES_FROM_MARKOR", "ADD_MULTIPLE_RECIPES_FROM_MARKOR2",
    "ADD_SINGLE", "ADD_SINGLE_RECIPE",
)  # fmt: skip


def adding(
    added: Additions[Any],
    published: str,
    description: str,
    parameters: Mapping[str, Parameter],
    first: Checkpoint,
    start: Oracle,
    setup: Callable[[Devices, Params, random.Random], None],
    near_misses: Mapping[str, Oracle],
    steps: int | None = None,
) -> Task:
    """Returns a task that adds rows to an app.

    Args:
        added: The rows.
        published: The name of AndroidWorld's task.
        description: The goal.
        parameters: The rows, and what else the goal names.
        first: The first checkpoint.
        start: Makes it pass, looking at what is there.
        setup: Prepares the phone.
        near_misses: Those that the task has beside those of all.
        steps: Its step budget; None for the published one.
    """
    rows = added.rows(Params(**{name: parameter.default for name, parameter in parameters.items()}))
    parts: dict[str, Oracle] = {}
    for i, which in enumerate(WHICH[: len(rows)]):
        parts |= {f"{which}_{added.end}": partial(added.add_one, i), f"{which}_right": nothing_more}
    return Task(
        **like(published, steps),
        description=description,
        parameters=parameters,
        setup=setup,
        checkpoints=lambda params: added.checkpoints(first, params),
        oracle={first.id: start, **parts},
        footprint=added.footprint,
        alternatives={"by_fields": partial(added.by_fields, start), "corrected": partial(added.corrected, start)},
        near_misses={
            **{name: partial(added.changed, change, start) for name, change in added.faults.items()},
            **({"twice": partial(added.twice, start)} if len(rows) > 1 else {}),
            **near_misses,
        },
    )


def open_file(name: str, params: Params, look: Look) -> Iterator[Action]:
    """Opens a file in Markdown."""
    yield from open_home(look)
    yield from open_row(look, name)


def open_picture(name: str, params: Params, look: Look) -> Iterator[Action]:
    """Opens a picture in Gallery."""
    yield from open_photo(look, name)


FILE_OPENED = app_opened("markdown", "markdown_open")
PICTURE_OPENED = app_opened("gallery", "gallery_open")


# Expenses -----------------------------------------------------------------------------------------------------------


def other_category(one: Entry) -> Entry:
    """Returns an entry in another category."""
    return one._replace(category="Social" if one.category != "Social" else "Food")


EXPENSES: Additions[Entry] = Additions(
    app="expense",
    fact="expense",
    column="name",
    judged=("amount", "category", "note"),
    rows=lambda params: entered(params.expenses),
    noted=lambda one: check(expenses.entry_noted, name=one.name, amount=one.amount),
    right=lambda one: check(expenses.entry_right, entry=one),
    end="noted",
    add=expenses.add_entries,
    touch=expenses.add_by_fields,
    spoil=lambda one: one._replace(note="Not yet known"),
    mend=expenses.correct_note,
    faults={
        "other_amount": lambda one: one._replace(amount=one.amount + 100),
        "other_category": other_category,
        "other_note": lambda one: one._replace(note="Paid"),
    },
)
EXPENSES_OPENED = app_opened("expense", "expenses_open")
EXPENSES_FILE, EXPENSES_PICTURE = "my_expenses.txt", "expenses.jpg"
OTHERS = 100


def open_expenses(params: Params, look: Look) -> Iterator[Action]:
    """Opens Expenses."""
    yield from expenses.open_expenses(look)


def some_entries(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants ten other entries."""
    plant_entries(devices.android, rng, entries_named(rng, 10, EXPENSES.names(params)))


def claimed_in_file(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the file, in which two entries of a hundred and two can be claimed; Expenses has the others."""
    phone = devices.android
    others = entries_named(rng, OTHERS, EXPENSES.names(params))
    plant_entries(phone, rng, others)
    rows = [(one, "|yes") for one in EXPENSES.rows(params)] + [(one, "|no") for one in others]
    rng.shuffle(rows)
    table = expenses.as_table([one for one, _ in rows], f"{expenses.HEAD}|claim", [end for _, end in rows])
    fill_home(phone, {EXPENSES_FILE: table})


def pictured_entries(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the picture of the entries and ten of older ones, which Expenses has."""
    phone = devices.android
    some = entries_named(rng, 10, EXPENSES.names(params))
    plant_entries(phone, rng, some)
    phone.write_file(f"{STORAGE}/DCIM/{EXPENSES_PICTURE}", written(params.expenses))
    for i in range(10):
        phone.write_file(f"{STORAGE}/DCIM/old_expenses_{i}.jpg", written(expenses.as_table(some)))


ADD_SINGLE = adding(
    EXPENSES,
    "ExpenseAddSingle",
    "Record this expense, and no other, in the phone's Expenses app, with everything that is given here:\n{expenses}",
    {"expenses": entries(Entry("Ferry crossing", 2350, "Transportation", "By card"))},
    EXPENSES_OPENED,
    open_expenses,
    some_entries,
    {},
)
ADD_MULTIPLE = adding(
    EXPENSES,
    "ExpenseAddMultiple",
    "These three expenses are missing from the phone's Expenses app. Record each with its name, amount, category and "
    "note, and add nothing else:\n{expenses}",
    {
        "expenses": entries(
            Entry("Jazz cellar", 4200, "Entertainment", "Shared with Piet"),
            Entry("Evening shifts", 31_150, "Income", "Second instalment"),
            Entry("Cheese counter", 1865, "Food", "On the way home"),
        )
    },
    EXPENSES_OPENED,
    open_expenses,
    some_entries,
    {},
)
ADD_MULTIPLE_FROM_MARKOR = adding(
    EXPENSES,
    "ExpenseAddMultipleFromMarkor",
    "The phone's Markdown app has a list of payments in my_expenses.txt. Two of them can be claimed back, as the last "
    "column says. Record these two in the Expenses app, each with its name, amount, category and note, and add nothing "
    "else there.",
    {
        "expenses": entries(
            Entry("Railcard", 8800, "Transportation", "Ask for a bill"),
            Entry("Evening lecture", 1500, "Education", "Cheaper online"),
        )
    },
    FILE_OPENED,
    partial(open_file, EXPENSES_FILE),
    claimed_in_file,
    {"unread": EXPENSES.unread},
)
ADD_MULTIPLE_FROM_GALLERY = adding(
    EXPENSES,
    "ExpenseAddMultipleFromGallery",
    "The picture expenses.jpg in the phone's Gallery shows three expenses. Record each in the Expenses app with its "
    "name, amount, category and note, and add nothing else there.",
    {
        "expenses": entries(
            Entry("Zoo visit", 5600, "Entertainment", "Paid in coins"),
            Entry("Tooth filling", 9050, "Health Care", "By card"),
            Entry("Village band", 2000, "Donation", "Half the price"),
        )
    },
    PICTURE_OPENED,
    partial(open_picture, EXPENSES_PICTURE),
    pictured_entries,
    {"unread": EXPENSES.unread},
    steps=40,
)


# Recipes ------------------------------------------------------------------------------------------------------------


def recipes_of(params: Params) -> list[Recipe]:
    """Returns the recipes that are to be added; all take the goal's time where it names one."""
    rows = given(params.recipes)
    return [one._replace(time=params.time) for one in rows] if hasattr(params, "time") else list(rows)


RECIPES: Additions[Recipe] = Additions(
    app="recipes",
    fact="recipe",
    column="title",
    judged=("description", "servings", "time", "ingredients", "directions"),
    rows=recipes_of,
    noted=lambda one: check(cookery.recipe_titled, title=one.title),
    right=lambda one: check(cookery.recipe_right, recipe=one),
    end="added",
    add=cookery.add_recipes,
    touch=cookery.add_by_fields,
    spoil=lambda one: one._replace(servings="Enough"),
    mend=cookery.correct_servings,
    faults={
        "other_servings": lambda one: one._replace(servings="5 servings"),
        "half_of_directions": lambda one: one._replace(directions=one.directions.partition(".")[0] + "."),
    },
)
RECIPES_OPENED = app_opened("recipes", "recipes_open")
RECIPES_FILE, RECIPES_PICTURE = "recipes.txt", "recipes.jpg"


def open_recipes(params: Params, look: Look) -> Iterator[Action]:
    """Opens Recipes."""
    yield from cookery.open_recipes(look)


def drawn(seed: int, *titles: str) -> Parameter:
    """Returns the parameter of a task's recipes, by the titles of its default."""
    rng = random.Random(seed)
    return recipes(*(make_recipe(rng, titled=title) for title in titles))


def some_recipes(devices: Devices, params: Params, rng: random.Random) -> None:
    """Plants ten other recipes."""
    plant_recipes(devices.android, cookery.some_recipes(rng, 10, RECIPES.names(params)))


def write_file(phone: PhoneSetup, params: Params, rows: Sequence[Recipe]) -> None:
    """Writes the recipes' file, which is Markdown's only one, in the form that the parameter has."""
    form = cookery.as_paragraphs if params.recipes.startswith("Title: ") else cookery.as_table
    fill_home(phone, {RECIPES_FILE: form(rows)})


def recipes_in_file(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the file, and plants ten other recipes."""
    some_recipes(devices, params, rng)
    write_file(devices.android, params, recipes_of(params))


def recipes_in_long_file(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the file, in which forty more recipes take another time; Recipes has these."""
    phone = devices.android
    times = [time for time in TIMES if time != params.time]
    others = cookery.some_recipes(rng, 40, RECIPES.names(params))
    others = [one._replace(time=rng.choice(times)) for one in others]
    plant_recipes(phone, others)
    rows = [*recipes_of(params), *others]
    rng.shuffle(rows)
    write_file(phone, params, rows)


def pictured_recipes(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the picture of the recipes, and plants ten others."""
    some_recipes(devices, params, rng)
    shown = written(cookery.as_paragraphs(recipes_of(params)))
    devices.android.write_file(f"{STORAGE}/DCIM/{RECIPES_PICTURE}", shown)


def not_saved(start: Oracle, params: Params, look: Look) -> Iterator[Action]:
    """Looks first, fills the last form, and doesn't save it.

    Args:
        start: Looks at the app that the recipes are in.
        params: The parameters.
        look: Shows the screens.
    """
    *others, last = recipes_of(params)
    yield from start(params, look)
    yield from cookery.add_recipes(look, others)
    yield from cookery.open_recipes(look)
    yield from cookery.fill_recipe(look, last, save=False)


def other_time(params: Params, look: Look) -> Iterator[Action]:
    """Adds a recipe that takes another time in place of the last one."""
    *others, last = recipes_of(params)
    time = next(time for time in TIMES if time != params.time)
    yield from open_file(RECIPES_FILE, params, look)
    yield from cookery.add_recipes(look, [*others, last._replace(title=f"{last.title} again", time=time)])


READ_FILE, SEE_PICTURE = partial(open_file, RECIPES_FILE), partial(open_picture, RECIPES_PICTURE)
ADD_SINGLE_RECIPE = adding(
    RECIPES,
    "RecipeAddSingleRecipe",
    "Add this recipe, and no other, to the phone's Recipes app, each part in its own field:\n{recipes}",
    {"recipes": drawn(4, "Salad of fennel")},
    RECIPES_OPENED,
    open_recipes,
    some_recipes,
    {"not_saved": partial(not_saved, open_recipes)},
)
ADD_MULTIPLE_RECIPES = adding(
    RECIPES,
    "RecipeAddMultipleRecipes",
    "Add three recipes, and no others, to the phone's Recipes app, with everything that is given of them "
    "here:\n{recipes}",
    {"recipes": drawn(5, "Soup of lentils", "Pie of beetroot", "Stew of chickpeas")},
    RECIPES_OPENED,
    open_recipes,
    some_recipes,
    {"not_saved": partial(not_saved, open_recipes)},
)
ADD_MULTIPLE_RECIPES_FROM_MARKOR = adding(
    RECIPES,
    "RecipeAddMultipleRecipesFromMarkor",
    "The file recipes.txt in the phone's Markdown app has three recipes. Add them, and no others, to the Recipes app, "
    "each part in its own field.",
    {"recipes": drawn(6, "Bake of courgettes", "Soup of mushrooms", "Dumplings of potatoes")},
    FILE_OPENED,
    READ_FILE,
    recipes_in_file,
    {"not_saved": partial(not_saved, READ_FILE), "unread": RECIPES.unread},
)
ADD_MULTIPLE_RECIPES_FROM_MARKOR2 = adding(
    RECIPES,
    "RecipeAddMultipleRecipesFromMarkor2",
    "Of the recipes in recipes.txt in the phone's Markdown app, three have a preparation time of {time}. Add these "
    "three, and no others, to the Recipes app, each part in its own field.",
    {
        "recipes": drawn(7, "Stew of pumpkin", "Salad of cabbage", "Pie of peas"),
        "time": choice(TIMES, "20 mins", type="time_span"),
    },
    FILE_OPENED,
    READ_FILE,
    recipes_in_long_file,
    {"not_saved": partial(not_saved, READ_FILE), "unread": RECIPES.unread, "other_time": other_time},
)
ADD_MULTIPLE_RECIPES_FROM_IMAGE = adding(
    RECIPES,
    "RecipeAddMultipleRecipesFromImage",
    "Somebody has taken a photo of three recipes: recipes.jpg in the phone's Gallery. Add them, and no others, to the "
    "Recipes app, each part in its own field.",
    {"recipes": drawn(8, "Soup of celery", "Bake of spinach", "Salad of lentils")},
    PICTURE_OPENED,
    SEE_PICTURE,
    pictured_recipes,
    {"not_saved": partial(not_saved, SEE_PICTURE), "unread": RECIPES.unread},
    steps=68,
)


CHANGES: Mapping[str, str] = {
    ADD_MULTIPLE.name: "",
    ADD_MULTIPLE_FROM_GALLERY.name: "The step budget is 40, as where the goal has the three; the published one is 20.",
    ADD_MULTIPLE_FROM_MARKOR.name: "A column says which can be claimed; in theirs it is a word at the notes' ends.",
    ADD_MULTIPLE_RECIPES.name: "",
    ADD_MULTIPLE_RECIPES_FROM_IMAGE.name: "The step budget is 68, as where the goal has the three; the published one "
    "is 26.",
    ADD_MULTIPLE_RECIPES_FROM_MARKOR.name: "",
    ADD_MULTIPLE_RECIPES_FROM_MARKOR2.name: "",
    ADD_SINGLE.name: "",
    ADD_SINGLE_RECIPE.name: "",
}
"""How each of ours differs, by its name; "" where only the words do."""
