"""GitBarn, the site of repositories: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import lru_cache

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice, text
from crab_gym.task.types import short_line, states
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_send
from crab_sim.web.bundle import assets
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.clipboard import clipboard_is
from crab_tasks.kits.ubuntu.firefox import browse, choose_from_menu, copy_address, fill, follow, shown, until
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import as_typed
from crab_tasks.kits.web.git.moves import new_issue
from crab_tasks.kits.web.git.state import REPOSITORIES, SITE, issue_closed, opened_alone

__all__ = ["CLOSE_ISSUE", "COPY_ADDRESS", "ISSUE_TITLE", "OPEN_ISSUE", "REPOSITORY_ADDRESS"]


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
    shown = check(window_in_front, app="firefox", title=f"{_name(params)} - Gitbarn")
    return [whereabouts(id="repository_open", device="ubuntu", app="firefox", evaluator=shown)]


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
    site = check(window_in_front, app="firefox", title="Gitbarn")
    copied = check(clipboard_is, text=_full_address(params))
    return [
        whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=site),
        Checkpoint(id="copied", device="ubuntu", app="firefox", evaluator=copied, after=("site_open",)),
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

_MISSING = (
    "the install steps", "the first example", "the file format", "the options", "the licence", "the unit tests",
    "the colour names", "the error messages", "the time zones", "the test data", "the keyboard keys", "the old names",
    "the release dates", "the rounding rules",
)  # fmt: skip


def _add_issue(devices: Devices, params: Params, rng: random.Random) -> None:
    """The issue is the only one of its label: those that come with the site have other ones."""
    desktop = devices.ubuntu
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
    shown = check(window_in_front, app="firefox", title=f"Issues of {params.repository} - Gitbarn")
    return [whereabouts(id="issues_open", device="ubuntu", app="firefox", evaluator=shown)]


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


def _open_site(params: Params) -> Sequence[Checkpoint]:
    """A page of the site is open."""
    shown = check(window_in_front, app="firefox", title="Gitbarn")
    return [whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=shown)]


def _list_issues(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, f"{SITE}/{params.repository}/issues", f"Issues of {params.repository}")


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The site; then the issue."""
    right = check(opened_alone, repository=params.repository, kind=params.kinds["title"], title=params.title)
    return [
        *_open_site(params),
        Checkpoint(id="opened", device="ubuntu", app="firefox", evaluator=right, after=("site_open",)),
    ]


def _may_open(params: Params) -> Footprint:
    title = same_value(params.kinds["title"], params.title)

    def bare(text: object) -> bool:
        """Accepts an issue of the title without a text or a label."""
        first, _, rest = str(text).partition("\n")
        return states(params.kinds["title"], first, params.title) and not rest.strip()

    return [
        may_send("ubuntu", "post", to=f"{SITE}/{params.repository}", text=bare),
        may_add("ubuntu", "site", most=1, table=f"{SITE}/issues", repository=params.repository, title=title),
    ]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from new_issue(look, params.repository, as_typed(params, "title"), "", "")


