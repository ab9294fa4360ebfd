"""maps.example: sub-tasks that look up or share a shop or sight, and that save a place with a note."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_gym.task.types import Value, short_line, states
from crab_sim.devices.footprints import Footprint, may_add
from crab_sim.web.bundle import assets
from crab_sim.web.sites.maps.spots import Spot, near, spots
from crab_tasks.kits.android.maps.state import VILLAGES
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.clipboard import clipboard_is
from crab_tasks.kits.ubuntu.firefox import (
    browse,
    choose_from_list,
    choose_from_menu,
    copy_address,
    copy_field,
    fill,
    follow,
    shown,
    until,
)
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import as_typed

__all__ = ["COPY_SHARE_LINK", "NEAREST_ADDRESS", "SAVE", "place_kept"]

_SITE = "maps.example"
_KINDS = ("bakery", "library", "museum", "pharmacy", "playground")
_TOWNS = ("Vaduz", "Schaan", "Triesen", "Balzers", "Eschen", "Mauren", "Ruggell", "Triesenberg")


@lru_cache(maxsize=1)
def _spots() -> tuple[Spot, ...]:
    return spots(assets()["spots.json"].decode())


def _nearest(params: Params) -> Spot:
    return near(_spots(), params.town, params.kind)[0]


def _share_link(params: Params) -> str:
    return f"http://{_SITE}{_nearest(params).shared}"


def _copied(params: Params) -> Sequence[Checkpoint]:
    """A page of the site; then the link in the clipboard."""
    site = check(window_in_front, app="firefox", title="Wayfinder Maps")
    copied = check(clipboard_is, text=_share_link(params))
    return [
        whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=site),
        Checkpoint(id="copied", device="ubuntu", app="firefox", evaluator=copied, after=("site_open",)),
    ]


def _list(params: Params, look: Look) -> Iterator[Action]:
    """Lists what is of the kind."""
    yield from browse(look, f"{_SITE}/near?town={params.town}&kind={params.kind}", f"Near {params.town}")


def _share(look: Look, spot: Spot) -> Iterator[Action]:
    """Opens a page from a list, and has it show its link."""
    yield from follow(look, spot.name, role="link", title=spot.name)
    yield from follow(look, "Share", role="button")
    yield from until(look, lambda: shown(look, rid="share_link") is not None, "the link to share")


def _copy(params: Params, look: Look) -> Iterator[Action]:
    yield from _list(params, look)
    yield from _share(look, _nearest(params))
    yield from copy_field(look, "share_link")


def _copy_by_menu(params: Params, look: Look) -> Iterator[Action]:
    """Goes on from the town's page, lists all kinds, and copies the address of the link."""
    yield from browse(look, f"{_SITE}/place/{params.town}-liechtenstein".lower(), f"{params.town}, Liechtenstein")
    yield from follow(look, "Shops and sights", role="link", title=f"Near {params.town}")
    yield from _share(look, _nearest(params))
    yield from choose_from_menu(look, _share_link(params), "link", "Copy Link")


def _copy_again(params: Params, look: Look) -> Iterator[Action]:
    """Copies the link of another one first."""
    yield from _list(params, look)
    yield from _share(look, near(_spots(), params.town, params.kind)[1])
    yield from copy_field(look, "share_link")
    yield from _copy(params, look)


def _copy_own_address(params: Params, look: Look) -> Iterator[Action]:
    """Copies the address of the page instead of the link."""
    yield from _list(params, look)
    yield from _share(look, _nearest(params))
    yield from copy_address()


def _copy_farther(params: Params, look: Look) -> Iterator[Action]:
    """Copies the link of the one that is farther away."""
    yield from _list(params, look)
    yield from _share(look, near(_spots(), params.town, params.kind)[1])
    yield from copy_field(look, "share_link")


COPY_SHARE_LINK = SubTask(
    name="maps_site.copy_share_link",
    device="ubuntu",
    app="firefox",
    says=(
        "in the desktop's Firefox, copy the share link of the place of the kind {kind} nearest to the middle of {town} "
        "at maps.example"
    ),
    steps=(
        "on the desktop, open maps.example in Firefox, click Nearby, choose the kind {kind} and the town {town}, open "
        "the place that is nearest to the middle, click Share and copy the link"
    ),
    refers=(
        "the share link that you copy in the desktop's Firefox of the place of the kind {kind} nearest to the middle "
        "of {town} at maps.example"
    ),
    inputs={"kind": choice(_KINDS, type="choice"), "town": choice(_TOWNS, type="choice")},
    output="clipboard",
    produce=_share_link,
    checkpoints=_copied,
    oracle={"site_open": _list, "copied": _copy},
    alternatives={"by_menu": _copy_by_menu, "again": _copy_again},
    near_misses={"own_address": _copy_own_address, "farther": _copy_farther},
    backends=("sim", "desktop"),
    step_limit=60,
    crab=26,
    crab_inputs=("kind", "town"),
    tags=("heavy", "web"),
)

# Looking up -----------------------------------------------------------------------------------------------------------


def _site_open(params: Params) -> Sequence[Checkpoint]:
    """A page of the site is open."""
    site = check(window_in_front, app="firefox", title="Wayfinder Maps")
    return [whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=site)]


def _address(params: Params) -> str:
    return f"{_nearest(params).street}, {params.town}"


