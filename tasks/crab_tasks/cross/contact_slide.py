"""Put name, number and address of somebody in the phone's Contacts onto a last slide in LibreOffice Impress."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint, left_open, may_change
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.compare import digits
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State, app_opened
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.impress.moves import add_slide, change_title, choose, retype, turn_to
from crab_tasks.kits.ubuntu.impress.state import new_slide, slide_lines
from crab_tasks.kits.ubuntu.libreoffice import open_document, save, save_as, slides_file
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

TITLES = ("Our shop", "Opening hours", "What we repair", "What it costs", "How to find us")
LINES = (
    "From nine to five", "Closed on Mondays", "Clocks and radios", "Lamps of all kinds", "Behind the station",
    "Ask for a price first", "Spare parts are extra", "The blue door", "Ring twice",
)  # fmt: skip
HEADING = "Contact"
ADDRESSES = [f"{box}@{host}.example" for host in ("mill", "quay", "birch") for box in ("desk", "hello", "post", "shop")]


def slides(params: Params) -> list[tuple[str, list[str]]]:
    """Returns the slides that are given."""
    dice = random.Random(params.order)
    titles = [TITLES[0], *dice.sample(TITLES[1:], 3)]
    lines = dice.sample(LINES, 2 * len(titles))
    return [(title, lines[2 * i : 2 * i + 2]) for i, title in enumerate(titles)]


def lines_of(name: str, phone: str, mail: str) -> list[str]:
    """Returns the lines of the new slide below its title."""
    return [name, phone, mail]


def path(params: Params) -> str:
    """Returns the path of the presentation."""
    return f"{HOME}/Documents/{params.file}.odp"


def other(params: Params) -> tuple[str, str, str]:
    """Returns name, number and address of somebody with the same first name."""
    first = params.name.split()[0]
    surname = "Ashby" if not params.name.endswith("Ashby") else "Barlow"
    number = f"{params.phone[:-1]}{(int(params.phone[-1]) + 3) % 10}"
    return f"{first} {surname}", number, f"{first}.{surname}@mail.example".lower()


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the presentation, and adds the person and somebody with the same first name."""
    devices.ubuntu.write_file(path(params), slides_file(slides(params)))
    fresh_contact(devices, params.name, params.phone, params.email)
    fresh_contact(devices, *other(params))


def has_contact_slide(
    state: State, path: str, before: Sequence[tuple[str, Sequence[str]]], name: str, phone: str,
    email: str,
) -> bool:  # fmt: skip
    """The .odp has the slides as before, and behind them one with the title and these three lines.

    The number may be written with other blanks or signs between its digits, and the address in other letters.

    Args:
        state: The devices.
        path: The presentation's path.
        before: Titles and lines of the slides before.
        name: The name on the slide.
        phone: The number.
        email: The address.
    """
    found = slide_lines(state, path)
    if not found or new_slide(state, path, before) is None:
        return False
    title, lines = found[-1]
    if title != HEADING or len(lines) != 3 or lines[0] != name or lines[2].casefold() != email.casefold():
        return False
    return digits(lines[1]) == digits(phone) and not any(char.isalpha() for char in lines[1])


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The person is looked up, then the slide is in the file."""
    wanted = check(
        has_contact_slide,
        path=path(params),
        before=slides(params),
        name=params.name,
        phone=params.phone,
        email=params.email,
    )
    return [
        app_opened("contacts", "contacts_open"),
        Checkpoint(id="slide_added", device="ubuntu", app="impress", evaluator=wanted, after=("contacts_open",)),
    ]


def footprint(params: Params) -> Footprint:
    """The presentation."""
    return [
        may_change("ubuntu", "file", ("content",), path=path(params)),
        left_open("ubuntu", "file", ("box",), path=path(params)),
    ]


def _open_contact(look: Look, name: str) -> Iterator[Action]:
    yield from open_first_page(look, "Contacts", "floating_action_button")
    yield from scroll_to(look, name)
    yield tap(look, text=name, role="list_item")


def open_contact(params: Params, look: Look) -> Iterator[Action]:
    """Looks the person up."""
    yield from _open_contact(look, params.name)


def _add(params: Params, look: Look, behind: int, lines: Sequence[str]) -> Iterator[Action]:
    yield from open_document(look, "impress", path(params))
    yield from turn_to(look, behind, slides(params)[behind - 1][0])
    yield from add_slide(HEADING, lines)
    yield from save(look, "impress")


def add(params: Params, look: Look) -> Iterator[Action]:
    """Adds the slide behind the last one, and saves the presentation."""
    yield from _add(params, look, len(slides(params)), lines_of(params.name, params.phone, params.email))


def of_the_other(params: Params, look: Look) -> Iterator[Action]:
    """Takes the person with the same first name."""
    yield from _open_contact(look, other(params)[0])
    yield from _add(params, look, len(slides(params)), lines_of(*other(params)))


def too_early(params: Params, look: Look) -> Iterator[Action]:
    """Adds the slide before the last one."""
    yield from open_contact(params, look)
    yield from _add(params, look, len(slides(params)) - 1, lines_of(params.name, params.phone, params.email))


def not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Adds the slide, but doesn't save the presentation."""
    yield from open_contact(params, look)
    yield from open_document(look, "impress", path(params))
    yield from turn_to(look, len(slides(params)), slides(params)[-1][0])
    yield from add_slide(HEADING, lines_of(params.name, params.phone, params.email))


