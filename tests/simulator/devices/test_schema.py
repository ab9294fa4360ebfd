from __future__ import annotations

import pytest

from crab_sim.devices.facts import KINDS, Effect
from crab_sim.devices.schema import EFFECTS, SCHEMA, SITE_TABLES, Follows, Free, fields_of, moved, unasked
from crab_sim.web.bundle import assets
from crab_sim.web.sites.app import Web


def test_each_kind_of_fact_has_a_schema() -> None:
    assert {device: tuple(sorted(kinds)) for device, kinds in SCHEMA.items()} == KINDS


def test_each_effect_has_rules_for_its_fields() -> None:
    for kind, rules in EFFECTS.items():
        assert set(Effect(kind, "a").fields()) == set(rules)


def test_the_columns_of_the_sites_have_rules() -> None:
    rows = Web(assets()).all_facts()
    seen = {str(row["table"]): set(row) - {"table"} for row in rows.values()}
    assert seen.items() <= {table: set(rules) for table, rules in SITE_TABLES.items()}.items()
    assert set(fields_of("ubuntu", "site", {"table": "shop.example/cart"})) == {"table", "id", "article", "quantity"}


def test_reasons_are_given() -> None:
    tables = [schema.fields for kinds in SCHEMA.values() for schema in kinds.values()]
    rules = [rule for fields in (*tables, *SITE_TABLES.values()) for rule in fields.values()]
    assert all([rule.reason for rule in rules if isinstance(rule, Free)])
    assert all([rule.text for rule in rules if isinstance(rule, Follows)])


@pytest.mark.parametrize(
    ("device", "kind", "fields", "wrong"),
    [
        ("android", "event", {"start": 0, "end": 3600, "flags": 0}, ()),
        ("android", "event", {"start": 0, "end": 7200, "flags": 0}, ("end",)),
        ("android", "event", {"start": 0, "end": 86_400, "flags": 1}, ("flags",)),
        ("android", "expense", {"date": 1000, "saved": 86_399_000}, ()),
        ("android", "expense", {"date": 1000, "saved": 86_400_000}, ("date",)),
        ("android", "note", {"items": (("a", False),), "checklist": True}, ("items",)),
        ("ubuntu", "contact", {"name": "Ada Albers", "first": "Ada", "last": "Albers"}, ()),
        ("ubuntu", "contact", {"name": "Ada Albers", "first": "Bo", "last": "Albers"}, ("first", "last")),
        ("ubuntu", "mail_filter", {"runs": 16}, ("runs",)),
        ("ubuntu", "site", {"table": "shop.example/cart", "id": 7, "quantity": 2}, ("quantity",)),
        ("android", "tea", {"cups": 2}, ("cups",)),
    ],
)  # fmt: skip
def test_what_was_not_asked_for(device: str, kind: str, fields: dict[str, object], wrong: tuple[str, ...]) -> None:
    rules = fields_of(device, kind, fields)  # type: ignore[arg-type]
    assert unasked(rules, fields, ("start", "name", "table")) == wrong  # type: ignore[arg-type]


def test_what_changes_by_itself_is_no_change() -> None:
    rules = fields_of("android", "expense", {})
    assert moved(rules, {"amount": 1, "saved": 1}, {"amount": 2, "saved": 2}) == {"amount"}