def _open_nearest(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page of the nearest one."""
    yield from _list(params, look)
    yield from follow(look, _nearest(params).name, role="link", title=_nearest(params).name)


def _list_all_kinds(params: Params, look: Look) -> Iterator[Action]:
    """Lists all kinds, with the addresses."""
    yield from browse(look, f"{_SITE}/near?town={params.town}", f"Near {params.town}")


NEAREST_ADDRESS = SubTask(
    name="maps_site.nearest_address",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, look up the address of the place of the kind {kind} nearest to the middle of "
    "{town} at maps.example",
    steps="on the desktop, open maps.example in Firefox, click Nearby, choose the kind {kind} and the town {town}, and "
    "read the address of the place that is nearest to the middle",
    refers="the address that maps.example has for the place of the kind {kind} nearest to the middle of {town}",
    inputs={"kind": choice(_KINDS, "library"), "town": choice(_TOWNS, "Schaan")},
    output="address",
    produce=_address,
    checkpoints=_site_open,
    oracle={"site_open": _list},
    alternatives={"opened": _open_nearest, "all_kinds": _list_all_kinds},
    step_limit=45,
    tags=("heavy", "web", "maps"),
)

# Saving ---------------------------------------------------------------------------------------------------------------

_WANTED = "Want to go"


def place_kept(state: State, place: str, kind: str, note: Value) -> bool:
    """The place is saved once, in the list of those that one wants to go to; its note is a value and nothing else.

    Args:
        state: The devices' states.
        place: The place, with municipality and country.
        kind: The value's type.
        note: The value.
    """
    found = [row for row in state.ubuntu.web(_SITE, "saved") if row["place"] == place]
    return [row["list"] for row in found] == [_WANTED] and states(kind, found[0]["note"], note)


def _full(params: Params) -> str:
    return f"{params.place}, {VILLAGES[params.place][0]}, Liechtenstein"


def _not_kept(devices: Devices, params: Params, rng: random.Random) -> None:
    rows = devices.ubuntu.web(_SITE, "saved")
    devices.ubuntu.set_web(_SITE, "saved", [row for row in rows if row["place"] != _full(params)])


def _kept(params: Params) -> Sequence[Checkpoint]:
    """The site; then the place."""
    right = check(place_kept, place=_full(params), kind=params.kinds["text"], note=params.text)
    return [
        *_site_open(params),
        Checkpoint(id="kept", device="ubuntu", app="firefox", evaluator=right, after=("site_open",)),
    ]


def _may_keep(params: Params) -> Footprint:
    note = same_value(params.kinds["text"], params.text)
    return [may_add("ubuntu", "site", most=1, table=f"{_SITE}/saved", place=_full(params), list=_WANTED, note=note)]


def _search(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the place, and opens its page."""
    yield from browse(look, f"{_SITE}/search?q={params.place}", "Search")
    yield from follow(look, _full(params), role="link", title=_full(params))


def _save(look: Look) -> Iterator[Action]:
    yield from follow(look, "Save", role="button")
    yield from until(look, lambda: shown(look, "The place was saved.") is not None, "the saved place")


def _keep(params: Params, look: Look) -> Iterator[Action]:
    yield from _search(params, look)
    yield from choose_from_list(look, "list", _WANTED)
    yield from fill(look, "note", as_typed(params, "text"))
    yield from _save(look)


def _keep_by_keys(params: Params, look: Look) -> Iterator[Action]:
    """Goes from the note back to the list with the keyboard."""
    yield from _search(params, look)
    yield from fill(look, "note", as_typed(params, "text"))
    yield action("ubuntu", "hotkey", keys=["shift", "tab"])
    yield action("ubuntu", "write_text", text=_WANTED)
    yield from _save(look)


def _keep_again(params: Params, look: Look) -> Iterator[Action]:
    """Saves it in the first list, and removes it from there."""
    yield from _search(params, look)
    yield from _save(look)
    yield from browse(look, f"{_SITE}/saved", "Saved places")
    yield from follow(look, f"Remove {_full(params)}", role="button")
    yield from until(look, lambda: shown(look, f"Remove {_full(params)}") is None, "the list without the place")
    yield from _keep(params, look)


def _keep_in_first_list(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the list as it is offered."""
    yield from _search(params, look)
    yield from fill(look, "note", as_typed(params, "text"))
    yield from _save(look)


def _keep_without_note(params: Params, look: Look) -> Iterator[Action]:
    yield from _search(params, look)
    yield from choose_from_list(look, "list", _WANTED)
    yield from _save(look)


SAVE = SubTask(
    name="maps_site.save",
    device="ubuntu",
    app="firefox",
    says='at maps.example in the desktop\'s Firefox, save {place} to the list "Want to go" with the note {text}',
    steps='on the desktop, open maps.example in Firefox, search for {place}, open its page, choose the list "Want to '
    'go", enter {text} as the note and click Save',
    inputs={"place": choice(tuple(VILLAGES), "Bendern", type="place"), "text": short_line("Measure the long ladder")},
    setup=_not_kept,
    checkpoints=_kept,
    oracle={"site_open": _search, "kept": _keep},
    footprint=_may_keep,
    alternatives={"by_keys": _keep_by_keys, "again": _keep_again},
    near_misses={"first_list": _keep_in_first_list, "without_note": _keep_without_note},
    step_limit=60,
    tags=("heavy", "web", "maps"),
)
