"""Questions about the notes of the Notebook app."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check_answer
from crab_gym.task import Action, Look, Oracle, Params, Task, action
from crab_gym.task.parameters import Parameter, choice, integer
from crab_tasks.android_world.published import like
from crab_tasks.android_world.questions.asking import asked, just_submit, submitting
from crab_tasks.kits.android.notebook.moves import open_notebook, search_notes
from crab_tasks.kits.android.notebook.state import DATABASE, Note, plant_notes
from crab_tasks.kits.android.pages import open_first_page, open_row, scroll_to
from crab_tasks.kits.answers import answer_is, answer_names_all
from crab_tasks.kits.moves import find

TASKS = ("INGREDIENT", "IS_TODO", "PRESENT", "TODO_COUNT")

FOLDERS = ("Personal", "Work", "School", "Home", "Projects", "Ideas", "Finance", "Health", "Travel")
_RECIPES, _MEETINGS = "Recipes", "Meetings"
_NOTEBOOKS = (*FOLDERS, _RECIPES, _MEETINGS)
_NOISE = 60
"""Notes that the question isn't about."""
_TOPICS = ("Boat club", "Attic", "Winter tyres", "Choir tour", "Allotment", "Bookshelf", "Street party", "Old radio",
           "Cellar", "Hedge")  # fmt: skip
_FORMS = ("plans", "questions", "costs", "sketch", "dates", "contacts", "ideas", "photos")
_TEXTS = ("Ask the neighbours about the ladder.", "Two boxes are still in the hall.", "See the letter of last spring.",
          "Compare three offers first.", "The key is with Mrs. Holm.", "Nothing decided yet.")  # fmt: skip
_DRAW = {"draw": integer(0, 99_999, 4, type="seed")}


class Draw(NamedTuple):
    """The notes of an episode: those that are asked for, and others that nearly are."""

    wanted: Sequence[Note]
    near: Sequence[Note]


Drawer = Callable[[Params], Draw]


def _noise(params: Params, without: str = "") -> list[Note]:
    """Returns other notes.

    Args:
        params: The task's parameters.
        without: A notebook that has no to-dos.
    """
    dice = random.Random(f"others {params.draw}")
    titles = dice.sample([f"{topic}: {form}" for topic in _TOPICS for form in _FORMS], _NOISE)
    found = []
    for title in titles:
        folder, todo = dice.choice(_NOTEBOOKS), dice.random() < 0.3
        found.append(Note(folder, title, dice.choice(_TEXTS), todo and folder != without))
    return found


def _setup(draw: Drawer) -> Callable[[Devices, Params, random.Random], None]:
    def plant(devices: Devices, params: Params, rng: random.Random) -> None:
        notes = [*draw(params).near, *_noise(params, params.folder)]
        rng.shuffle(notes)
        at = rng.randrange(len(notes) - 15)  # the app shows the last ones first, without those that are asked for
        notes[at:at] = draw(params).wanted
        phone = devices.android
        for table in ("notes", "folders"):
            phone.set_table(DATABASE, table, ())
        plant_notes(phone, _NOTEBOOKS, notes)

    return plant


def _asked_for(kind: str, value: str | int, seen: str) -> Sequence[Checkpoint]:
    """Returns the checkpoints of a question whose answer is a value, with what has to be seen before."""
    return asked("notebook", check_answer(answer_is, kind=kind, value=value), [seen])


