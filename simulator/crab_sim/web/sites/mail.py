"""mail.example, Lantern Mail: one person's mailbox, with folders, mails, writing, answering and searching.

Pages: ``/`` and ``/folder/NAME`` (inbox, starred, sent, drafts, archive, trash), ``/mail/ID``, ``/compose``,
``/compose?reply=ID`` (``reply_all``, ``forward``, ``draft``), ``/search?q=WORDS``, ``/attachment/ID/NUMBER``.
Table ``mails``: all mails, each with its folder. The folder ``spam`` is listed where anything lies in it.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from functools import lru_cache

from .markup import (
    Frame,
    Problem,
    Reply,
    Request,
    area,
    at,
    button,
    download,
    esc,
    field,
    form,
    icon,
    link,
    page,
    redirect,
    short,
    stamp,
)
from .text import insert_words
from .world import Row, World

__all__ = ["COLUMNS", "OWNER", "begin", "handle"]

OWNER = "user@mail.example"
"""The address of the mailbox's owner, unless it shows another account."""
COLUMNS: Mapping[str, Row] = {
    "mails": {
        "id": 0, "folder": "inbox", "from": OWNER, "to": OWNER, "cc": "", "subject": "", "body": "", "date": 0.0,
        "read": False, "starred": False, "answers": 0, "attachments": [],
    },
    "accounts": {"id": 0, "address": OWNER},
}  # fmt: skip
"""``folder``: inbox, sent, drafts, archive, spam or trash. ``to`` and ``cc``: addresses joined by commas. ``answers``:
id of the mail that it answers or forwards, else 0. ``attachments``: each ``{"name": ..., "text": ...}``; where it is no
text, ``"data"`` has its bytes in base64. ``accounts`` has one row, with the address of the mailbox's owner."""

_SITE = "mail.example"
_FOLDERS = ("inbox", "starred", "sent", "drafts", "archive", "spam", "trash")
_FRAME = Frame(
    _SITE, "Lantern Mail", (("Inbox", "/"), ("Sent", "/folder/sent"), ("Compose", "/compose")), "/search", "Search mail"
)
_ADDRESS = re.compile(r"[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}", re.IGNORECASE | re.ASCII)
_SENDERS = {
    "shop": "Harbour Goods <orders@shop.example>",
    "library": "City Library <desk@library.example>",
    "newsletter": "Weekly Reader <letters@news.example>",
    "travel": "Northern Lines <booking@travel.example>",
    "bank": "Savings Bank <service@bank.example>",
}
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
_MONTHS = ("June", "July", "August", "September")


# Content --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _templates(text: str) -> list[tuple[str, str, str, str, str]]:
    """Returns kind, subject, body, and name and text of the attachment, for each mail that may arrive."""
    templates = []
    for part in text.split("=== ")[1:]:
        head, _, body = part.partition("\n")
        kind, _, subject = head.partition(" | ")
        body, _, attached = body.partition("\n+ ")
        name, _, content = attached.partition("\n")
        templates.append((kind, subject, body.strip(), name, content))
    return templates


def begin(world: World) -> dict[str, list[Row]]:
    """Returns the first mails: a dozen in the inbox, some older ones, a draft."""
    rng = world.rng("mail")
    names = world.text("people.txt").split("\n")[:-1]
    correspondents = rng.sample(names, 7)
    templates = rng.sample(_templates(world.text("mails.txt")), 15)
    when = world.now - 3600 * rng.uniform(0.4, 2)
    rows: list[Row] = []
    for i, (kind, subject, body, attached, content) in enumerate(templates):
        name = rng.choice(correspondents)
        words = {
            "room": str(rng.randrange(2, 30)), "hour": str(rng.randrange(8, 19)), "day": rng.choice(_DAYS),
            "friend": rng.choice([other for other in correspondents if other != name]), "first": name.split()[0],
            "month": rng.choice(_MONTHS), "amount": str(rng.randrange(40, 2400)), "page": str(rng.randrange(40, 400)),
            "visitors": str(rng.randrange(200, 4000)), "invoice": f"{rng.choice('HKMN')}-{rng.randrange(1000, 9999)}",
            "two": str(rng.randrange(10, 99)), "grams": str(rng.randrange(12, 60) * 10),
        }  # fmt: skip

        text = insert_words(content, words).strip() + "\n"
        files = [{"name": insert_words(attached, words), "text": text}] if attached else []
        sender = _SENDERS.get(kind) or f"{name} <{_address_of(name)}>"
        rows.append(
            {
                "id": 0, "folder": "inbox" if i < 12 else "archive", "from": sender,
                "subject": insert_words(subject, words), "body": insert_words(body, words), "date": float(int(when)),
                "read": i > 3 and rng.random() < 0.8, "starred": rng.random() < 0.12, "attachments": files,
            }
        )  # fmt: skip
        when -= 3600 * rng.uniform(2, 30)
    answered = next((row for row in rows if _SENDERS.get("shop") != row["from"]), rows[0])
    sent = {
        "id": 0, "folder": "sent", "to": _bare(str(answered["from"])), "subject": f"Re: {answered['subject']}",
        "body": "Thanks, that works for me.\n", "date": float(int(when)), "read": True,
    }  # fmt: skip
    draft = {
        "id": 0, "folder": "drafts", "to": _address_of(correspondents[0]), "subject": "Plans for the weekend",
        "body": f"Hi {correspondents[0].split()[0]},\n\n", "date": float(int(world.now - 5000)), "read": True,
    }  # fmt: skip
    rows = [*rows, sent, draft]
    # Oldest first, so that later mails have higher numbers.
    ordered = sorted(rows, key=lambda row: float(row["date"]))
    return {"mails": [{**row, "id": i} for i, row in enumerate(ordered, 1)], "accounts": [{"id": 1}]}


