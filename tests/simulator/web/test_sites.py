"""All pages that links lead to, all forms, and the stored tables."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from crab_sim.web.bundle import assets
from crab_sim.web.sites.app import HOSTS, Web
from crab_sim.web.sites.markup import Reply, Request, Upload

VOID = {"meta", "link", "img", "input", "hr", "br", "path", "rect", "circle", "ellipse"}


class Page(HTMLParser):
    """A page's links and forms; elements must be closed in order, ids must be there once."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.links: list[str] = []
        self.forms: list[dict[str, Any]] = []
        self.ids: set[str] = set()
        self.labels: set[str] = set()
        self.title = ""
        self.feed(text)
        assert not self.stack

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if at.get("id"):
            assert at["id"] not in self.ids, at["id"]
            self.ids.add(at["id"])
        self.links += [at[name] for name in ("href", "src") if at.get(name)]
        if tag == "label":
            self.labels.add(at.get("for", ""))
        if tag == "form":
            self.forms.append({"action": at["action"], "method": at.get("method", "get"), "fields": {}, "buttons": []})
        elif tag in ("input", "textarea", "select") and at.get("name"):
            if at.get("type") not in ("checkbox", "radio") or "checked" in at:
                self.forms[-1]["fields"].setdefault(at["name"], at.get("value", ""))
            self.forms[-1].setdefault("kinds", {})[at["name"]] = at.get("type", tag)
        elif tag == "button" and at.get("name"):
            self.forms[-1]["buttons"].append((at["name"], at.get("value", "")))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.stack.pop() == tag, f"{tag} at {self.getpos()}"

    def handle_data(self, data: str) -> None:
        if self.stack and self.stack[-1] == "title" and "svg" not in self.stack:
            self.title += data


def get(web: Web, url: str, form: dict[str, str] | None = None) -> Reply:
    parts = urlsplit(url)
    query = tuple(parse_qsl(parts.query, keep_blank_values=True))
    pairs = None if form is None else tuple(form.items())
    return web.answer(Request(parts.netloc, unquote(parts.path) or "/", query, pairs))


def text(web: Web, url: str) -> str:
    reply = get(web, url)
    assert reply.status == 200, url
    return reply.body.decode()


def post(web: Web, url: str, **form: str) -> str:
    """Sends a form and returns the page that it leads to."""
    reply = get(web, url, form)
    assert reply.status == 303, reply.body.decode()
    return text(web, urljoin(url, reply.location))


def crawl(web: Web, most: int = 1200) -> Iterator[tuple[str, Reply]]:
    """Yields all that can be reached from the first page; of the maps' many views only some."""
    seen, waiting = {"http://start.example/"}, ["http://start.example/"]
    while waiting and len(seen) < most:
        url = waiting.pop(0)
        reply = get(web, url)
        yield url, reply
        if not reply.kind.startswith("text/html"):
            continue
        for link in Page(reply.body.decode()).links:
            target = urljoin(url, link).partition("#")[0].replace("https://", "http://")
            views = target.startswith("http://maps.example/") and ("lat=" in target or "place" in target)
            if target not in seen and not (views and sum("maps.example" in each for each in seen) > 60):
                seen.add(target)
                waiting.append(target)


@pytest.fixture
def web() -> Web:
    return Web(assets(), seed=0)


@pytest.fixture(scope="module")
def crawled() -> dict[str, Reply]:
    return dict(crawl(Web(assets(), seed=3)))


def test_every_link_leads_somewhere(crawled: dict[str, Reply]) -> None:
    wrong = [url for url, reply in crawled.items() if reply.status != 200]
    assert not wrong
    assert len(crawled) > 300
    assert {urlsplit(url).netloc for url in crawled} == set(HOSTS)


def test_every_page_is_whole(crawled: dict[str, Reply]) -> None:
    for url, reply in crawled.items():
        if reply.kind.startswith("text/html"):
            body = reply.body.decode()
            assert body.startswith("<!DOCTYPE html>") and Page(body).title, url
            assert "<script" not in body and "{{" not in body, url


