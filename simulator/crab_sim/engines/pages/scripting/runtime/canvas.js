// Drawing on a canvas, in whole pixels without smoothing: a line keeps its exact colour.
"use strict";

const MAX_PIXELS = 1_000_000;
const colors = {}; // names -> six hexadecimal digits, filled in by the page's loader

// A colour as a number of 32 bits, as they lie in memory: alpha, blue, green, red.
function colorOf(text, old) {
  const word = String(text).trim().toLowerCase();
  if (word === "transparent") return 0;
  let digits = colors[word] ?? (/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(word) ? word.slice(1) : "");
  if (digits.length === 3 || digits.length === 4) digits = [...digits].map((digit) => digit + digit).join("");
  if (digits) return pack(...[0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16)), digits.length === 8 ? parseInt(digits.slice(6), 16) : 255);
  const match = /^rgba?\(\s*([\d.]+)\s*[,\s]\s*([\d.]+)\s*[,\s]\s*([\d.]+)\s*(?:[,\/]\s*([\d.]+)(%?))?\s*\)$/.exec(word);
  if (match) {
    const alpha = match[4] === undefined ? 1 : Number(match[4]) / (match[5] ? 100 : 1);
    return pack(Number(match[1]), Number(match[2]), Number(match[3]), alpha * 255);
  }
  const turn = /^hsla?\(\s*(-?[\d.]+)(?:deg)?\s*[,\s]\s*([\d.]+)%\s*[,\s]\s*([\d.]+)%/.exec(word);
  return turn ? hsl(Number(turn[1]), Number(turn[2]) / 100, Number(turn[3]) / 100) : old;
}

function pack(red, green, blue, alpha) {
  const byte = (value) => Math.max(0, Math.min(255, Math.round(value)));
  return ((byte(alpha) << 24) | (byte(blue) << 16) | (byte(green) << 8) | byte(red)) >>> 0;
}

