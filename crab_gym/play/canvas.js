"use strict";

// The renderer of simulated screens: display lists, as `crab_sim.draw.wire` writes them, drawn on a canvas.
//
//     const assets = new Assets(read);            // once for a page
//     await draw(canvas, screen, assets);         // for each new screen; resolves once all of it is drawn
//
// `read(name)` returns a promise of the bytes (an ArrayBuffer) of what the screens refer to. Each is read once:
//
//     drawings.json              icons, wallpapers, names of fonts: the text that `crab_sim.draw.wire.drawings_json()` returns
//     fonts/NAME.ttf, emoji.png  the files in the folder simulator/crab_sim/draw/fonts, by these names
//     pictures/DIGEST            a file that `Wire.picture(DIGEST)` returns: PNG, JPEG or SVG
//
// Where the page is served by `crab-gym play`, `read` fetches them from the server; where the simulator runs in a
// worker, the first two are static files of the site and the last is asked of the worker.
//
// `screen` is what `Wire.screen(operations, width, height)` returns, an object of JSON:
//
//     size: [width, height]
//     ops: [[kind, left, top, right, bottom, clip, ...parameters], ...]  // as in `crab_sim.draw.ops`; see there
//     glyphs: {"FONT SIZE": {ascent, height, widths: {character: width or [width, drawn]}}}
//
// Colours are "rrggbb". A clip is 0 where there is none. Widths are whole pixels, those by which the simulator has laid
// out the text: the page measures nothing. `drawn` says how a character is drawn that its font lacks: the name of
// another font, the place of an emoji on its sheet, null for an empty box, or "" for nothing.
//
// `draw` resolves to false if a later call for the same canvas has overtaken it. The scripts shapes.js and canvas.js
// are loaded in this order; shapes.js draws icons, wallpapers and shadows.

const KEPT_PICTURES = 64; // beside those of the last screen: decoded, and as large as they are shown
const BROKEN_GROUND = "#606268"; // as in `crab_sim.draw.pictures`
const BROKEN_SIGN = "c4c6cc";

class Assets {
  constructor(read) {
    this.read = read;
    this.once = new Map(); // name -> a promise of what was read
    this.icons = new Map(); // drawing, side and colour -> canvas
    this.shadows = new Map(); // reach -> canvas
    this.pictures = new Map(); // name, fit, width and height -> canvas; the last ones
    this.inks = new Map(); // font, size and character -> how far its ink reaches
    this.latest = new WeakMap(); // canvas -> number of the last call of `draw`
    this.constants = null;
    this.sheet = null; // of emoji
  }

  // Reads something once; what couldn't be read is asked for again.
  get(name, make) {
    if (!this.once.has(name)) {
      const promise = this.read(name).then(make);
      promise.catch(() => this.once.delete(name));
      this.once.set(name, promise);
    }
    return this.once.get(name);
  }

  // Loads everything that a screen needs, so that it can be drawn in one go; resolves to its pictures.
  async load(screen) {
    const decoder = new TextDecoder();
    this.constants = await this.get("drawings.json", (bytes) => JSON.parse(decoder.decode(bytes)));
    const files = new Set();
    let hasEmoji = false;
    for (const [face, { widths }] of Object.entries(screen.glyphs)) {
      files.add(this.constants.fonts[face.split(" ")[0]]);
      for (const glyph of Object.values(widths)) {
        if (typeof glyph === "number") continue;
        if (typeof glyph[1] === "number") hasEmoji = true;
        else if (glyph[1]) files.add(this.constants.fonts[glyph[1]]);
      }
    }
    const waits = [...files].map((file) => this.get(`fonts/${file}`, (bytes) => addFont(file, bytes)));
    if (hasEmoji) waits.push(this.get("emoji.png", decoded).then((sheet) => { this.sheet = sheet; }));
    const pictures = new Map(); // as `this.pictures`
    waits.push(...this.loadPictures(screen.ops, pictures));
    await Promise.all(waits);
    this.keep(pictures);
    return pictures;
  }

  loadPictures(ops, pictures) {
    const waits = [];
    for (const op of ops) {
      const [kind, left, top, right, bottom] = op;
      if (left >= right || top >= bottom) continue;
      if (kind === "layer") waits.push(...this.loadPictures(op[6], pictures));
      if (kind !== "picture" || pictures.has(pictureKey(op))) continue;
      const kept = this.pictures.get(pictureKey(op));
      pictures.set(pictureKey(op), kept);
      if (!kept) waits.push(this.picture(op).then((picture) => pictures.set(pictureKey(op), picture)));
    }
    return waits;
  }