def test_downloads_are_what_they_say(crawled: dict[str, Reply]) -> None:
    kinds = set()
    for url, reply in crawled.items():
        kind = reply.kind.partition(";")[0]
        kinds.add(kind)
        if kind in ("image/png", "image/jpeg"):
            with Image.open(io.BytesIO(reply.body)) as image:
                assert image.format is not None and kind == f"image/{image.format.lower()}", url
        elif kind in ("image/svg+xml", "application/gpx+xml"):
            ElementTree.fromstring(reply.body)
        elif kind == "application/zip":
            with zipfile.ZipFile(io.BytesIO(reply.body)) as archive:
                assert archive.testzip() is None and len(archive.namelist()) > 2
        elif kind == "text/csv":
            assert len(list(csv.reader(io.StringIO(reply.body.decode())))) > 1, url
    assert kinds >= {"text/html", "text/css", "text/plain", "text/csv", "image/png", "image/jpeg", "image/svg+xml"}
    assert kinds >= {"application/zip"}


def test_every_form_is_answered(crawled: dict[str, Reply]) -> None:
    seen = set()
    for url, reply in crawled.items():
        if not reply.kind.startswith("text/html"):
            continue
        for form in Page(reply.body.decode()).forms:
            target = urljoin(url, form["action"] or url).replace("https://", "http://")
            for name, value in form["buttons"] or [("", "")]:
                if (target, name, value) in seen:
                    continue
                seen.add((target, name, value))
                web = Web(assets(), seed=3)
                filled = {**form["fields"], **({name: value} if name else {})}
                for empty in [key for key, content in filled.items() if not content]:
                    filled[empty] = "ada@mail.example" if empty in ("email", "to", "cc") else "3"
                if form["method"] == "post":
                    answer = get(web, target, filled)
                    assert answer.status in (200, 303, 400), (target, answer.body)
                else:
                    query = tuple(filled.items())
                    answer = web.answer(Request(urlsplit(target).netloc, urlsplit(target).path or "/", query))
                    assert answer.status == 200, target
                if answer.location:
                    assert get(web, urljoin(target, answer.location)).status == 200, (target, answer.location)
    assert len(seen) > 60


def test_the_same_seed_gives_the_same_copy(crawled: dict[str, Reply]) -> None:
    again, other = Web(assets(), seed=3), Web(assets(), seed=4)
    some = [url for url in crawled if "download" not in url][:150]
    assert all(get(again, url).body == crawled[url].body for url in some)
    for site in ("mail.example", "docs.example", "git.example", "shop.example", "images.example"):
        assert get(again, f"http://{site}/").body != get(other, f"http://{site}/").body


def test_mail_is_written_answered_and_moved(web: Web) -> None:
    url = "http://mail.example"
    assert "Your mail was sent." in post(
        web, f"{url}/compose", to="ada@mail.example", subject="A & B", body="x\n<b>", act="send"
    )
    sent = web.read("mail.example", "mails")[-1]
    assert (sent["folder"], sent["to"], sent["subject"], sent["body"]) == (
        "sent",
        "ada@mail.example",
        "A & B",
        "x\n<b>",
    )
    assert "&lt;b&gt;" in text(web, f"{url}/mail/{sent['id']}")

    first = next(row for row in web.read("mail.example", "mails") if row["folder"] == "inbox")
    assert f'value="Re: {first["subject"]}"' in text(web, f"{url}/compose?reply={first['id']}")
    post(web, f"{url}/compose", to="x@y.example", subject="Re", body="ok", answers=str(first["id"]), act="send")
    assert web.read("mail.example", "mails")[-1]["answers"] == first["id"]

    post(web, f"{url}/mail/{first['id']}", act="delete")
    assert next(row for row in web.read("mail.example", "mails") if row["id"] == first["id"])["folder"] == "trash"
    post(web, f"{url}/mail/{first['id']}", act="delete")
    assert all(row["id"] != first["id"] for row in web.read("mail.example", "mails"))
    assert get(web, f"{url}/mail/{first['id']}").status == 404


def test_a_draft_becomes_the_mail(web: Web) -> None:
    url = "http://mail.example/compose"
    post(web, url, to="not yet", subject="Later", body="", act="save")
    draft = web.read("mail.example", "mails")[-1]
    assert draft["folder"] == "drafts" and "Later" in text(web, f"{url}?draft={draft['id']}")
    post(web, url, to="ada@mail.example", subject="Now", body="go", draft=str(draft["id"]), act="send")
    rows = [row for row in web.read("mail.example", "mails") if row["id"] == draft["id"]]
    assert [(row["folder"], row["subject"]) for row in rows] == [("sent", "Now")]


