"""Values of formulas; the expected ones were read off LibreOffice 7.4."""

from __future__ import annotations

import math
import random

import pytest

from crab_sim.documents.formulas.evaluator import Surroundings
from crab_sim.documents.formulas.functions import NAMES
from crab_sim.engines.sheets.recalculation import computed
from tests.simulator.engines.sheets._sheets import book, result, shown, value

CASES = [
    line.split(" | ")
    for line in """\
=1+2*3 | 7
=-2^2 | 4
=2^3^2 | 64
=2^-1 | 0.5
=(-8)^(1/3) | -2
=50% | 50.00%
=1/0 | #DIV/0!
=0.1+0.2-0.3 | 0
=3&4 | 34
=TRUE&"" | 1
="a"="A" | TRUE
=1<"a" | TRUE
="1"=1 | FALSE
=D3=0 | TRUE
=D3="" | TRUE
="5"+1 | 6
="abc"+1 | #VALUE!
=""+1 | #VALUE!
="2024-01-05"+1 | 45297
=TRUE+1 | 2
=FOO(1) | #NAME?
=foo | #NAME?
=1+ | Err:510
=SUM(A1:A6) | 22.75
=SUM(A:A) | 22.75
=SUM(D1:D6) | 3
=SUM("abc") | #VALUE!
=AVERAGE(B1:B2) | #DIV/0!
=COUNT(A1:D6) | 15
=COUNTA(A1:E6) | 26
=COUNTBLANK(A1:E6) | 4
=COUNTIF(A1:A6,">2") | 3
=COUNTIF(B1:B6,"apple") | 1
=COUNTIF(B1:B6,"apple*") | 2
=COUNTIF(B1:B6,"?pple") | 1
=COUNTIF(D1:D6,TRUE) | 3
=COUNTIFS(A1:A6,">0",E1:E6,"<50") | 2
=SUMIF(B1:B6,"apple*",E1:E6) | 50
=SUMIFS(E1:E6,A1:A6,">0",B1:B6,"*e*") | 110
=AVERAGEIF(A1:A6,">100") | #DIV/0!
=IF(A3,"yes") | FALSE
=IF(A1,,5) | 0
=IFERROR(1/0,"bad") | bad
=IFNA(NA(),7) | 7
=AND(A1>1,A2<0) | TRUE
=OR(D1:D6) | TRUE
=XOR(TRUE,TRUE,TRUE) | TRUE
=ROUND(2.675,2) | 2.68
=ROUND(-2.5,0) | -3
=ROUND(1234.5,-2) | 1200
=ROUNDUP(2.1,0) | 3
=INT(-2.5) | -3
=TRUNC(-2.7) | -2
=MOD(-7,3) | 2
=MOD(7,-3) | -2
=MOD(5,0) | #DIV/0!
=SQRT(-1) | Err:502
=MEDIAN(A1:A6) | 2.5
=MODE(1,2,2,3) | 2
=STDEV(5) | #DIV/0!
=LARGE(A1:A6,2) | 7
=LARGE(A1:A6,9) | #VALUE!
=RANK(7,A1:A6) | 2
=PERCENTILE(A1:A6,0.3) | 1
=VLOOKUP("apple",B1:E6,4,FALSE) | 10
=VLOOKUP("zzz",B1:E6,4,FALSE) | #N/A
=VLOOKUP("apple",B1:E6,9,FALSE) | Err:502
=VLOOKUP(25,E1:E6,1) | 20
=HLOOKUP(3,A1:E6,2,FALSE) | -1.5
=INDEX(A1:E6,2,2) | Banana
=INDEX(A1:E6,9,2) | Err:502
=MATCH(35,E1:E6) | 3
=MATCH("banana",B1:B6,0) | 2
=CHOOSE(2,"a","b","c") | b
=CONCAT(A1:B2) | 3apple-1.5Banana
=TEXTJOIN("-",TRUE,B1:B6) | apple-Banana-apple pie-12-cherry tart
=LEFT("hello",-1) | Err:502
=MID("hello",2,3) | ell
=PROPER("hello WORLD o'neil 3rd") | Hello World O'Neil 3Rd
=TRIM("  a   b ") | a b
=FIND("z","hello") | #VALUE!
=SEARCH("l?o","hello") | 3
=SUBSTITUTE("banana","a","o",2) | banona
=REPLACE("abcdef",2,3,"X") | aXef
=TEXT(1234.567,"#,##0.00") | 1,234.57
=TEXT(45351,"MMMM D, YYYY") | February 29, 2024
=TEXT(0.75,"H:MM AM/PM") | 6:00 PM
=TEXT(-5,"0.00;(0.00)") | (5.00)
=TEXT(1234567,"0.00E+00") | 1.23E+06
=VALUE("$5") | 5
=VALUE("abc") | Err:502
=DATE(2024,2,30) | 03/01/24
=DATE(2024,13,1) | 01/01/25
=WEEKDAY(C1) | 2
=WEEKDAY(C1,2) | 1
=DAYS(C1,C2) | 15
=C1-C2 | 15
=C1+30 | 02/14/24
=EDATE(C3,12) | 45716
=EOMONTH(C1,1) | 45351
=TIME(13,5,30) | 01:05:30 PM
=TODAY() | 01/15/24
=HOUR(NOW()) | 12
=ISBLANK(D3) | TRUE
=ISNUMBER(TRUE) | TRUE
=ISERROR(B1+1) | TRUE
=ISLOGICAL(D1) | TRUE
=ROWS(A1:C7) | 7
=COLUMN(C1) | 3
=SUMPRODUCT(A1:A6,E1:E6) | 1012.5
=SUMPRODUCT((B1:B6="apple")*E1:E6) | 10
=SUMPRODUCT(LEN(B1:B6)) | 33
=SUBTOTAL(9,A1:A6) | 22.75
=A1:A6 | 3
=MAX(C1:C5) | 2024-02-29
=D6 | TRUE
=MAX() | Err:511
=LEFT("a",1,2,3) | Err:504
=GCD(12,18) | 6
=LOOKUP(25,E1:E6,B1:B6) | Banana
=SUM(OFFSET(A1,0,0,3,1)) | 1.5
=SWITCH(A1,1,"x",3,"y","z") | y
=DATEDIF(C4,C1,"ym") | 7
=ISFORMULA(A1) | FALSE
=1/3 | 0.3333333333
=B3 | 0
=Sheet9.A1 | #REF!""".splitlines()
]


