"""Pages with scripts: what they can do, what they can't, and that the same events always give the same page."""

from __future__ import annotations

import gc
import re
import struct
import threading
import weakref

import pytest

from crab_sim.engines.pages.scripting import meter, replay
from crab_sim.engines.pages.scripting.engine import LivePage
from crab_sim.engines.pages.scripting.replay import shown
from crab_sim.engines.pages.scripting.state import Canvas, Event, Shown, Source, read

OPENED = 1_700_000_000.0


def source(body: str, script: str = "") -> Source:
    html = f"<html><head><title>T</title></head><body>{body}<script>{script}</script></body></html>"
    return Source(html, "file:///sdcard/a.html", OPENED, 5, 360, 640)


def number(page: Shown, rid: str) -> int:
    found = re.search(rf'<[^<>]*id="{rid}"[^<>]*data-crab="(\d+)"', page.html)
    assert found, page.html
    return int(found[1])


def out(body: str, script: str) -> str:
    """Returns what a script puts into the element ``o``."""
    page = shown(source(f'{body}<p id="o"></p>', script), (), OPENED)
    assert page.problems == (), page.problems
    found = re.search(r'<p id="o"[^>]*>(.*?)</p>', page.html, re.DOTALL)
    assert found
    return found[1]


def say(expression: str) -> str:
    return f"document.getElementById('o').textContent = {expression}"


@pytest.mark.parametrize(
    ("body", "expression", "answer"),
    [
        ("<i class='a b'>x</i>", "document.querySelector('i.a.b').textContent", "x"),
        ("<ol><li id=1><li><li id=3></ol>", "[...document.querySelectorAll('li:nth-child(odd)')].map(e=>e.id)", "1,3"),
        ("<div><b>1</b><b>2</b></div>", "document.querySelector('div > b + b').previousSibling.innerText", "1"),
        ("<input value=7>", "document.querySelector('input[value=\"7\"]').valueAsNumber + 1", "8"),
        ("<select><option>a<option selected value=2>b</select>", "document.querySelector('select').value", "2"),
        ("<p data-some-thing=1></p>", "document.querySelector('[data-some-thing]').dataset.someThing", "1"),
        ("<div id=d><p>a</p></div>", "(d => (d.insertAdjacentHTML('beforeend', '<u>&amp;</u>'), d.innerHTML))"
         "(document.getElementById('d'))", "&lt;p&gt;a&lt;/p&gt;&lt;u&gt;&amp;amp;&lt;/u&gt;"),
        ("<b id=b style='color:red'></b>", "(s => (s.fontSize = '3px', s.color = '', s.cssText))"
         "(document.getElementById('b').style)", "font-size: 3px"),
        ("", "new Date().toISOString()", "2023-11-14T22:13:20.000Z"),
        ("", "new Date(2024, 1, 29).getDate() + ' ' + new Date('2024-02-29T10:00').getHours()", "29 10"),
        ("", "Math.random() === Math.random()", "false"),
        ("", "typeof WeakRef + typeof Atomics + typeof require + typeof process", "undefined" * 4),
        ("<a id=a class=x></a>", "(e => (e.classList.toggle('x'), e.classList.add('y'), e.className))"
         "(document.getElementById('a'))", "y"),
    ],
)  # fmt: skip
def test_scripts_read_and_change_the_page(body: str, expression: str, answer: str) -> None:
    assert out(body, say(expression)) == answer


def test_events_bubble_and_can_be_prevented() -> None:
    body = "<div id='outer'><a id='a' href='b.html'>go</a></div><form id='f'><button id='s'>ok</button></form>"
    script = """
      document.getElementById('outer').addEventListener('click', (e) => { document.title += e.target.id; });
      document.getElementById('a').onclick = (e) => e.preventDefault();
      document.getElementById('f').addEventListener('submit', (e) => { e.preventDefault(); document.title += '!'; });
    """
    page = source(body, script)
    first = shown(page, (), OPENED)
    events = (Event("tap", 100, number(first, "a")), Event("tap", 200, number(first, "s")))
    after = shown(page, events, OPENED + 1)
    assert (after.title, after.leaving) == ("Ta!", "")
    link = source("<a id='a' href='b.html'>go</a>", "alert('hi')")
    first = shown(link, (), OPENED)
    assert first.alerts == ("hi",)
    assert shown(link, (Event("tap", 5, number(first, "a")),), OPENED + 1).leaving == "b.html"


