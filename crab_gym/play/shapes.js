"use strict";

// The shapes of the renderer in canvas.js: icons, pictures, shadows, each drawn on a canvas of its own.

// ---------------------------------------------------------------- icons

// Draws an icon in the notation of `crab_sim.draw.icons`.
function drawnIcon(drawing, side, color, thinnest) {
  const [made, context] = blank(side, side);
  const least = (thinnest * 24) / side;
  let ink = `#${color}`, share = 1;
  context.scale(side / 24, side / 24);
  context.lineWidth = Math.max(2, least);
  context.lineCap = context.lineJoin = "round";
  for (const command of drawing.split(";")) {
    const [word, ...rest] = command.trim().split(/\s+/);
    const erases = word.startsWith("-"), letter = word.replace("-", ""), v = rest.map(Number);
    if (letter.startsWith("#")) ink = letter;
    else if (letter === "w") context.lineWidth = Math.max(v[0], least);
    else if (letter === "i") share = Math.round(v[0] * 2.55) / 255;
    else {
      const filled = (letter !== letter.toLowerCase()), [paths, closed] = outlines(letter.toLowerCase(), v);
      const path = new Path2D();
      for (const points of paths) {
        points.forEach(([x, y], index) => (index ? path.lineTo(x, y) : path.moveTo(x, y)));
        if (closed) path.closePath();
      }
      const put = () => (filled ? context.fill(path) : context.stroke(path));
      // A shape replaces what lies below it, even where it has less ink: that is taken away, and its own ink added.
      context.globalCompositeOperation = "destination-out";
      context.fillStyle = context.strokeStyle = "#000";
      put();
      if (erases) continue;
      context.globalCompositeOperation = "lighter";
      context.globalAlpha = share;
      context.fillStyle = context.strokeStyle = ink;
      put();
      context.globalAlpha = 1;
    }
  }
  return made;
}

// Returns the lines of points of a shape, and whether they are closed.
function outlines(letter, v) {
  const turn = 2 * Math.PI;
  switch (letter) {
    case "l": return [[pairs(v)], false];
    case "z": return [[pairs(v)], true];
    case "r": return [[corners(...v)], true];
    case "e": return [[curve(v[0], v[1], v[2], v[3], 0, 360)], true];
    case "o": return [[curve(v[0], v[1], v[2], v[2], 0, 360)], true];
    case "a": return [[curve(v[0], v[1], v[2], v[2], v[3], v[4])], false];
    case "c": return [[curve(v[0], v[1], v[2], v[2], v[3], v[4])], true];
    case "t": return [Array.from({ length: v[4] }, (_, ray) => [v[2], v[3]].map((far) => [
      v[0] + far * Math.cos((turn * ray) / v[4]), v[1] + far * Math.sin((turn * ray) / v[4]),
    ])), false];
    case "s": return [[Array.from({ length: 10 }, (_, corner) => [
      v[0] + v[2 + (corner % 2)] * Math.cos(Math.PI * (corner / 5 - 0.5)),
      v[1] + v[2 + (corner % 2)] * Math.sin(Math.PI * (corner / 5 - 0.5)),
    ])], true];
    default: throw new Error(`unknown drawing command ${letter}`);
  }
}

function pairs(v) {
  return Array.from({ length: v.length / 2 }, (_, index) => [v[2 * index], v[2 * index + 1]]);
}

function curve(x, y, rx, ry, first, last) {
  const steps = Math.max(2, Math.round(Math.abs(last - first) / 5));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((first + ((last - first) * step) / steps) * Math.PI) / 180;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
  });
}

function corners(left, top, right, bottom, radius) {
  const middles = [[right - radius, bottom - radius], [left + radius, bottom - radius], [left + radius, top + radius], [right - radius, top + radius]];
  return middles.flatMap(([x, y], quarter) => curve(x, y, radius, radius, 90 * quarter, 90 * quarter + 90));
}

// ---------------------------------------------------------------- pictures

function pictureKey(op) {
  return `${op[6]} ${op[7]} ${op[3] - op[1]} ${op[4] - op[2]}`;
}

// Stretches a picture to a size, or cuts it to the size's shape, as `fit` says.
function fitted(image, fit, width, height) {
  const [made, context] = blank(width, height);
  context.imageSmoothingQuality = "high";
  if (fit === "cover") {
    const scale = Math.max(width / image.width, height / image.height), across = width / scale, down = height / scale;
    context.drawImage(image, (image.width - across) / 2, (image.height - down) / 2, across, down, 0, 0, width, height);
  } else context.drawImage(image, 0, 0, width, height); // a drawing's own size may be any other
  return made;
}

// Draws a picture of which each pixel is computed: `colorAt(column, row)` returns red, green and blue, 0 to 255.
function computed(width, height, colorAt) {
  const [made, context] = blank(width, height);
  const image = context.createImageData(width, height);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 4) {
      [image.data[at], image.data[at + 1], image.data[at + 2]] = colorAt(column, row); // rounded by the array
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return made;
}

function mix(color, other, share) {
  for (let part = 0; part < 3; part += 1) color[part] += (other[part] - color[part]) * share;
}

