"""Events that happen to a real desktop while programs look on: each is seen by a program in the box."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.backends.desktop.conftest import Desk

pytestmark = pytest.mark.desktop

HOME = "/home/user"
INTERFACE = "org.gnome.desktop.interface"


def fetch(site: str) -> list[str]:
    """Returns a command that prints a bundled site's first page."""
    return ["python3", "-c", f"import urllib.request as u; print(u.urlopen('http://{site}/').read().decode())"]


def order() -> list[str]:
    """Returns a command that orders a lamp, and prints the shop's answer."""
    form = {"article": "Desk lamp", "quantity": "1", "name": "Ada", "email": "ada@mail.example", "address": "Alder"}
    code = (
        "import urllib.error as e, urllib.parse as p, urllib.request as u\n"
        f"data = p.urlencode({form!r}).encode()\n"
        "try: answer = u.urlopen('http://shop.example/order', data)\n"
        "except e.HTTPError as error: answer = error\n"
        "print(answer.read().decode())"
    )
    return ["python3", "-c", code]


def payment_will_fail(desk: Desk) -> None:
    desk.setup.set_web("shop.example", "declines", [{"email": "ada@mail.example"}])


def dearer(desk: Desk) -> None:
    articles = desk.state.web("shop.example", "articles")
    desk.setup.set_web("shop.example", "articles", [{**row, "price": 123_456} for row in articles])


def mail_arrives(desk: Desk) -> None:
    desk.setup.add_mail("Ada Holm <ada@example.org>", "The ferry leaves earlier", "At nine.", age=0.0)


def mail_in_the_browser(desk: Desk) -> None:
    mails = desk.state.web("mail.example", "mails")
    new = {**mails[0], "id": 9_999, "folder": "inbox", "subject": "Your table is ready"}
    desk.setup.set_web("mail.example", "mails", [*mails, new])


EVENTS: dict[str, tuple[Callable[[Desk], object], list[str], str]] = {
    "a download": (
        lambda desk: desk.setup.write_file(f"{HOME}/Downloads/plan.txt", "the plan"),
        ["ls", f"{HOME}/Downloads"], "plan.txt",
    ),
    "a change by somebody else": (
        lambda desk: desk.setup.write_file(f"{HOME}/shared.txt", "second edition"),
        ["sh", "-c", f"cat {HOME}/shared.txt; true"], "second edition",
    ),
    "a new folder": (lambda desk: desk.setup.make_dir(f"{HOME}/Team"), ["ls", HOME], "Team"),
    "a dark evening": (
        lambda desk: desk.setup.set_setting(INTERFACE, "color-scheme", "prefer-dark"),
        ["gsettings", "get", INTERFACE, "color-scheme"], "prefer-dark",
    ),
    "larger text": (
        lambda desk: desk.setup.set_setting(INTERFACE, "text-scaling-factor", "1.25"),
        ["gsettings", "get", INTERFACE, "text-scaling-factor"], "1.25",
    ),
    "another program for texts": (
        lambda desk: desk.setup.set_default_application("text/plain", "org.gnome.Nautilus.desktop"),
        ["gio", "mime", "text/plain"], "text/plain”: org.gnome.Nautilus",
    ),
    "a program that takes memory": (
        lambda desk: desk.setup.start_program("indexer", 1 << 20), ["ps", "-eo", "comm"], "indexer",
    ),
    "a mail": (mail_arrives, ["grep", "-rl", "The ferry leaves earlier", f"{HOME}/.thunderbird"], "Inbox"),
    "a mail in the browser": (mail_in_the_browser, fetch("mail.example"), "Your table is ready"),
    "a payment that fails": (payment_will_fail, order(), "Your payment was declined"),
    "another price": (dearer, fetch("shop.example"), "1,234.56"),
}  # fmt: skip


def test_programs_see_what_happens(desk: Desk) -> None:
    for name, (does, command, seen) in EVENTS.items():
        assert seen not in desk.state.run(command).stdout, name
        does(desk)
        assert seen in desk.state.run(command).stdout, name


def test_a_copied_text_comes_from_elsewhere(desk: Desk) -> None:
    desk.setup.set_clipboard("4711")
    assert desk.state.clipboard() == "4711"
    desk.open("Text Editor")
    desk.act("hotkey", keys=["ctrl", "v"])
    desk.act("hotkey", keys=["ctrl", "s"])
    desk.act("write_text", text=f"{HOME}/pasted.txt\n")
    assert desk.reads(f"{HOME}/pasted.txt", "4711\n") or desk.reads(f"{HOME}/pasted.txt", "4711")