def other_hidden(params: Params, look: Look) -> Iterator[Action]:
    """Hides the slide before the new one, too."""
    yield from open_contact(params, look)
    yield from open_document(look, "impress", path(params))
    yield from turn_to(look, len(slides(params)), slides(params)[-1][0])
    yield from choose(look, "Slide", "Hide Slide")
    yield from add_slide(HEADING, lines_of(params.name, params.phone, params.email))
    yield from save(look, "impress")


def other_retitled(params: Params, look: Look) -> Iterator[Action]:
    """Gives the slide before the new one another title, too."""
    yield from open_contact(params, look)
    yield from open_document(look, "impress", path(params))
    last = slides(params)[-1][0]
    yield from change_title(look, len(slides(params)), last, f"{last}!")
    yield from add_slide(HEADING, lines_of(params.name, params.phone, params.email))
    yield from save(look, "impress")


def other_format(params: Params, look: Look) -> Iterator[Action]:
    """Saves the presentation in another format, and gives that file the name."""
    other_path = path(params).replace(".odp", ".pptx")
    yield from not_saved(params, look)
    yield from save_as(look, "impress", other_path)
    yield from run_in_terminal(["mv", other_path, path(params)])


def over_a_copy(params: Params, look: Look) -> Iterator[Action]:
    """Copies the last slide, and types over its texts."""
    yield from open_contact(params, look)
    yield from open_document(look, "impress", path(params))
    yield from turn_to(look, len(slides(params)), slides(params)[-1][0])
    yield from choose(look, "Slide", "Duplicate Slide")
    yield from retype(HEADING)
    yield from retype("\n".join(lines_of(params.name, params.phone, params.email)))
    yield action("ubuntu", "press", key="escape")
    yield from save(look, "impress")


def one_after_the_other(params: Params, look: Look) -> Iterator[Action]:
    """Adds the slide at first with a title only, and saves it twice; looks the person up only then."""
    yield from open_document(look, "impress", path(params))
    yield from turn_to(look, len(slides(params)), slides(params)[-1][0])
    yield from add_slide(HEADING, ())
    yield from save(look, "impress")
    yield from open_contact(params, look)
    for _ in range(2):
        yield action("ubuntu", "press", key="tab")
    yield action("ubuntu", "press", key="enter")
    yield action("ubuntu", "write_text", text="\n".join(lines_of(params.name, params.phone, params.email)))
    yield action("ubuntu", "press", key="escape")
    yield from save(look, "impress")


TASK = Task(
    name="cross.contact_slide",
    description=(
        "With LibreOffice Impress on the desktop, add a slide at the end of the presentation ~/Documents/{file}.odp. "
        'Its title is "Contact" (without the quotes), and below it there are three lines, each a paragraph of its own: '
        "the name {name}, the phone number of {name}, and the e-mail address of {name}, both as they are in the "
        "phone's Contacts, without any other words. Leave the other slides as they are, and save the presentation "
        "under the same name."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "file": choice(("workshop", "repairs", "opening"), type="file_name"),
        "name": person("Kira Holm"),
        "phone": phone_number("+1 555 0117"),
        "email": choice(ADDRESSES, type="email"),
        "order": integer(0, 9999, 11, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"contacts_open": open_contact, "slide_added": add},
    footprint=footprint,
    alternatives={"over_a_copy": over_a_copy, "one_after_the_other": one_after_the_other},
    near_misses={
        "of_the_other": of_the_other,
        "too_early": too_early,
        "not_saved": not_saved,
        "other_hidden": other_hidden,
        "other_retitled": other_retitled,
        "other_format": other_format,
    },
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    oracle_steps=30,
    version=4,
    tags=("heavy", "office", "contacts"),
)