def test_typing_keys_and_choices_reach_listeners() -> None:
    body = "<input id='i'><input type='checkbox' id='c'><label id='l' for='c'>tick</label><p id='o'></p>"
    script = """
      const seen = [];
      for (const type of ['keydown', 'input', 'change']) document.addEventListener(type, (e) => {
        seen.push(`${type}:${e.key ?? e.target.value}`);
        document.getElementById('o').textContent = seen.join(' ') + document.getElementById('c').checked;
      });
    """
    page = source(body, script)
    first = shown(page, (), OPENED)
    assert first.typing
    typed = ((number(first, "i"), "ab"),)
    after = shown(page, (Event("tap", 1, number(first, "l"), values=typed),), OPENED)
    assert "keydown:a input:a keydown:b input:ab change:ab input:on change:ontrue" in after.html
    assert "checked" in after.html
    keyed = shown(page, (Event("key", 1, number(first, "i"), text="enter"),), OPENED)
    assert "keydown:Enter" in keyed.html


def test_timers_run_in_the_pages_own_time() -> None:
    page = source(
        "<p id='o'></p>", "let n = 0; setInterval(() => { document.getElementById('o').textContent = ++n }, 500)"
    )
    assert [re.search(r"(\d+)</p>", shown(page, (), OPENED + s).html) is not None for s in (0, 0.6)] == [False, True]
    assert ">10</p>" in shown(page, (), OPENED + 5).html
    assert ">4</p>" in shown(page, (), OPENED + 2).html  # earlier again, as after a restored snapshot
    endless = source("<p id='o'></p>", "setInterval(() => { document.getElementById('o').textContent += '.' }, 1)")
    assert shown(endless, (), OPENED + 1e6).html.count(".") == 1000  # no more without an event


_DRAWING = """
  const c = document.getElementById('c'), x = c.getContext('2d');
  let from = null;
  const at = ({ touches: [t] }) => {
    const r = c.getBoundingClientRect();
    return [t.clientX - r.left, t.clientY - r.top];
  };
  c.addEventListener('touchstart', (e) => { from = at(e); });
  c.addEventListener('touchmove', (e) => {
    x.strokeStyle = '#800000'; x.beginPath(); x.moveTo(...from); from = at(e); x.lineTo(...from); x.stroke();
  });
  x.fillStyle = 'lime'; x.fillRect(2, 2, 4, 4); x.arc(30, 30, 10, 0, 7); x.fill(); x.fillText('hi', 1, 40);
"""


def test_a_canvas_keeps_what_a_finger_draws() -> None:
    page = source("<canvas id='c' width='60' height='60'></canvas>", _DRAWING)
    first = shown(page, (), OPENED)
    node = number(first, "c")
    drag = Event("drag", 9, node, 15, 65, 45, 65, rects=((node, 10, 20, 60, 60),))
    (canvas,) = shown(page, (drag,), OPENED).canvases
    pixels = [color for count, color in struct.iter_unpack("<II", canvas.runs) for _ in range(count)]
    assert len(pixels) == 3600 and canvas.words[0][:3] == ("hi", 1, 40)
    lime, maroon = 0xFF00FF00, 0xFF000080
    assert pixels[3 * 60 + 3] == pixels[30 * 60 + 30] == lime and pixels[0] == 0
    assert [pixels[45 * 60 + x] for x in (4, 5, 20, 35, 36)] == [0, maroon, maroon, maroon, 0]


@pytest.mark.parametrize(
    "script",
    [
        "for (;;) ;",
        "Promise.resolve().then(() => { for (;;) ; })",
        "const all = []; for (;;) all.push('x'.repeat(1e5) + all.length)",
        "new Array(1e9).fill(1)",
        "function f() { f() } f()",
        "document.body.innerHTML = '<div>'.repeat(1e5)",
        "/^(a+)+$/.test('a'.repeat(60) + 'b')",
        "JSON.stringify = () => 5; Array.prototype.push = null; Map.prototype.get = null",
        "Object.prototype.toString = null; Element.prototype.getAttribute = () => { throw 1 }",
        "document.title = '\\ud800\\u0000' ; document.body.textContent = '\\udfff'",
        "let s = []; for (let i = 0; i < 1e4; i++) s = [s]; document.title = JSON.stringify(s)",
        "queueMicrotask(function f() { queueMicrotask(f) })",
        "document.querySelector('::nonsense((')",
        "document.body.innerHTML = '<canvas width=1000 height=1000></canvas>'.repeat(8);"
        "for (const c of document.querySelectorAll('canvas')) { const x = c.getContext('2d'), d = x.getImageData("
        "0, 0, 1000, 1000); d.data.fill(7); for (let i = 0; i < 4e6; i += 8) d.data[i] = 255; x.putImageData(d, 0, 0)}",
        "document.createElement('canvas').getContext('2d').getImageData(0, 0, 1e5, 1e5)",
        "fetch('https://wiki.example/').then((r) => { document.title = 'reached' })",
        "import('os').then(() => { document.title = 'reached' })",
    ],
)
def test_hostile_scripts_harm_only_their_page(script: str) -> None:
    page = shown(source("<p id='o'>text</p>", script), (), OPENED)
    assert isinstance(page, Shown) and page.title != "reached"
    for text in (page.html, page.title):
        text.encode()
    again = shown(source("<p id='o'></p>", say("'fine'")), (), OPENED)
    assert ">fine<" in again.html


