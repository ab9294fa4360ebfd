"""The site: its pages cover docs/, a task's page is made from its definition, links lead somewhere, outputs hold."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from fnmatch import fnmatch
from html import unescape
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer.main
from PIL import Image

from crab_gym.cli import app
from crab_gym.results.sharing import pack
from crab_gym.results.sharing.leaderboard import read_board
from crab_gym.rollout import rollout
from crab_gym.task import ComposedTask, OracleStuck, load, read_index
from tests.extras import lacking
from tests.results.sharing._archives import edited, forged, played, save

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
try:
    from website.galleries import SUITES
    from website.graph_svg import graph_svg, wrapped
    from website.hooks import with_breaks
    from website.leaderboard import leaderboard_page, stage_leaderboard
    from website.links import broken_links
    from website.near_misses import WORDS, said
    from website.notebooks import Cell, Notebook, as_markdown, differences, play, read, store
    from website.pages import Job, make_task, stage
    from website.reference import MODULES
    from website.stage import place_of, relinked, scores, with_tasks
    from website.task_page import page_of, task_page
    from website.text import fenced, plain
finally:
    sys.path.pop(0)

TASK = "cross.dark_mode_from_todo"
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
UNSTORED = {"sb3"}
"""Notebooks whose outputs aren't stored, as they need a training of minutes."""
LINK = re.compile(r'(?:\]\(|(?:src|href)=")([^)"#\s]*)(?:#([\w-]+))?[)"]')


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "pages"
    archives = folder.parent / "archives"
    archives.mkdir()
    for policy in ("oracle", "noop"):
        rollout([TASK], {policy: policy}, seeds=[100_000], out=archives / policy, screens=False)
        pack(archives / policy, archives / f"{policy}.zip", {})
    (archives / "broken.zip").write_bytes(b"")
    stage(folder, "none", archives, [TASK, "learn.*"])
    return folder


def nav() -> list[str]:
    """Returns the pages that the navigation names."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    return re.findall(r"([\w/.]+\.md)$", text, re.MULTILINE)


def test_the_navigation_has_every_page_once(pages: Path) -> None:
    made = {path.relative_to(pages).as_posix() for path in pages.rglob("*.md")}
    tasks = {page_of(name) for name in read_index()}
    assert sorted(nav()) == sorted(made - tasks)
    assert {f"{path.name}" for path in (ROOT / "docs").glob("*.md")} < made


def test_links_of_pages_lead_somewhere(pages: Path) -> None:
    missing = []
    for path in pages.rglob("*.md"):
        text = re.sub(r"^```.*?^```$|`[^`]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        for target, anchor in LINK.findall(text):
            goal = (path.parent / target).resolve() if target else path
            if goal.suffix == ".html" and not goal.exists():
                goal = goal.with_suffix(".md")
            if not re.match(r"\w+:", target) and (not goal.exists() or (anchor and anchor not in anchors(goal))):
                missing.append(f"{path.relative_to(pages)}: {target}#{anchor}")
    assert missing == []


def anchors(page: Path) -> set[str]:
    """Returns the anchors of a page's headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_first_page_answers_the_first_questions_within_two_clicks() -> None:
    text = (ROOT / "docs" / "site" / "index.md").read_text(encoding="utf-8")
    first = {target for target in re.findall(r"\]\(\.\./([\w/]+\.md(?:#[\w-]+)?)\)", text)}
    assert {"environment.md#reward", "tasks.md", "adb.md", "learning.md"} <= first
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(code) == 1 and len([line for line in code[0].splitlines() if line]) == 5
    exec(compile(code[0], "index.md", "exec"), {})


def test_every_suite_has_a_gallery(pages: Path) -> None:
    assert {info.platform for info in read_index().values()} == set(SUITES)
    gallery = (pages / "catalogue" / "learn.md").read_text(encoding="utf-8")
    for name in read_index():
        assert (f'href="{name}.html"' in gallery) == name.startswith("learn.")