@pytest.mark.parametrize(("formula", "expected"), CASES, ids=[case[0] for case in CASES])
def test_values(formula: str, expected: str) -> None:
    assert result(formula) == expected


def test_there_are_the_functions_that_people_use() -> None:
    assert len(NAMES) > 100
    assert {"SUM", "VLOOKUP", "TEXTJOIN", "EOMONTH", "SUBTOTAL", "COUNTIFS", "RANK"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_no_function_breaks_on_odd_arguments(name: str) -> None:
    """Whatever it is given, a function has a value or one of Calc's errors."""
    odd = [
        "A1",
        "A1:C3",
        "B1",
        "-1",
        "1e300",
        '""',
        '"x"',
        "D3",
        "1/0",
        "",
        "A:A",
        "1:1",
        "TRUE",
        '"2024-01-01"',
        "0.5",
    ]
    rng = random.Random(name)
    for _ in range(40):
        args = ",".join(rng.choices(odd, k=rng.randrange(6)))
        found = value(book([["3", "text", "1"], ["", "5", f"={name}({args})"]]), "C2")
        assert found is not None
        assert not isinstance(found, float) or math.isfinite(found)


def test_sheets_and_absolute_references() -> None:
    of = book([["1", "=Sheet2!A1+1", "=$Sheet2.$A$1*2", "=SUM($Sheet2.A1:A2)"]], [["20"], ["=Sheet1.A1"]])
    assert [value(of, place) for place in ("B1", "C1", "D1")] == [21.0, 40.0, 21.0]
    assert value(of, "A2", 1) == 1.0


def test_formats_are_handed_on() -> None:
    of = book([["$5.00", "7%", "10:30"], ["=A1*2", "=B1+1", "=C1"], ["=SUM(A1:A2)", "=A1/A2", "=IF(1,A1)"]])
    assert [shown(of, place) for place in ("A2", "B2", "C2")] == ["$10.00", "107%", "10:30:00"]
    assert [shown(of, place) for place in ("A3", "B3", "C3")] == ["$15.00", "0.5", "$5.00"]


def test_random_numbers_follow_the_seed() -> None:
    cells = [["=RAND()", "=RAND()", "=RANDBETWEEN(1,6)"]]
    first, other = book(cells), computed(book(cells), Surroundings(1.0, "other"))
    assert [value(first, at) for at in ("A1", "B1", "C1")] == [value(book(cells), at) for at in ("A1", "B1", "C1")]
    assert value(first, "A1") != value(first, "B1")
    assert value(first, "A1") != value(other, "A1")
    assert value(first, "C1") in {float(i) for i in range(1, 7)}


LONG = ("=" + "(" * 3000 + "1", "=" + "-" * 5000 + "1", "=" + "1+" * 3000 + "1", "=" + "SUM(" * 900)


@pytest.mark.parametrize("formula", LONG, ids=["parentheses", "signs", "terms", "calls"])
def test_long_formulas_end(formula: str) -> None:
    assert result(formula) == "Err:512"


def test_a_hundred_terms_are_fine() -> None:
    assert result("=" + "+".join(["A1"] * 100)) == "300"
