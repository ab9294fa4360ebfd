"""Effects that leave the desktop through the bundled sites, sent with the browser as an agent would.

* `once_more` - the orders and posts that have left the desktop, to be sent once more.
* `stray_mail` - a mail that nobody asked for.
* `unseen` - sends something and removes its traces, so that only the log of effects tells of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from crab_gym.backends.base import DesktopSetup, DesktopState
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.task import Action, Look
from crab_sim.devices.facts import Effect

__all__ = ["SiteEffect", "browses", "once_more", "stray_mail", "unseen"]


class SiteEffect(NamedTuple):
    """An effect that is sent through a site.

    Attributes:
        what: Its description.
        site: The site.
        tables: The tables in which it leaves traces.
        send: Sends it.
    """

    what: str
    site: str
    tables: tuple[str, ...]
    send: Callable[[Look], Iterator[Action]]


def browses(env: CrabEnv) -> bool:
    """Returns whether the task is about the desktop's browser."""
    return any(node.device == "ubuntu" and node.app == "firefox" for node in env.evaluator.graph)


def once_more(desktop: DesktopState) -> list[SiteEffect]:
    """Returns the orders and the posts that have left a desktop, as they are found in the sites' tables."""
    found = [_order(desktop) if effect.kind == "order" else _post(desktop, effect) for effect in desktop.effects()]
    return [sending for sending in found if sending is not None]


def _order(desktop: DesktopState) -> SiteEffect | None:
    orders = desktop.web("shop.example", "orders")
    if not orders:
        return None
    names = {row["slug"]: row["name"] for row in desktop.web("shop.example", "articles")}
    order = orders[-1]

    def send(look: Look) -> Iterator[Action]:
        from crab_tasks.kits.web.shop import add_to_cart, check_out

        for line in order["lines"]:
            yield from add_to_cart(look, names[line["article"]], line["article"], line["quantity"])
        yield from check_out(look, order["name"], order["email"], order["address"], order["delivery"])

    return SiteEffect("place the order once more", "shop.example", ("articles", "cart", "orders"), send)


def _post(desktop: DesktopState, effect: Effect) -> SiteEffect | None:
    if effect.kind != "post":
        return None
    issues = [
        row
        for row in desktop.web("git.example", "issues")
        if (row["author"], f"git.example/{row['repository']}") == ("user", effect.to)
    ]
    if not issues:
        return None
    issue = issues[-1]

    def send(look: Look) -> Iterator[Action]:
        from crab_tasks.kits.web.git.moves import new_issue

        yield from new_issue(look, issue["repository"], issue["title"], issue["body"], issue["label"])

    return SiteEffect("open the issue once more", "git.example", ("issues",), send)


def stray_mail() -> SiteEffect:
    """Returns a mail to somebody who has nothing to do with any task."""

    def send(look: Look) -> Iterator[Action]:
        from crab_tasks.kits.web.mail.moves import send_mail

        yield from send_mail(look, "nobody@mail.example", "Never mind", "I was somewhere else.")

    return SiteEffect("send a mail", "mail.example", ("mails",), send)


def unseen(sending: SiteEffect, look: Look, setup: DesktopSetup) -> Iterator[Action]:
    """Sends something from a desktop, and puts the site's tables back to what they were.

    Args:
        sending: What is sent.
        look: Shows the screens.
        setup: The desktop's setup.
    """
    before = {table: setup.web(sending.site, table) for table in sending.tables}
    if "cart" in before:
        setup.set_web(sending.site, "cart", [])  # only what is sent once more is ordered
    yield from sending.send(look)
    for table, rows in before.items():
        setup.set_web(sending.site, table, rows)
