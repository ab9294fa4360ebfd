"""Pages with scripts in the Browser: games and forms of a hundred lines, as files of the phone."""

from __future__ import annotations

from typing import Final

import pytest

from crab_sim.engines.pages.scripting import replay
from crab_sim.engines.pages.scripting.state import MAX_EVENTS
from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.app import SDCARD
from tests.simulator.phone._drive import center, node, nodes, phone, press, tap, write

MAZE: Final = """<!DOCTYPE html><html><head><title>Maze</title><style>
.row { display: flex } .cell { width: 90px; height: 90px; border: 1px solid black; font-size: 50px }
.wall { background-color: black } .goal { background-color: green } button { padding: 15px 28px; font-size: 30px }
</style></head><body><div id="maze"></div>
<button onclick="move(-1, 0)">Up</button><button onclick="move(1, 0)">Down</button>
<button onclick="move(0, -1)">Left</button><button onclick="move(0, 1)">Right</button>
<script>
  let here = { row: 0, column: 0 };
  const grid = ['. ## ', '.#..#', '.. . '].map((row) => [...row.replace(/ /g, '.')].slice(0, 4));
  function draw() {
    const maze = document.getElementById('maze');
    maze.innerHTML = '';
    grid.forEach((cells, i) => {
      const row = document.createElement('div');
      row.className = 'row';
      cells.forEach((cell, j) => {
        const box = document.createElement('div');
        box.className = 'cell';
        if (cell === '#') box.classList.add('wall');
        else if (i === here.row && j === here.column) box.innerHTML = 'X';
        row.appendChild(box);
      });
      maze.appendChild(row);
    });
  }
  function move(down, right) {
    const next = { ...here };
    next.row += down;
    next.column += right;
    if (grid[next.row]?.[next.column] !== '.') return;
    here = next;
    draw();
    if (here.row === 2 && here.column === 3) document.body.innerHTML = '<h1>Success!</h1>';
  }
  draw();
</script></body></html>"""

SUM: Final = """<title>Sum</title><style>.box { text-align: center } input { font-size: 18px }</style><div class="box">
<div id="number"></div><button id="next" onclick="more()">Click Me</button>
<div id="form" style="display: none;"><input type="number" id="answer" placeholder="The sum"><button onclick="check()">
Submit</button></div><div id="result"></div></div>
<script>
  const numbers = [];
  function add() {
    numbers.push(3 * numbers.length + 1);
    document.getElementById('number').textContent = numbers.at(-1);
  }
  function more() {
    if (numbers.length < 3) return add();
    document.getElementById('next').style.display = 'none';
    document.getElementById('form').style.display = 'block';
  }
  function check() {
    const right = parseInt(document.getElementById('answer').value) === numbers.reduce((a, b) => a + b, 0);
    document.getElementById('result').innerHTML = right ? '<h2>Success!</h2>' : '<h2>No</h2>';
  }
  add();
</script>"""

PAINT: Final = """<meta name="viewport" content="width=device-width"><style>canvas { border: 1px solid black }
.color { width: 40px; height: 40px; border: none }</style><canvas id="c" width="300" height="200"></canvas>
<div id="colors"></div><button id="check">Check</button><button id="clear">Clear</button><p id="result"></p>
<script>
  const canvas = document.getElementById('c'), pen = canvas.getContext('2d');
  for (const color of ['#ff0000', '#00ff7f']) {
    const button = document.createElement('button');
    button.style.backgroundColor = color;
    button.setAttribute('aria-label', color);
    button.classList.add('color');
    button.addEventListener('click', () => { pen.strokeStyle = color; });
    document.getElementById('colors').appendChild(button);
  }
  let last = null;
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.touches[0].clientX - box.left, event.touches[0].clientY - box.top];
  };
  canvas.addEventListener('touchstart', (event) => { last = place(event); });
  canvas.addEventListener('touchmove', (event) => {
    event.preventDefault();
    pen.beginPath();
    pen.moveTo(...last);
    last = place(event);
    pen.lineTo(...last);
    pen.stroke();
  });
  document.getElementById('clear').onclick = () => pen.clearRect(0, 0, canvas.width, canvas.height);
  document.getElementById('check').onclick = () => {
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height), seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
    const both = seen.has('255,0,0') && seen.has('0,255,127');
    document.getElementById('result').textContent = both ? 'Success!' : 'Not yet';
  };
</script>"""


def put(machine: Phone, html: str) -> None:
    machine.put(FILES, machine.files.write(f"{SDCARD}/Download/task.html", html.encode(), machine.now))


def opened(html: str, width: int = 360, height: int = 800) -> Phone:
    machine = phone(0, width=width, height=height)
    put(machine, html)
    machine.launch("browser", ("open", "file:///sdcard/Download/task.html"))
    return machine