function between(low, value, high) {
  return Math.min(high, Math.max(low, value));
}

// Draws a wallpaper as `crab_sim.draw.pictures` does: a gradient, and soft ellipses above it.
function wallpaper([first, last, blobs], width, height) {
  return computed(width, height, (column, row) => {
    const x = (column + 0.5) / width, y = (row + 0.5) / height, color = [...first];
    mix(color, last, 0.35 * x + 0.65 * y);
    for (const [middleX, middleY, rx, ry, tone, strength, softness] of blobs) {
      const inside = Math.min(1, (1 - Math.hypot((x - middleX) / rx, (y - middleY) / ry)) / softness);
      if (inside > 0) mix(color, tone, strength * inside * inside * (3 - 2 * inside));
    }
    return color;
  });
}

// Draws a landscape as `crab_sim.draw.pictures` does: a sky with a sun, and four ridges with mist between them.
function landscape({ number, sky, land, x: sunX, y: sunY, radius }, width, height) {
  const ridges = [0, 1, 2, 3].map((ridge) => ({
    color: [0, 1, 2].map((part) => Math.floor(land[0][part] + ((land[1][part] - land[0][part]) * ridge) / 3)),
    tops: Array.from({ length: width }, (_, column) => {
      const high = crest((column + 0.5) / height, 2 + 0.8 * ridge, ridge < 2, number * 40 + ridge * 10);
      return 0.54 + 0.14 * ridge - (0.26 - 0.05 * ridge) * (high - 0.4);
    }),
  }));
  return computed(width, height, (column, row) => {
    const x = (column + 0.5) / height, y = (row + 0.5) / height, color = [...sky[0]];
    mix(color, sky[1], Math.min(1, y * 1.6));
    const distance = Math.hypot(x - (sunX * width) / height, y - sunY);
    mix(color, [255, 246, 222], 0.35 * between(0, 1 - distance / (radius * 4), 1));
    mix(color, [255, 250, 236], between(0, (radius - distance) * height + 0.5, 1));
    ridges.forEach((ridge, place) => {
      const inside = between(0, (y - ridge.tops[column]) * height + 0.5, 1);
      mix(color, ridge.color, inside);
      if (place < 3) mix(color, sky[1], inside * between(0, 3 * (y - 0.46 - 0.14 * place), 0.6));
    });
    return color;
  });
}

// Returns the height of a ridge at a place, 0 to 1: noise of seven scales.
function crest(x, features, pointed, seed) {
  let total = 0;
  for (let octave = 0; octave < 7; octave += 1) {
    const layer = noise(x * features * 2 ** octave, seed + octave);
    total += (pointed ? 1 - Math.abs(2 * layer - 1) : layer) / 2 ** octave;
  }
  return total / (2 - 1 / 64);
}

// The noise of `crab_sim.draw.noise` along the axis y = 0.
function noise(x, seed) {
  const whole = Math.floor(x), rest = x - whole, share = rest * rest * (3 - 2 * rest);
  const drawn = (place) => {
    let mixed = (Math.imul(place, 374761393) + Math.imul(seed, 974634777)) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177) >>> 0;
    return ((mixed ^ (mixed >>> 16)) & 0xffff) / 65535;
  };
  return drawn(whole) * (1 - share) + drawn(whole + 1) * share;
}

// Draws a shadow around a box of one pixel, of which the corners and edges are taken.
function drawnShadow(reach, alpha) {
  const side = 2 * reach + 1;
  const [made, context] = blank(side, side);
  const image = context.createImageData(side, side);
  const steps = Array.from({ length: side }, (_, at) => (at === reach ? 0 : Math.abs(at - reach) - 0.5));
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const near = Math.max(0, 1 - Math.hypot(steps[row], steps[column]) / reach);
      image.data[4 * (row * side + column) + 3] = Math.floor(alpha * near * near + 0.5);
    }
  }
  context.putImageData(image, 0, 0);
  return made;
}

// ---------------------------------------------------------------- help

function blank(width, height) {
  const made = document.createElement("canvas");
  [made.width, made.height] = [width, height];
  return [made, made.getContext("2d")];
}

function clipTo(context, left, top, right, bottom) {
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
}

function rounded(left, top, right, bottom, radius) {
  const path = new Path2D();
  path.roundRect(left, top, right - left, bottom - top, Math.max(0, Math.min(radius, (right - left) >> 1, (bottom - top) >> 1)));
  return path;
}

function familyOf(file) {
  return `crab ${file.replace(".ttf", "")}`;
}

async function addFont(file, bytes) {
  document.fonts.add(await new FontFace(familyOf(file), bytes).load());
}

function decoded(bytes) {
  return createImageBitmap(new Blob([bytes])); // photos are turned as their EXIF says
}

// Decodes a drawing of a web page. As an image, it neither runs scripts nor loads anything.
async function drawing(bytes, width, height) {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new TextDecoder().decode(bytes))}`;
  await image.decode();
  return image;
}

// Rounds as Python does: halves to the even number.
function halfEven(value) {
  const floor = Math.floor(value), rest = value - floor;
  return rest === 0.5 ? floor + (floor % 2) : Math.round(value);
}
