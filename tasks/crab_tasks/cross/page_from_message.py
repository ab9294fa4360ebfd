"""Print the page that a text message asks for from a PDF file on the desktop, and text back which one it is."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_in_conversation
from crab_tasks.kits.android.messages.state import message_sent
from crab_tasks.kits.footprints import may_text, new_file
from crab_tasks.kits.moves import launch
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.document_viewer.moves import document_shown, go_to_page, open_pdf, print_pages
from crab_tasks.kits.ubuntu.document_viewer.state import pages_are, text_pdf
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

FOLDER = f"{HOME}/Documents"
TITLE = "Our kitchen"
"""The document's title."""
DISHES = {
    "Apple bread": "3 apples, 400 g of flour, yeast", "Bean stew": "500 g of beans, 2 onions, thyme",
    "Cucumber soup": "2 cucumbers, yoghurt, dill", "Leek pie": "4 leeks, 250 g of flour, cream",
    "Lentil salad": "300 g of lentils, radishes, mint", "Plum cake": "1 kg of plums, 200 g of flour, butter",
    "Potato gratin": "1 kg of potatoes, cream, nutmeg", "Rye rolls": "500 g of rye flour, salt, caraway",
}  # fmt: skip
"""The dishes, and what each needs."""


def order(params: Params) -> list[str]:
    """Returns the dishes in the order of their pages, which begin with the second one."""
    rest = [dish for dish in DISHES if dish != params.dish]
    return [*rest[: params.page - 2], params.dish, *rest[params.page - 2 :]]


def lines_of(params: Params, dish: str) -> tuple[str, ...]:
    """Returns the lines of a dish's page, which names another dish."""
    dishes = order(params)
    beside = dishes[(dishes.index(dish) + 1) % len(dishes)]
    return dish, f"You need: {DISHES[dish]}.", "Take your time.", f"Goes well with: {beside}"


def pages(params: Params) -> list[tuple[str, ...]]:
    """Returns the lines of all pages: the dishes by name, and a page for each."""
    return [(TITLE, "What is in here:", *DISHES), *[lines_of(params, dish) for dish in order(params)]]


def older(params: Params) -> str:
    """Returns the dish that an older message asks for."""
    dishes = order(params)
    return dishes[(dishes.index(params.dish) + 3) % len(dishes)]


def source(params: Params) -> str:
    """Returns the document's path."""
    return f"{FOLDER}/{params.document}.pdf"


def target(params: Params) -> str:
    """Returns the path of the printed file."""
    return f"{FOLDER}/{params.file}.pdf"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the document, and delivers an older wish and the one that counts."""
    devices.ubuntu.write_file(source(params), text_pdf(pages(params), TITLE))
    fresh_contact(devices, params.name, params.phone)
    phone = devices.android
    phone.add_message(params.phone, f"Could you print me the recipe for {older(params)}?", age=90_000)
    phone.add_message(params.phone, "Don't bother, I know it by heart after all.", age=80_000)
    phone.add_message(params.phone, f"But {params.dish} would be great! Which page is that?", age=500)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Message and document; then the printed page, and the answer."""
    opened = check(window_in_front, app="document_viewer", title=f"{params.document}.pdf")
    page = " ".join(lines_of(params, params.dish))
    printed = check(pages_are, path=target(params), pages=(page,), source=source(params), title=TITLE)
    return [
        app_opened("messages", "messages_open"),
        whereabouts(id="document_open", device="ubuntu", app="document_viewer", evaluator=opened),
        Checkpoint(
            id="printed",
            device="ubuntu",
            app="document_viewer",
            evaluator=printed,
            after=("messages_open", "document_open"),
        ),
        Checkpoint(
            id="replied",
            device="android",
            app="messages",
            evaluator=check(message_sent, number=params.phone, body=str(params.page)),
            after=("printed",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The printed file, and the answer."""
    return [*new_file(target(params)), may_text(params.phone, str(params.page))]


def open_document(params: Params, look: Look) -> Iterator[Action]:
    """Opens the document."""
    yield from open_pdf(look, source(params))


def _print(params: Params, look: Look, pages: str) -> Iterator[Action]:
    yield from print_pages(look, pages, FOLDER, f"{params.file}.pdf")


def print_page(params: Params, look: Look) -> Iterator[Action]:
    """Prints the page."""
    yield from _print(params, look, str(params.page))


def reply(params: Params, look: Look) -> Iterator[Action]:
    """Sends the page's number."""
    yield from send_text(look, params.phone, str(params.page))


def _begin(params: Params, look: Look) -> Iterator[Action]:
    yield action("android", "open_app", name="Messages")
    yield from open_document(params, look)


def shown_page(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the page by its number, prints the one that is shown, and answers in the conversation."""
    yield from _begin(params, look)
    yield from go_to_page(look, params.page)
    yield from _print(params, look, "current")
    yield from text_in_conversation(look, params.name, str(params.page))


def from_the_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Starts the viewer in the terminal before it opens Messages."""
    yield from run_in_terminal(["evince", source(params)])
    yield from document_shown(look)
    yield action("android", "open_app", name="Messages")
    yield from print_page(params, look)
    yield from reply(params, look)


def whole_document(params: Params, look: Look) -> Iterator[Action]:
    """Prints all pages."""
    yield from _begin(params, look)
    yield from _print(params, look, "")
    yield from reply(params, look)


def page_before(params: Params, look: Look) -> Iterator[Action]:
    """Prints the page that names the dish beside another one."""
    yield from _begin(params, look)
    yield from _print(params, look, str(params.page - 1))
    yield from reply(params, look)


def first_wish(params: Params, look: Look) -> Iterator[Action]:
    """Prints and tells the page of the older message."""
    yield from _begin(params, look)
    number = order(params).index(older(params)) + 2
    yield from _print(params, look, str(number))
    yield from send_text(look, params.phone, str(number))


def number_of_recipe(params: Params, look: Look) -> Iterator[Action]:
    """Tells the number without the first page."""
    yield from _begin(params, look)
    yield from print_page(params, look)
    yield from send_text(look, params.phone, str(params.page - 1))


def in_words(params: Params, look: Look) -> Iterator[Action]:
    """Puts the number into a sentence."""
    yield from _begin(params, look)
    yield from print_page(params, look)
    yield from send_text(look, params.phone, f"It is page {params.page}.")


TASK = Task(
    name="cross.page_from_message",
    description=(
        "In text messages to the phone, {name} has asked for recipes from ~/Documents/{document}.pdf, which is on the "
        "desktop. The newest message counts. In Document Viewer, print the page with that recipe, and no other page, "
        "to the PDF file ~/Documents/{file}.pdf. Then answer {name} from the phone with one text message that contains "
        "nothing but the number of that page, as Document Viewer counts the pages of {document}.pdf."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "document": choice(("kitchen", "recipes", "cookbook"), type="file_name"),
        "dish": choice(tuple(DISHES), default="Leek pie"),
        "page": integer(3, 8, 5, type="page"),
        "file": choice(("recipe", "printed", "page"), type="file_name"),
        "name": person("Nora Fields"),
        "phone": phone_number("+1 555 0157"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "messages_open": launch("Messages"),
        "document_open": open_document,
        "printed": print_page,
        "replied": reply,
    },
    footprint=footprint,
    alternatives={"shown_page": shown_page, "from_the_terminal": from_the_terminal},
    near_misses={
        "whole_document": whole_document, "page_before": page_before, "first_wish": first_wish,
        "number_of_recipe": number_of_recipe, "in_words": in_words,
    },
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=3,
    tags=("heavy", "documents", "messages"),
)  # fmt: skip