@pytest.mark.parametrize("to", ["", "nobody", "a@b", "a@b.example, c", "<x@y.example>"])
def test_a_mail_to_no_address_is_refused_and_kept_on_the_page(web: Web, to: str) -> None:
    before = web.read("mail.example", "mails")
    reply = get(web, "http://mail.example/compose", {"to": to, "subject": "Keep me", "body": "text", "act": "send"})
    assert reply.status == 400 and b"Keep me" in reply.body and b'role="alert"' in reply.body
    assert web.read("mail.example", "mails") == before


def test_mail_to_oneself_arrives_and_mail_is_found(web: Web) -> None:
    post(web, "http://mail.example/compose", to="user@mail.example", subject="Zeppelin", body="see below", act="send")
    assert [row["folder"] for row in web.read("mail.example", "mails") if row["subject"] == "Zeppelin"] == [
        "sent",
        "inbox",
    ]
    assert text(web, "http://mail.example/search?q=zeppelin+BELOW").count('<li class="') == 2
    assert "No mail has" in text(web, "http://mail.example/search?q=nonesuch")


def test_the_cart_counts_and_the_order_is_kept(web: Web) -> None:
    url = "http://shop.example"
    post(web, f"{url}/cart", act="add", article="notebook", quantity="4")
    post(web, f"{url}/cart", act="add", article="lamp", quantity="1")
    assert "$71.00" in text(web, f"{url}/cart")
    row = web.read("shop.example", "cart")[0]
    assert "$74.00" in post(web, f"{url}/cart", act="update", **{f"quantity_{row['id']}": "5"})
    person = {
        "name": "Ada",
        "email": "ada@mail.example",
        "address": "1 Quay\nAlder",
        "delivery": "express",
        "gift": "yes",
    }
    assert "Thank you, Ada!" in post(web, f"{url}/checkout", **person)
    order = web.read("shop.example", "orders")[0]
    assert order["total"] == 7400 + 1100 and order["gift"] and order["address"] == "1 Quay\nAlder"
    assert order["lines"][0] == {"article": "notebook", "quantity": 5, "price": 800}
    assert web.read("shop.example", "cart") == []
    stock = {row["slug"]: row["stock"] for row in web.read("shop.example", "articles")}
    assert stock["lamp"] == 11 and stock["notebook"] == 135


@pytest.mark.parametrize(("email", "fails"), [("", True), ("ADA@mail.example", True), ("bo@mail.example", False)])
def test_a_payment_fails_once(web: Web, email: str, fails: bool) -> None:
    url, wanted = "http://shop.example/order", {"name": "Ada", "email": "ada@mail.example", "address": "1 Quay"}
    wanted |= {"article": "Desk lamp", "quantity": "2"}
    stock = web.read("shop.example", "articles")
    web.replace("shop.example", "declines", [{"email": email}, {"email": "other@mail.example"}])
    assert "Choose an article" in get(web, url, {"name": "Ada"}).body.decode(), "which pays nothing"
    if fails:
        refused = get(web, url, wanted)
        assert refused.status == 400 and "Your payment was declined" in refused.body.decode()
        assert 'value="ada@mail.example"' in refused.body.decode()
        assert web.read("shop.example", "orders") == [] and web.read("shop.example", "articles") == stock
    assert "Thank you, Ada!" in post(web, url, **wanted)
    assert len(web.read("shop.example", "orders")) == 1 and len(web.effects()) == 1
    left = [row["email"] for row in web.read("shop.example", "declines")]
    assert left == (["other@mail.example"] if fails else [email, "other@mail.example"])


def test_the_order_form_orders_one_article(web: Web) -> None:
    url = "http://shop.example/order"
    person = {"name": "Ada", "email": "ada@mail.example", "address": "1 Quay", "delivery": "collect"}
    assert get(web, url, {**person, "article": "Enamel kettle", "quantity": "1"}).status == 400  # sold out
    assert get(web, url, {**person, "article": "Desk lamp", "quantity": "1", "email": "ada"}).status == 400
    assert web.read("shop.example", "orders") == []
    post(web, url, article="Desk lamp", quantity="2", **person)
    assert web.read("shop.example", "orders")[0]["total"] == 6800