def test_a_page_is_made_from_a_tasks_definition(tmp_path: Path) -> None:
    for name in ("catalogue", "pictures"):
        (tmp_path / name).mkdir()
    entry = make_task(Job(TASK, tmp_path, "all"))
    text = (tmp_path / page_of(TASK)).read_text(encoding="utf-8")
    task, info = load(TASK), read_index()[TASK]
    assert plain(entry.goal) in text and info.hash in text and "a phone over ADB" in text
    for word in (*task.parameters, *task.near_misses, *task.alternatives):
        assert word.replace("_", "&#95;") in text
    assert len(re.findall(r'class="crab-\w+-screen"', text)) == len(task.devices)
    for path in (*re.findall(r'src="\.\./([^"]+)"', text), entry.thumbnail):
        assert (tmp_path / path).stat().st_size > 1000
    with Image.open(tmp_path / "pictures" / f"{TASK}.gif") as film:
        assert film.n_frames == info.oracle_steps + 1 and film.size == (828, 426)


def test_a_task_whose_oracle_fails_gets_a_page_without_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stuck(env: object) -> None:
        raise OracleStuck("no such button")

    monkeypatch.setattr("website.film.OraclePolicy", stuck)
    for name in ("catalogue", "pictures"):
        (tmp_path / name).mkdir()
    entry = make_task(Job("learn.open_app", tmp_path, "all"))
    assert entry.thumbnail == "" and (tmp_path / page_of("learn.open_app")).stat().st_size > 1000
    assert capsys.readouterr().err == "learn.open_app has no pictures: no such button\n"


@pytest.mark.parametrize("suite", SUITES)
def test_a_page_of_each_suite_can_be_made(suite: str) -> None:
    name = next(name for name, info in read_index().items() if info.platform == suite)
    text = task_page(load(name), read_index()[name], None)
    assert "## Graph" in text and "## Near misses" in text and "None" not in re.sub("<svg.*</svg>|`[^`]*`", "", text)


def test_every_near_miss_is_told_in_a_sentence() -> None:
    unsaid, named = [], set()
    for name in read_index():
        task = load(name)
        for miss, oracle in task.near_misses.items():
            if not re.match(r"[A-Z].*\.$", said(task, miss, oracle)):
                unsaid.append(f"{name} {miss}")
        named |= {(task.name, way) for way in (*task.near_misses, *task.alternatives)}
        for part in task.composition.parts if isinstance(task, ComposedTask) else ():
            named |= {(part.subtask.name, way) for way in part.subtask.near_misses}
    assert unsaid == []
    unused = [
        f"{pattern} {way}"
        for pattern, words in WORDS.items()
        for way in words
        if not any(fnmatch(name, pattern) and way == other for name, other in named)
    ]
    assert unused == []


def test_graphs_are_drawn_with_all_boxes_and_edges() -> None:
    task = load("cross.contact_from_file")
    graph = task.graph(task.defaults())
    drawn = ET.fromstring(graph_svg(graph))
    of_class: Callable[[str], list[ET.Element]] = lambda name: [one for one in drawn.iter() if one.get("class") == name]  # noqa: E731
    assert [one.text for one in of_class("crab-name")] == [node.id for node in graph]
    assert len(of_class("crab-edge")) == len(of_class("crab-head")) == len(graph.edges) == 5


def test_words_in_boxes_stay_whole() -> None:
    text = "file_has(path='/home/user/Documents/minutes.txt', text='Done')"
    assert wrapped(text) == ["file_has(path='/home/user/", "Documents/minutes.txt',", "text='Done')"]
    assert wrapped("said(to='ada.lovelace@example.org', at=1)") == ["said(to=", "'ada.lovelace@example.org', at=1)"]
    assert wrapped("f(a='" + "words " * 50)[-1] == "words words words words words …"
    assert wrapped(f"same(content='{'0f' * 30}')") == ["same(content=", f"'{'0f' * 16}…"]


