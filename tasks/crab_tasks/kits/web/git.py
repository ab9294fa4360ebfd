"""git.example: evaluators of issues and stars, moves, and sub-tasks that look something up or copy it there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, text
from crab_sim.web.bundle import assets
from crab_tasks.kits.compare import digits, squeezed
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.clipboard import clipboard_is
from crab_tasks.kits.ubuntu.firefox import browse, choose, choose_from_menu, copy_address, fill, follow, page, until
from crab_tasks.kits.ubuntu.windows import window_in_front

__all__ = [
    "COPY_ADDRESS", "ISSUE_TITLE", "REPOSITORIES", "REPOSITORY_ADDRESS", "issue_number_sent", "issue_opened",
    "new_issue", "only_issue", "star_repository", "starred",
]  # fmt: skip

REPOSITORIES = ("harbour/tide-tables", "lines/timetable", "kitchen/unit-converter", "almanac/articles", "ada/dotfiles")


def _issues(state: State) -> list[Mapping[str, Any]]:
    """Returns the issues that the user opened."""
    return [row for row in state["ubuntu"].web("git.example", "issues") if row["author"] == "user"]


def issue_opened(state: State, answer: str | None, repository: str, title: str) -> bool:
    """The user opened an issue of this title in the repository."""
    return (repository, title) in [(row["repository"], squeezed(row["title"])) for row in _issues(state)]


def only_issue(state: State, answer: str | None, repository: str, title: str, body: str, label: str) -> bool:
    """The user opened exactly one issue, and it is open: this one. Nothing was commented on.

    Args:
        state: The devices' states.
        answer: Not used.
        repository: The repository's name, with its owner's.
        title: The issue's title.
        body: The issue's text.
        label: The issue's label; "" for none.
    """
    found = [
        (row["repository"], squeezed(row["title"]), squeezed(row["body"]), row["label"], row["state"])
        for row in _issues(state)
    ]
    commented = any(row["author"] == "user" for row in state["ubuntu"].web("git.example", "comments"))
    return found == [(repository, title, body, label, "open")] and not commented


def issue_number_sent(state: State, answer: str | None, number: str, repository: str, title: str) -> bool:
    """One text message was sent to this telephone number; it holds the number of the user's issue of this title."""
    issues = [row["number"] for row in _issues(state) if (row["repository"], row["title"]) == (repository, title)]
    sent = [message for message in state["android"].messages() if message.box == "sent"]
    bodies = [message.body.strip() for message in sent if digits(message.address) == digits(number)]
    return len(issues) == 1 and len(bodies) == 1 and bodies[0].removeprefix("#") == str(issues[0])


def starred(state: State, answer: str | None, repository: str) -> bool:
    """The repository has a star of the user, and no other one has."""
    rows = state["ubuntu"].web("git.example", "repositories")
    return [row["name"] for row in rows if row["starred"]] == [repository]


def new_issue(look: Look, repository: str, title: str, text: str, label: str) -> Iterator[Action]:
    """Opens an issue, without a label where it is empty.

    Args:
        look: Shows the screens.
        repository: The repository's name, with its owner's.
        title: The issue's title.
        text: The issue's text.
        label: The issue's label; "" for none.
    """
    yield from browse(look, f"git.example/{repository}/issues/new", f"New issue of {repository}")
    yield from fill(look, "title", title)
    yield from fill(look, "body", text)
    if label:
        yield from choose(label)
        yield action("ubuntu", "press", key="tab")
        yield action("ubuntu", "press", key="space")
    else:
        yield from follow(look, "Open issue", role="button")
    yield from page(look, f"{title}, issue")


def star_repository(look: Look, repository: str) -> Iterator[Action]:
    """Gives a repository a star."""

    def button(text: str) -> str:
        return next((e.text for e in look("ubuntu") if e.role == "button" and e.text.startswith(text)), "")

    yield from browse(look, f"git.example/{repository}", repository)
    yield from until(look, lambda: bool(button("Star (")), "the button for a star")
    yield from follow(look, button("Star ("), role="button")
    yield from until(look, lambda: bool(button("Unstar (")), "the star")