def test_a_page_that_was_stopped_stays_as_it_is() -> None:
    page = source("<p id='o'>before</p><button id='b'>x</button>", say("'shown'") + "; for (;;) ;")
    first = shown(page, (), OPENED)
    assert first.stopped and ">shown<" in first.html
    assert shown(page, (Event("tap", 1, number(first, "b")),), OPENED).stopped


COUNTING = "let n = 0; function go() { for (;;) { document.title = ++n; document.body.append('x'); } }"


@pytest.mark.parametrize("looks", [0, 7])
def test_scripts_stop_after_the_same_operations_however_busy_the_host_is(looks: int) -> None:
    page = source("<button id='b' onclick='go()'>x</button>", COUNTING)
    node = number(shown(page, (), OPENED), "b")
    results: set[Shown] = set()

    def play() -> None:
        live = LivePage(page)
        for _ in range(looks):  # looking at a page isn't counted
            live.view()
        live.happen(Event("tap", 10, node))
        assert live.stopped
        results.add(read(live.view(), page.html, True))

    play()
    crowd = [threading.Thread(target=play) for _ in range(2)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    assert results == {shown(page, (Event("tap", 10, node),), OPENED)}
    assert int(results.pop().title) > 1000


def test_a_page_with_too_much_memory_is_stopped() -> None:
    stopped = [shown(source("", f"let s = 'x'.repeat({size})"), (), OPENED).stopped for size in (4 << 20, 32 << 20)]
    assert stopped == [False, True]


def test_a_page_is_gone_as_soon_as_nobody_holds_it() -> None:
    gc.disable()
    try:
        live = LivePage(source("<p></p>", say("1")))
        gone = weakref.ref(live)
        del live
        assert gone() is None
    finally:
        gc.enable()


def test_a_page_whose_few_operations_take_minutes_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    live = LivePage(source("<p></p>"))
    assert not live.stopped
    monkeypatch.setattr(meter, "_SECONDS", -1.0)
    live.happen(Event("key", 10, text="a"))
    assert live.stopped and "<p" in str(live.view())


def test_looking_at_a_page_does_not_change_it() -> None:
    body = "<p id='o'></p>"
    page = source(body, "let n = 0; setInterval(() => { document.getElementById('o').textContent = ++n }, 10)")
    once = shown(page, (), OPENED + 3600.0)
    assert ">1000<" in once.html
    replay._shown.cache_clear()
    replay._kept.pages.clear()
    for seconds in range(0, 3600, 90):
        shown(page, (), OPENED + seconds)
    assert shown(page, (), OPENED + 3600.0) == once


def test_the_engine_is_only_a_cache() -> None:
    page = source("<p id='o'></p><button id='b' onclick='go()'>x</button>", """
      let n = 0;
      function go() { n++; document.getElementById('o').innerHTML += `<i>${n} ${Math.random()} ${Date.now()}</i>`; }
      setTimeout(go, 1500);
    """)  # fmt: skip
    node = number(shown(page, (), OPENED), "b")
    events = tuple([Event("tap", 400 * i, node) for i in range(1, 9)])
    along = [shown(page, events[:i], OPENED + 0.4 * i) for i in range(9)]
    replay._shown.cache_clear()
    replay._kept.pages.clear()
    assert [shown(page, events[:i], OPENED + 0.4 * i) for i in reversed(range(9))] == along[::-1]
    elsewhere: list[Shown] = []
    replay._shown.cache_clear()
    thread = threading.Thread(target=lambda: elsewhere.append(shown(page, events, OPENED + 3.2)))
    thread.start()
    thread.join()
    assert elsewhere == [along[-1]]
    assert read(LivePage(page).view(), page.html, False) == along[0]


def test_nothing_that_the_engine_says_is_believed() -> None:
    wrong: dict[str, object] = {
        "html": 5, "title": ["x"], "canvases": [[1, 2, 2, [4, "x"], []], [1, 1e9, 1, [], []], "no"], "watched": ["1"],
        "alerts": {"a": 1}, "leaving": None, "problems": 3, "focus": 1 << 60,
    }  # fmt: skip
    found = read(wrong, "<p>source</p>", False)
    assert found == Shown("<p>source</p>", canvases=(Canvas(1, 2, 2, struct.pack("<II", 4, 0), ()),), watched=(0,))
