from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim import web

VOID = {"meta", "link", "img", "input", "hr", "br"}
PAGES = [hit.url for hit in web.pages()]


class Checker(HTMLParser):
    """Collects links and tells of elements that aren't closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = dict(attrs)
        self.links += [str(at[name]) for name in ("href", "src", "action") if at.get(name)]
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag


def text(url: str) -> str:
    response = web.fetch(url)
    assert response is not None and response.found and response.kind == "page"
    return response.data.decode()


def test_there_are_several_sites() -> None:
    assert len(web.HOME_SITES) == 6
    assert 20 <= len(PAGES) <= 60
    assert {url for _, url in web.HOME_SITES} <= set(PAGES)


@pytest.mark.parametrize("url", PAGES)
def test_a_page_is_whole_and_leads_somewhere(url: str) -> None:
    page = text(url)
    checker = Checker()
    checker.feed(page)
    assert not checker.stack
    assert page.startswith("<!DOCTYPE html>") and web.page_title(page)
    for link in checker.links:
        target = web.fetch(web.join(url, link))
        assert target is not None and target.found, link


def test_what_is_sent_is_shown_escaped() -> None:
    response = web.fetch("https://shop.example/thanks?name=%3Cb%3EAda%7B%7Bemail%7D%7D&email=a@b.example")
    assert response is not None
    page = response.data.decode()
    assert "Thank you, &lt;b&gt;Ada{{email}}!" in page
    assert "<td>a@b.example</td>" in page and "{{address}}" not in page


def test_posted_values_join_those_of_the_query() -> None:
    response = web.fetch("https://forms.example/survey-done?did=read", (("did", "sport"),))
    assert response is not None and b"You did: read, sport" in response.data


def test_a_link_chooses_an_option() -> None:
    assert "<option selected>Desk lamp</option>" in text("https://shop.example/order?article=Desk+lamp")


def test_addresses() -> None:
    assert web.address(" Shop.Example/lamp ") == "https://shop.example/lamp"
    assert web.address("http://shop.example") == "https://shop.example/"
    assert web.address("lamp") == "https://search.example/?q=lamp"
    assert web.address("what is bread.") == "https://search.example/?q=what+is+bread."
    assert web.fetch("https://nowhere.example/") is None
    assert web.fetch("ftp://shop.example/") is None
    missing = web.fetch("https://shop.example/../secret")
    assert missing is not None and not missing.found


def test_files_and_photos() -> None:
    table = web.fetch("https://travel.example/timetable.csv")
    assert table is not None and table.kind == "file" and table.data.startswith(b"alder,")
    photo = web.fetch("https://wiki.example/photos/bicycle.jpg")
    assert photo is not None and photo.kind == "image" and photo.data[:2] == b"\xff\xd8"
    outside = web.fetch("https://wiki.example/photos/../media.py")
    assert outside is not None and not outside.found


def test_search() -> None:
    assert [hit.url for hit in web.search("cordless drill")] == ["https://news.example/library"]
    assert web.search("BICYCLE")[0].url == "https://wiki.example/bicycle"
    assert web.search("xyzzy") == web.search("") == ()
    assert "did not match any documents" in text("https://search.example/?q=xyzzy")
    assert "&lt;script&gt;" in text("https://search.example/?q=<script>")


@given(st.text(max_size=80), st.text(max_size=30))
def test_any_address_is_answered_or_not(typed: str, href: str) -> None:
    url = web.address(typed)
    web.fetch(url)
    web.fetch(web.join(url, href))