def _owner(world: World) -> str:
    return next((str(row["address"]) for row in world.rows(_SITE, "accounts")), OWNER)


def _address_of(name: str) -> str:
    return f"{name.replace(' ', '.').lower()}@mail.example"


def _bare(sender: str) -> str:
    """Returns the address in ``Name <address>``."""
    return sender.partition("<")[2].rstrip(">") or sender


def _name(sender: str) -> str:
    return sender.partition(" <")[0]


# Pages ----------------------------------------------------------------------------------------------------------------


def handle(world: World, request: Request) -> Reply:
    """Answers a request to the site."""
    match request.parts:
        case ("GET",):
            return _folder(world, "inbox", request)
        case ("GET", "folder", name) if name in _FOLDERS:
            return _folder(world, name, request)
        case ("GET", "search"):
            return _search(world, request.get("q"))
        case ("GET", "mail", mail_id):
            return _mail(world, world.find(_SITE, "mails", mail_id))
        case ("POST", "mail", mail_id):
            return _change(world, world.find(_SITE, "mails", mail_id), request)
        case ("GET", "attachment", mail_id, number):
            return _attachment(world.find(_SITE, "mails", mail_id), number)
        case ("GET", "compose"):
            return _compose(world, request)
        case ("POST", "compose"):
            return _send(world, request)
    raise Problem(404, "mail.example has no page at this address.")


def _mails(world: World, folder: str) -> list[Row]:
    rows = world.rows(_SITE, "mails")
    if folder == "starred":
        chosen = [row for row in rows if row["starred"] and row["folder"] not in ("spam", "trash")]
    else:
        chosen = [row for row in rows if row["folder"] == folder]
    return sorted(chosen, key=lambda row: (-row["date"], -row["id"]))


def _side(world: World, here: str) -> str:
    links = []
    for name in _FOLDERS:
        if name == "spam" and not _mails(world, name):
            continue
        unread = sum(not row["read"] for row in _mails(world, name)) if name == "inbox" else 0
        current = ' aria-current="page"' if name == here else ""
        count = f" ({unread})" if unread else ""
        links.append(f'<li><a href="/folder/{name}"{current}>{name.capitalize()}{count}</a></li>')
    return f"<aside>{link('/compose', 'Compose', 'primary', 'compose')}<ul>{''.join(links)}</ul></aside>"


def _listed(world: World, rows: list[Row], empty: str) -> str:
    lines = []
    for row in rows:
        who = _name(row["from"]) if row["folder"] not in ("sent", "drafts") else f"To: {row['to'] or 'nobody yet'}"
        address = at("compose", draft=str(row["id"])) if row["folder"] == "drafts" else at("mail", str(row["id"]))
        star = '<span class="star" title="Starred">★</span>' if row["starred"] else ""
        clip = '<span class="clip">' + icon("clip") + "</span>" if row["attachments"] else ""
        lines.append(
            f'<li class="{"read" if row["read"] else "unread"}"><a href="{esc(address)}"><span class="who">{esc(who)}'
            f'</span><span class="what"><b>{esc(row["subject"] or "(no subject)")}</b> '
            f'<span class="faint">{esc(short(row["body"], 70))}</span></span>{star}{clip}'
            f"<time>{esc(stamp(row['date']))}</time></a></li>"
        )
    return f'<ul class="mails">{"".join(lines)}</ul>' if lines else f'<p class="empty">{esc(empty)}</p>'


