"""Mutants: each place of plain data is changed once, and what it may be instead follows from its type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import pytest

from crab_gym.experiments.attacks.mutants import mutants


class Pair(NamedTuple):
    name: str
    size: tuple[int, int] = (3, 4)


class Row(NamedTuple):
    id: int
    title: str
    kind: Literal["note", "list"] = "note"
    place: Pair | None = None
    labels: tuple[str, ...] = ()


def built(value: object, before: object | None = None) -> dict[str, object]:
    """Returns the mutants of a value by their places and changes."""
    found = mutants(value) if before is None else mutants(value, before)
    return {f"{'.'.join(mutant.kind)} {mutant.status}": mutant.build() for mutant in found}


def test_each_field_of_each_row_differs_once() -> None:
    rows = (Row(1, "Milk"), Row(2, "Bread", labels=("shop",)))
    for mutant in mutants(rows, rows):
        made = mutant.build()
        assert made != rows
        if mutant.kind[-1] not in ("removed", "added") or len(mutant.kind) > 1:
            assert sum(old != new for old, new in zip(rows, made, strict=True)) == 1
    kinds = {mutant.kind for mutant in mutants(rows, rows)}
    assert kinds == {
        ("title", "other"), ("title", "emptied"), ("kind", "other"), ("place", "set"), ("labels", "added"),
        ("labels", "other"), ("labels", "emptied"), ("labels", "removed"), ("removed",), ("added",),
    }  # fmt: skip


def test_a_literal_takes_another_choice_and_nothing_else() -> None:
    assert built(Row(1, "Milk"))["kind.other written"] == Row(1, "Milk", "list")


def test_what_may_be_absent_is_made_or_left_out() -> None:
    assert built(Row(1, "Milk"))["place.set written"] == Row(1, "Milk", place=Pair("x"))
    with_place = Row(1, "Milk", place=Pair("home"))
    assert built(with_place)["place.name.other written"] == Row(1, "Milk", place=Pair("home x"))


def test_an_empty_table_gets_a_first_row_where_its_type_tells_one() -> None:
    assert built(Row(1, "Milk"))["labels.added elsewhere"] == Row(1, "Milk", labels=("x",))


def test_rows_tell_what_was_written_beside_it_and_elsewhere() -> None:
    before = (Row(1, "Milk"), Row(2, "Bread"), Row(4, "Salt"))
    after = (Row(1, "Milk"), Row(2, "Rolls"), Row(3, "Jam"))
    found = [(mutant.path, mutant.kind[-1], mutant.status) for mutant in mutants(after, before)]
    assert ("[1].title", "other", "elsewhere") in found
    assert ("[2].title", "undone", "written") in found
    assert ("[2].kind", "other", "beside") in found
    assert ("[3].kind", "other", "written") in found
    put_back = next(one for one in mutants(after, before) if one.path == "[4]" and one.kind == ("undone",))
    assert put_back.build() == (*after, Row(4, "Salt"))


def test_a_new_row_has_a_number_and_a_text_of_its_own() -> None:
    rows = ({"id": "abcdefgh", "text": "Milk"},)
    assert built(rows, rows)["added elsewhere"] == (*rows, {"id": "abcdffff", "text": "Milk x"})


@pytest.mark.parametrize(
    ("value", "other"),
    [
        ("1", "0"), ("true", "false"), ("17", "18"), ("#ffffff", "#123456"), ("+1 555 0199", "+1 555 0190"),
        ("20:30", "20:31"), ("Milk", "Milk x"), (7, 8), (1000, 1250), (1_793_622_307.0, 1_794_227_107.0), (True, False),
        (1_793_622_307_000, 1_794_227_107_000), (b"ab", b"ba"), (b"aa", b"aax"),
    ],
)  # fmt: skip
def test_what_a_value_becomes(value: object, other: object) -> None:
    assert built(value)["other written"] == other


def test_keys_of_a_table_are_changed_and_removed() -> None:
    table: Mapping[tuple[str, str], str] = {("a", "b"): "1", ("c", "d"): "x"}
    made = {(mutant.path, mutant.kind[-1]): mutant.build() for mutant in mutants(table, {**table, ("a", "b"): "0"})}
    assert made["[a b]", "removed"] == {("c", "d"): "x"}
    assert made["[a b]", "undone"] == {("a", "b"): "0", ("c", "d"): "x"}
    assert made["[c d]", "other"] == {("a", "b"): "1", ("c", "d"): "x x"}
    assert {mutant.status for mutant in mutants(table, table)} == {"elsewhere"}


def test_words_of_a_column_take_each_others_place() -> None:
    rows = tuple(Row(i, title) for i, title in enumerate(("inbox", "sent", "inbox", "inbox"), 1))
    titles = {mutant.change for mutant in mutants(rows, rows) if mutant.path == "[1].title"}
    assert titles == {"'inbox' -> 'sent'"}


def test_a_single_changed_field_is_undone_once() -> None:
    before = (Row(1, "Milk"), Row(2, "Bread"))
    undone = [one for one in mutants((Row(1, "Milk"), Row(2, "Rolls")), before) if one.kind[-1] == "undone"]
    assert [one.path for one in undone] == ["", "[2].title"]


def test_a_place_keeps_its_two_numbers() -> None:
    assert set(built((47.1, 9.5))) == {"other written"}