  // Makes a picture; null if nobody has it any more, since the screen has changed meanwhile.
  async picture([, left, top, right, bottom, , name, fit]) {
    const width = right - left, height = bottom - top;
    const { wallpapers, landscapes } = this.constants;
    if (wallpapers[name]) return wallpaper(wallpapers[name], width, height);
    if (landscapes[name]) return landscape(landscapes[name], width, height);
    if (!name) return this.broken(width, height);
    let bytes;
    try {
      bytes = await this.read(name);
    } catch {
      return null;
    }
    try {
      return fitted(await (fit === "svg" ? drawing(bytes, width, height) : decoded(bytes)), fit, width, height);
    } catch {
      return this.broken(width, height); // a file from outside may be damaged
    }
  }

  // Keeps the pictures of a screen for the next ones, and some of those before.
  keep(pictures) {
    for (const [key, picture] of pictures) {
      this.pictures.delete(key);
      if (picture) this.pictures.set(key, picture);
    }
    for (const key of this.pictures.keys()) {
      if (this.pictures.size <= KEPT_PICTURES + pictures.size) break;
      this.pictures.delete(key);
    }
  }

  broken(width, height) {
    const [made, context] = blank(width, height);
    context.fillStyle = BROKEN_GROUND;
    context.fillRect(0, 0, width, height);
    const side = Math.min(96, Math.floor(Math.min(width, height) / 2));
    if (side >= 8) context.drawImage(this.icon("image_broken", side, BROKEN_SIGN), Math.floor((width - side) / 2), Math.floor((height - side) / 2));
    return made;
  }

  icon(name, side, color) {
    const key = `${name} ${side} ${this.constants.logos.includes(name) ? "" : color}`;
    if (!this.icons.has(key)) this.icons.set(key, drawnIcon(this.constants.drawings[name], side, color, this.constants.thinnest));
    return this.icons.get(key);
  }

  shadow(reach) {
    if (!this.shadows.has(reach)) this.shadows.set(reach, drawnShadow(reach, this.constants.shadow.alpha));
    return this.shadows.get(reach);
  }
}

async function draw(canvas, screen, assets) {
  const turn = (assets.latest.get(canvas) || 0) + 1;
  assets.latest.set(canvas, turn);
  const pictures = await assets.load(screen);
  if (assets.latest.get(canvas) !== turn) return false;
  const [width, height] = screen.size;
  const [page, context] = blank(width, height); // what is shown changes in one go
  context.fillStyle = "#000";
  context.fillRect(0, 0, width, height);
  new Painter(context, screen.glyphs, assets, pictures).paint(screen.ops, 0, 0);
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d").drawImage(page, 0, 0);
  return true;
}

// ---------------------------------------------------------------- operations

class Painter {
  constructor(context, glyphs, assets, pictures) {
    Object.assign(this, { to: context, glyphs, assets, pictures });
    context.fontKerning = "none";
  }

  paint(ops, x, y) {
    const context = this.to;
    for (const [kind, left, top, right, bottom, clip, ...parameters] of ops) {
      if (left >= right || top >= bottom) continue;
      context.save();
      context.translate(x, y);
      if (clip) clipTo(context, ...clip);
      if (kind !== "shadow") clipTo(context, left, top, right, bottom);
      this[kind](left, top, right, bottom, ...parameters);
      context.restore();
    }
  }

  fill(left, top, right, bottom, color) {
    this.to.fillStyle = `#${color}`;
    this.to.fillRect(left, top, right - left, bottom - top);
  }

  round(left, top, right, bottom, color, radius) {
    this.to.fillStyle = `#${color}`;
    this.to.fill(rounded(left, top, right, bottom, radius));
  }

  frame(left, top, right, bottom, color, radius, line) {
    const outer = Math.min(radius, (right - left) >> 1, (bottom - top) >> 1);
    const path = rounded(left, top, right, bottom, outer);
    if (right - left > 2 * line && bottom - top > 2 * line) {
      path.addPath(rounded(left + line, top + line, right - line, bottom - line, Math.max(0, outer - line)));
    }
    this.to.fillStyle = `#${color}`;
    this.to.fill(path, "evenodd");
  }