def _folder(world: World, name: str, request: Request) -> Reply:
    listed = _listed(world, _mails(world, name), "Nothing here.")
    notice = {"sent": "Your mail was sent.", "saved": "The draft was saved.", "moved": "The mail was moved."}
    line = notice.get(request.get("done"), "")
    body = f'<div class="split">{_side(world, name)}<section><h1>{name.capitalize()}</h1>{listed}</section></div>'
    return page(_FRAME, name.capitalize(), body, notice=line, wide=True)


def _search(world: World, query: str) -> Reply:
    words = query.casefold().split()
    rows = [
        row
        for row in sorted(world.rows(_SITE, "mails"), key=lambda row: -row["date"])
        if words
        and all(w in " ".join([row[key] for key in ("from", "to", "subject", "body")]).casefold() for w in words)
    ]
    listed = _listed(world, rows, f"No mail has “{query}” in it." if query else "Type what to look for at the top.")
    body = f'<div class="split">{_side(world, "")}<section><h1>Search: {esc(query)}</h1>{listed}</section></div>'
    return page(_FRAME, f"Search: {query}", body, query=query, wide=True)


def _mail(world: World, row: Row) -> Reply:
    row["read"] = True
    mail_id = str(row["id"])
    files = "".join(
        [
            f'<li>{icon("clip")} <a href="/attachment/{mail_id}/{i}" download>{esc(file["name"])}</a> '
            f'<span class="faint">{len(_attached(file))} bytes</span></li>'
            for i, file in enumerate(row["attachments"], 1)
        ]
    )
    copies = f"<br>Cc: {esc(row['cc'])}" if row["cc"] else ""
    actions = [
        link(at("compose", reply=mail_id), "Reply", "action", "reply"),
        link(at("compose", reply_all=mail_id), "Reply all", "action", "reply_all"),
        link(at("compose", forward=mail_id), "Forward", "action", "forward"),
    ]
    buttons = [
        button("Remove star" if row["starred"] else "Add star", "act", "star"),
        button("Mark unread", "act", "unread"),
    ]
    if row["folder"] != "archive":
        buttons.append(button("Archive", "act", "archive"))
    if row["folder"] in ("archive", "spam", "trash"):
        buttons.append(button("Move to inbox", "act", "inbox"))
    buttons.append(button("Delete for good" if row["folder"] == "trash" else "Delete", "act", "delete", "danger"))
    body = (
        f'<div class="split">{_side(world, "" if row["folder"] == "inbox" else row["folder"])}<section class="card">'
        f"<h1>{esc(row['subject'] or '(no subject)')}</h1>"
        f'<p class="meta"><b>{esc(_name(row["from"]))}</b> &lt;{esc(_bare(row["from"]))}&gt;<br>To: {esc(row["to"])}'
        f"{copies}<br><time>{esc(stamp(row['date']))}</time></p>"
        f'<div class="body">{esc(row["body"])}</div>{f"<h2>Attachments</h2><ul>{files}</ul>" if files else ""}'
        f'<div class="actions">{"".join(actions)}{form(at("mail", mail_id), "".join(buttons), "inline")}</div>'
        "</section></div>"
    )
    return page(_FRAME, row["subject"] or "(no subject)", body, wide=True)


def _change(world: World, row: Row, request: Request) -> Reply:
    folder = row["folder"]
    match request.get("act"):
        case "star":
            row["starred"] = not row["starred"]
            return redirect(at("mail", str(row["id"])))
        case "unread":
            row["read"] = False
            return redirect(at("folder", folder))
        case "delete" if folder == "trash":
            world.rows(_SITE, "mails").remove(row)
        case "delete":
            row["folder"] = "trash"
        case "archive" | "inbox" as target:
            row["folder"] = target
        case _:
            raise Problem(400, "This form is not known here.")
    return redirect(at("folder", folder, done="moved"))


def _attached(file: Row) -> bytes:
    """Returns the bytes of an attached file."""
    return base64.b64decode(file["data"]) if "data" in file else str(file["text"]).encode()


def _attachment(row: Row, number: str) -> Reply:
    for i, file in enumerate(row["attachments"], 1):
        if str(i) == number:
            kind = "text/csv" if file["name"].endswith(".csv") else "text/plain"
            kind = "application/octet-stream" if "data" in file else f"{kind}; charset=utf-8"
            return download(_attached(file), file["name"], kind)
    raise Problem(404, "This mail has no such attachment.")


# Writing --------------------------------------------------------------------------------------------------------------


def _quoted(row: Row) -> str:
    lines = "\n".join([f"> {line}".rstrip() for line in row["body"].split("\n")])
    return f"\n\nOn {stamp(row['date'])}, {_name(row['from'])} wrote:\n{lines}\n"


