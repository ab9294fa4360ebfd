"""Shops and sights of the maps: which are near, and how they are shared."""

from __future__ import annotations

import pytest

from crab_sim import web as phone
from crab_sim.web.bundle import assets
from crab_sim.web.sites.app import Web
from crab_sim.web.sites.maps import atlas
from crab_sim.web.sites.maps.spots import Spot, near, spots, towns
from crab_sim.web.sites.markup import Request
from tests.simulator.web.test_sites import Page, get, text

SPOTS = spots(assets()["spots.json"].decode())
KINDS = sorted({each.kind for each in SPOTS})


@pytest.fixture(scope="module")
def web() -> Web:
    return Web(assets(), seed=0)


def test_every_name_and_link_is_of_one_spot() -> None:
    assert len({each.name for each in SPOTS}) == len({each.shared for each in SPOTS}) == len(SPOTS) == 80
    assert len({each.address for each in SPOTS}) == 80 and len(towns(SPOTS)) == 8 and len(KINDS) == 5


@pytest.mark.parametrize("town", towns(SPOTS))
@pytest.mark.parametrize("kind", KINDS)
def test_one_spot_is_clearly_the_nearest(town: str, kind: str) -> None:
    first, second = near(SPOTS, town, kind)
    assert second.metres - first.metres > 100


@pytest.mark.parametrize("each", SPOTS[::7], ids=lambda each: each.name)
def test_it_lies_where_it_is_said_to(each: Spot) -> None:
    town = next(place for place in atlas.places(assets()["places.json"].decode()) if place.name == each.town)
    there = each.place(town)
    assert atlas.distance((town.lat, town.lon), (there.lat, there.lon)) == pytest.approx(each.metres, rel=0.01)


def test_what_is_near_is_listed_by_its_distance(web: Web) -> None:
    page = text(web, "http://maps.example/near?town=Vaduz&kind=bakery")
    first, second = [each.name for each in near(SPOTS, "Vaduz", "bakery")]
    assert 0 < page.index(first) < page.index(second)
    listed = text(web, "http://maps.example/near?town=Schaan")
    assert sum(each.address in Page(listed).links for each in SPOTS) == 10
    assert "Nothing is there" in text(web, "http://maps.example/near?town=Nowhere")
    assert "<table" not in text(web, "http://maps.example/near")


def test_a_spot_shows_its_short_link_when_it_is_shared(web: Web) -> None:
    each = SPOTS[0]
    short = f"http://maps.example{each.shared}"
    assert short not in text(web, f"http://maps.example{each.address}")
    shared = text(web, f"http://maps.example{each.address}?share=1")
    assert f'value="{short}"' in shared and short in Page(shared).links
    reply = get(web, short)
    assert (reply.status, reply.location) == (303, each.address)
    assert get(web, "http://maps.example/s/0000000").status == 404
    assert get(web, "http://maps.example/spot/none").status == 404


def test_its_map_has_a_pin(web: Web) -> None:
    page = Page(text(web, f"http://maps.example{SPOTS[0].address}"))
    address = next(link for link in page.links if link.startswith("/map.svg"))
    assert f"<title>{SPOTS[0].name}, " in text(web, f"http://maps.example{address}")


def test_only_towns_with_spots_lead_to_them(web: Web) -> None:
    assert "Shops and sights" in text(web, "http://maps.example/place/vaduz-liechtenstein")
    assert "Shops and sights" not in text(web, "http://maps.example/place/vienna-austria")
    assert web.answer(Request("maps.example", "/spot")).status == 404


def test_the_phone_shows_what_stores_nothing() -> None:
    each = SPOTS[3]
    shared = phone.fetch(f"https://maps.example{each.shared}")
    assert shared is not None and shared.url == f"https://maps.example{each.address}"
    for path in ("", f"near?town={each.town}", f"{each.address[1:]}?share=1"):
        found = phone.fetch(f"https://maps.example/{path}")
        assert found is not None and found.found and found.kind == "page"
        assert b"<img" not in found.data and b"Saved" not in found.data and b"All sites" not in found.data
        for link in Page(found.data.decode()).links:
            target = phone.fetch(phone.join(found.url, link))
            assert link in ("/site.css", "/icon.svg") or (target is not None and target.found), link
    for path in ("saved", "place/vaduz-liechtenstein", "spot/none", "s/0000000"):
        missing = phone.fetch(f"https://maps.example/{path}")
        assert missing is not None and not missing.found
