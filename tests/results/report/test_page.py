"""The file: one page that holds all of a run, and lets nothing else in."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.records import RunFolder
from crab_gym.results.report import Shrink, write_report
from crab_gym.results.report.page import SCRIPTS
from tests.results.report._runs import SHOWN, make_run


class Elements(HTMLParser):
    """The elements of a page in their order, with their attributes and their text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str], list[str]]] = []
        self.open = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}, []))
        self.open = True

    def handle_endtag(self, tag: str) -> None:
        self.open = False

    def handle_data(self, data: str) -> None:
        if self.open:
            self.found[-1][2].append(data)

    def of(self, tag: str, **wanted: str) -> list[tuple[dict[str, str], str]]:
        return [
            (attrs, "".join(text))
            for name, attrs, text in self.found
            if name == tag and all(attrs.get(key) == value for key, value in wanted.items())
        ]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Elements:
    folder = tmp_path_factory.mktemp("report")
    make_run(folder / "run")
    written = write_report(folder / "run", folder / "page.html")
    assert written.size == (folder / "page.html").stat().st_size
    assert (written.episodes, written.pictures) == (6, 12)
    assert sorted(path.name for path in folder.iterdir()) == ["page.html", "run"]  # no draft is left
    return Elements((folder / "page.html").read_text(encoding="utf-8"))


def test_the_policy_lets_in_only_the_page_s_own_script_and_style(page: Elements) -> None:
    ((attrs, _),) = page.of("meta", **{"http-equiv": "Content-Security-Policy"})
    rules = dict(rule.strip().split(" ", 1) for rule in attrs["content"].split(";"))
    (script,) = [text for attributes, text in page.of("script") if "type" not in attributes]
    ((_, style),) = page.of("style")

    def hashed(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    assert rules == {
        "default-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "img-src": "data:",
        "style-src": hashed(style),
        "script-src": hashed(script),
    }


def test_nothing_is_loaded(page: Elements) -> None:
    for tag, attrs, _ in page.found:
        for name in ("src", "href", "srcset", "data", "action"):
            assert attrs.get(name, "#").startswith(("#", "data:")), (tag, attrs)
        assert not [name for name in attrs if name.startswith("on") or name == "style"], (tag, attrs)


def test_what_agents_say_makes_no_elements(page: Elements) -> None:
    for attrs, text in page.of("script", type="application/json"):
        assert not set("<>&") & set(text)
        assert json.loads(text)
        assert attrs["id"] == "index" or re.fullmatch(r"[ep]\d+", attrs["id"])
    assert [tag for tag, _, _ in page.found].count("img") == 0
    first = json.loads(page.of("script", id="e0")[0][1])
    assert first["steps"][0]["text"] == f"First. {SHOWN}"


def test_pictures_are_there_once(page: Elements) -> None:
    layouts = {attrs["id"]: json.loads(text) for attrs, text in page.of("script") if attrs.get("id", "")[:1] == "p"}
    assert list(layouts) == [f"p{k}" for k in range(12)]
    parts = [(attrs["id"], text) for attrs, text in page.of("script", type="image/webp")]
    assert {name for name, _ in parts} == {f"q{part[2]}" for layout in layouts.values() for part in layout["parts"]}
    assert len({text for _, text in parts}) == len(parts)
    assert all(base64.b64decode(text, validate=True)[8:12] == b"WEBP" for _, text in parts)


def test_scripts_hold_no_way_to_make_html_of_texts() -> None:
    folder = Path(__file__).parents[3] / "crab_gym" / "results" / "report" / "assets"
    assert {path.name for path in folder.glob("*.js")} == set(SCRIPTS)
    for name in SCRIPTS:
        text = (folder / name).read_text(encoding="utf-8")
        for bad in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "fetch(",
        ):
            assert bad not in text, f"{name} has {bad}"


def run(*args: Any, code: int = 0) -> str:
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code == code, result.output
    return result.output


def test_the_command(tmp_path: Path) -> None:
    make_run(tmp_path / "run")
    assert "run/report.html: 6 episodes, 12 pictures, 0.1 MB" in run("report", tmp_path / "run").replace("\n", "")
    assert "6 episodes, 0 pictures" in run("report", tmp_path / "run", "-o", tmp_path / "a.html", "--pictures", "none")
    assert (tmp_path / "a.html").stat().st_size < (tmp_path / "run" / "report.html").stat().st_size
    assert "expected one of: 'all', 'last', 'none'" in run("report", tmp_path / "run", "--pictures", "some", code=2)
    assert "expected a factor above 0, at most 1" in run("report", tmp_path / "run", "--scale", 2, code=2)
    assert "holds no run" in run("report", tmp_path, code=2)
    assert "can't write" in run("report", tmp_path / "run", "-o", tmp_path / "no" / "a.html", code=2)


def test_a_run_goes_on_where_it_has_a_report(tmp_path: Path) -> None:
    make_run(tmp_path / "run")
    write_report(tmp_path / "run", pictures="none")
    config = json.loads((tmp_path / "run" / "run.json").read_text())["config"]
    RunFolder(tmp_path / "run", config, {}, resume=True)
    assert (tmp_path / "run" / "report.html").is_file()


def test_a_run_without_episodes_has_a_report_too(tmp_path: Path) -> None:
    RunFolder(tmp_path / "run", {"policy": "random"}, {})
    assert write_report(tmp_path / "run").episodes == 0


@pytest.mark.parametrize(("scale", "quality"), [(0, 80), (1.1, 80), (1, 0), (1, 101), (float("nan"), 80)])
def test_shrinking_has_bounds(scale: float, quality: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Shrink(scale, quality)