function hsl(hue, saturation, light) {
  const part = (n) => {
    const k = (((n + hue / 30) % 12) + 12) % 12;
    return 255 * (light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return pack(part(0), part(8), part(4), 255);
}

function cssColor(number) {
  const two = (value) => value.toString(16).padStart(2, "0");
  return `#${two(number & 255)}${two((number >>> 8) & 255)}${two((number >>> 16) & 255)}`;
}

class ImageData {
  constructor(first, second, third) {
    const given = typeof first !== "number";
    this.width = given ? second : first;
    this.height = given ? (third ?? first.length / 4 / second) : second;
    if (!(this.width > 0 && this.height > 0 && this.width * this.height <= MAX_PIXELS)) throw new RangeError("The size is too large or too small.");
    this.data = given ? first : new Uint8ClampedArray(this.width * this.height * 4);
  }
}

class CanvasContext {
  constructor(canvas) {
    this.canvas = canvas;
    this.states = [];
    this.path = [];
    this.at = { fill: 0xff000000, stroke: 0xff000000, lineWidth: 1, globalAlpha: 1, font: "10px sans-serif", textAlign: "start", textBaseline: "alphabetic", lineCap: "butt", lineJoin: "miter", matrix: [1, 0, 0, 1, 0, 0] };
  }
  get surface() {
    const { width, height } = this.canvas;
    if (!this.canvas.surface) {
      const pixels = new Uint32Array(width * height <= MAX_PIXELS ? width * height : 0);
      this.canvas.surface = { width: pixels.length ? width : 0, height: pixels.length ? height : 0, pixels, words: [] };
    }
    return this.canvas.surface;
  }
  get fillStyle() { return cssColor(this.at.fill); }
  set fillStyle(value) { this.at.fill = colorOf(value, this.at.fill); }
  get strokeStyle() { return cssColor(this.at.stroke); }
  set strokeStyle(value) { this.at.stroke = colorOf(value, this.at.stroke); }
  save() { this.states.push({ ...this.at, matrix: [...this.at.matrix] }); }
  restore() { if (this.states.length) this.at = this.states.pop(); }
  // Places
  translate(x, y) { this.transform(1, 0, 0, 1, x, y); }
  scale(x, y) { this.transform(x, 0, 0, y, 0, 0); }
  rotate(angle) { this.transform(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0); }
  transform(a, b, c, d, e, f) {
    const [A, B, C, D, E, F] = this.at.matrix;
    this.at.matrix = [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, A * e + C * f + E, B * e + D * f + F];
  }
  setTransform(...parts) { this.at.matrix = parts.length === 6 ? parts : [1, 0, 0, 1, 0, 0]; }
  resetTransform() { this.at.matrix = [1, 0, 0, 1, 0, 0]; }
  point(x, y) {
    const [a, b, c, d, e, f] = this.at.matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }
  get zoom() { return Math.sqrt(Math.abs(this.at.matrix[0] * this.at.matrix[3] - this.at.matrix[1] * this.at.matrix[2])) || 1; }
  // Rectangles
  fillRect(x, y, w, h) { fillPolygons(this.surface, [this.corners(x, y, w, h)], this.ink(this.at.fill)); }
  clearRect(x, y, w, h) {
    fillPolygons(this.surface, [this.corners(x, y, w, h)], 0, true);
    if (x <= 0 && y <= 0 && x + w >= this.surface.width && y + h >= this.surface.height) this.surface.words = [];
  }
  strokeRect(x, y, w, h) { this.strokeLines([[...this.corners(x, y, w, h), this.point(x, y)]]); }
  corners(x, y, w, h) { return [this.point(x, y), this.point(x + w, y), this.point(x + w, y + h), this.point(x, y + h)]; }
  ink(color) {
    const alpha = Math.round((color >>> 24) * Math.max(0, Math.min(1, this.at.globalAlpha)));
    return ((color & 0xffffff) | (alpha << 24)) >>> 0;
  }
  // Paths
  beginPath() { this.path = []; }
  moveTo(x, y) { this.path.push([this.point(x, y)]); }
  lineTo(x, y) {
    if (this.path.length) this.path[this.path.length - 1].push(this.point(x, y));
    else this.moveTo(x, y);
  }
  closePath() {
    const last = this.path[this.path.length - 1];
    if (last?.length > 1) this.path.push([last[0]]), last.push(last[0]);
  }
  rect(x, y, w, h) {
    const corners = this.corners(x, y, w, h);
    this.path.push([...corners, corners[0]], [corners[0]]);
  }
  roundRect(x, y, w, h) { this.rect(x, y, w, h); }
  arc(x, y, radius, start, end, backwards = false) { this.ellipse(x, y, radius, radius, 0, start, end, backwards); }
  ellipse(x, y, rx, ry, turn, start, end, backwards = false) {
    const whole = 2 * Math.PI;
    let sweep = end - start;
    if (Math.abs(sweep) >= whole) sweep = backwards ? -whole : whole;
    else sweep = backwards ? -(((-sweep % whole) + whole) % whole) : ((sweep % whole) + whole) % whole;
    const steps = Math.max(8, Math.min(96, Math.ceil(Math.max(Math.abs(rx), Math.abs(ry)) * this.zoom)));
    for (let i = 0; i <= steps; i++) {
      const angle = start + (sweep * i) / steps;
      const dx = rx * Math.cos(angle), dy = ry * Math.sin(angle);
      this.lineTo(x + dx * Math.cos(turn) - dy * Math.sin(turn), y + dx * Math.sin(turn) + dy * Math.cos(turn));
    }
  }
  quadraticCurveTo(cx, cy, x, y) { this.curve(x, y, (t) => [2 * t * (1 - t), 0], [cx, cy], [0, 0], (t) => t * t, (t) => (1 - t) ** 2); }
  bezierCurveTo(ax, ay, bx, by, x, y) {
    this.curve(x, y, (t) => [3 * t * (1 - t) ** 2, 3 * t * t * (1 - t)], [ax, ay], [bx, by], (t) => t ** 3, (t) => (1 - t) ** 3);
  }
  curve(x, y, weights, a, b, ending, beginning) {
    const first = this.point(...a), second = this.point(...b), end = this.point(x, y);
    if (!this.path.length) this.path.push([first]);
    const line = this.path[this.path.length - 1];
    const start = line[line.length - 1];
    for (let i = 1; i <= 16; i++) {
      const t = i / 16, [u, v] = weights(t);
      line.push([0, 1].map((k) => beginning(t) * start[k] + u * first[k] + v * second[k] + ending(t) * end[k]));
    }
  }
  fill() { fillPolygons(this.surface, this.path.filter((line) => line.length > 2), this.ink(this.at.fill)); }
  stroke() { this.strokeLines(this.path); }
  clip() {}
  isPointInPath() { return false; }
  setLineDash() {}
  getLineDash() { return []; }
  strokeLines(lines) {
    const width = this.at.lineWidth * this.zoom, ink = this.ink(this.at.stroke);
    for (const line of lines) {
      for (let i = 1; i < line.length; i++) {
        if (width <= 1.5) thinLine(this.surface, line[i - 1], line[i], ink);
        else thickLine(this.surface, line[i - 1], line[i], width, ink, this.at.lineCap === "round" || line.length > 2);
      }
    }
  }
  // Words, which are drawn above the pixels and aren't part of them
  fillText(text, x, y) {
    if (this.surface.words.length < 200) {
      const [left, top] = this.point(x, y);
      this.surface.words.push([String(text).slice(0, 200), Math.round(left), Math.round(top), Math.round(this.fontSize), cssColor(this.at.fill), this.at.textAlign, this.at.textBaseline]);
    }
  }
  strokeText(text, x, y) { this.fillText(text, x, y); }
  measureText(text) { return { width: String(text).length * this.fontSize * 0.55 }; }
  get fontSize() { return Number(/([\d.]+)px/.exec(this.at.font)?.[1] ?? 10) * this.zoom; }
  // Pixels
  createImageData(width, height) { return new ImageData(width.width ?? width, width.height ?? height); }
  getImageData(x, y, w, h) {
    const { width, height, pixels } = this.surface;
    const data = new ImageData(Math.abs(Math.trunc(w)), Math.abs(Math.trunc(h)));
    const into = new Uint32Array(data.data.buffer);
    for (let row = 0; row < data.height; row++) {
      const from = y + row;
      if (from < 0 || from >= height) continue;
      for (let column = Math.max(0, -x); column < data.width && x + column < width; column++) into[row * data.width + column] = pixels[from * width + x + column];
    }
    return data;
  }
  putImageData(data, x, y) {
    const { width, height, pixels } = this.surface;
    for (let row = 0; row < data.height; row++) {
      for (let column = 0; column < data.width; column++) {
        const to = [x + column, y + row];
        if (to[0] < 0 || to[1] < 0 || to[0] >= width || to[1] >= height) continue;
        const at = (row * data.width + column) * 4;
        pixels[to[1] * width + to[0]] = pack(data.data[at], data.data[at + 1], data.data[at + 2], data.data[at + 3]);
      }
    }
  }
  drawImage() {}
  createLinearGradient() { return { addColorStop: (_, color) => (this.at.fill = colorOf(color, this.at.fill)) }; }
  createRadialGradient() { return this.createLinearGradient(); }
}
for (const name of ["lineWidth", "globalAlpha", "font", "textAlign", "textBaseline", "lineCap", "lineJoin"]) {
  Object.defineProperty(CanvasContext.prototype, name, {
    get() { return this.at[name]; },
    set(value) { if (typeof value === typeof this.at[name] && value === value) this.at[name] = value; },
  });
}

function blend(pixels, at, ink) {
  const alpha = (ink >>> 24) / 255;
  if (alpha >= 1 || pixels[at] >>> 24 === 0) pixels[at] = ink;
  else {
    const part = (shift) => ((pixels[at] >>> shift) & 255) * (1 - alpha) + ((ink >>> shift) & 255) * alpha;
    pixels[at] = pack(part(0), part(8), part(16), 255);
  }
}

function span(surface, y, from, to, ink, clear) {
  const left = Math.max(0, from), right = Math.min(surface.width, to);
  if (y < 0 || y >= surface.height || left >= right) return;
  const row = y * surface.width;
  if (clear || ink >>> 24 === 255) surface.pixels.fill(ink, row + left, row + right);
  else if (ink >>> 24) for (let x = left; x < right; x++) blend(surface.pixels, row + x, ink);
}

// Fills polygons row by row, where a row's middle is inside (not zero).
function fillPolygons(surface, polygons, ink, clear = false) {
  const points = polygons.flat();
  if (!points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)) || !points.length) return;
  const low = Math.max(0, Math.floor(Math.min(...points.map((point) => point[1]))));
  const high = Math.min(surface.height, Math.ceil(Math.max(...points.map((point) => point[1]))));
  for (let y = low; y < high; y++) {
    const crossings = [];
    for (const polygon of polygons) {
      for (let i = 0; i < polygon.length; i++) {
        const [x1, y1] = polygon[i], [x2, y2] = polygon[(i + 1) % polygon.length];
        const middle = y + 0.5;
        if (y1 <= middle !== y2 <= middle) crossings.push([x1 + ((middle - y1) * (x2 - x1)) / (y2 - y1), y1 < y2 ? 1 : -1]);
      }
    }
    crossings.sort((a, b) => a[0] - b[0]);
    let inside = 0;
    for (let i = 0; i + 1 < crossings.length; i++) {
      inside += crossings[i][1];
      if (inside) span(surface, y, Math.round(crossings[i][0]), Math.round(crossings[i + 1][0]), ink, clear);
    }
  }
}