def _open(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app."""
    yield from open_first_page(look, "Notebook", "fab")


def _found(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the note and opens it."""
    yield from search_notes(look, params.title)
    yield from open_row(look, params.title)


def _listed(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the note in its notebook and opens it."""
    yield from open_notebook(look, params.folder)
    yield from open_row(look, params.title)


def _seen(params: Params, look: Look) -> Iterator[Action]:
    """Looks for the note among all, and at its row only."""
    yield from _open(params, look)
    yield from scroll_to(look, params.title)


class _Question(NamedTuple):
    """A question and its answer.

    Attributes:
        published: The name of AndroidWorld's task.
        goal: What is asked.
        parameters: The parameters; ``folder`` is one of them.
        draw: Draws the notes.
        checkpoints: Returns the checkpoints.
        right: Returns the answer.
        reworded: Returns it in other words.
        wrong: Return answers that aren't right, by the mistakes.
    """

    published: str
    goal: str
    parameters: Mapping[str, Parameter]
    draw: Drawer
    checkpoints: Callable[[Params], Sequence[Checkpoint]]
    right: Callable[[Params], str]
    reworded: Callable[[Params], str]
    wrong: Mapping[str, Callable[[Params], str]]


def _ask(question: _Question, look_up: Oracle = _found, other: Oracle = _listed) -> Task:
    """Returns the task of a question.

    Args:
        question: The question.
        look_up: Looks the answer up.
        other: Does so in another way.
    """
    checkpoints = question.checkpoints
    return Task(
        **like(question.published),
        description=question.goal,
        parameters={**question.parameters, **_DRAW},
        setup=_setup(question.draw),
        checkpoints=lambda params: checkpoints(params),
        oracle={"app_open": _open, "seen": look_up, "answered": just_submit(question.right)},
        alternatives={
            "in_another_way": submitting(other, question.right),
            "reworded": submitting(look_up, question.reworded),
        },
        near_misses={
            **{name: submitting(look_up, wrong) for name, wrong in question.wrong.items()},
            "unseen": submitting(_open, question.right),
        },
    )


def _todo(params: Params) -> bool:
    return random.Random(f"todo {params.draw}").random() < 0.5


def _other_folder(params: Params) -> str:
    return FOLDERS[(FOLDERS.index(params.folder) + 1 + params.draw % 7) % len(FOLDERS)]


def _one_kind(params: Params) -> Draw:
    """The note, and one of the other kind in another notebook whose title begins like its own."""
    other = _other_folder(params)
    near = [Note(other, f"{params.title} (copy)", "", not _todo(params)), Note(other, f"Next {params.title}", "")]
    return Draw([Note(params.folder, params.title, random.Random(params.draw).choice(_TEXTS), _todo(params))], near)


_ANY_TITLES = ("Sunday market", "Fence quotation", "Ferry schedule", "Song list", "Parcel numbers", "Garden log",
               "Colour samples", "Piano lessons", "Key handover", "Guest list", "Winter coats", "Bus tickets",
               "Choir dates", "Paint colours")  # fmt: skip

IS_TODO = _ask(
    _Question(
        "NotesIsTodo",
        'Is the note in the phone\'s Notebook app whose title is exactly "{title}" a to-do, and in which notebook is '
        "it? Submit True if it is a to-do or False if not, then a comma and the notebook's name.",
        {"title": choice(_ANY_TITLES, type="note_title"), "folder": choice(FOLDERS, type="notebook")},
        _one_kind,
        lambda params: asked(
            "notebook", check_answer(answer_names_all, items=(str(_todo(params)), params.folder)), [params.title]
        ),
        lambda params: f"{_todo(params)}, {params.folder}",
        lambda params: f"{str(_todo(params)).lower()},{params.folder.lower()}.",
        {
            "other_kind": lambda params: f"{not _todo(params)}, {params.folder}",
            "other_notebook": lambda params: f"{_todo(params)}, {_other_folder(params)}",
            "both": lambda params: f"True, False, {params.folder}",
            "half": lambda params: str(_todo(params)),
        },
    ),
    other=_seen,
)


def _folder(name: str) -> Mapping[str, Parameter]:
    return {"folder": choice((name,), type="notebook")}


_COUNTS = tuple(range(5, 101, 5))
_MINUTES = (
    "Read the minutes of spring\n- {count} people came\n- The barn roof is tight again",
    "Open points\n- Who paints the sign?\n- Present: {count} members",
    "- Begun at 19:00\n- {count} were there\n- Next time at the mill",
    "Decided\n- New lamps for the hall\n- {count} votes were cast, one of each person who was there",
    "- {count} participants, some of them from the choir\n- Cake as usual",
)
_MEETING_TITLES = ("Harbour committee", "Allotment meeting", "Museum friends", "Parents' evening", "Ferry users' forum",
                   "Chess club assembly", "Neighbours' council", "Archive round table", "Lifeboat crew briefing",
                   "Orchard owners' meeting")  # fmt: skip


def _counts(params: Params) -> tuple[int, int]:
    first, second = random.Random(f"present {params.draw}").sample(_COUNTS, 2)
    return first, second


def _present(params: Params) -> Draw:
    """The note of the meeting, and one of the year before."""
    here, before = _counts(params)
    dice = random.Random(params.draw)
    this, last = (f"{dice.choice(_MINUTES)}\n".format(count=count) for count in (here, before))
    return Draw([Note(_MEETINGS, params.title, this)], [Note(_MEETINGS, f"{params.title} of last year", last)])


PRESENT = _ask(
    _Question(
        "NotesMeetingAttendeeCount",
        'How many people were at the meeting that the note "{title}" in the phone\'s Notebook app is about? Use the '
        "note that has exactly this title, and submit the number.",
        {"title": choice(_MEETING_TITLES, type="note_title"), **_folder(_MEETINGS)},
        _present,
        lambda params: _asked_for("count", _counts(params)[0], params.title),
        lambda params: str(_counts(params)[0]),
        lambda params: f"{_counts(params)[0]} people were there.",
        {
            "last_year": lambda params: str(_counts(params)[1]),
            "both": lambda params: f"{_counts(params)[0]}, last year {_counts(params)[1]}",
            "one_more": lambda params: str(_counts(params)[0] + 1),
        },
    )
)

_QUANTITIES = ("1 cup", "2 cups", "1/2 cup", "3/4 cup", "1/4 cup", "1 tablespoon", "2 tablespoons", "1 teaspoon",
               "2 teaspoons", "3 teaspoons", "3 cups", "1/3 cup", "2/3 cup", "3 tablespoons")  # fmt: skip
_INGREDIENTS = ("almond flour", "coconut sugar", "chia seeds", "tahini", "matcha powder", "acai berries",
                "goji berries", "spirulina", "maca powder", "hemp seeds", "arrowroot powder", "quinoa flakes",
                "buckwheat groats", "millet")  # fmt: skip
_ALWAYS = ("barley", "raisins", "lemon juice", "walnuts", "cream", "sea salt", "rye flour", "linseed oil")
_DISHES = ("Boatman's porridge", "Plum tart", "Lentil pie", "Harvest soup", "Seed crackers", "Green dumplings",
           "Apple crumble", "Oat biscuits", "Chestnut roast", "Market salad")  # fmt: skip


def _quantities(params: Params) -> tuple[str, str]:
    first, second = random.Random(f"quantity {params.draw}").sample(_QUANTITIES, 2)
    return first, second


def _recipe(dice: random.Random, ingredient: str, quantity: str) -> str:
    lines = [f"- {dice.choice(_QUANTITIES)} {other}" for other in dice.sample(_ALWAYS, 5)]
    lines.insert(dice.randrange(6), f"- {quantity} {ingredient}")
    return "\n".join(
        ["Needed:", *lines, "", "Stir it all, let it rest for 20 minutes and bake it until it smells good."]
    )


def _recipes(params: Params) -> Draw:
    """The recipe, and one of a title that begins like its own with another quantity."""
    dice = random.Random(params.draw)
    this, other = (_recipe(dice, params.ingredient, quantity) for quantity in _quantities(params))
    return Draw([Note(_RECIPES, params.title, this)], [Note(_RECIPES, f"{params.title} for many", other)])


INGREDIENT = _ask(
    _Question(
        "NotesRecipeIngredientCount",
        'What amount of {ingredient} does the recipe in the note "{title}" in the phone\'s Notebook app need? Use the '
        "note that has exactly this title, and submit the amount and the unit as they are written there.",
        {
            "title": choice(_DISHES, type="note_title"),
            "ingredient": choice(_INGREDIENTS, type="ingredient"),
            **_folder(_RECIPES),
        },
        _recipes,
        lambda params: _asked_for("line", _quantities(params)[0], params.title),
        lambda params: _quantities(params)[0],
        lambda params: f"{_quantities(params)[0].capitalize()}.",
        {
            "other_recipe": lambda params: _quantities(params)[1],
            "both": lambda params: ", ".join(_quantities(params)),
            "no_unit": lambda params: _quantities(params)[0].partition(" ")[0],
            "no_amount": lambda params: _quantities(params)[0].partition(" ")[2],
        },
    )
)


def _todos_of(params: Params) -> int:
    return random.Random(f"number of to-dos {params.draw}").randint(2, 14)


def _counted(params: Params) -> Draw:
    dice = random.Random(params.draw)
    titles = dice.sample(_ANY_TITLES, _todos_of(params))
    near = [Note(params.folder, f"{topic} (notes)", "", False) for topic in dice.sample(_TOPICS, 2)]
    return Draw([Note(params.folder, title, dice.choice(_TEXTS), True) for title in titles], near)


def _in_notebook(params: Params, look: Look) -> Iterator[Action]:
    """Counts in the notebook."""
    yield from open_notebook(look, params.folder)


def _scrolled(params: Params, look: Look) -> Iterator[Action]:
    """Counts in the notebook, whose list is scrolled to its end."""
    yield from open_notebook(look, params.folder)
    for _ in range(2):
        x, y = find(look, "android", role="list").center
        yield action("android", "swipe", x=x, y=y, direction="down", distance="long")


TODO_COUNT = _ask(
    _Question(
        "NotesTodoItemCount",
        "How many to-dos are in the notebook \"{folder}\" in the phone's Notebook app? Notes that aren't to-dos don't "
        "count. Submit the number.",
        {"folder": choice(FOLDERS, type="notebook")},
        _counted,
        lambda params: _asked_for("count", _todos_of(params), params.folder),
        lambda params: str(_todos_of(params)),
        lambda params: f"There are {_todos_of(params)} to-dos in it.",
        {
            "one_less": lambda params: str(_todos_of(params) - 1),
            "with_notes": lambda params: str(_todos_of(params) + 2),
            "a_guess": lambda params: f"{_todos_of(params)} or {_todos_of(params) + 1}",
        },
    ),
    _scrolled,
    _in_notebook,
)

CHANGES: Mapping[str, str] = {
    INGREDIENT.name: "",
    IS_TODO.name: "The notebook is asked for as well, since a guess answers theirs in half of the cases.",
    PRESENT.name: "",
    TODO_COUNT.name: "Two to eight to-dos are there rather than always three, which could be known without a look.",
}
