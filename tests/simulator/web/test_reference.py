"""The reference of a code library, for real browsers and on the simulated phone."""

from __future__ import annotations

import ast
from urllib.parse import urljoin

import pytest

from crab_sim import web as phone
from crab_sim.web.bundle import assets
from crab_sim.web.sites.app import Web
from crab_sim.web.sites.markup import Request
from crab_sim.web.sites.reference import Function, functions
from tests.simulator.web.test_sites import Page

FUNCTIONS = functions(assets()["reference.txt"].decode())


@pytest.fixture(scope="module")
def web() -> Web:
    return Web(assets(), seed=0)


def test_the_functions() -> None:
    assert len({each.name for each in FUNCTIONS}) == len(FUNCTIONS) == 15
    assert list(dict.fromkeys(each.module for each in FUNCTIONS)) == ["arrays", "stats", "text", "dates"]


@pytest.mark.parametrize("each", FUNCTIONS, ids=lambda each: each.name)
def test_a_function(each: Function) -> None:
    assert [name for name, _ in each.parameters] == each.signature.partition("(")[2][:-1].split(", ")
    ast.parse("\n".join(each.example))
    assert each.example[0] == f"from osier import {each.module}"
    assert any(f"{each.name}(" in line for line in each.example)
    assert all(line == line.strip() and line for line in each.example)


@pytest.mark.parametrize("each", FUNCTIONS, ids=lambda each: each.name)
def test_its_page_has_the_example_and_its_plain_text(each: Function, web: Web) -> None:
    page = web.answer(Request("reference.example", each.address))
    plain = web.answer(Request("reference.example", f"{each.address}/example"))
    assert page.status == plain.status == 200 and plain.kind.startswith("text/plain") and not plain.filename
    assert plain.body.decode() == "\n".join([*each.example, ""])
    assert f"{each.address}/example" in Page(page.body.decode()).links


def test_search(web: Web) -> None:
    def found(query: str) -> list[str]:
        reply = web.answer(Request("reference.example", "/search", (("q", query),)))
        return [link for link in Page(reply.body.decode()).links if link.count("/") == 2 and ":" not in link]

    assert found("matrices") == ["/arrays/matmul", "/arrays/multiply"]
    assert found("days") == ["/dates/days_between"] and not found("whale")
    assert web.answer(Request("search.example", "/", (("q", "osier median"),))).body.count(b"osier.stats.median") == 1


@pytest.mark.parametrize("path", ["/none", "/arrays/none", "/arrays/matmul/none", "/matmul"])
def test_other_addresses_are_missing(path: str, web: Web) -> None:
    assert web.answer(Request("reference.example", path)).status == 404
    missing = phone.fetch(f"https://reference.example{path}")
    assert missing is not None and not missing.found


def test_the_phone_shows_the_same_pages() -> None:
    first = phone.fetch("https://reference.example/")
    assert first is not None and b"All sites" not in first.data
    links = [link for link in Page(first.data.decode()).links if link not in ("/site.css", "/icon.svg")]
    assert len(set(links)) >= 15 + 4
    for link in links:
        target = phone.fetch(urljoin(first.url, link))
        assert target is not None and target.found and target.kind == "page", link
    plain = phone.fetch("https://reference.example/stats/mean/example")
    assert plain is not None and plain.kind == "file" and plain.data.startswith(b"from osier import stats\n")