function thinLine(surface, [x1, y1], [x2, y2], ink) {
  const steps = Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1));
  if (!(steps < 20_000)) return;
  for (let i = 0; i <= Math.ceil(steps); i++) {
    const t = steps ? Math.min(1, i / steps) : 0;
    const x = Math.floor(x1 + (x2 - x1) * t), y = Math.floor(y1 + (y2 - y1) * t);
    span(surface, y, x, x + 1, ink, false);
  }
}

function thickLine(surface, [x1, y1], [x2, y2], width, ink, round) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (!(length < 20_000 && width < 4_000)) return;
  if (length) {
    const dx = ((y2 - y1) / length) * (width / 2), dy = (-(x2 - x1) / length) * (width / 2);
    fillPolygons(surface, [[[x1 + dx, y1 + dy], [x2 + dx, y2 + dy], [x2 - dx, y2 - dy], [x1 - dx, y1 - dy]]], ink);
  }
  if (round) {
    for (const [x, y] of [[x1, y1], [x2, y2]]) {
      const disc = Array.from({ length: 16 }, (_, i) => [x + (Math.cos((i * Math.PI) / 8) * width) / 2, y + (Math.sin((i * Math.PI) / 8) * width) / 2]);
      fillPolygons(surface, [disc], ink);
    }
  }
}

// A canvas's pixels as runs: how many, and which colour; nothing where there are more than `most` numbers.
function runsOf({ pixels }, most) {
  const runs = [];
  for (let at = 0; at < pixels.length; ) {
    const color = pixels[at];
    let end = at + 1;
    while (end < pixels.length && pixels[end] === color) end++;
    runs.push(end - at, color);
    at = end;
    if (runs.length > most) return [];
  }
  return runs;
}
