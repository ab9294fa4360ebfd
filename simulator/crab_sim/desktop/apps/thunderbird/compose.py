"""The window for writing a mail: recipients, subject, text, attachments.

Page ``compose`` (arg: the intent; data: `Letter`; fields ``to``, ``cc``, ``bcc``, ``subject``, ``body``). Above it
``attach`` (a file chooser), ``ask_save``, ``ask_subject`` and ``notice``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.thunderbird.contacts import CARDS, Card, matching_cards
from crab_sim.desktop.apps.thunderbird.messages import WritingChoice, WritingMessage
from crab_sim.desktop.apps.thunderbird.post import Outgoing
from crab_sim.desktop.apps.thunderbird.reading import attached_files
from crab_sim.desktop.chrome.bars import absent_button, status_bar
from crab_sim.desktop.chrome.menu_bar import MenuBar, drop_down, popup
from crab_sim.desktop.chrome.menus import SEPARATOR, BarMenu, Entry, absent
from crab_sim.desktop.widgets import ask, notice
from crab_sim.devices.mail_profile import OWNER
from crab_sim.devices.mailboxes import Person
from crab_sim.draw import text as metrics
from crab_sim.machine.app import Context, View
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Divider,
    Field,
    Label,
    Page,
    Row,
    Scene,
    Space,
    Theme,
    Tile,
    Widget,
)

__all__ = ["ABOUT", "RECIPIENTS", "Letter", "compose_view", "is_address", "letter_of", "menus"]

ABOUT: Final = ("About Thunderbird", "Mozilla Thunderbird, extended support release.")
"""The title and the text of the message about the program."""
RECIPIENTS: Final = ("to", "cc", "bcc")
_NAMES: Final = {"to": "To", "cc": "Cc", "bcc": "Bcc"}
_LABEL: Final = 64
_LEAST_FIELD: Final = 180


class Letter(NamedTuple):
    """The state of the window, apart from the texts in its fields.

    Attributes:
        mail: The mail.
        shows: The rows of recipients that are shown besides To.
        saved: The mail and the texts as they were begun or saved last.
        popup: The row and the number of the recipient whose menu is open.
        status: The text of the status bar.
    """

    mail: Outgoing = Outgoing()
    shows: tuple[str, ...] = ()
    saved: tuple[object, ...] = ()
    popup: tuple[object, ...] = ()
    status: str = ""


def letter_of(context: Context) -> Letter:
    """Returns the window's state."""
    letter: Letter = context.base.data
    return letter


def is_address(text: str) -> bool:
    """Returns whether a text is a whole e-mail address.

    >>> is_address("ada@example.org"), is_address("ada"), is_address("a b@example.org")
    (True, False, False)
    """
    name, at, domain = text.partition("@")
    plain = not any([char in text for char in ' ,;<>"\n\t'])
    return bool(name and at and domain) and plain and "@" not in domain and all(domain.split("."))


def menus(context: Context) -> tuple[BarMenu[WritingChoice], ...]:
    """Returns the menus of the window's bar."""
    return (
        BarMenu(
            "File",
            (
                Entry("New", entries=(Entry("Message", ("compose",), "Ctrl+N"),)),
                Entry("Attach", entries=(Entry("File(s)…", ("attach",), "Ctrl+Shift+A"),)),
                SEPARATOR,
                Entry("Save", ("save",), "Ctrl+S"),
                Entry("Save As", entries=(Entry("Draft", ("save",)), *absent("File…", "Template"))),
                SEPARATOR,
                Entry("Send Now", ("send",), "Ctrl+Return"),
                *absent("Send Later", "-", "Print…", "-"),
                Entry("Close", ("close",), "Ctrl+W"),
            ),
        ),
        BarMenu(
            "Edit",
            (
                Entry("Cut", ("edit", "ctrl+x")),
                Entry("Copy", ("edit", "ctrl+c")),
                Entry("Paste", ("edit", "ctrl+v")),
                Entry("Select All", ("edit", "ctrl+a")),
            ),
        ),
        BarMenu(
            "View",
            (
                Entry("Cc", ("show", "cc"), "Ctrl+Shift+C", "cc" in _shown_rows(context)),
                Entry("Bcc", ("show", "bcc"), "Ctrl+Shift+B", "bcc" in _shown_rows(context)),
            ),
        ),
        BarMenu(
            "Options",
            absent(
                "Check Spelling…",
                "Spellcheck As You Type",
                "Quote Message",
                "-",
                "Return Receipt",
                "Delivery Status Notification",
                "-",
                "Priority >",
                "Send a Copy To >",
                "-",
                "Customize From Address…",
            ),
        ),
        BarMenu(
            "Tools",
            (
                Entry("Mail & Newsgroups", ("main", "mail"), "Ctrl+1"),
                Entry("Address Book", ("main", "address_book")),
            ),
        ),
        BarMenu("Help", (Entry("About Thunderbird", ("about",)),)),
    )