def test_long_names_break_between_their_parts() -> None:
    assert with_breaks("<td><code>0.messages&#95;open</code>") == "<td><code>0.messages&#95;<wbr>open</code>"
    kept = "<pre><code>a_very_long_name_here</code></pre> <code>env.step</code>"
    assert with_breaks(kept) == kept


def test_the_reference_names_modules_that_exist() -> None:
    for chapter in MODULES.values():
        assert [name for name in chapter.modules if find_spec(name) is None] == []


def test_every_command_and_option_is_described(pages: Path) -> None:
    text = (pages / "reference" / "commands.md").read_text(encoding="utf-8")
    group = typer.main.get_command(app)
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        section = text.partition(f"## crab-gym {name}\n")[2].partition("\n## ")[0]
        listed = [option for option in command.params if not option.hidden]
        options = [word for option in listed for word in option.opts if word.startswith("--")]
        assert section and [word for word in options if f"`{word}" not in section] == [], name


def test_links_follow_their_targets() -> None:
    assert place_of("docs/notebooks/own_task.ipynb") == "notebooks/own_task.md" and place_of("LICENSE") is None
    text = "[a](../CHANGELOG.md#x) [b](../tests/toy.py) ![c](images/graph.png) [d](https://e.org)\n```\n[f](../LICENSE)\n```"
    assert relinked(text, "docs/tasks.md", "tasks.md") == (
        "[a](changelog.md#x) b ![c](images/graph.png) [d](https://e.org)\n```\n[f](../LICENSE)\n```"
    )
    assert relinked("[docs/tasks.md](docs/tasks.md)", "README.md", "overview.md") == "[Tasks](tasks.md)"
    assert relinked("[a](../environment.md#reward)", "docs/site/index.md", "index.md") == "[a](environment.md#reward)"


def test_names_of_tasks_are_links_to_their_pages() -> None:
    text = "# `learn.a`\n`learn.a` [`learn.a`](x) `learn.b` `` `learn.a` ``\n```\n`learn.a`\n```\n| `learn.a` |"
    linked = "[`learn.a`](../catalogue/learn.a.md)"
    assert with_tasks(text, "notebooks/x.md", ["learn.a"]) == (
        f"# `learn.a`\n{linked} [`learn.a`](x) `learn.b` `` `learn.a` ``\n```\n`learn.a`\n```\n| {linked} |"
    )


def test_docstrings_and_texts_are_fit_for_markdown() -> None:
    assert (
        fenced("One.\n\n    >>> 1 + 1\n    2\n\nTwo.") == "One.\n\n    ```pycon\n    >>> 1 + 1\n    2\n    ```\n\nTwo."
    )
    assert plain("*a* <b>\n| c_d") == "&#42;a&#42; &lt;b&gt; &#124; c&#95;d"


def test_only_changes_of_scores_are_on_their_page() -> None:
    text = scores("# C\n\n## 2\n\n### Added\n- a\n\n### Affects scores\n- b\n\n## 1\n\n### Affects scores\n- c\n")
    assert text.endswith("\n## 2\n\n- b\n\n## 1\n\n- c\n") and "- a" not in text


def test_broken_links_and_requests_to_other_hosts_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<link rel="canonical" href="https://x.org"><script src="https://cdn.org/x.js"></script><a href="b.html#there">'
        '<a href="b.html#gone"></a><a href="c.html"></a><a href="https://x.org"></a>'
        '<img src="data:,"><p class="mermaid">'
    )
    (tmp_path / "b.html").write_text('<p id="there"></p>')
    (tmp_path / "c.css").write_text(
        "@import 'https://x.org/y.css'; a { background: url(../a.png) } b { src: url(//z.org/f) }"
    )
    assert list(broken_links(tmp_path)) == [
        "c.css loads https://x.org/y.css",
        "c.css loads //z.org/f",
        "a.html loads https://cdn.org/x.js",
        "a.html loads https://unpkg.com/mermaid",
        "a.html links to b.html#gone, but there is no such place",
        "a.html links to c.html, which isn't there",
    ]


