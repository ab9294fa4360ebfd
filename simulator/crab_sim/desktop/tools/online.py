"""Tools of the desktop's apps for mails, songs and the web: Thunderbird, Rhythmbox, Firefox."""

from __future__ import annotations

from typing import Any, Final

from crab_sim.desktop.apps.firefox.loading import page_layout, page_tree
from crab_sim.desktop.apps.firefox.measures import view_size
from crab_sim.desktop.apps.firefox.state import browser, current_entry
from crab_sim.desktop.apps.music.library import library, read_lists
from crab_sim.desktop.apps.music.state import shown
from crab_sim.desktop.apps.thunderbird.contacts import CARDS, Card, sorted_cards
from crab_sim.desktop.apps.thunderbird.store import Listed, folder_list, listed, profile_files
from crab_sim.desktop.tools.box import BOX
from crab_sim.desktop.tools.paths import home_path
from crab_sim.desktop.tools.web_pages import shown_controls, shown_links, shown_text, told
from crab_sim.devices.mailboxes import READ, content_of
from crab_sim.engines.pages.layout import Layout
from crab_sim.engines.songs import Song
from crab_sim.machine.slices import FILES
from crab_sim.machine.tool_values import moment_text
from crab_sim.machine.tools import Hand, need, one_of

__all__ = [
    "cards_add",
    "cards_change",
    "cards_search",
    "mails_list",
    "mails_read",
    "mails_send",
    "playlists_create",
    "playlists_list",
    "songs_search",
    "songs_tag",
    "web_follow",
    "web_open",
    "web_submit",
]

_MAILS, _SONGS, _WEB = BOX.of("thunderbird"), BOX.of("music"), BOX.of("firefox")
_MOST: Final = 50
_LONGEST: Final = 12_000


# Thunderbird --------------------------------------------------------------------------------------------------------


def _main(hand: Hand, part: str = "") -> None:
    hand.open("thunderbird", "main", *([part] if part else []))


def _head(row: Listed) -> dict[str, Any]:
    heads = row.heads
    return {
        "key": row.key, "from": f"{heads.sender.name} <{heads.sender.address}>", "subject": heads.subject,
        "at": moment_text(heads.date), "read": row.mail.has(READ),
    }  # fmt: skip


@_MAILS.reads
def mails_list(hand: Hand, folder: str = "Inbox", query: str = "") -> list[dict[str, Any]]:
    """Returns the latest mails of a folder in Thunderbird, at most 50, each with its key.

    Args:
        hand: The hold on the desktop.
        folder: The folder's name.
        query: A text in sender or subject; empty for any.
    """
    name = one_of("folder", folder, folder_list(profile_files(hand.machine)), str)
    _main(hand, "mails")
    hand.send("folder", name)
    wanted = query.strip().casefold()
    rows = sorted(listed(profile_files(hand.machine), name), key=lambda row: (-row.heads.date, row.key))
    heads = [_head(row) for row in rows]
    return [head for head in heads if wanted in f"{head['from']}\n{head['subject']}".casefold()][:_MOST]


@_MAILS.reads
def mails_read(hand: Hand, key: str, folder: str = "Inbox") -> dict[str, Any]:
    """Returns a mail in Thunderbird with its text, and marks it as read.

    Args:
        hand: The hold on the desktop.
        key: Its key, as mails_list tells it.
        folder: The folder's name.
    """
    name = one_of("folder", folder, folder_list(profile_files(hand.machine)), str)
    row = one_of("mail with the key", key, listed(profile_files(hand.machine), name), lambda row: row.key)
    _main(hand, "mails")
    hand.send("folder", name)
    hand.send("pick_mail", name, row.key)
    content = content_of(row.mail.source)
    files = [file.name for file in content.attachments]
    told = {"cc": [person.address for person in row.heads.cc], "attachments": files}
    return {
        **_head(row), "read": True, "to": [person.address for person in row.heads.to],
        **{name: value for name, value in told.items() if value}, "text": content.text,
    }  # fmt: skip


@_MAILS.writes
def mails_send(hand: Hand, to: list[str], subject: str, text: str, attachment: str = "") -> str:
    """Sends a mail with Thunderbird.

    Args:
        hand: The hold on the desktop.
        to: E-mail addresses of the recipients.
        subject: Its subject.
        text: Its text.
        attachment: Path of a file that goes with it; empty for none.
    """
    need(to, "there is no recipient")
    need(subject.strip(), "the subject is empty")
    path = home_path(attachment) if attachment.strip() else ""
    need(not path or hand.get(FILES).is_file(path), f"there is no file {attachment!r}")
    _main(hand)
    hand.send("compose")
    hand.type(to=", ".join(to), subject=subject, body=text)
    if path:
        hand.send("attach")
        hand.type(name=path)
        hand.send("choose")
    hand.send("send")
    front = hand.context.page
    need(front.name != "notice", str(front.arg[1]) if front.name == "notice" else "")
    return "sent"