@lru_cache(maxsize=1)
def _described() -> Mapping[str, str]:
    """Returns the repositories' names by their descriptions."""
    heads = [part.partition("\n")[0].split(" | ") for part in assets()["repos.txt"].decode().split("##### ")[1:]]
    return {about: name for name, about, _, _ in heads}


_ABOUT = (
    "Reads tide tables and says when the tide is high", "The timetable of Northern Lines as a web page",
    "Cups to grams and back, for bakers", "The sources of Open Almanac, in plain text",
    "My settings for the shell and the editor",
)  # fmt: skip


def _name(params: Params) -> str:
    return _described()[params.about]


def _full_address(params: Params) -> str:
    return f"http://git.example/{_name(params)}"


def _repository_open(params: Params) -> Sequence[Checkpoint]:
    """The repository's page is open."""
    shown = {"app": "firefox", "title": f"{_name(params)} - Gitbarn"}
    return [Checkpoint("repository_open", "ubuntu", "firefox", window_in_front, shown, hold=False)]


def _search(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the description's last word."""
    yield from browse(look, f"git.example/?q={params.about.split()[-1]}", "Explore")
    yield from follow(look, _name(params), role="link", title=_name(params))


def _explore(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the repository from the list of all."""
    yield from browse(look, "git.example", "Explore")
    yield from follow(look, _name(params), role="link", title=_name(params))


def _go_there(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, f"git.example/{_name(params)}", _name(params))


REPOSITORY_ADDRESS = SubTask(
    name="git.repository_address",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, look up the full address of the repository described as {about} at git.example",
    steps=(
        "on the desktop, open git.example in Firefox, search for the repository that it describes as {about}, open it "
        "and read its full web address"
    ),
    refers="the full web address that the desktop's Firefox has for the repository described as {about} at git.example",
    inputs={"about": choice(_ABOUT, type="choice")},
    output="url",
    produce=_full_address,
    checkpoints=_repository_open,
    oracle={"repository_open": _search},
    alternatives={"from_list": _explore, "by_address": _go_there},
    step_limit=45,
    tags=("heavy", "web"),
)


def _address_copied(params: Params) -> Sequence[Checkpoint]:
    """A page of the site; then the address in the clipboard."""
    site, copied = {"app": "firefox", "title": "Gitbarn"}, {"text": _full_address(params)}
    return [
        Checkpoint("site_open", "ubuntu", "firefox", window_in_front, site, hold=False),
        Checkpoint("copied", "ubuntu", "firefox", clipboard_is, copied, after=("site_open",)),
    ]


def _copy_own_address(params: Params, look: Look) -> Iterator[Action]:
    """Copies the address of the repository's page."""
    yield from _go_there(params, look)
    yield from copy_address()


def _copy_link(params: Params, look: Look) -> Iterator[Action]:
    """Copies the address of the link to the repository among those that are found."""
    yield from browse(look, f"git.example/?q={params.about.split()[-1]}", "Explore")
    yield from choose_from_menu(look, _name(params), "link", "Copy Link")


def _copy_from_page(params: Params, look: Look) -> Iterator[Action]:
    """Copies the address of the link to the repository on its issues' page."""
    yield from browse(look, f"git.example/{_name(params)}/issues", f"Issues of {_name(params)}")
    yield from choose_from_menu(look, _name(params).partition("/")[2], "link", "Copy Link")


def _copy_issues_address(params: Params, look: Look) -> Iterator[Action]:
    """Copies the address of the repository's issues."""
    yield from browse(look, f"git.example/{_name(params)}/issues", f"Issues of {_name(params)}")
    yield from copy_address()


def _copy_other_address(params: Params, look: Look) -> Iterator[Action]:
    """Copies the address of the repository before it in the list."""
    yield from _copy_own_address(Params(about=_ABOUT[_ABOUT.index(params.about) - 1]), look)


COPY_ADDRESS = SubTask(
    name="git.copy_address",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, copy the full address of the repository described as {about} at git.example",
    steps=(
        "on the desktop, open git.example in Firefox, search for the repository that it describes as {about}, open it "
        "and copy its full web address from the address bar"
    ),
    refers=(
        "the full address that you copy in the desktop's Firefox of the repository described as {about} at git.example"
    ),
    inputs={"about": choice(_ABOUT, type="choice")},
    output="clipboard",
    produce=_full_address,
    checkpoints=_address_copied,
    oracle={"site_open": _search, "copied": _copy_own_address},
    alternatives={"from_results": _copy_link, "from_issues": _copy_from_page},
    near_misses={"issues": _copy_issues_address, "other_repository": _copy_other_address},
    backends=("sim", "desktop"),
    step_limit=60,
    crab=23,
    crab_inputs=("about",),
    tags=("heavy", "web"),
)

_MISSING = ("the install steps", "the first example", "the file format", "the options", "the licence", "the unit tests")


def _add_issue(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """The issue is the only one of its label: those that come with the site have other ones."""
    desktop = devices["ubuntu"]
    rows = [dict(row) for row in desktop.web("git.example", "issues")]
    numbers = [row["number"] for row in rows if row["repository"] == params.repository]
    issue = {
        "repository": params.repository, "number": max(numbers, default=0) + rng.randrange(1, 4), "title": params.title,
        "body": "Newcomers ask for it.", "label": "documentation", "author": "ines", "state": "open",
        "id": max([row["id"] for row in rows], default=0) + 1, "date": max([row["date"] for row in rows], default=0.0),
    }  # fmt: skip
    desktop.set_web("git.example", "issues", [*rows, issue])


def _issues_open(params: Params) -> Sequence[Checkpoint]:
    """The repository's issues are open."""
    shown = {"app": "firefox", "title": f"Issues of {params.repository} - Gitbarn"}
    return [Checkpoint("issues_open", "ubuntu", "firefox", window_in_front, shown, hold=False)]


def _open_issues(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, f"git.example/{params.repository}/issues", f"Issues of {params.repository}")


def _issues_from_repository(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the issues from the repository's page."""

    def tab() -> str:
        links = [e.text for e in look("ubuntu") if e.app == "firefox" and e.role == "link"]
        return next((text for text in links if text.startswith("Issues (")), "")

    yield from browse(look, f"git.example/{params.repository}", params.repository)
    yield from until(look, lambda: bool(tab()), "the link to the issues")
    yield from follow(look, tab(), role="link", title=f"Issues of {params.repository}")


def _issue_after_list(params: Params, look: Look) -> Iterator[Action]:
    """Opens the issue from the list."""
    yield from _open_issues(params, look)
    yield from follow(look, params.title, role="link", title=f"{params.title}, issue")


ISSUE_TITLE = SubTask(
    name="git.issue_title",
    device="ubuntu",
    app="firefox",
    says=(
        "in the desktop's Firefox, look up the title of the open issue with the label documentation of the repository "
        "{repository} at git.example"
    ),
    steps=(
        "on the desktop, open git.example in Firefox, go to the issues of the repository {repository} and read the "
        "title of the open one with the label documentation"
    ),
    refers=(
        "the title of the open issue with the label documentation that the desktop's Firefox shows for the repository "
        "{repository} at git.example"
    ),
    inputs={"repository": choice(REPOSITORIES, type="choice")},
    hidden={"title": text(lambda rng: f"Explain {rng.choice(_MISSING)}", "Explain the options", "line")},
    output="line",
    called="issue's title",
    produce=lambda params: str(params.title),
    setup=_add_issue,
    checkpoints=_issues_open,
    oracle={"issues_open": _open_issues},
    alternatives={"from_repository": _issues_from_repository, "opened": _issue_after_list},
    step_limit=45,
    tags=("heavy", "web"),
)