def _compose(world: World, request: Request) -> Reply:
    values = {"to": request.get("to"), "cc": "", "subject": request.get("subject"), "body": request.text("body")}
    for kind in ("reply", "reply_all", "forward", "draft"):
        if request.get(kind):
            row = world.find(_SITE, "mails", request.get(kind))
            values |= {"answers": str(row["id"])}
            if kind == "draft":
                values |= {name: row[name] for name in ("to", "cc", "subject", "body")}
                values |= {"draft": str(row["id"]), "answers": str(row["answers"])}
            elif kind == "forward":
                head = f"\n\n---------- Forwarded mail ----------\nFrom: {row['from']}\nSubject: {row['subject']}\n\n"
                values |= {"subject": _prefixed("Fwd: ", row["subject"]), "body": head + row["body"]}
            else:
                everybody = [_bare(row["from"]), *re.split(r",\s*", f"{row['to']}, {row['cc']}")]
                owner = _owner(world)
                others = [name for name in dict.fromkeys(everybody) if name and name != owner] or [owner]
                values |= {"to": others[0], "subject": _prefixed("Re: ", row["subject"]), "body": _quoted(row)}
                if kind == "reply_all":
                    values |= {"cc": ", ".join(others[1:])}
    return _editor(world, values, "")


def _prefixed(prefix: str, subject: str) -> str:
    return subject if subject.startswith(prefix) else prefix + subject


def _editor(world: World, values: Mapping[str, str], problem: str) -> Reply:
    hidden = "".join(
        [
            f'<input type="hidden" name="{name}" value="{esc(values[name])}">'
            for name in ("draft", "answers")
            if values.get(name)
        ]
    )
    inner = (
        hidden
        + field("To", "to", values["to"], more='autocomplete="off"')
        + field("Cc", "cc", values["cc"], more='autocomplete="off"')
        + field("Subject", "subject", values["subject"], more='autocomplete="off"')
        + area("Message", "body", values["body"], 10)
        + f'<p class="actions">{button("Send", "act", "send", "primary")}{button("Save draft", "act", "save")}</p>'
    )
    error = f'<p class="error" role="alert">{esc(problem)}</p>' if problem else ""
    body = (
        f'<div class="split">{_side(world, "drafts" if values.get("draft") else "")}<section class="card">'
        f"<h1>New mail</h1>{error}{form('/compose', inner, 'letter')}</section></div>"
    )
    return page(_FRAME, "New mail", body, status=400 if problem else 200, wide=True)


def _send(world: World, request: Request) -> Reply:
    values = {name: request.get(name, limit=1000) for name in ("to", "cc", "subject", "draft", "answers")}
    values["body"] = request.text("body")
    send = request.get("act", "send") == "send"
    addresses = {name: [part for part in re.split(r"[,;\s]+", values[name]) if part] for name in ("to", "cc")}
    wrong = [part for part in addresses["to"] + addresses["cc"] if not _ADDRESS.fullmatch(part)]
    if send and wrong:
        return _editor(world, values, f"“{wrong[0]}” is not an e-mail address; several are separated by commas.")
    if send and not addresses["to"]:
        return _editor(world, values, "Write in “To” who should get this mail.")
    rows = world.rows(_SITE, "mails")
    draft = next((row for row in rows if row["folder"] == "drafts" and str(row["id"]) == values["draft"]), None)
    # A minute after the latest mail, so that mails stay in the order of writing even if the clock is set back.
    when = float(max([world.now, *[row["date"] for row in rows if row["folder"] in ("sent", "drafts")]]) + 60)
    answers = int(values["answers"]) if re.fullmatch(r"[0-9]{1,6}", values["answers"]) else 0
    owner = _owner(world)
    written = {
        "folder": "sent" if send else "drafts", "from": owner, "to": ", ".join(addresses["to"]),
        "cc": ", ".join(addresses["cc"]), "subject": values["subject"], "body": values["body"], "date": when,
        "read": True, "answers": answers,
    }  # fmt: skip
    if draft is not None:
        draft.update(written)
    else:
        world.add(_SITE, "mails", **written)
    if send:
        to, cc = ", ".join(addresses["to"]), ", ".join(addresses["cc"])
        world.effects.append(("mail", to, values["body"], values["subject"], cc))
    if send and owner in addresses["to"] + addresses["cc"]:
        world.add(_SITE, "mails", **{**written, "folder": "inbox", "read": False})
    return redirect(at("folder", "sent" if send else "drafts", done="sent" if send else "saved"))