def test_the_leaderboard_ranks_what_came_out_as_recorded(pages: Path) -> None:
    text = (pages / "leaderboard.md").read_text(encoding="utf-8")
    rows = re.findall(r'data-name="#">(.+?)<.*?<code>(\w+)</code>.*?<b>(.+?)</b>.*?href="(.+?)"', text)
    assert rows == [
        ("1", "oracle", "100.0 %", "leaderboard/oracle.zip"), ("2", "noop", "0.0 %", "leaderboard/noop.zip"),
    ]  # fmt: skip
    assert {path.name for path in (pages / "leaderboard").iterdir()} == {"oracle.zip", "noop.zip"}
    assert "broken.zip" in text.partition("## Without a rank")[2] and f"[`{TASK}`](catalogue/{TASK}.md)" in text


def test_what_cannot_be_played_again_is_no_row_of_the_leaderboard(tmp_path: Path) -> None:
    archives = tmp_path / "archives"
    archives.mkdir()
    unknown = pack(save(tmp_path / "run", played("good")), archives / "unknown.zip", {}).path
    forged(unknown, edited("table.json", '"success": 0.75', '"success": 1.0'))
    board = stage_leaderboard(tmp_path, archives)
    assert board.groups == [] and sorted(board.failed) == ["forged.zip", "unknown.zip"]
    text = unescape((tmp_path / "leaderboard.md").read_text(encoding="utf-8"))
    assert "can't be played again: its task or its devices aren't known here" in text and "<table" not in text
    assert "differs in success" in text and list((tmp_path / "leaderboard").iterdir()) == []


def test_without_archives_the_leaderboard_says_how_they_are_made(tmp_path: Path) -> None:
    assert stage_leaderboard(tmp_path, tmp_path / "nothing").groups == []
    command = re.search(r"`python (\S+) .*`", (tmp_path / "leaderboard.md").read_text(encoding="utf-8"))
    assert command and (ROOT / command[1]).is_file()


def test_texts_of_archives_are_plain_on_the_leaderboard(tmp_path: Path) -> None:
    hostile = '<img src=x onerror="alert(1)"> | [a](b) `c`\n\n# d\x1b[2J'
    records = [
        replace(each, policy=hostile, task=each.task.replace("ubuntu", suite))
        for suite, each in zip(("ubuntu", "learn"), played("good")[::2], strict=True)
    ]
    other = pack(
        save(tmp_path / "b", [replace(each, policy=hostile) for each in played("good")]), tmp_path / "b.zip", {}
    )
    board = read_board([pack(save(tmp_path / "a", records), tmp_path / 'a"><b>.zip', {}).path, other.path])
    text = leaderboard_page(board)
    assert len(board.groups) == 2 and text.count("<table") == 3  # one of them of all suites
    assert not re.search(r"<img|<b>\.|\[a\]|`c`|^# d|\x1b", text, re.MULTILINE) and "&lt;img src" in text


def test_a_notebook_becomes_a_page_with_its_output(tmp_path: Path) -> None:
    cells = [Cell("markdown", "# T\n\nText."), Cell("code", "print(1)\nx = 2\nx + 1"), Cell("code", "x = 4")]
    notebook = Notebook("n.ipynb", list(play(Notebook("n.ipynb", cells, ()))), ())
    text = as_markdown(notebook, lambda picture: "")
    assert (
        text.startswith("# T\n\n[:material-download: the notebook](n.ipynb)")
        and "\n1\n3\n```\n\n```python\nx = 4" in text
    )