  shade(left, top, right, bottom, color, alpha) {
    this.to.globalAlpha = (alpha + (alpha >> 7)) / 256;
    this.fill(left, top, right, bottom, color);
  }

  // The shadow's corners and edges surround the box; its middle, where nothing is drawn, would be hidden.
  shadow(left, top, right, bottom, radius) {
    if (radius <= 0) return;
    const inset = Math.min(this.assets.constants.shadow.inset, (right - left) >> 1, (bottom - top) >> 1);
    const reach = radius + inset;
    const from = this.assets.shadow(reach);
    const columns = [left - radius, left + inset, right - inset, right + radius];
    const rows = [top - radius, top + inset, bottom - inset, bottom + radius];
    const cuts = [0, reach, reach + 1, 2 * reach + 1];
    this.to.imageSmoothingEnabled = false;
    for (let row = 0; row < 3; row += 1) {
      for (let column = 0; column < 3; column += 1) {
        const wide = columns[column + 1] - columns[column], high = rows[row + 1] - rows[row];
        if ((row === 1 && column === 1) || wide <= 0 || high <= 0) continue;
        const across = cuts[column + 1] - cuts[column], down = cuts[row + 1] - cuts[row];
        this.to.drawImage(from, cuts[column], cuts[row], across, down, columns[column], rows[row], wide, high);
      }
    }
  }

  icon(left, top, right, bottom, color, name) {
    const side = Math.min(right - left, bottom - top);
    const x = left + ((right - left - side) >> 1), y = top + ((bottom - top - side) >> 1);
    this.to.drawImage(this.assets.icon(name, side, color), x, y);
  }

  picture(left, top, right, bottom, name, fit) {
    const picture = this.pictures.get(pictureKey(["picture", left, top, right, bottom, 0, name, fit]));
    if (picture) this.to.drawImage(picture, left, top);
  }

  layer(left, top, right, bottom, ops) {
    this.fill(left, top, right, bottom, "000000");
    this.paint(ops, left, top);
  }

  // Places characters as `crab_sim.draw.ink.mask` does: each by its whole width, and what would lie outside of the line
  // is moved inside, such as the hook of a leading j, which takes its room from the gaps after it. Lines with emoji are
  // laid out word by word.
  text(left, top, right, bottom, color, line, face, align) {
    const glyphs = this.glyphs[face];
    const characters = [...line];
    const widths = characters.map((character) => widthOf(glyphs, character));
    const width = widths.reduce((sum, one) => sum + one, 0);
    const x = { left, center: left + Math.floor((right - left - width) / 2), right: right - width }[align];
    const y = top + Math.floor((bottom - top - glyphs.height) / 2);
    if (characters.some((character) => typeof glyphs.widths[character][1] === "number")) {
      this.spread(x, y, x + width, y + glyphs.height, color, line, face, face);
      return;
    }
    const type = new Type(this.to, this.assets, face, glyphs, color);
    const gaps = Math.max(1, characters.length - 1);
    const room = characters.length ? Math.max(0, Math.round(-type.ink(characters[0]).left)) : 0;
    let pen = 0, before = 0;
    characters.forEach((character, index) => {
      const place = pen + Math.ceil((room * (characters.length - 1 - index)) / gaps);
      type.put(character, widths[index] ? place : null, (before + place) / 2, x, y, width);
      if (widths[index]) [pen, before] = [pen + widths[index], place];
    });
  }

  // Places words as `crab_sim.draw.lines` does: each begins and ends where it does at another size, in proportion.
  spread(left, top, right, bottom, color, line, face, base) {
    const glyphs = this.glyphs[face];
    const lengths = (text) => [...text].reduce((sum, one) => sum + widthOf(this.glyphs[base], one), 0);
    const share = (right - left) / Math.max(1, lengths(line)), space = line.includes(" ") ? lengths(" ") : 0;
    const type = new Type(this.to, this.assets, face, glyphs, color);
    let start = 0;
    for (const word of line.split(" ")) {
      const end = start + lengths(word);
      if (word) this.word(type, glyphs, word, halfEven(start * share), halfEven(end * share), left, top, right - left);
      start = end + space;
    }
  }

