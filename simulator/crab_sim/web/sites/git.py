"""git.example, Gitbarn: repositories, their files and issues.

Pages: ``/`` (with ``q``), ``/OWNER/NAME``, ``.../tree/PATH``, ``.../blob/PATH``, ``.../raw/PATH`` (``?download=1`` to
save it), ``.../archive.zip``, ``.../issues`` (``?state=open|closed``), ``.../issues/new``, ``.../issues/NUMBER``.
Tables ``issues``, ``comments`` and ``repositories`` (with their stars).
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .markup import (
    Frame,
    Problem,
    Reply,
    Request,
    area,
    button,
    day,
    download,
    esc,
    field,
    form,
    icon,
    link,
    page,
    redirect,
    select,
    table,
)
from .search import Hit
from .text import insert_words, rendered
from .world import Row, World

__all__ = ["COLUMNS", "LABELS", "OWNER", "begin", "entries", "handle"]

OWNER = "user"
"""The user who is signed in."""
LABELS = ("bug", "feature", "question", "documentation")
"""Labels of issues."""
COLUMNS: Mapping[str, Row] = {
    "repositories": {"id": 0, "name": "", "stars": 0, "starred": False},
    "issues": {
        "id": 0, "repository": "", "number": 0, "title": "", "body": "", "label": "", "author": OWNER, "state": "open",
        "date": 0.0,
    },
    "comments": {"id": 0, "repository": "", "number": 0, "author": OWNER, "body": "", "date": 0.0},
}  # fmt: skip
"""``repository`` and ``name``: ``OWNER/NAME``. ``state``: open or closed. A comment's ``number`` is its issue's."""

_SITE = "git.example"
_FRAME = Frame(_SITE, "Gitbarn", (("Explore", "/"),), "/", "Search repositories")
_AUTHORS = ("ada", "bruno", "chiara", "emil", "fiona", "hugo", "ines", "jonas")


class Repository(NamedTuple):
    """A repository: its name, its description, and its files by path."""

    name: str
    about: str
    language: str
    licence: str
    files: Mapping[str, str]


# Content --------------------------------------------------------------------------------------------------------------


def _words(world: World) -> dict[str, str]:
    rng = world.rng("git")
    return {
        "version": f"{rng.randrange(1, 4)}.{rng.randrange(0, 10)}.{rng.randrange(0, 10)}",
        "tolerance": str(rng.randrange(1, 12) * 5), "hour": str(rng.randrange(6, 13)),
        "port": str(rng.randrange(8000, 9000)), "flour": str(rng.randrange(23, 28) * 5),
        "month": rng.choice(("April", "May", "June", "July", "August")), "bees": str(rng.randrange(30, 60) * 1000),
        "history": str(rng.randrange(1, 20) * 1000), "tab": str(rng.choice((2, 3, 4, 8))),
    }  # fmt: skip


def repositories(world: World) -> dict[str, Repository]:
    """Returns the repositories by name."""
    words = _words(world)
    repos = {}
    for part in world.text("repos.txt").split("##### ")[1:]:
        head, _, rest = part.partition("\n")
        name, about, language, licence = head.split(" | ")
        files = {}
        for piece in rest.split("==== ")[1:]:
            path, _, text = piece.partition("\n")
            files[path] = insert_words(text, words)
        repos[name] = Repository(name, about, language, licence, dict(sorted(files.items())))
    return repos


def begin(world: World) -> dict[str, list[Row]]:
    """Returns the first stars and issues."""
    rng, words = world.rng("git issues"), _words(world)
    names = list(repositories(world))
    stars = [{"id": i, "name": name, "stars": rng.randrange(3, 400)} for i, name in enumerate(names, 1)]
    lines = [line.split(" | ", 3) for line in world.text("issues.txt").strip().split("\n")]
    issues: list[Row] = []
    comments: list[Row] = []
    numbers = {name: rng.randrange(3, 40) for name in names}
    when = world.now - 60 * 86_400
    for name, label, title, body in rng.sample(lines, len(lines)):
        when += rng.uniform(1, 4) * 86_400
        numbers[name] += rng.randrange(1, 4)
        author = rng.choice(_AUTHORS)
        issues.append(
            {
                "id": len(issues) + 1, "repository": name, "number": numbers[name], "title": insert_words(title, words),
                "body": insert_words(body, words), "label": label, "author": author, "date": float(int(when)),
                "state": "closed" if rng.random() < 0.25 else "open",
            }
        )  # fmt: skip
        if rng.random() < 0.5:
            text = rng.choice(("Thank you for telling us.", "I can look at it next week.", "Same here.", "Good idea!"))
            other = rng.choice([name for name in _AUTHORS if name != author])
            comments.append(
                {
                    "id": len(comments) + 1, "repository": name, "number": numbers[name], "author": other, "body": text,
                    "date": float(int(when + 40_000)),
                }
            )  # fmt: skip
    return {"repositories": stars, "issues": issues, "comments": comments}


def entries(world: World) -> list[Hit]:
    """Returns the repositories for the search engine."""
    return [
        Hit(f"http://{_SITE}/{repo.name}", repo.name, f"{repo.about} {repo.language} " + " ".join(repo.files))
        for repo in repositories(world).values()
    ]


# Pages ----------------------------------------------------------------------------------------------------------------


def handle(world: World, request: Request) -> Reply:
    """Answers a request to the site."""
    if request.path == "/":
        return _explore(world, request.get("q"))
    method, owner, name, *rest = (*request.parts, "", "")[: max(3, len(request.parts))]
    repo = repositories(world).get(f"{owner}/{name}")
    if repo is None:
        raise Problem(404, "There is no such repository.")
    if method == "POST":
        return _post(world, repo, rest, request)
    path = "/".join(rest[1:])
    match rest:
        case []:
            return _tree(world, repo, "")
        case ["tree", _, *_]:
            return _tree(world, repo, path)
        case ["blob", _, *_]:
            return _blob(world, repo, path)
        case ["raw", _, *_]:
            return _raw(repo, path, request)
        case ["archive.zip"]:
            return _archive(repo)
        case ["issues"]:
            return _issues(world, repo, request.get("state", "open"))
        case ["issues", "new"]:
            return _new_issue(world, repo, {}, "")
        case ["issues", number]:
            return _issue(world, repo, _find(world, repo, number))
    raise Problem(404, "git.example has no page at this address.")


def _explore(world: World, query: str) -> Reply:
    words = query.casefold().split()
    stars = {row["name"]: row["stars"] for row in world.rows(_SITE, "repositories")}
    matching = [
        repo
        for repo in repositories(world).values()
        if all(word in f"{repo.name} {repo.about} {repo.language}".casefold() for word in words)
    ]
    items = "".join(
        [
            f'<li class="card"><h2>{link("/" + repo.name, repo.name)}</h2><p>{esc(repo.about)}</p><p class="faint">'
            f"{esc(repo.language)} · {esc(repo.licence)} · ★ {stars.get(repo.name, 0)}</p></li>"
            for repo in matching
        ]
    )
    title = f"Repositories with “{query}”" if query else "Explore repositories"
    listed = f'<ul class="plain">{items}</ul>' if items else '<p class="empty">There is no such repository.</p>'
    return page(_FRAME, "Explore", f"<h1>{esc(title)}</h1>{listed}", query=query)


def _head(world: World, repo: Repository, here: str) -> str:
    issues = [row for row in world.rows(_SITE, "issues") if row["repository"] == repo.name and row["state"] == "open"]
    row = _stars(world, repo)
    star = button(f"{'Unstar' if row['starred'] else 'Star'} ({row['stars']})", "act", "star")
    tabs = [("Code", f"/{repo.name}", "code"), (f"Issues ({len(issues)})", f"/{repo.name}/issues", "issues")]
    links = "".join(
        [f'<a href="{esc(to)}"{" aria-current=page" if key == here else ""}>{esc(text)}</a>' for text, to, key in tabs]
    )
    owner, name = repo.name.split("/")
    return (
        f'<div class="repo"><h1>{esc(owner)} / {link("/" + repo.name, name)}</h1>'
        f'{form(f"/{repo.name}/star", star, "inline")}</div><div class="tabs">{links}</div>'
    )


def _stars(world: World, repo: Repository) -> Row:
    rows = world.rows(_SITE, "repositories")
    return next((row for row in rows if row["name"] == repo.name), {"stars": 0, "starred": False})


def _crumbs(repo: Repository, path: str) -> str:
    parts = path.split("/") if path else []
    links = [link(f"/{repo.name}", repo.name.split("/")[1])]
    for i, part in enumerate(parts[:-1], 1):
        links.append(link(f"/{repo.name}/tree/{'/'.join(parts[:i])}", part))
    return f'<p class="crumbs">{" / ".join([*links, *[esc(part) for part in parts[-1:]]])}</p>'


def _tree(world: World, repo: Repository, folder: str) -> Reply:
    prefix = f"{folder}/" if folder else ""
    names = [path.removeprefix(prefix) for path in repo.files if path.startswith(prefix)]
    if not names:
        raise Problem(404, f"There is no folder {folder} in {repo.name}.")
    folders = sorted({name.partition("/")[0] for name in names if "/" in name})
    rows = [(icon("folder"), link(f"/{repo.name}/tree/{prefix}{name}", name), "") for name in folders]
    for name in sorted(name for name in names if "/" not in name):
        size = len(repo.files[prefix + name].encode())
        rows.append(
            (icon("file"), link(f"/{repo.name}/blob/{prefix}{name}", name), f'<span class="faint">{size} bytes</span>')
        )
    body = _head(world, repo, "code")
    if not folder:
        body += f"<p>{esc(repo.about)}</p>"
    body += (
        f'<div class="actions">{_crumbs(repo, folder)}'
        f'<a class="action" id="download_zip" href="/{esc(repo.name)}/archive.zip" download>Download ZIP</a></div>'
        + table((), rows, "files")
    )
    readme = repo.files.get(f"{prefix}README.md")
    if readme:
        body += f'<section class="card readme">{rendered(readme)}</section>'
    return page(_FRAME, f"{repo.name}{'/' + folder if folder else ''}", body)


def _blob(world: World, repo: Repository, path: str) -> Reply:
    text = _file(repo, path)
    lines = "".join([f"<li>{esc(line) or ' '}</li>" for line in text.removesuffix("\n").split("\n")])
    count = text.count("\n")
    body = (
        _head(world, repo, "code")
        + f'<div class="actions">{_crumbs(repo, path)}<span class="faint">{count} line{"s" * (count != 1)}</span>'
        + link(f"/{repo.name}/raw/{path}", "Raw", "action", "raw")
        + f'<a class="action" id="download" href="/{esc(repo.name)}/raw/{esc(path)}?download=1" download>Download</a>'
        + "</div>"
        + f'<ol class="source">{lines}</ol>'
    )
    return page(_FRAME, f"{path} at {repo.name}", body)


def _file(repo: Repository, path: str) -> str:
    if path not in repo.files:
        raise Problem(404, f"There is no file {path} in {repo.name}.")
    return repo.files[path]


def _raw(repo: Repository, path: str, request: Request) -> Reply:
    reply = download(_file(repo, path), posixpath.basename(path))
    return reply if request.get("download") else reply._replace(filename="")


def _archive(repo: Repository) -> Reply:
    stream = io.BytesIO()
    name = repo.name.split("/")[1]
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in repo.files.items():
            archive.writestr(zipfile.ZipInfo(f"{name}-main/{path}", (2026, 10, 1, 12, 0, 0)), text)
    return download(stream.getvalue(), f"{name}-main.zip", "application/zip")


# Issues ---------------------------------------------------------------------------------------------------------------


def _of(world: World, repo: Repository) -> list[Row]:
    return [row for row in world.rows(_SITE, "issues") if row["repository"] == repo.name]


def _find(world: World, repo: Repository, number: str) -> Row:
    for row in _of(world, repo):
        if str(row["number"]) == number:
            return row
    raise Problem(404, f"{repo.name} has no issue with this number.")


def _label(text: str) -> str:
    return f'<span class="label {esc(text)}">{esc(text)}</span>' if text else ""


def _issues(world: World, repo: Repository, state: str) -> Reply:
    state = state if state in ("open", "closed") else "open"
    rows = sorted(_of(world, repo), key=lambda row: -row["number"])
    counts = {name: sum(row["state"] == name for row in rows) for name in ("open", "closed")}
    base = f"/{repo.name}/issues"
    items = "".join(
        [
            f"<li>{link(f'{base}/{number}', row['title'])} {_label(row['label'])}<br>"
            f'<span class="faint">#{number} by {esc(row["author"])}, {esc(day(row["date"]))}</span></li>'
            for row in rows
            for number in [row["number"]]
            if row["state"] == state
        ]
    )
    links = " ".join(
        [
            f'<a href="{base}?state={name}"{" aria-current=page" if name == state else ""}>'
            f"{name.capitalize()} ({count})</a>"
            for name, count in counts.items()
        ]
    )
    body = (
        _head(world, repo, "issues")
        + f'<div class="actions"><span class="states">{links}</span>'
        + link(f"{base}/new", "New issue", "primary", "new_issue")
        + "</div>"
        + (f'<ul class="issues">{items}</ul>' if items else '<p class="empty">There are none.</p>')
    )
    return page(_FRAME, f"Issues of {repo.name}", body)


def _new_issue(world: World, repo: Repository, values: Mapping[str, str], problem: str) -> Reply:
    inner = (
        field("Title", "title", values.get("title", ""), more="required")
        + area("Description", "body", values.get("body", ""), 8)
        + select("Label", "label", [("", "None"), *[(name, name) for name in LABELS]], values.get("label", ""))
        + f'<p class="actions">{button("Open issue", "act", "open", "primary")}</p>'
    )
    error = f'<p class="error" role="alert">{esc(problem)}</p>' if problem else ""
    body = f"{_head(world, repo, 'issues')}<h2>New issue</h2>{error}{form(f'/{repo.name}/issues/new', inner, 'card')}"
    return page(_FRAME, f"New issue of {repo.name}", body, status=400 if problem else 200)


def _comment(author: str, when: float, text: str) -> str:
    return (
        f'<article class="card said"><p class="meta"><b>{esc(author)}</b>, {esc(day(when))}</p>'
        f'<div class="body">{esc(text) or "<i>No description.</i>"}</div></article>'
    )


def _issue(world: World, repo: Repository, row: Row) -> Reply:
    comments = [
        comment
        for comment in world.rows(_SITE, "comments")
        if (comment["repository"], comment["number"]) == (repo.name, row["number"])
    ]
    listed = "".join([_comment(comment["author"], comment["date"], comment["body"]) for comment in comments])
    inner = (
        area("Comment", "body", "", 4)
        + f'<p class="actions">{button("Comment", "act", "comment", "primary")}'
        + f"{button('Close issue' if row['state'] == 'open' else 'Reopen issue', 'act', 'toggle')}</p>"
    )
    body = (
        f"{_head(world, repo, 'issues')}<h2>{esc(row['title'])} <span class='faint'>#{row['number']}</span></h2>"
        f'<p><span class="state {row["state"]}">{row["state"].capitalize()}</span> {_label(row["label"])}</p>'
        f"{_comment(row['author'], row['date'], row['body'])}{listed}"
        f"{form(f'/{repo.name}/issues/' + str(row['number']), inner)}"
    )
    return page(_FRAME, f"{row['title']}, issue {row['number']} of {repo.name}", body)


def _post(world: World, repo: Repository, rest: Sequence[str], request: Request) -> Reply:
    match rest:
        case ["star"]:
            row = _stars(world, repo)
            row["starred"] = not row["starred"]
            row["stars"] += 1 if row["starred"] else -1
            return redirect(f"/{repo.name}")
        case ["issues", "new"]:
            values = {
                "title": request.get("title"),
                "body": request.text("body").strip(),
                "label": request.get("label"),
            }
            if not values["title"]:
                return _new_issue(world, repo, values, "Write a title.")
            values["label"] = values["label"] if values["label"] in LABELS else ""
            number = 1 + max([row["number"] for row in _of(world, repo)], default=0)
            world.add(_SITE, "issues", repository=repo.name, number=number, date=world.now, **values)
            world.effects.append(("post", f"{_SITE}/{repo.name}", "\n".join(values.values())))
            return redirect(f"/{repo.name}/issues/{number}")
        case ["issues", number]:
            return _answer(world, repo, _find(world, repo, number), request)
    raise Problem(404, "git.example has no such form.")


def _answer(world: World, repo: Repository, row: Row, request: Request) -> Reply:
    text = request.text("body").strip()
    act = request.get("act", "comment")
    if act == "comment" and not text:
        raise Problem(400, "Write a comment first.")
    if text:
        world.add(_SITE, "comments", repository=repo.name, number=row["number"], body=text, date=world.now)
    world.effects.append(("post", f"{_SITE}/{repo.name}/issues/{row['number']}", f"{act}\n{text}"))
    if act == "toggle":
        row["state"] = "closed" if row["state"] == "open" else "open"
    return redirect(f"/{repo.name}/issues/{row['number']}")
