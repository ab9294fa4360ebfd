"""The pages that are in the repository, copied to where the site is built from, with links that lead there.

* `stage_docs` - copies docs/, README.md, CHANGELOG.md and others. `relinked` - a page's text with its links changed.
* `with_tasks` - a page's text in which the names of tasks are links. `place_of` - the page that a file becomes.
* `scores` - the changes that affect scores, from CHANGELOG.md.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

from website.film import encoded
from website.notebooks import as_markdown, read
from website.task_page import page_of

__all__ = ["OTHERS", "ROOT", "place_of", "relinked", "scores", "stage_docs", "with_tasks"]

ROOT = Path(__file__).parents[2]
OTHERS: Mapping[str, str] = {
    "README.md": "overview.md",
    "simulator/README.md": "crab_sim.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "THIRD_PARTY.md": "third_party.md",
    "docs/site/index.md": "index.md",
}
"""Files outside docs/ that become pages, and files that change their place, to their pages."""
_LINK = re.compile(r"(?P<image>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)")
_TASK = re.compile(r"^#.*$|!?\[[^\]]*\]|(?P<fence>``+).*?(?P=fence)|`(?P<name>\w+\.[\w.]+)`|`[^`]*`", re.MULTILINE)
"""Code that may be a task's name; headings, links and other code are read over."""
_SITES = re.compile(r"[a-z]+:")


def place_of(source: str) -> str | None:
    """Returns the page, picture or notebook that a file of the repository becomes; None if it becomes none.

    >>> place_of("docs/tasks.md"), place_of("docs/site/install.md"), place_of("docs/notebooks/own_task.ipynb")
    ('tasks.md', 'install.md', 'notebooks/own_task.md')
    >>> place_of("CHANGELOG.md"), place_of("tests/toy.py")
    ('changelog.md', None)
    """
    if source in OTHERS:
        return OTHERS[source]
    parts = PurePosixPath(source).parts
    if parts[0] != "docs" or len(parts) < 2:
        return None
    if parts[1] == "site":
        parts = (parts[0], *parts[2:])
    return str(PurePosixPath(*parts[1:])).replace(".ipynb", ".md")


def relinked(text: str, source: str, place: str) -> str:
    """Returns a page's text with its links leading to where their targets go.

    Of links to code only the text stays, and where the text is a page's file name, the page's heading takes its place.

    Args:
        text: The text.
        source: The page's file, relative to the repository.
        place: The page's path on the site.
    """

    def change(found: re.Match[str]) -> str:
        target, anchor = found["target"], found["anchor"] or ""
        inner = _LINK.sub(change, found["text"])
        if not target or _SITES.match(target):
            return f"{found['image']}[{inner}]({target}{anchor})"
        wanted = os.path.normpath(os.path.join(os.path.dirname(source), target))
        goal = place_of(wanted)
        if goal is None and not (ROOT / wanted).exists():  # a page that is made here
            goal = os.path.normpath(os.path.join(os.path.dirname(place), target))
        if goal is None:
            return inner
        if wanted.endswith(".md") and inner in (target, PurePosixPath(target).name, wanted):
            inner = _title(wanted)
        return f"{found['image']}[{inner}]({os.path.relpath(goal, os.path.dirname(place) or '.')}{anchor})"

    return "".join(piece if index % 2 else _LINK.sub(change, piece) for index, piece in enumerate(_fences(text)))


@cache
def _title(source: str) -> str:
    """Returns the heading of a page's file."""
    first = re.search(r"^# (.*)$", (ROOT / source).read_text(encoding="utf-8"), re.MULTILINE)
    assert first, f"{source} has no heading"
    return first[1].strip()


def with_tasks(text: str, place: str, names: Collection[str]) -> str:
    """Returns a page's text in which the names of tasks, where they stand as code, are links to their pages.

    Args:
        text: The text.
        place: The page's path on the site.
        names: The tasks that have a page.
    """

    def change(found: re.Match[str]) -> str:
        name = found["name"]
        if name is None or name not in names:
            return found[0]
        return f"[`{name}`]({os.path.relpath(page_of(name), os.path.dirname(place) or '.')})"

    pieces = _fences(text)
    return "".join(piece if index % 2 else _TASK.sub(change, piece) for index, piece in enumerate(pieces))


def _fences(text: str) -> list[str]:
    """Splits text at its code blocks, which have odd indices."""
    return re.split(r"(^```.*?^```$)", text, flags=re.DOTALL | re.MULTILINE)


def scores(changelog: str) -> str:
    """Returns the page of changes that affect scores, from the changelog's sections of that name."""
    text = (
        "# Changes that affect scores\n\nA change of what the same actions score raises the `version` of the tasks "
        "concerned, which each record has. `crab-gym compare` doesn't pair episodes of different definitions. Compare "
        "figures of other people only where these versions agree.\n"
    )
    for release in re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]:
        head, _, body = release.partition("\n")
        for section in re.split(r"^### ", body, flags=re.MULTILINE)[1:]:
            title, _, rest = section.partition("\n")
            if title.strip() == "Affects scores":
                text += f"\n## {head}\n\n{rest.strip()}\n"
    return text


def stage_docs(pages: Path, names: Collection[str] = ()) -> None:
    """Copies pages, pictures and notebooks into a folder.

    Args:
        pages: The folder.
        names: The tasks that have a page.
    """
    sources = [path for path in (ROOT / "docs").rglob("*") if path.is_file()]
    sources += [ROOT / name for name in OTHERS if not name.startswith("docs/")]
    for path in sources:
        source = path.relative_to(ROOT).as_posix()
        place = place_of(source)
        assert place is not None
        goal = pages / place
        goal.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".ipynb":
            text = as_markdown(read(path), lambda picture: f"../{encoded(picture, pages)}")
            goal.write_text(relinked(text, source, place), encoding="utf-8")
            shutil.copy2(path, goal.with_suffix(".ipynb"))
        elif path.suffix == ".md":
            text = relinked(path.read_text(encoding="utf-8"), source, place)
            goal.write_text(with_tasks(text, place, names), encoding="utf-8")
        else:
            shutil.copy2(path, goal)
    changelog = scores((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    text = with_tasks(relinked(changelog, "CHANGELOG.md", "scores.md"), "scores.md", names)
    (pages / "scores.md").write_text(text, encoding="utf-8")
