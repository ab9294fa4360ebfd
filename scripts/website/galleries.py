"""Galleries: the tasks of each suite, and the apps of both devices.

* `suite_page`, `catalogue_page`, `apps_page` - their Markdown. `SUITES` - the suites, with their words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from images import desktop_apps, phone_pages
from PIL import Image

from crab_gym.task import TaskInfo
from crab_sim.devices.apps import app_of
from website.film import encoded
from website.text import FRONT, one_line, plain

__all__ = ["SUITES", "Entry", "Suite", "apps_page", "catalogue_page", "suite_page"]


class Suite(NamedTuple):
    """A suite of tasks.

    Attributes:
        title: Its heading.
        text: Whose tasks they are, as Markdown.
    """

    title: str
    text: str


SUITES: Mapping[str, Suite] = {
    "cross": Suite("Desktop and phone", "Written by hand; each needs both devices."),
    "android": Suite("Phone", "Written by hand, on the phone alone."),
    "ubuntu": Suite("Desktop", "Written by hand, on the desktop alone."),
    "learn": Suite("First lessons", "Small tasks [to learn on](../learning.md#the-curriculum)."),
    "miniwob": Suite(
        "Small pages", "The families of MobileMiniWoB++, and more: [small pages to learn on](../miniwob.md)."
    ),
    "android_world": Suite("AndroidWorld's", "Our own tasks, [one for each of AndroidWorld's](../androidworld.md)."),
    "long": Suite("Long", "Half a day's work each, and its chapters: [the long suite](../long.md)."),
    "safety": Suite(
        "Texts that take over", "Look-ups on whose way a text demands something else: [safety](../safety.md)."
    ),
    "crab": Suite("Composed", "Made of sub-tasks, in the manner of CRAB: [the composed suite](../crab_suite.md)."),
}
"""Platform to its suite, in the order of the site."""


class _Part(NamedTuple):
    """The tasks of a suite that need the same devices; their pictures have the same shape.

    Attributes:
        devices: The devices.
        title: Its heading.
        name: Its class in site.css.
    """

    devices: frozenset[str]
    title: str
    name: str


_PARTS = (
    _Part(frozenset({"ubuntu", "android"}), "On both devices", "pairs"),
    _Part(frozenset({"android"}), "On the phone", "phones"),
    _Part(frozenset({"ubuntu"}), "On the desktop", "desktops"),
)


class Entry(NamedTuple):
    """A task in a gallery.

    Attributes:
        info: Its row of the index.
        goal: Its goal with the default parameters.
        thumbnail: The path of its small picture, ``""`` for none.
    """

    info: TaskInfo
    goal: str
    thumbnail: str


def suite_page(platform: str, entries: Sequence[Entry]) -> str:
    """Returns the gallery of a suite.

    Args:
        platform: The suite, one of `SUITES`.
        entries: Its tasks.
    """
    suite = SUITES[platform]
    parts = [f"{FRONT}# {suite.title}\n\n{suite.text}\n"]
    of_devices = {part: [entry for entry in entries if set(entry.info.devices) == part.devices] for part in _PARTS}
    for part, some in of_devices.items():
        if some:
            heading = f"## {part.title}\n\n" if len(some) < len(entries) else ""
            cards = "\n".join(_card(entry) for entry in some)
            parts.append(f'{heading}<div class="crab-gallery crab-{part.name}">\n{cards}\n</div>\n')
    return "\n".join(parts)


def _card(entry: Entry) -> str:
    info = entry.info
    picture = f'<img src="../{entry.thumbnail}" loading="lazy" alt="">' if entry.thumbnail else ""
    facts = " · ".join(
        f"{count} {word}{'s' if count > 1 else ''}"
        for count, word in ((info.checkpoints, "checkpoint"), (info.oracle_steps, "oracle step"))
    )
    name = info.id.partition(".")[2].replace("_", "_<wbr>")
    if info.split == "test":
        facts += " · held out"
    return (
        f'<a class="crab-card" href="{info.id}.html">{picture}<strong>{name}</strong>'
        f"<span>{escape(one_line(entry.goal, 110))}</span><small>{facts}</small></a>"
    )


def catalogue_page(infos: Sequence[TaskInfo], samples: Mapping[str, str]) -> str:
    """Returns the page on which all suites are found.

    Args:
        infos: The rows of all tasks.
        samples: A small picture of each suite, by platform; ``""`` for none.
    """
    count = Counter(info.platform for info in infos)
    cards = []
    for platform, suite in SUITES.items():
        if count[platform]:
            sample = samples.get(platform, "")
            phones = {info.devices for info in infos if info.platform == platform} == {("android",)}
            tall = ' class="crab-tall"' if phones else ""
            picture = f'<img{tall} src="../{sample}" loading="lazy" alt="">' if sample else ""
            cards.append(
                f'<a class="crab-card" href="{platform}.html">{picture}<strong>{suite.title}</strong>'
                f"<span><code>{platform}.*</code></span><small>{count[platform]} tasks</small></a>"
            )
    text = (
        f"All {len(infos)} registered tasks, each with a page: goal, parameters, task graph, screens, the oracle's "
        "episode, and the near misses that must not count. The pages show solutions, so keep them from agents. "
        "[Tasks by the thousand](../omni.md) are synthesised from the same parts, and [tasks of your own](../tasks.md) "
        "are written like these."
    )
    return f'{FRONT}# All tasks\n\n{text}\n\n<div class="crab-gallery crab-pairs">\n' + "\n".join(cards) + "\n</div>\n"


def apps_page(pages: Path, pictures: bool) -> str:
    """Returns the gallery of the apps of both simulated devices.

    Args:
        pages: The folder of the pages, where pictures go.
        pictures: Whether to draw the apps.
    """
    parts = [f"{FRONT}# Apps\n\nThe apps of the simulated devices. [The phone](phone.md) and "
             "[the desktop](simulator.md) describe what they can do; "
             "[the real desktop](desktop_pictures.md) has pictures of its own.\n"]  # fmt: skip
    for title, tiles in (("Phone", _phone_tiles), ("Desktop", _desktop_tiles)):
        cards = [
            f'<figure class="crab-{title.lower()}-app">'
            + (f'<a href="{path}"><img src="{path}" loading="lazy" alt=""></a>' if path else "")
            + f"<figcaption>{plain(name)}</figcaption></figure>"
            for name, path in tiles(pages, pictures)
        ]
        parts.append(f'## {title}\n\n<div class="crab-apps">\n' + "\n".join(cards) + "\n</div>\n")
    return "\n".join(parts)


def _phone_tiles(pages: Path, pictures: bool) -> Iterator[tuple[str, str]]:
    """Yields the phone's apps with the path of a picture of a page inside."""
    for name, app in phone_pages.APPS.items():
        if app_of("android", name).hidden:
            continue
        path = ""
        if pictures:
            _, inside = phone_pages.app(name, "light")
            path = encoded(Image.fromarray(inside), pages)
        yield app.name, path


def _desktop_tiles(pages: Path, pictures: bool) -> Iterator[tuple[str, str]]:
    """Yields the desktop's apps with the path of a picture."""
    for name, script in desktop_apps.APPS.items():
        yield name, encoded(desktop_apps.screen(script, dark=False), pages) if pictures else ""