def _card(row: Card) -> dict[str, Any]:
    told = {"email": row.email, "phone": row.phone, "notes": row.notes}
    return {"name": row.shown, **{key: text for key, text in told.items() if text}}


@_MAILS.reads
def cards_search(hand: Hand, query: str = "") -> list[dict[str, Any]]:
    """Returns the contacts of Thunderbird's address book whose name or address contains a text.

    Args:
        hand: The hold on the desktop.
        query: The text; empty for all.
    """
    _main(hand, "address_book")
    return [_card(row) for row in sorted_cards(hand.get(CARDS), query)]


@_MAILS.writes
def cards_add(hand: Hand, name: str, email: str = "", phone: str = "", notes: str = "") -> dict[str, Any]:
    """Adds a contact to Thunderbird's address book.

    Args:
        hand: The hold on the desktop.
        name: First and last name.
        email: E-mail address.
        phone: Telephone number.
        notes: Notes.
    """
    need(name.strip(), "the name is empty")
    first, _, last = name.strip().partition(" ")
    texts = {"first": first, "last": last, "email": email, "phone": phone, "notes": notes}
    _main(hand, "address_book")
    hand.send("new_card")
    hand.type(**{key: text for key, text in texts.items() if text})
    return _card(hand.add(CARDS, "save_card"))


@_MAILS.writes
def cards_change(hand: Hand, name: str, email: str = "", phone: str = "", notes: str = "") -> dict[str, Any]:
    """Changes a contact of Thunderbird's address book; what is left out stays.

    Args:
        hand: The hold on the desktop.
        name: Its name.
        email: New e-mail address.
        phone: New telephone number.
        notes: New notes.
    """
    row = one_of("contact", name, hand.get(CARDS), lambda row: row.shown)
    texts = {"email": email, "phone": phone, "notes": notes}
    need(any(texts.values()), "no change is given; expected one at least")
    _main(hand, "address_book")
    hand.send("edit_card", row.id)
    hand.type(**{key: text for key, text in texts.items() if text})
    hand.close("save_card")
    return next(_card(each) for each in hand.get(CARDS) if each.id == row.id)


# Rhythmbox ----------------------------------------------------------------------------------------------------------


def _song(song: Song) -> dict[str, Any]:
    return {"title": song.title, "artist": song.artist, "album": song.album, "path": song.path}


@_SONGS.reads
def songs_search(hand: Hand, query: str = "") -> list[dict[str, Any]]:
    """Returns the songs of Rhythmbox whose title, artist or album contains a text.

    Args:
        hand: The hold on the desktop.
        query: The text; empty for all.
    """
    hand.begin("music", "escape")
    wanted = query.strip().casefold()
    songs = [_song(song) for song in library(hand.get(FILES))]
    return [row for row in songs if wanted in f"{row['title']}\n{row['artist']}\n{row['album']}".casefold()]


@_SONGS.reads
def playlists_list(hand: Hand) -> list[dict[str, Any]]:
    """Returns the playlists of Rhythmbox with the paths of their songs.

    Args:
        hand: The hold on the desktop.
    """
    hand.begin("music", "escape")
    return [{"name": row.name, "songs": list(row.paths)} for row in read_lists(hand.get(FILES)).playlists]


@_SONGS.writes
def playlists_create(hand: Hand, name: str) -> str:
    """Makes an empty playlist in Rhythmbox.

    Args:
        hand: The hold on the desktop.
        name: Its name.
    """
    need(name.strip(), "the name is empty")
    known = [row.name for row in read_lists(hand.get(FILES)).playlists]
    need(name.strip() not in known, f"there is a playlist {name!r}")
    hand.begin("music", "escape")
    hand.send("new_playlist")
    hand.type(rename=name)
    hand.send("submit", "rename")
    made = [row.name for row in read_lists(hand.get(FILES)).playlists]
    need(name.strip() in made, f"a playlist can't be called {name[:60]!r}")
    return f"made the playlist {name.strip()}"


