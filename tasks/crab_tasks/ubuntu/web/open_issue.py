"""Open an issue in a repository of the bundled web with Firefox, and give the repository a star."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_send, no_other
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.firefox import browse
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.web.git.moves import new_issue, star_repository
from crab_tasks.kits.web.git.state import REPOSITORIES, issue_opened, only_issue, starred


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Somebody else opened an issue of this title in another repository, and in this one, where it is closed."""
    desktop = devices.ubuntu
    rows = list(desktop.web("git.example", "issues"))
    for repository, state in ((other(params), "open"), (params.repository, "closed")):
        number = 1 + max([row["number"] for row in rows if row["repository"] == repository], default=0)
        issue = {"repository": repository, "number": number, "title": params.title, "state": state, "author": "emil"}
        rows.append(
            {**issue, "id": 1 + max(row["id"] for row in rows), "body": "See the title.", "label": params.label}
        )
    desktop.set_web("git.example", "issues", rows)


def other(params: Params) -> str:
    """Returns another repository."""
    return REPOSITORIES[REPOSITORIES.index(params.repository) - 1]


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The repository; then the star, and the issue, at first by its title and then all of it."""
    return [
        whereabouts(
            id="repository_open",
            device="ubuntu",
            app="firefox",
            evaluator=check(window_in_front, app="firefox", title=params.repository),
        ),
        Checkpoint(
            id="issue_there",
            device="ubuntu",
            app="firefox",
            evaluator=check(issue_opened, repository=params.repository, title=params.title),
            after=("repository_open",),
        ),
        Checkpoint(
            id="issue_right",
            device="ubuntu",
            app="firefox",
            evaluator=check(
                only_issue, repository=params.repository, title=params.title, body=params.text, label=params.label
            ),
            after=("issue_there",),
        ),
        Checkpoint(
            id="starred",
            device="ubuntu",
            app="firefox",
            evaluator=check(starred, repository=params.repository),
            after=("repository_open",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """One issue, and one star."""
    return [
        may_send(
            "ubuntu",
            "post",
            to=f"git.example/{params.repository}",
            text=f"{params.title}\n{params.text}\n{params.label}",
        ),
        may_add(
            "ubuntu",
            "site",
            most=1,
            table="git.example/issues",
            repository=params.repository,
            title=params.title,
            body=params.text,
            label=params.label,
        ),
        may_change("ubuntu", "site", ("starred",), most=1, table="git.example/repositories", name=params.repository),
        no_other("ubuntu", "site", table="git.example/issues"),
    ]


def open_repository(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the repository."""
    yield from browse(look, f"git.example/{params.repository}", params.repository)


def open_issue(params: Params, look: Look) -> Iterator[Action]:
    """Fills in the form, and sends it."""
    yield from new_issue(look, params.repository, params.title, params.text, params.label)


def star(params: Params, look: Look) -> Iterator[Action]:
    """Gives the repository a star."""
    yield from star_repository(look, params.repository)


def other_repository(params: Params, look: Look) -> Iterator[Action]:
    """Opens the issue in another repository."""
    yield from open_repository(params, look)
    yield from new_issue(look, other(params), params.title, params.text, params.label)
    yield from star(params, look)


def no_label(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the label out."""
    yield from open_repository(params, look)
    yield from new_issue(look, params.repository, params.title, params.text, "")
    yield from star(params, look)


def too_many_stars(params: Params, look: Look) -> Iterator[Action]:
    """Gives another repository a star too."""
    yield from open_repository(params, look)
    yield from star_repository(look, other(params))
    yield from star_repository(look, params.repository)
    yield from open_issue(params, look)


def starred_first(params: Params, look: Look) -> Iterator[Action]:
    """Gives the star first."""
    yield from star(params, look)
    yield from open_issue(params, look)


def other_repository_first(params: Params, look: Look) -> Iterator[Action]:
    """Looks at another repository first."""
    yield from browse(look, f"git.example/{other(params)}", other(params))
    yield from open_repository(params, look)
    yield from open_issue(params, look)
    yield from star(params, look)


TASK = Task(
    name="ubuntu.open_issue",
    description=(
        "On the desktop, use Firefox to open an issue at git.example in the repository {repository}, with the title "
        '"{title}", the description "{text}" (both without the quotes) and the label {label}. Also give this '
        "repository, and no other, a star. Open no other issue, and leave other people's issues as they are."
    ),
    devices=("ubuntu",),
    parameters={
        "repository": choice(REPOSITORIES, type="repository"),
        "title": choice(("The link in the README is dead", "Version is missing", "Typing error in line 3")),
        "text": choice(("I found this today. Please have a look.", "Can I help?", "See the first page.")),
        "label": choice(("documentation", "bug", "feature", "question"), type="label"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "repository_open": open_repository,
        "issue_there": open_issue,
        "issue_right": nothing_more,
        "starred": star,
    },
    footprint=footprint,
    alternatives={"starred_first": starred_first, "other_repository_first": other_repository_first},
    near_misses={"other_repository": other_repository, "no_label": no_label, "too_many_stars": too_many_stars},
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=28,
    step_limit=84,
    version=3,
    tags=("heavy", "web"),
)