def test_outputs_are_stored_and_compared(tmp_path: Path) -> None:
    file = tmp_path / "n.ipynb"
    code = "from PIL import Image\nprint(1)\nImage.new('RGB', (9, 9), {0!r})"
    cells = [
        {"cell_type": "code", "source": [code.format("red")], "metadata": {}, "outputs": [], "execution_count": None},
        {"cell_type": "code", "source": ["2"], "metadata": {}, "outputs": [], "execution_count": None},
    ]
    file.write_text(json.dumps({"cells": cells, "metadata": {"crab_gym": {"needs": []}}}))
    store(file)
    stored = read(file)
    assert list(differences(stored, list(play(stored)))) == []
    for changed, count in ((code.format("blue"), 1), (code.format("red").replace("1", "3"), 1), ("4", 1)):
        again = stored._replace(cells=[stored.cells[0]._replace(text=changed), stored.cells[1]])
        assert len(list(differences(stored, list(play(again))))) == count
    varying = stored._replace(cells=[stored.cells[0]._replace(varies="the weather"), stored.cells[1]])
    blue = stored._replace(cells=[stored.cells[0]._replace(text=code.format("blue")), stored.cells[1]])
    assert list(differences(varying, list(play(blue)))) == []


def test_all_notebooks_have_outputs_that_name_nothing_of_a_host() -> None:
    assert len(NOTEBOOKS) == 6
    for path in NOTEBOOKS:
        cells = read(path).cells
        assert path.stat().st_size < 250_000 and (any(cell.outputs for cell in cells) or path.stem in UNSTORED)
        shown = [output for cell in cells for output in cell.outputs]
        texts = [str(output.get("text", output.get("data", {}).get("text/plain"))) for output in shown]
        assert not re.search(r"/tmp|/root|/usr|site-packages| at 0x", " ".join(texts))


def _marked(path: Path) -> object:
    needs = read(path).needs
    training = [pytest.mark.extra(*needs), pytest.mark.slow, pytest.mark.timeout(1200)]
    return pytest.param(
        path, id=path.stem, marks=[pytest.mark.desktop] if "desktop" in needs else training if needs else []
    )


@pytest.mark.parametrize("path", [_marked(path) for path in NOTEBOOKS])
def test_notebooks_come_to_what_is_stored(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = read(path)
    ran = list(play(notebook))
    if path.stem not in UNSTORED:
        assert list(differences(notebook, ran)) == [], "python -m website.notebooks stores them anew"


def website(*arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(str(ROOT / name) for name in ("scripts", "simulator", "tasks", ""))
    command = [sys.executable, "-m", "website", *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)


@pytest.mark.timeout(120)
def test_several_processes_make_pages(tmp_path: Path) -> None:
    tasks = ("learn.open_app", "learn.open_panel")
    options = ("--pictures", "none", "--archives", str(tmp_path), "--slots", "2", "--only-pages")
    done = website("--out", str(tmp_path), *options, "--tasks", *tasks)
    assert done.returncode == 0, done.stderr
    assert all((tmp_path / "pages" / page_of(task)).is_file() for task in tasks)


@pytest.mark.slow
@pytest.mark.extra("mkdocs", "material", "mkdocstrings")
@pytest.mark.timeout(1800)
def test_the_whole_site_is_built_without_warnings_and_broken_links(tmp_path: Path) -> None:
    assert not lacking("mkdocs")
    rollout([TASK], {"oracle": "oracle"}, seeds=[0], out=tmp_path / "run", screens=False)
    pack(tmp_path / "run", tmp_path / "oracle.zip", {})
    done = website("--out", str(tmp_path), "--pictures", "some", "--archives", str(tmp_path))
    assert done.returncode == 0 and ": 0 broken links" in done.stdout, done.stdout + done.stderr
    assert len(list((tmp_path / "html" / "catalogue").glob("*.*.html"))) == len(read_index())
    search = json.loads((tmp_path / "html" / "search" / "search_index.json").read_text(encoding="utf-8"))
    [page] = [page for page in search["docs"] if page["location"] == "catalogue/android.add_contact.html"]
    assert re.split(search["config"]["separator"], page["title"]) == ["android", "add", "contact"]
    for page, chapter in MODULES.items():
        text = (tmp_path / "html" / "reference" / f"{page}.html").read_text(encoding="utf-8")
        empty = [name for name in chapter.modules if not re.search(rf'<h\d id="{re.escape(name)}\.\w+"', text)]
        assert empty in ([], ["crab_gym.wrappers"])  # which loads what it has on first use
