"""git.example: evaluators, and sub-tasks that open, comment on and close issues."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping, Sequence

from crab_gym.backends.base import Setup
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import choice
from crab_gym.task.types import Value, short_line, states, typed
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_send
from crab_tasks.kits.compare import same_value
from crab_tasks.kits.footprints import site_row
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow, shown, until
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.web.git import REPOSITORIES, new_issue

__all__ = ["CLOSE_ISSUE", "OPEN_ISSUE", "issue_closed", "opened_alone"]

_SITE = "git.example"


def _open_site(params: Params) -> Sequence[Checkpoint]:
    """A page of the site is open."""
    shown = {"app": "firefox", "title": "Gitbarn"}
    return [Checkpoint("site_open", "ubuntu", "firefox", window_in_front, shown, hold=False)]


def _title(params: Params) -> str:
    return typed(params.kinds["title"], params.title)


def _list_issues(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, f"{_SITE}/{params.repository}/issues", f"Issues of {params.repository}")


# Opening --------------------------------------------------------------------------------------------------------------


def opened_alone(state: State, answer: str | None, repository: str, kind: str, title: Value) -> bool:
    """The user has opened one issue of the repository; its title is a value and nothing else, and it is open.

    Args:
        state: The devices' states.
        answer: Not used.
        repository: The repository's name, with its owner's.
        kind: The value's type.
        title: The value.
    """
    rows = state["ubuntu"].web(_SITE, "issues")
    found = [row for row in rows if (row["repository"], row["author"]) == (repository, "user")]
    return len(found) == 1 and found[0]["state"] == "open" and states(kind, found[0]["title"], title)


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The site; then the issue."""
    right = {"repository": params.repository, "kind": params.kinds["title"], "title": params.title}
    return [
        *_open_site(params),
        Checkpoint("opened", "ubuntu", "firefox", opened_alone, right, after=("site_open",)),
    ]


def _may_open(params: Params) -> Footprint:
    row = site_row(repository=params.repository, title=same_value(params.kinds["title"], params.title))
    return [
        may_send("ubuntu", "post", to=f"{_SITE}/{params.repository}"),
        may_add("ubuntu", "site", most=1, table=f"{_SITE}/issues", row=row),
    ]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from new_issue(look, params.repository, _title(params), "", "")


def _open_with_text(params: Params, look: Look) -> Iterator[Action]:
    """Describes the issue, and gives it a label."""
    yield from new_issue(look, params.repository, _title(params), "Please have a look.", "question")


def _open_from_list(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the form from the list of issues."""
    yield from _list_issues(params, look)
    yield from follow(look, rid="new_issue", title=f"New issue of {params.repository}")
    yield from fill(look, "title", _title(params))
    yield from follow(look, "Open issue", role="button", title=f"{_title(params)}, issue")


def _open_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Opens the issue in another repository."""
    other = REPOSITORIES[REPOSITORIES.index(params.repository) - 1]
    yield from new_issue(look, other, _title(params), "", "")


def _not_sent(params: Params, look: Look) -> Iterator[Action]:
    """Fills in the form, but doesn't send it."""
    yield from browse(look, f"{_SITE}/{params.repository}/issues/new", f"New issue of {params.repository}")
    yield from fill(look, "title", _title(params))


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
    alternatives={"with_text": _open_with_text, "from_list": _open_from_list},
    near_misses={"elsewhere": _open_elsewhere, "not_sent": _not_sent},
    keys=("title",),
    step_limit=60,
    tags=("heavy", "web", "programming"),
)

# Closing --------------------------------------------------------------------------------------------------------------


def issue_closed(state: State, answer: str | None, repository: str, title: str) -> bool:
    """The only issue of this title in the repository is closed."""
    rows = state["ubuntu"].web(_SITE, "issues")
    return [row["state"] for row in rows if (row["repository"], row["title"]) == (repository, title)] == ["closed"]


def _two_issues(devices: Mapping[str, Setup], params: Params, rng: random.Random) -> None:
    """Others have opened the issue, and one whose title begins like its own."""
    desktop = devices["ubuntu"]
    titles = [_title(params), f"{_title(params)} on Mondays"]
    rows = [row for row in desktop.web(_SITE, "issues") if row["title"] not in titles]
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
    desktop.set_web(_SITE, "issues", [*rows, *added])


def _closed(params: Params) -> Sequence[Checkpoint]:
    """The site; then the issue is closed."""
    right = {"repository": params.repository, "title": _title(params)}
    return [
        *_open_site(params),
        Checkpoint("closed", "ubuntu", "firefox", issue_closed, right, after=("site_open",)),
    ]


def _may_close(params: Params) -> Footprint:
    below = f"{_SITE}/{params.repository}/issues/"
    row = site_row(repository=params.repository, title=_title(params))
    return [
        may_send(
            "ubuntu",
            "post",
            to=lambda to: isinstance(to, str) and to.startswith(below),
            text=lambda text: isinstance(text, str) and text.startswith("toggle\n"),
        ),
        may_change("ubuntu", "site", ("row",), table=f"{_SITE}/issues", row=row),
    ]


def _show(params: Params, look: Look, title: str = "") -> Generator[Action, None, bool]:
    """Opens an issue from the list of those that are open, and returns whether it is there."""
    yield from _list_issues(params, look)
    title = title or _title(params)
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
    yield from _show(params, look, f"{_title(params)} on Mondays")
    yield from _close(params, look)


def _close_from_repository(params: Params, look: Look) -> Iterator[Action]:
    """Begins at the repository's page."""
    yield from browse(look, f"{_SITE}/{params.repository}", params.repository)
    yield from _close(params, look)


def _close_other(params: Params, look: Look) -> Iterator[Action]:
    yield from _show(params, look, f"{_title(params)} on Mondays")
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