def test_removing_from_the_cart(web: Web) -> None:
    post(web, "http://shop.example/cart", act="add", article="lamp", quantity="2")
    assert "empty" in post(web, "http://shop.example/cart", remove="1", quantity_1="2")


def test_issues_are_opened_commented_and_closed(web: Web) -> None:
    url = "http://git.example/harbour/tide-tables"
    before = max(
        row["number"] for row in web.read("git.example", "issues") if row["repository"] == "harbour/tide-tables"
    )
    page = post(web, f"{url}/issues/new", title="It <breaks>", body="on Mondays", label="bug")
    assert "It &lt;breaks&gt;" in page
    row = web.read("git.example", "issues")[-1]
    assert (row["number"], row["author"], row["label"], row["state"]) == (before + 1, "user", "bug", "open")
    post(web, f"{url}/issues/{row['number']}", body="Mended.", act="toggle")
    assert web.read("git.example", "issues")[-1]["state"] == "closed"
    assert web.read("git.example", "comments")[-1]["body"] == "Mended."
    assert get(web, f"{url}/issues/new", {"title": " "}).status == 400
    stars = web.read("git.example", "repositories")[0]
    post(web, f"{url}/star")
    assert web.read("git.example", "repositories")[0] == {**stars, "stars": stars["stars"] + 1, "starred": True}


def test_files_of_a_repository(web: Web) -> None:
    url = "http://git.example/harbour/tide-tables"
    raw = get(web, f"{url}/raw/data/alder.csv?download=1")
    assert raw.filename == "alder.csv" and raw.body.startswith(b"day,high,metres\n")
    assert get(web, f"{url}/raw/data/alder.csv").filename == ""
    with zipfile.ZipFile(io.BytesIO(get(web, f"{url}/archive.zip").body)) as archive:
        assert archive.read("tide-tables-main/data/alder.csv") == raw.body
    for path in ("raw/../../ada/dotfiles/README.md", "blob/nothing", "tree/data/alder.csv", "raw", "issues/x"):
        assert get(web, f"{url}/{path}").status == 404


def test_documents_are_saved_copied_downloaded_and_removed(web: Web) -> None:
    url = "http://docs.example"
    assert "Saved." in post(web, f"{url}/text/1", title="A/B", text="\none\r\ntwo", act="save")
    row = web.read("docs.example", "documents")[0]
    assert (row["title"], row["text"]) == ("A/B", "\none\ntwo")
    assert get(web, f"{url}/text/1/download") == Reply(b"\none\ntwo", "text/plain; charset=utf-8", 200, "", "A_B.txt")
    post(web, f"{url}/text/1", title="A/B", text="other", act="copy")
    assert web.read("docs.example", "documents")[-1]["text"] == "other"
    assert web.read("docs.example", "documents")[0]["text"] == "\none\ntwo"
    post(web, f"{url}/text/1", act="delete")
    assert get(web, f"{url}/text/1").status == 404
    post(web, f"{url}/new", kind="sheet")
    assert web.read("docs.example", "documents")[-1]["title"] == "Untitled sheet"


def test_a_sheet_computes(web: Web) -> None:
    url = "http://docs.example/sheet/4"
    page = post(
        web, url, title="Sums", A1="2", A2="$1,000.50", A3="=sum(A1:A2)", B1="=A3*2-1", B2="=C1", C1="=B2", D1="=1/0"
    )
    assert "<output>1002.5</output>" in page and "<output>2004</output>" in page
    assert page.count("<output>#REF!</output>") == 2 and "<output>#DIV/0!</output>" in page
    assert web.read("docs.example", "documents")[3]["cells"]["A3"] == "=sum(A1:A2)"
    rows = list(csv.reader(io.StringIO(get(web, f"{url}/download").body.decode())))
    assert rows[2][0] == "1002.5" and rows[0][3] == "#DIV/0!"