def _open_after_list(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the list of issues, and opens the form by its address."""
    yield from _list_issues(params, look)
    yield from _open(params, look)


def _open_with_text(params: Params, look: Look) -> Iterator[Action]:
    """Describes the issue, and gives it a label, which nobody has asked for."""
    yield from new_issue(look, params.repository, as_typed(params, "title"), "Please have a look.", "question")


def _open_from_list(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the form from the list of issues."""
    yield from _list_issues(params, look)
    yield from follow(look, rid="new_issue", title=f"New issue of {params.repository}")
    yield from fill(look, "title", as_typed(params, "title"))
    yield from follow(look, "Open issue", role="button", title=f"{as_typed(params, 'title')}, issue")


def _open_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Opens the issue in another repository."""
    other = REPOSITORIES[REPOSITORIES.index(params.repository) - 1]
    yield from new_issue(look, other, as_typed(params, "title"), "", "")


def _not_sent(params: Params, look: Look) -> Iterator[Action]:
    """Fills in the form, but doesn't send it."""
    yield from browse(look, f"{SITE}/{params.repository}/issues/new", f"New issue of {params.repository}")
    yield from fill(look, "title", as_typed(params, "title"))


OPEN_ISSUE = SubTask(
    name="gitbarn.open_issue",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, open an issue whose title is {title} in the repository {repository} at git.example",
    steps="on the desktop, open git.example in Firefox, go to the issues of the repository {repository}, click New "
    "issue, enter {title} as the title and click Open issue",
    inputs={"title": short_line("Repair the red crates"), "repository": choice(REPOSITORIES, "kitchen/unit-converter")},
    checkpoints=_opened,
    oracle={"site_open": _list_issues, "opened": _open},
    footprint=_may_open,
    alternatives={"after_list": _open_after_list, "from_list": _open_from_list},
    near_misses={"elsewhere": _open_elsewhere, "not_sent": _not_sent, "with_text": _open_with_text},
    keys=("title",),
    step_limit=60,
    tags=("heavy", "web", "programming"),
)


def _two_issues(devices: Devices, params: Params, rng: random.Random) -> None:
    """Others have opened the issue, and one whose title begins like its own."""
    desktop = devices.ubuntu
    titles = [as_typed(params, "title"), f"{as_typed(params, 'title')} on Mondays"]
    rows = [row for row in desktop.web(SITE, "issues") if row["title"] not in titles]
    number = max([row["number"] for row in rows if row["repository"] == params.repository], default=0)
    first = 1 + max([row["id"] for row in rows], default=0)
    when = max([row["date"] for row in rows], default=0.0)
    rng.shuffle(titles)
    added = [
        {
            "id": first + i, "repository": params.repository, "number": number + 1 + i, "title": title,
            "body": "This is done, I think.", "author": rng.choice(("emil", "fiona")), "date": when,
        }
        for i, title in enumerate(titles)
    ]  # fmt: skip
    desktop.set_web(SITE, "issues", [*rows, *added])


def _closed(params: Params) -> Sequence[Checkpoint]:
    """The site; then the issue is closed."""
    right = check(issue_closed, repository=params.repository, title=as_typed(params, "title"))
    return [
        *_open_site(params),
        Checkpoint(id="closed", device="ubuntu", app="firefox", evaluator=right, after=("site_open",)),
    ]


def _may_close(params: Params) -> Footprint:
    below = f"{SITE}/{params.repository}/issues/"
    title = as_typed(params, "title")
    return [
        may_send("ubuntu", "post", to=lambda to: isinstance(to, str) and to.startswith(below), text="toggle\n"),
        may_change("ubuntu", "site", ("state",), table=f"{SITE}/issues", repository=params.repository, title=title),
    ]


def _show(params: Params, look: Look, title: str = "") -> Generator[Action, None, bool]:
    """Opens an issue from the list of those that are open, and returns whether it is there."""
    yield from _list_issues(params, look)
    title = title or as_typed(params, "title")
    found = shown(look, text=title, role="link") is not None
    if found:
        yield from follow(look, title, role="link", title=f"{title}, issue")
    return found


def _close_it(look: Look) -> Iterator[Action]:
    yield from follow(look, "Close issue", role="button")
    yield from until(look, lambda: shown(look, "Reopen issue") is not None, "the closed issue")


def _close(params: Params, look: Look) -> Iterator[Action]:
    found = yield from _show(params, look)
    if found:
        yield from _close_it(look)


def _close_after_other(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the other issue first."""
    yield from _show(params, look, f"{as_typed(params, 'title')} on Mondays")
    yield from _close(params, look)


def _close_from_repository(params: Params, look: Look) -> Iterator[Action]:
    """Begins at the repository's page."""
    yield from browse(look, f"{SITE}/{params.repository}", params.repository)
    yield from _close(params, look)


def _close_other(params: Params, look: Look) -> Iterator[Action]:
    yield from _show(params, look, f"{as_typed(params, 'title')} on Mondays")
    yield from _close_it(look)


def _comment(params: Params, look: Look) -> Iterator[Action]:
    """Says that the issue may be closed."""
    yield from _show(params, look)
    yield from fill(look, "body", "This can be closed.")
    yield from follow(look, "Comment", role="button")


CLOSE_ISSUE = SubTask(
    name="gitbarn.close_issue",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, close the issue whose title is {title} in the repository {repository} at "
    "git.example",
    steps="on the desktop, open git.example in Firefox, go to the issues of the repository {repository}, click the one "
    "whose title is {title} and then Close issue",
    inputs={"title": short_line("Label both kettles"), "repository": choice(REPOSITORIES, "lines/timetable")},
    setup=_two_issues,
    checkpoints=_closed,
    oracle={"site_open": _list_issues, "closed": _close},
    footprint=_may_close,
    alternatives={"after_other": _close_after_other, "from_repository": _close_from_repository},
    near_misses={"other_issue": _close_other, "comment": _comment},
    keys=("title",),
    step_limit=60,
    tags=("heavy", "web", "programming"),
)