@_SONGS.writes
def songs_tag(hand: Hand, path: str, title: str = "", artist: str = "", album: str = "") -> str:
    """Changes the tags of a song with Rhythmbox; what is left out stays.

    Args:
        hand: The hold on the desktop.
        path: Path of its file, as songs_search tells it.
        title: Its new title.
        artist: Its new artist.
        album: Its new album.
    """
    texts = {key: text for key, text in (("title", title), ("artist", artist), ("album", album)) if text}
    need(texts, "no change is given; expected one at least")
    hand.begin("music", "escape")
    hand.send("source", "library")
    hand.send("artist", "")
    hand.type(search="")
    paths = [song.path for song in shown(hand.context, ())]
    whole = home_path(path)
    need(whole in paths, f"there is no song {path!r}; songs_search tells the paths")
    hand.send("row", paths.index(whole))
    hand.send("properties")
    hand.type(**texts)
    hand.send("save_tags")
    need(hand.page.name != "notice", "the tags of this file can't be changed")
    return "changed the tags"


# Firefox ------------------------------------------------------------------------------------------------------------


def _layout(hand: Hand) -> Layout:
    """Returns the page in front as Firefox lays it out."""
    state = browser(hand.context)
    return page_layout(hand.context, state, *view_size(hand.context, state))[1]


def _shown(hand: Hand) -> dict[str, Any]:
    """Returns the page in front: title, address, text, links, and controls."""
    layout, entry, fields = _layout(hand), current_entry(browser(hand.context)), hand.context.base.fields
    return {
        "title": page_tree(entry).title, "url": entry.url, "text": shown_text(layout)[:_LONGEST],
        "links": shown_links(layout), "controls": [told(control, fields) for control in shown_controls(layout)],
    }  # fmt: skip


@_WEB.reads
def web_open(hand: Hand, address: str) -> dict[str, Any]:
    """Opens a web page in Firefox; returns its text, its links and the controls of its forms.

    Args:
        hand: The hold on the desktop.
        address: Its address, such as shop.example/, or words to search for.
    """
    need(address.strip(), "the address is empty")
    hand.begin("firefox", "escape")
    hand.send("edit_url")
    hand.type(url=address)
    hand.send("submit", "url")
    return _shown(hand)


@_WEB.reads
def web_follow(hand: Hand, link: str) -> dict[str, Any]:
    """Follows a link of the web page in Firefox; returns the next page, as web_open does.

    Args:
        hand: The hold on the desktop.
        link: Its text.
    """
    hand.begin("firefox", "escape")
    links = shown_links(_layout(hand))
    text = one_of("link", link, links, str)
    hand.send("follow", links[text], False)
    return _shown(hand)


def _fill(hand: Hand, name: str, value: str) -> None:
    """Fills a control of the page: types, chooses an entry, ticks, or unticks."""
    controls = [each for each in shown_controls(_layout(hand)) if each.kind not in ("submit", "button", "reset")]
    if (radio := [each for each in controls if each.kind == "radio" and each.name == name]) and value:
        chosen = one_of("choice", value, radio, lambda each: each.label or each.value)
        hand.send("choose", chosen.key, chosen.value)
        return
    control = one_of("control", name, controls, lambda each: each.label or each.name)
    match control.kind:
        case "select":
            option = one_of("entry", value, control.options, lambda each: each.text)
            hand.send("chosen", control.key, option.value)
        case "checkbox":
            if bool(hand.page.fields.get(control.key)) != (value.casefold() not in ("", "false", "off", "no")):
                hand.send("choose", control.key, "")
        case "radio":
            hand.send("choose", control.key, control.value)
        case "file":
            hand.send("ask", control.key, 0, 0)
            hand.type(name=home_path(value))
            hand.send("choose")
            need(hand.page.name == "browser", f"there is no file {value!r}")
        case _:
            hand.type(**{control.key: value})


@_WEB.writes
def web_submit(hand: Hand, button: str, values: list[list[str]] = []) -> dict[str, Any]:  # noqa: B006 - never changed
    """Fills controls of the web page in Firefox and presses a button; returns the next page, as web_open does.

    Args:
        hand: The hold on the desktop.
        button: The button's text.
        values: Pairs of a control's name and its value: a text, an entry of a list, or true and false for a tick.
    """
    need(all([len(pair) == 2 for pair in values]), "expected pairs of a control's name and its value")
    hand.begin("firefox", "escape")
    buttons = [each for each in shown_controls(_layout(hand)) if each.kind in ("submit", "button")]
    pressed = one_of("button", button, buttons, lambda each: each.label or each.value)
    for name, value in values:
        _fill(hand, name, value)
    hand.send("press", pressed.key)
    problem = browser(hand.context).problem
    need(not problem.key, f"the page says: {problem.text}")
    return _shown(hand)