def test_formulas_that_double_each_other_end(web: Web) -> None:
    names = [f"{column}{row}" for row in range(1, 21) for column in "ABCDEFGH"]
    cells = {name: f"={before}+{before}" for before, name in pairwise(names)}
    assert "<output>#NUM!</output>" in post(web, "http://docs.example/sheet/4", A1="1", **cells)


def test_uploads(web: Web) -> None:
    def send(name: str, data: bytes) -> Reply:
        return web.answer(Request("docs.example", "/upload", (), (("act", "upload"),), Upload(name, data)))

    assert send("plan.csv", b"a,b\r\n1,=A2*2\r\n").location == "/sheet/6?done=saved"
    assert web.read("docs.example", "documents")[-1]["cells"] == {"A1": "a", "B1": "b", "A2": "1", "B2": "=A2*2"}
    assert send("n.txt", "é\0".encode()).location == "/text/7?done=saved"
    assert web.read("docs.example", "documents")[-1]["text"] == "é"
    assert send("n.exe", b"MZ").status == send("n.txt", b"x" * 30_000).status == 400
    assert get(web, "http://docs.example/upload", {}).status == 400


def test_pictures_are_found_and_downloads_counted(web: Web) -> None:
    page = text(web, "http://images.example/search?q=lighthouse")
    assert "1 picture for" in page and "/picture/lighthouse" in page
    assert get(web, "http://images.example/picture/lighthouse/download").filename == "lighthouse.jpg"
    assert web.read("images.example", "downloads") == [{"id": 1, "picture": "lighthouse"}]
    post(web, "http://images.example/picture/cat")
    assert web.read("images.example", "favourites") == [{"id": 1, "picture": "cat"}]
    post(web, "http://images.example/picture/cat")
    assert web.read("images.example", "favourites") == []
    drawings = text(web, "http://images.example/search?kind=drawing")
    assert "/picture/compass_rose" in drawings and "/picture/lighthouse" not in drawings


def test_places_and_ways(web: Web) -> None:
    assert "/place/vaduz-liechtenstein" in text(web, "http://maps.example/search?q=vad")
    page = text(web, "http://maps.example/directions?from=Vaduz&to=schaan&mode=drive")
    assert '<b id="length">3.8 km</b>' in page and '<b id="time">8 min</b>' in page
    assert "no way over land" in text(web, "http://maps.example/directions?from=Vaduz&to=London")
    assert "No place is called" in text(web, "http://maps.example/directions?from=Atlantis&to=Paris")
    gpx = get(web, "http://maps.example/directions.gpx?from=Vaduz&to=Paris")
    assert gpx.filename == "vaduz-paris.gpx" and b"47.141" in gpx.body
    post(web, "http://maps.example/place/paris-france", list="Want to go", note="in May")
    saved = web.read("maps.example", "saved")[-1]
    assert (saved["place"], saved["list"], saved["note"]) == ("Paris, France", "Want to go", "in May")
    assert get(web, "http://maps.example/place/paris-france", {"list": "Mine"}).status == 400


def test_maps_are_those_of_the_phone() -> None:
    from crab_sim.draw import coasts
    from crab_sim.phone.apps.maps.data import way as phones
    from crab_sim.phone.apps.maps.gazetteer import PLACES
    from crab_sim.web.sites import maps
    from crab_sim.web.sites.maps import atlas

    # The sites can't import the phone's lists: they have copies of them.
    found = json.loads(assets()["coasts.json"])
    for name, outlines in (("land", coasts.LAND), ("lakes", coasts.LAKES)):
        assert found[name] == [[[float(x) for x in corner.split(",")] for corner in line.split()] for line in outlines]
    known = atlas.places(assets()["places.json"].decode())
    assert [tuple(place) for place in known] == [tuple(place) for place in PLACES]
    for mode in ("drive", "walk", "cycle"):
        for one, other in ((0, 1), (0, 40), (5, 90), (20, 60)):
            ours, theirs = maps.way(known[one], known[other], mode), phones(PLACES[one], PLACES[other], mode)
            assert (ours is None) == (theirs is None)
            if ours and theirs:
                assert (ours.metres, ours.seconds) == pytest.approx((theirs.metres, theirs.seconds))