  word(type, glyphs, word, first, last, x, y, width) {
    const characters = [...word];
    let pen = first + (first ? 0 : Math.max(0, Math.round(-type.ink(characters[0]).left)));
    let before = pen;
    const slack = last - pen - characters.reduce((sum, one) => sum + widthOf(glyphs, one), 0);
    characters.forEach((character, index) => {
      const advance = widthOf(glyphs, character);
      const shift = Math.floor((slack * (2 * index + 1)) / (2 * characters.length));
      type.put(character, advance ? pen + shift : null, (before + pen + shift) / 2, x, y, width);
      if (advance) [before, pen] = [pen + shift, pen + advance];
    });
  }
}

// ---------------------------------------------------------------- text

function widthOf(glyphs, character) {
  const glyph = glyphs.widths[character];
  return typeof glyph === "number" ? glyph : glyph[0];
}

// Draws the characters of one font at one size in one colour.
class Type {
  constructor(context, assets, face, glyphs, color) {
    [this.to, this.assets, this.glyphs, this.color] = [context, assets, glyphs, color];
    [this.font, this.size] = face.split(" ");
    this.slant = assets.constants.slanted.includes(this.font) ? assets.constants.slant : 0;
    context.fillStyle = `#${color}`;
  }

  // How a character is drawn: by which font, or as an emoji, a box or nothing.
  look(character) {
    const glyph = this.glyphs.widths[character];
    return typeof glyph === "number" ? this.font : glyph[1];
  }

  setFont(font) {
    this.to.font = `${this.size}px "${familyOf(this.assets.constants.fonts[font])}"`;
  }

  // Returns how far a character's ink reaches from the pen, to the left and to the right; slanting moves it.
  ink(character) {
    const look = this.look(character), glyph = this.glyphs.widths[character];
    if (typeof look === "number") return { left: glyph[3], right: glyph[3] + glyph[2] };
    if (!look) return { left: 0, right: 0 };
    const key = `${this.font} ${this.size} ${character}`;
    let ink = this.assets.inks.get(key);
    if (!ink) {
      this.setFont(look);
      const found = this.to.measureText(character);
      ink = {
        left: -found.actualBoundingBoxLeft - this.slant * found.actualBoundingBoxDescent,
        right: found.actualBoundingBoxRight + this.slant * found.actualBoundingBoxAscent,
      };
      this.assets.inks.set(key, ink);
    }
    return ink;
  }

  // Draws a character in a line from x to x + width, with its top at y. Without a place, it is a mark that has no width,
  // which is put over the middle of the letter before it: the fonts leave that to the layout.
  put(character, place, middle, x, y, width) {
    const look = this.look(character);
    if (look === "") return;
    const ink = this.ink(character);
    if (place === null) place = Math.floor(middle - (ink.right - ink.left) / 2) - ink.left;
    const outside = Math.round(Math.max(0, place + ink.right - width)); // less than half a pixel is left outside
    place = Math.round(place - outside);
    place += Math.round(Math.max(0, -(place + ink.left)));
    if (typeof look === "number") this.emoji(look, character, x + place, y);
    else if (look === null) this.box(character, x + place, y);
    else this.letter(look, character, x + place, y + this.glyphs.ascent);
  }

  letter(font, character, x, baseline) {
    this.setFont(font);
    if (!this.slant) {
      this.to.fillText(character, x, baseline);
      return;
    }
    this.to.save();
    this.to.transform(1, 0, -this.slant, 1, x, baseline);
    this.to.fillText(character, 0, 0);
    this.to.restore();
  }

  emoji(number, character, x, y) {
    const { side, columns } = this.assets.constants.emoji;
    const [, , shown, offset, top] = this.glyphs.widths[character];
    const column = number % columns, row = Math.floor(number / columns);
    this.to.imageSmoothingQuality = "high";
    this.to.drawImage(this.assets.sheet, column * side, row * side, side, side, x + offset, y + top, shown, shown);
  }

  box(character, x, y) {
    const [advance, , top] = this.glyphs.widths[character];
    this.to.globalAlpha = 200 / 255;
    this.to.lineWidth = 1;
    this.to.strokeStyle = `#${this.color}`;
    this.to.strokeRect(x + 1.5, y + top + 0.5, advance - 3, this.glyphs.ascent - top - 1);
    this.to.globalAlpha = 1;
  }
}