def succeeded(machine: Phone) -> bool:
    return [found.app for found in nodes(machine, "Success!")] == ["browser"]


def test_files_ask_which_app_opens_a_page() -> None:
    machine = phone(0)
    put(machine, SUM)
    machine.launch("files", ("open", f"{SDCARD}/Download"))
    tap(machine, "task.html")
    assert node(machine, "Open with") and node(machine, "Markdown")
    tap(machine, "Browser")
    assert node(machine, "Click Me").role == "button"


def test_a_maze_is_walked_with_its_buttons() -> None:
    machine = opened(MAZE)
    tap(machine, "Right")
    tap(machine, "Left")
    for way in ("Down", "Down", "Right", "Right"):
        assert not succeeded(machine)
        tap(machine, way)
    tap(machine, "Right")
    assert succeeded(machine) and not nodes(machine, "Right")


def test_a_page_wider_than_the_screen_is_shown_smaller() -> None:
    machine = opened("<div style='width:700px;background:red' onclick='this.textContent=1'>wide</div><script></script>")
    wide = node(machine, "wide", role="button")
    assert wide.bounds[2] <= 360
    tap(machine, "wide", role="button")
    assert node(machine, "1", role="button")


@pytest.mark.parametrize("answer", ["12", "13"])
def test_a_form_reads_what_was_typed(answer: str) -> None:
    machine = opened(SUM)
    for _ in range(3):
        tap(machine, "Click Me")
    assert not nodes(machine, "Click Me")
    tap(machine, description="The sum")
    write(machine, answer)
    tap(machine, "Submit")
    assert succeeded(machine) == (answer == "12")


def test_a_finger_draws_on_a_canvas() -> None:
    machine = opened(PAINT)
    left, top, right, _ = node(machine, description="Canvas").bounds
    for color, y in (("#ff0000", 30), ("#00ff7f", 90)):
        tap(machine, color)
        machine.execute("drag", {"x1": left + 20, "y1": top + y, "x2": right - 20, "y2": top + y + 40})
        tap(machine, "Check")
    assert succeeded(machine)
    tap(machine, "Clear")
    tap(machine, "Check")
    assert node(machine, "Not yet")


def test_the_state_is_plain_data() -> None:
    machine = opened(MAZE)
    tap(machine, "Down")
    handle, fingerprint = machine.snapshot(), machine.fingerprint()
    tap(machine, "Down")
    twin = machine.fork()
    assert twin.fingerprint() == machine.fingerprint() != fingerprint
    for other in (machine, twin):
        for _ in range(3):
            tap(other, "Right")
        assert succeeded(other)
    machine.restore(handle)
    replay._shown.cache_clear()
    replay._kept.pages.clear()
    assert machine.fingerprint() == fingerprint and not succeeded(machine)
    for way in ("Down", "Right", "Right", "Right"):
        tap(machine, way)
    assert succeeded(machine)


def test_what_is_typed_reaches_the_page_at_once() -> None:
    machine = opened("<input id=i aria-label=Name><p id=o></p><script>document.getElementById('i').oninput = (e) => {"
                     "document.getElementById('o').textContent = e.target.value.toUpperCase() }</script>")  # fmt: skip
    tap(machine, description="Name")
    write(machine, "ada")
    assert node(machine, "ADA").role == "text"
    press(machine, "backspace")
    assert node(machine, "AD").role == "text"
    assert node(machine, description="Name").text == "ad"


def test_keys_choices_dialogs_and_timers() -> None:
    machine = opened("""<select id=s aria-label=Size><option>small<option>large</select><p id=o>-</p><p id=t>0</p>
      <script>
      const o = document.getElementById('o'), t = document.getElementById('t');
      document.getElementById('s').onchange = (e) => { o.textContent = e.target.value; alert('Changed') };
      document.onkeydown = (e) => { o.textContent = e.key };
      setInterval(() => { t.textContent = Number(t.textContent) + 1 }, 1000)</script>""")
    tap(machine, "Size")
    tap(machine, "large")
    assert node(machine, "This page says") and node(machine, "Changed")
    tap(machine, "OK")
    assert node(machine, "large", role="text")
    press(machine, "up")
    assert node(machine, "ArrowUp", role="text")
    write(machine, "q")
    assert node(machine, "q", role="text")
    machine.advance(5)
    assert node(machine, "5", role="text")


def test_a_page_takes_only_so_many_events_until_it_is_refreshed() -> None:
    machine = opened("<button onclick='this.textContent = ++n'>go</button><script>let n = 0</script>")
    at = center(node(machine, "go"))
    for _ in range(MAX_EVENTS + 2):
        machine.execute("tap", at)
    assert node(machine, str(MAX_EVENTS))
    tap(machine, description="More options")
    tap(machine, "Refresh")
    assert node(machine, "go")