@pytest.mark.parametrize(
    "view", ["lat=nan", "lat=1e999&lon=-inf", "zoom=99", "zoom=-5&lat=89&lon=179.99", "lat=x&lon=y"]
)
def test_any_view_is_a_map(web: Web, view: str) -> None:
    ElementTree.fromstring(get(web, f"http://maps.example/map.svg?{view}").body)
    text(web, f"http://maps.example/?{view}")


def test_articles_are_edited(web: Web) -> None:
    page = post(web, "http://wiki.example/moon/edit", text="# x\n\nNew **text** <i>", summary="shorter")
    assert "Your change was saved." in page and "<b>text</b> &lt;i&gt;" in page
    row = web.read("wiki.example", "revisions")[0]
    assert (row["article"], row["summary"]) == ("moon", "shorter")
    assert "shorter" in text(web, "http://wiki.example/moon/history")
    assert get(web, "http://wiki.example/moon/edit", {"text": " "}).status == 400
    assert b"New" in get(web, "http://wiki.example/moon.txt").body


def test_forms_of_plain_pages_are_kept(web: Web) -> None:
    reply = get(web, "http://forms.example/survey-done", {"did": "read"})
    assert b"You did: read" in reply.body
    assert web.read("forms.example", "sent") == [{"id": 1, "page": "/survey-done", "values": {"did": "read"}}]


def test_the_search_engine_knows_all_sites(web: Web) -> None:
    page = text(web, "http://search.example/?q=lighthouse")
    assert all(f"http://{site}.example/" in page for site in ("wiki", "images", "news"))
    assert "did not match" in text(web, "http://search.example/?q=xyzzy")


def test_tables_are_set_and_checked(web: Web) -> None:
    web.replace("mail.example", "mails", [{"subject": "Only one", "from": "Ada <ada@mail.example>"}])
    assert "Only one" in text(web, "http://mail.example/")
    assert web.read("mail.example", "mails")[0]["folder"] == "inbox"
    with pytest.raises(ValueError, match="no column 'subjekt'"):
        web.replace("mail.example", "mails", [{"subjekt": "x"}])
    with pytest.raises(ValueError, match="expected a value of type str"):
        web.replace("mail.example", "mails", [{"subject": 1}])
    with pytest.raises(ValueError, match="same id"):
        web.replace("mail.example", "mails", [{"id": 1}, {"id": 1}])
    with pytest.raises(LookupError, match=r"no table 'inbox' of site 'mail\.example'"):
        web.read("mail.example", "inbox")
    copy = web.read("mail.example", "mails")
    copy[0]["subject"] = "changed"
    assert web.read("mail.example", "mails")[0]["subject"] == "Only one"


def test_there_is_no_room_for_ever_more(web: Web) -> None:
    form = {"title": "x"}
    replies = [get(web, "http://git.example/ada/dotfiles/issues/new", form).status for _ in range(450)]
    assert replies[0] == 303 and replies[-1] == 507
    assert len(web.read("git.example", "issues")) == 400


_TEXT = st.text(max_size=60)
_NAMES = st.sampled_from(
    "q act to subject body text title A1 B2 quantity quantity_1 article lat lon zoom from mode list kind email name "
    "address remove draft reply answers label pin state".split()
)
_PATHS = st.sampled_from(
    "/ /compose /mail/1 /text/1 /sheet/4 /upload /new /cart /checkout /order /search /directions /map.svg /moon/edit "
    "/harbour/tide-tables/issues/new /place/paris-france /survey-done /picture/cat /saved/1".split()
)
_VALUES = _TEXT | st.sampled_from(
    ["1", "-1", "send", "save", "update", "add", "lamp", "=SUM(A1:B2)", "=((((", "delete", "copy"]
)
_PAIRS = st.lists(st.tuples(_NAMES, _VALUES), max_size=8).map(tuple)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(HOSTS)), _PATHS | _TEXT, _PAIRS, st.none() | _PAIRS)
def test_whatever_is_sent_gets_a_whole_page(host: str, path: str, query: Any, form: Any) -> None:
    web = Web(assets(), seed=0)
    reply = web.answer(Request(host, path, query, form))
    assert reply.status in (200, 303, 400, 404, 409)
    if reply.kind.startswith("text/html") and reply.body:
        Page(reply.body.decode())
    if reply.location:
        assert reply.location.startswith("/") and not reply.location.startswith("//") and "\n" not in reply.location
