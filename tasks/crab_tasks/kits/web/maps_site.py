"""maps.example: a sub-task that copies the share link of a shop or sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice
from crab_gym.web.bundle import assets
from crab_gym.web.sites.maps.spots import Spot, near, spots
from crab_tasks.kits.ubuntu.clipboard import clipboard_is
from crab_tasks.kits.ubuntu.firefox import browse, choose_from_menu, copy_address, copy_field, follow, shown, until
from crab_tasks.kits.ubuntu.windows import window_in_front

__all__ = ["COPY_SHARE_LINK"]

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
    site, copied = {"app": "firefox", "title": "Wayfinder Maps"}, {"text": _share_link(params)}
    return [
        Checkpoint("site_open", "ubuntu", "firefox", window_in_front, site, hold=False),
        Checkpoint("copied", "ubuntu", "firefox", clipboard_is, copied, after=("site_open",)),
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
