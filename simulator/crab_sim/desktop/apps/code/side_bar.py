"""The views of the side bar: the folder's tree, the search in files, source control."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crab_sim.desktop.apps.code.messages import Message
from crab_sim.desktop.apps.code.scm import Repo
from crab_sim.desktop.apps.code.state import Code, Match, document_of, read_text
from crab_sim.desktop.apps.code.themes import Palette, palette
from crab_sim.desktop.apps.code.widgets import Action, Heading, RowButton, SwitchButton, TreeRow
from crab_sim.desktop.widgets import Sized, tilde
from crab_sim.files import Files
from crab_sim.shell.programs.git.worktree import Change
from crab_sim.ui import Column, Field, IconButton, Label, Page, Row, Scroll, Space, Widget
from crab_sim.ui.theme import Color

__all__ = ["side_bar"]

_MAX_ROWS = 600


def side_bar(files: Files, code: Code, page: Page, repo: Repo | None, dark: bool) -> Widget[Message]:
    """Returns the view that is shown.

    Args:
        files: The machine's files, for the explorer and the search.
        code: The editor's state, which chooses the view.
        page: The window's page, which has the search fields.
        repo: The state of source control; None outside a repository.
        dark: Whether the letters and marks of changes get the colors of the dark theme.
    """
    match code.side:
        case "search":
            return _search(files, code, page)
        case "scm":
            return _scm(code, repo, palette(dark))
    return _explorer(files, code, repo, palette(dark))


# Explorer -------------------------------------------------------------------------------------------------------------


def _explorer(files: Files, code: Code, repo: Repo | None, colors: Palette) -> Widget[Message]:
    if not code.folder:
        return Column(
            [
                Heading("EXPLORER"),
                Heading("NO FOLDER OPENED", strong=True),
                Label("You have not yet opened a folder.", "small", wrap=True, pad=(16, 8)),
                Row([RowButton("Open Folder", ("open_folder",), flex=1)], pad=(16, 4)),
                Space(flex=1),
            ],
            background="bar",
            flex=1,
        )
    letters = repo.letters() if repo is not None else {}
    changed = {above for path in letters for above in _above(path, code.folder)}
    rows: list[Widget[Message]] = []
    if code.naming in ("file", "folder") and _naming_folder(files, code) == code.folder:
        rows.append(_name_row(code, 0))
    _tree(rows, files, code, code.folder, 0, (letters, changed, colors))
    name = code.folder.rpartition("/")[2] or "/"
    buttons: Sequence[Action] = (
        ("document", "New File...", ("tree_new", "file")),
        ("folder_add", "New Folder...", ("tree_new", "folder")),
        ("collapse", "Collapse Folders in Explorer", ("collapse",)),
    )
    heading = Heading(name.upper(), buttons, strong=True)
    return Column([Heading("EXPLORER"), heading, Scroll("tree", rows, flex=1)], background="bar", flex=1)


def _above(path: str, folder: str) -> Sequence[str]:
    parts = path[len(folder) :].strip("/").split("/")[:-1]
    return [folder.rstrip("/") + "".join(["/" + part for part in parts[: count + 1]]) for count in range(len(parts))]


def _naming_folder(files: Files, code: Code) -> str:
    """Returns the folder in which something new is named."""
    chosen = code.target or code.chosen
    if not chosen or not files.exists(chosen):
        return code.folder
    return chosen if files.is_dir(chosen) else chosen.rpartition("/")[0]


def _name_row(code: Code, depth: int) -> Widget[Message]:
    hint = {"file": "New file name", "folder": "New folder name"}.get(code.naming, "New name")
    return Row([Sized(Space(), 8 + 12 * depth), Field("name", hint, "tree_input", flex=1)], pad=(4, 1))


def _tree(
    rows: list[Widget[Message]], files: Files, code: Code, folder: str, depth: int,
    about: tuple[Mapping[str, str], set[str], Palette],
) -> None:  # fmt: skip
    letters, changed, colors = about
    names = [name for name in files.list(folder) if name != ".git"]
    names.sort(key=lambda name: (not files.is_dir(f"{folder.rstrip('/')}/{name}"), name.casefold()))
    for name in names:
        if len(rows) >= _MAX_ROWS:
            return
        path = f"{folder.rstrip('/')}/{name}"
        is_dir = files.is_dir(path)
        if code.naming == "rename" and code.target == path:
            rows.append(_name_row(code, depth))
        else:
            letter = letters.get(path, "")
            tone = _tone(letter or ("M" if path in changed else ""), colors)
            opened = path in code.expanded
            icon = ("chevron_down" if opened else "chevron_right") if is_dir else ""
            about_it = tilde(path) + (f" • {_WORDS.get(letter, 'Modified')}" if letter else "")
            rows.append(
                TreeRow(
                    name, ("tree_click", path), depth, icon, mark=letter if not is_dir else "", tone=tone,
                    chosen=code.chosen == path, long_message=("tree_menu", path), description=about_it,
                    double_message=("tree_double", path),
                )
            )  # fmt: skip
        if is_dir and path in code.expanded:
            if code.naming in ("file", "folder") and _naming_folder(files, code) == path:
                rows.append(_name_row(code, depth + 1))
            _tree(rows, files, code, path, depth + 1, about)


_WORDS = {"U": "Untracked", "A": "Added", "M": "Modified", "D": "Deleted", "!": "Conflicting", "R": "Renamed"}


def _tone(letter: str, colors: Palette) -> Color | None:
    tones = {"U": colors.added, "A": colors.added, "M": colors.changed, "D": colors.removed, "!": colors.removed}
    return tones.get(letter)


# Search ---------------------------------------------------------------------------------------------------------------


def _search(files: Files, code: Code, page: Page) -> Widget[Message]:
    options = [
        SwitchButton(text, name, ("option", letter), letter in code.options)
        for text, name, letter in (
            ("Aa", "Match Case", "c"),
            ("ab", "Match Whole Word", "w"),
            (".*", "Use Regular Expression", "r"),
        )
    ]
    arrow = "chevron_down" if code.replacing else "chevron_right"
    head: list[Widget[Message]] = [
        Heading(
            "SEARCH", (("refresh", "Refresh", ("search_files",)), ("close", "Clear Search Results", ("clear_search",)))
        ),
        Row(
            [
                IconButton(arrow, "Toggle Replace", ("toggle_replacing",), size=20),
                Field("query", "Search", "search_input", flex=1),
            ],
            pad=(4, 2),
        ),
        Row([Space(flex=1), *options], gap=2, pad=(8, 1)),
    ]
    if code.replacing:
        button: Widget[Message] = IconButton("swap_vertical", "Replace All", ("replace_files",), size=26)
        head.insert(
            2, Row([Sized(Space(), 20), Field("replacement", "Replace", "replace_input", flex=1), button], pad=(4, 2))
        )
    rows: list[Widget[Message]] = []
    results = code.results
    if results is None:
        note = (
            ""
            if code.folder or code.docs
            else "You have not opened or specified a folder. Only open files are currently searched."
        )
    elif not results:
        note = "No results found. Review your settings for configured exclusions and check your gitignore files"
    else:
        count = len({match.path for match in results})
        note = f"{len(results)} result{'s' * (len(results) != 1)} in {count} file{'s' * (count != 1)}"
        _results(rows, files, code, results, page)
    if note:
        head.append(Label(note, "small", "muted", wrap=True, pad=(12, 4)))
    return Column([*head, Scroll("results", rows, flex=1)], background="bar", flex=1)


def _results(rows: list[Widget[Message]], files: Files, code: Code, results: Sequence[Match], page: Page) -> None:
    texts: dict[str, str] = {doc.path: doc.text for doc in code.docs if doc.path and doc.old is None}
    last = ""
    replacing = code.replacing
    for match in results[:_MAX_ROWS]:
        if match.path != last:
            last = match.path
            if last not in texts:
                texts[last] = (read_text(files, last) or "").replace("\r\n", "\n")
            folder, _, name = last.rpartition("/")
            count = len([other for other in results if other.path == last]) if len(results) < 300 else 0
            inside = folder[len(code.folder) :].strip("/") if code.folder else tilde(folder)
            button: Sequence[Action] = (
                (("swap_vertical", f"Replace All in {name}", ("replace_in", last)),) if replacing else ()
            )
            rows.append(
                TreeRow(
                    name,
                    ("goto_match", last, match.start, match.end),
                    0,
                    "document",
                    inside,
                    str(count or ""),
                    buttons=button,
                    description=tilde(last),
                )
            )
        text = texts[last]
        start = text.rfind("\n", 0, match.start) + 1
        end = text.find("\n", match.start)
        lead = max(start, match.start - 30)
        line = text[lead : min(end if end >= 0 else len(text), match.start + 120)]
        blank = len(line) - len(line.lstrip())
        blank = min(blank, match.start - lead)
        lit = (match.start - lead - blank, min(match.end, end if end >= 0 else len(text)) - lead - blank)
        number = text.count("\n", 0, match.start) + 1
        each: Sequence[Action] = (("swap_vertical", "Replace", ("replace_match", *match)),) if replacing else ()
        chosen = _is_at(code, match)
        rows.append(
            TreeRow(
                line[blank:].expandtabs(1), ("goto_match", *match), 2, lit=lit, buttons=each, chosen=chosen,
                description=f"{tilde(last)}, line {number}",
            )
        )  # fmt: skip


def _is_at(code: Code, match: Match) -> bool:
    doc = document_of(code)
    return doc is not None and doc.path == match.path and doc.selections == ((match.start, match.end),)


# Source control -------------------------------------------------------------------------------------------------------


def _scm(code: Code, repo: Repo | None, colors: Palette) -> Widget[Message]:
    if repo is None:
        text = (
            "The folder currently open doesn't have a Git repository. You can initialize a repository "
            "which will enable "
            "source control features powered by Git."
            if code.folder
            else "In order to use Git features, you can open a folder containing a Git repository."
        )
        button = (
            RowButton("Initialize Repository", ("scm_init",), flex=1)
            if code.folder
            else RowButton("Open Folder", ("open_folder",), flex=1)
        )
        return Column(
            [
                Heading("SOURCE CONTROL"),
                Label(text, "small", wrap=True, pad=(16, 8)),
                Row([button], pad=(16, 4)),
                Space(flex=1),
            ],
            background="bar",
            flex=1,
        )
    found = repo.status
    buttons: Sequence[Action] = (("refresh", "Refresh", ("scm_refresh",)),)
    head: list[Widget[Message]] = [
        Heading("SOURCE CONTROL", buttons),
        Row([Field("message", f'Message (Ctrl+Enter to commit on "{repo.branch}")', "scm_input", flex=1)], pad=(10, 3)),
        Row([RowButton("Commit", ("scm_commit",), bool(repo.pending) or repo.merging, flex=1)], pad=(10, 4)),
    ]
    rows: list[Widget[Message]] = []
    if found.conflicts:
        rows.append(
            Heading(
                "Merge Changes", (("add", "Stage All Merge Changes", ("scm_stage_conflicts",)),), len(found.conflicts)
            )
        )
        for _, path in found.conflicts:
            plus: Sequence[Action] = (("add", "Stage Changes", ("scm_stage", path)),)
            rows.append(_file(repo, path, "!", ("scm_file", path), plus, colors))
    if found.staged:
        rows.append(
            Heading("Staged Changes", (("remove", "Unstage All Changes", ("scm_unstage_all",)),), len(found.staged))
        )
        for change in found.staged:
            minus: Sequence[Action] = (("remove", "Unstage Changes", ("scm_unstage", change.path)),)
            rows.append(_file(repo, change.path, change.kind, ("scm_diff", change.path, True), minus, colors, change))
    count = len(found.unstaged) + len(found.untracked)
    if count or not found.staged:
        all_buttons: Sequence[Action] = (
            ("undo", "Discard All Changes", ("scm_discard_all",)),
            ("add", "Stage All Changes", ("scm_stage_all",)),
        )
        rows.append(Heading("Changes", all_buttons if count else (), count))
    for change in found.unstaged:
        more: Sequence[Action] = (
            ("undo", "Discard Changes", ("scm_discard", change.path)),
            ("add", "Stage Changes", ("scm_stage", change.path)),
        )
        rows.append(_file(repo, change.path, change.kind, ("scm_diff", change.path, False), more, colors, change))
    for path in found.untracked:
        more = (("undo", "Discard Changes", ("scm_discard", path)), ("add", "Stage Changes", ("scm_stage", path)))
        rows.append(_file(repo, path, "U", ("scm_file", path), more, colors))
    return Column([*head, Scroll("changes", rows[:_MAX_ROWS], flex=1)], background="bar", flex=1)


def _file(
    repo: Repo,
    path: str,
    letter: str,
    message: Message,
    buttons: Sequence[Action],
    colors: Palette,
    change: Change | None = None,
) -> TreeRow:
    folder, _, name = path.rpartition("/")
    gone = change is not None and change.kind == "D"
    return TreeRow(
        name,
        message,
        0,
        "document",
        folder,
        letter,
        _tone(letter, colors),
        buttons=buttons,
        description=f"{tilde(repo.root)}/{path} • {_WORDS.get(letter, 'Modified')}",
        struck=gone,
    )
