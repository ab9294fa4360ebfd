"""Browser: small pages with scripts, as files of the phone, and evaluators of what they show.

* `maze_page`, `product_page`, `colours_page` - the pages; each shows a line of its own once it is solved.
* `maze_ways` - how far each open cell of a maze is from its goal.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from crab_tasks.kits.state import State

__all__ = [
    "COLOURS", "MAZE_SIZE", "Cell", "colours_page", "colours_told", "draw_maze", "maze_moves", "maze_page",
    "maze_place", "maze_ways", "page_shows", "product_page",
]  # fmt: skip

Cell: TypeAlias = tuple[int, int]
"""Row and column, from 0."""
MAZE_SIZE: Final = 4
_STEPS: Final[Mapping[str, Cell]] = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}

COLOURS: Final[Mapping[str, str]] = {
    "red": "#e00000", "green": "#00a000", "blue": "#0000e0", "yellow": "#f0f000", "pink": "#ff80c0",
    "cyan": "#00e0e0", "brown": "#803000", "olive": "#707000", "navy": "#000060", "purple": "#800080",
    "teal": "#008080", "orange": "#ff9000", "violet": "#b060ff", "lime": "#90ff00", "grey": "#808080",
    "black": "#000000",
}  # fmt: skip
"""The colours of the page for drawing."""


def page_shows(state: State, texts: Sequence[str]) -> bool:
    """The Browser is in front and shows one of some lines outside of fields."""
    return state.android.foreground().app == "browser" and any(
        element.text in texts and not element.editable for element in state.android.elements()
    )


_HEAD: Final = """<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>TITLE</title>
<style>
body { font-family: sans-serif; text-align: center; font-size: 16px }
button { font-size: 18px; padding: 10px 14px; margin: 3px }
STYLE
</style></head><body><h2>TITLE</h2>
"""


def _page(title: str, style: str, body: str) -> str:
    return _HEAD.replace("TITLE", title).replace("STYLE", style) + body + "\n</body></html>\n"


# A maze -------------------------------------------------------------------------------------------------------------


def _neighbours(cell: Cell) -> list[Cell]:
    found = [(cell[0] + down, cell[1] + right) for down, right in _STEPS.values()]
    return [(row, column) for row, column in found if 0 <= row < MAZE_SIZE and 0 <= column < MAZE_SIZE]


def maze_ways(rows: Sequence[str]) -> dict[Cell, int]:
    """Returns for each open cell from which the goal at the bottom right is reached the moves to it.

    Args:
        rows: The rows; ``#`` is a wall, ``.`` an open cell.
    """
    ways, edge = {(MAZE_SIZE - 1, MAZE_SIZE - 1): 0}, [(MAZE_SIZE - 1, MAZE_SIZE - 1)]
    while edge:
        cell = edge.pop(0)
        for near in _neighbours(cell):
            if near not in ways and rows[near[0]][near[1]] == ".":
                ways[near] = ways[cell] + 1
                edge.append(near)
    return ways


def draw_maze(rng: random.Random) -> str:
    """Draws a maze whose goal is reached from its start at the top left; its rows are joined by blanks.

    It takes at most ten moves, and there are some walls.
    """
    while True:
        cells = [[rng.choice("..#") for _ in range(MAZE_SIZE)] for _ in range(MAZE_SIZE)]
        cells[0][0] = cells[-1][-1] = "."
        rows = ["".join(row) for row in cells]
        if maze_ways(rows).get((0, 0), 11) <= 10 and sum(row.count("#") for row in rows) >= 3:
            return " ".join(rows)


def maze_moves(rows: Sequence[str]) -> list[str]:
    """Returns the names of the buttons that lead from the start to the goal."""
    ways, cell, moves = maze_ways(rows), (0, 0), []
    while ways[cell]:
        for move, (down, right) in _STEPS.items():
            near = cell[0] + down, cell[1] + right
            if ways.get(near) == ways[cell] - 1:
                moves.append(move)
                cell = near
                break
    return moves


def maze_place(cell: Cell) -> str:
    """Returns the line in which the page tells where the X is."""
    return f"The X is in row {cell[0] + 1}, column {cell[1] + 1}."


_MAZE: Final = """<div id="maze"></div><p id="place"></p>
<div><button onclick="go(-1, 0)">Up</button></div>
<div><button onclick="go(0, -1)">Left</button><button onclick="go(0, 1)">Right</button></div>
<div><button onclick="go(1, 0)">Down</button></div>
<script>
const rows = ROWS, last = rows.length - 1;
let row = 0, column = 0;
function show() {
  const maze = document.getElementById("maze");
  maze.innerHTML = "";
  for (let i = 0; i <= last; i++) {
    const line = document.createElement("div");
    line.className = "line";
    for (let j = 0; j <= last; j++) {
      const cell = document.createElement("div");
      cell.className = rows[i][j] === "#" ? "cell wall" : i === last && j === last ? "cell goal" : "cell";
      cell.textContent = i === row && j === column ? "X" : rows[i][j] === "#" ? "#" : "";
      line.appendChild(cell);
    }
    maze.appendChild(line);
  }
  document.getElementById("place").textContent = `The X is in row ${row + 1}, column ${column + 1}.`;
}
function go(down, right) {
  if (rows[row + down]?.[column + right] !== ".") return;
  row += down;
  column += right;
  show();
  if (row === last && column === last) document.body.innerHTML = "<h2>" + DONE + "</h2>";
}
show();
</script>"""


def maze_page(rows: Sequence[str], done: str) -> str:
    """Returns a page with a maze through which an X is moved by buttons.

    Args:
        rows: The maze's rows.
        done: The line that it shows at the end.
    """
    style = (
        ".line { display: flex; justify-content: center }\n.cell { width: 60px; height: 60px; border: 1px solid "
        "black; font-size: 32px }\n.wall { background-color: black; color: black }\n.goal { background-color: green }"
    )
    return _page("Maze", style, _MAZE.replace("ROWS", json.dumps(list(rows))).replace("DONE", json.dumps(done)))


# Numbers ------------------------------------------------------------------------------------------------------------

_PRODUCT: Final = """<p id="number"></p><button id="next" onclick="next()">Next</button>
<div id="form" style="display: none"><input type="number" id="answer" placeholder="Product">
<button onclick="check()">Check</button></div><p id="result"></p>
<script>
const numbers = NUMBERS;
let shown = 0;
function show() { document.getElementById("number").textContent = `Number ${shown + 1}: ${numbers[shown]}`; }
function next() {
  shown++;
  if (shown < numbers.length) return show();
  document.getElementById("number").textContent = "What is the product of the numbers?";
  document.getElementById("next").style.display = "none";
  document.getElementById("form").style.display = "block";
}
function check() {
  const right = Number(document.getElementById("answer").value) === numbers.reduce((a, b) => a * b, 1);
  document.getElementById("result").textContent = right ? DONE : "This is not the product.";
}
show();
</script>"""


def product_page(numbers: Sequence[int], done: str) -> str:
    """Returns a page that shows numbers one after the other, and then asks for their product.

    Args:
        numbers: The numbers.
        done: The line that it shows at the right answer.
    """
    style = "#number { font-size: 28px }\ninput { font-size: 18px; padding: 8px; width: 160px }"
    body = _PRODUCT.replace("NUMBERS", json.dumps(list(numbers))).replace("DONE", json.dumps(done))
    return _page("Product", style, body)


# Colours ------------------------------------------------------------------------------------------------------------

_COLOURS: Final = """<p>Draw with: WANTED</p>
<canvas id="canvas" width="300" height="180"></canvas><p id="used"></p><div id="palette"></div>
<div><button id="clear">Clear</button><button id="submit">Submit</button></div><p id="result"></p>
<script>
const colours = ALL, wanted = NAMES;
const canvas = document.getElementById("canvas"), pen = canvas.getContext("2d");
pen.lineWidth = 6;
pen.strokeStyle = "#c8c8c8";
let from = null;
for (const [name, colour] of Object.entries(colours)) {
  const button = document.createElement("button");
  button.className = "colour";
  button.style.backgroundColor = colour;
  button.setAttribute("aria-label", name);
  button.addEventListener("click", () => { pen.strokeStyle = colour; });
  document.getElementById("palette").appendChild(button);
}
function place(event) {
  const box = canvas.getBoundingClientRect();
  return [event.touches[0].clientX - box.left, event.touches[0].clientY - box.top];
}
function used() {
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height), seen = new Set();
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] === 255) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  }
  return wanted.filter((name) => seen.has(parseInt(colours[name].slice(1), 16))).length;
}
function tell() {
  document.getElementById("used").textContent = `${used()} of the ${wanted.length} colours are in the drawing.`;
}
canvas.addEventListener("touchstart", (event) => { from = place(event); });
canvas.addEventListener("touchmove", (event) => {
  event.preventDefault();
  pen.beginPath();
  pen.moveTo(...from);
  from = place(event);
  pen.lineTo(...from);
  pen.stroke();
});
canvas.addEventListener("touchend", tell);
document.getElementById("clear").onclick = () => { pen.clearRect(0, 0, canvas.width, canvas.height); tell(); };
document.getElementById("submit").onclick = () => {
  document.getElementById("result").textContent = used() === wanted.length ? DONE : "A colour is missing.";
};
tell();
</script>"""


def colours_told(count: int, of: int) -> str:
    """Returns the line in which the page tells how many of the wanted colours are in the drawing."""
    return f"{count} of the {of} colours are in the drawing."


def colours_page(wanted: Sequence[str], done: str) -> str:
    """Returns a page with a canvas, on which some colours have to be used.

    Args:
        wanted: The colours' names.
        done: The line that it shows after a drawing with these colours was submitted.
    """
    style = (
        "canvas { border: 1px solid black }\n.colour { width: 34px; height: 34px; padding: 0; border: none }\n"
        ".wanted { display: inline-block; width: 26px; height: 26px; margin: 0 4px 0 12px }"
    )
    shown = " ".join([f'<span class="wanted" style="background-color: {COLOURS[one]}"></span>{one}' for one in wanted])
    body = _COLOURS.replace("WANTED", shown).replace("ALL", json.dumps(COLOURS))
    body = body.replace("NAMES", json.dumps(list(wanted)))
    return _page("Colours", style, body.replace("DONE", json.dumps(done)))