def _shown_rows(context: Context) -> list[str]:
    letter = letter_of(context)
    mail = letter.mail
    return [
        name for name in RECIPIENTS if name == "to" or name in letter.shows or (mail.cc if name == "cc" else mail.bcc)
    ]


class _Recipients(Widget[WritingMessage]):
    """The recipients of one row, each on a ground of its own, in as many lines as they need, and the row's field."""

    __slots__ = ("field", "name", "people")

    def __init__(self, name: str, people: Sequence[Person]) -> None:
        self.flex, self.name, self.people = 1, name, people
        self.field = Field(name, _NAMES[name], f"{name}AddrInput")

    def _places(self, theme: Theme, w: int) -> list[tuple[int, int, int]]:
        """Returns each recipient's left and top edge and width; the last one is the field's."""
        places, left, line = [], 0, 0
        for person in self.people:
            width = min(w, metrics.width(person.text(), "regular", theme.small + 1) + 20)
            if left and left + width > w:
                left, line = 0, line + 1
            places.append((left, line * (theme.field + 2), width))
            left += width + 6
        if w - left < _LEAST_FIELD:
            left, line = 0, line + 1
        return [*places, (left, line * (theme.field + 2), w - left)]

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of all lines."""
        return self._places(theme, w)[-1][1] + theme.field

    def place(self, scene: Scene[WritingMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the recipients, of whom a click opens a menu, and the field."""
        theme = scene.theme
        high = theme.field - 8
        *places, (at, below, room) = self._places(theme, w)
        for i, (left, top, width) in enumerate(places):
            person = self.people[i]
            valid = is_address(person.address)
            top += 4
            scene.round(x + left, y + top, width, high, theme.tonal, high // 2)
            if not valid:
                scene.frame(x + left, y + top, width, high, theme.danger, high // 2)
            text = metrics.ellipsize(person.text(), "regular", theme.small + 1, width - 16)
            ink = theme.on_tonal if valid else theme.danger
            scene.text(x + left + 10, y + top, width - 14, high, text, ink, theme.small + 1)
            message: WritingMessage = ("pill", self.name, i)
            said = f"{_NAMES[self.name]} recipient" if valid else "This is not a valid e-mail address"
            scene.node(x + left, y + top, width, high, "button", person.text(), said, "", message, message)
        self.field.place(scene, x + at, y + below, room, theme.field)


def _suggested(context: Context) -> tuple[Card, ...]:
    page = context.page
    text = page.fields.get(page.focus, "") if page.focus in RECIPIENTS else ""
    return matching_cards(context.get(CARDS), text)


class _Labelled(Widget[WritingMessage]):
    """A label, and a widget behind it."""

    __slots__ = ("child", "label")

    def __init__(self, label: str, child: Widget[WritingMessage]) -> None:
        self.flex, self.label, self.child = 0, label, child

    def height(self, theme: Theme, w: int) -> int:
        """Returns the widget's height."""
        return self.child.height(theme, w - _LABEL * theme.font // 14)

    def place(self, scene: Scene[WritingMessage], x: int, y: int, w: int, h: int) -> None:
        """Places both."""
        theme = scene.theme
        lead = _LABEL * theme.font // 14
        scene.text(x, y, lead - 10, min(h, theme.field), self.label, theme.muted, theme.font, align="right")
        self.child.place(scene, x + lead, y, w - lead, h)


def compose_view(context: Context) -> View[WritingMessage]:
    """Returns the window."""
    page, base, letter = context.page, context.base, letter_of(context)
    mail = letter.mail
    tools: list[Widget[WritingMessage]] = [
        Button("Send", ("send",), "filled", "send"),
        Button("Save", ("save",), "outlined", "save"),
        Button("Attach", ("attach",), "outlined", "attach"),
        absent_button("lock", "Encrypt"), absent_button("spelling", "Spelling"), Space(flex=1),
        absent_button("contacts", "Contacts"),
    ]  # fmt: skip
    hidden = [name for name in ("cc", "bcc") if name not in _shown_rows(context)]
    sender: list[Widget[WritingMessage]] = [Label(OWNER.text()), absent_button("chevron_down", "From"), Space(flex=1)]
    sender += [Button(_NAMES[name], ("show", name), "text") for name in hidden]
    sender.append(absent_button("next", "Other addressing fields to show"))
    rows: list[Widget[WritingMessage]] = [_Labelled("From", Row(sender, gap=4))]
    for name in _shown_rows(context):
        people = {"to": mail.to, "cc": mail.cc, "bcc": mail.bcc}[name]
        rows.append(_Labelled(_NAMES[name], _Recipients(name, people)))
        if page is base and page.focus == name:
            rows += [
                _Labelled("", Tile(card.shown, ("suggest", name, card.id), card.email)) for card in _suggested(context)
            ]
    rows.append(_Labelled("Subject", Field("subject", "Subject", "msgSubject")))
    parts: list[Widget[WritingMessage]] = [
        MenuBar(menus(context), base.overlay), Row(tools, gap=6, pad=(8, 5), background="bar"), Divider(),
        Column(rows, gap=4, pad=(10, 6), background="surface"), Divider(),
        Field("body", "Message body", "messageEditor", multiline=True, bare=True, flex=1),
    ]  # fmt: skip
    if mail.attachments:
        parts += [Divider(), attached_files(mail.attachments)]
    parts.append(status_bar([letter.status]))
    overlay: Widget[WritingMessage] | None = (
        drop_down(menus(context), page.overlay) if page is base else _dialog(context, page)
    )
    if page is base and letter.popup:
        overlay = overlay or popup(_pill_entries(letter), page.overlay)
    return View(Column(parts), overlay)


def _pill_entries(letter: Letter) -> tuple[Entry[WritingChoice], ...]:
    match letter.popup:
        case (str(name), int(i)):
            others = [other for other in RECIPIENTS if other != name]
            return (
                Entry("Edit Address", ("edit_pill", name, i)),
                Entry("Delete", ("drop_pill", name, i)),
                SEPARATOR,
                *[Entry(f"Move to {_NAMES[other]}", ("move_pill", name, i, other)) for other in others],
            )
    return ()


def _dialog(context: Context, page: Page) -> Dialog[WritingMessage] | None:
    match page.name:
        case "attach":
            return file_chooser.dialog(context, "Open")
        case "ask_save":
            return ask(
                "Save Message", "Save this message to your drafts folder (Drafts) and close the Write window?",
                Button("Discard Changes", ("discard",), "danger"), Button("Save", ("save_and_close",)),
            )  # fmt: skip
        case "ask_subject":
            return Dialog(
                "Subject Reminder", Label("Your message doesn’t have a subject.", tone="muted", wrap=True),
                [
                    Button("Cancel Sending", ("cancel",), "outlined"),
                    Button("Send Without Subject", ("send_without",)),
                ],
                440, ("cancel",),
            )  # fmt: skip
        case "notice":
            return notice(*page.arg)
    return None
