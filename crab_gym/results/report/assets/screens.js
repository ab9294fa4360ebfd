// The screens of a step, with the action where it landed. A picture consists of parts over an earlier one; it is drawn
// when it is first shown, and the ones around the present step ahead of that; the last few stay.

const composed = new Map();
const KEPT = 40;

// Returns the canvas of a picture, or null if something of it is missing.
function pictureOf(number) {
  const made = composed.get(number) || compose(number);
  composed.delete(number);
  composed.set(number, made);
  if (composed.size > KEPT) composed.delete(composed.keys().next().value);
  return made;
}

async function compose(number) {
  const element = await arrived(`p${number}`);
  if (!element) return null;
  const { size, base, parts } = JSON.parse(element.textContent);
  const [below, ...images] = await Promise.all([base === null ? null : pictureOf(base), ...parts.map((part) => partOf(part[2]))]);
  if ((base !== null && !below) || images.includes(null)) return null;
  const canvas = el("canvas", { width: size[0], height: size[1] });
  const pen = canvas.getContext("2d");
  if (below) pen.drawImage(below, 0, 0);
  parts.forEach(([x, y], k) => pen.drawImage(images[k], x, y));
  return canvas;
}

async function partOf(number) {
  const data = await arrived(`q${number}`);
  if (!data) return null;
  const image = new Image();
  image.src = `data:${data.type};base64,${data.textContent}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  return image;
}

// A screen: its picture, and the shapes of an action above it.
function screenFigure(device, number, shapes, when, enlarge) {
  const [width, height] = index.sizes[number];
  const image = el("canvas", { role: "img", "aria-label": `${deviceLabel(device)}, ${when}`, width, height });
  const layer = svg("svg", { class: "shapes", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const open = el("button", { type: "button", class: "screen", "aria-label": `Enlarge: ${deviceLabel(device)}, ${when}`, click: enlarge }, image, layer);
  const figure = el("figure", { class: `device-${device}` }, open, el("figcaption", {}, el("b", {}, deviceLabel(device)), ` ${when}`));
  figure.style.flex = `${(100 * width) / height} 1 0`;
  open.style.aspectRatio = `${width} / ${height}`;
  pictureOf(number).then((picture) => {
    if (!picture) return open.replaceWith(el("p", { class: "nothing" }, "This picture can't be shown."));
    Object.assign(image, { width: picture.width, height: picture.height });
    image.getContext("2d").drawImage(picture, 0, 0);
    image.dataset.number = String(number);
    return undefined;
  });
  if (shapes.length) {
    new ResizeObserver(() => {
      if (layer.clientWidth > 0) layer.replaceChildren(...drawShapes(shapes, width / layer.clientWidth));
    }).observe(layer);
  }
  return { figure, ratio: width / height };
}

// Shapes in the screen's pixels; `unit` is how many of these make one of the page's.
function drawShapes(shapes, unit) {
  const drawn = [];
  for (const shape of shapes) {
    for (const halo of [true, false]) {
      const kind = halo ? "halo" : "ink";
      if (shape.kind === "mark") drawn.push(...(halo ? [] : markShape(shape, unit)));
      else if (shape.kind === "box") drawn.push(boxShape(shape, unit, kind));
      else if (shape.kind === "arrow") drawn.push(...arrowShape(shape, unit, kind));
      else if (shape.kind === "point") drawn.push(...pointShape(shape, unit, kind));
    }
  }
  return drawn;
}

const thick = (kind, unit, width) => (kind === "halo" ? width + 2.4 : width) * unit;

function boxShape({ x1, y1, x2, y2 }, unit, kind) {
  const width = thick(kind, unit, 1.6);
  return svg("rect", { class: `${kind} line`, x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: 4 * unit, "stroke-width": width });
}

// A mark as the agent saw it, where the screen itself has none: a box, and its number in a corner, in the screen's pixels.
function markShape({ number, x1, y1, x2, y2 }, unit) {
  const hue = `hue-${number % 6}`;
  const label = String(number);
  const wide = 7 * label.length + 4;
  return [
    svg("rect", { class: `mark-box ${hue}`, x: x1, y: y1, width: x2 - x1, height: y2 - y1, "stroke-width": Math.max(1, unit) }),
    svg("rect", { class: `mark-tag ${hue}`, x: x1, y: y1, width: wide, height: 13 }),
    svg("text", { class: "mark-number", x: x1 + wide / 2, y: y1 + 10.5 }, label),
  ];
}

function pointShape({ x, y, verb }, unit, kind) {
  const ring = (radius, width) => svg("circle", { class: `${kind} line`, cx: x, cy: y, r: radius * unit, "stroke-width": thick(kind, unit, width) });
  const reach = 6 * unit;
  const shapes = [
    ring(12, verb === "long_tap" ? 5 : 2.4),
    svg("path", { class: `${kind} line`, d: `M${x - reach} ${y}h${2 * reach}M${x} ${y - reach}v${2 * reach}`, "stroke-width": thick(kind, unit, 2) }),
  ];
  if (verb === "double_click") shapes.push(ring(18, 2.4));
  if (verb === "right_click") {
    const side = { x: x + 18 * unit, y: y + 4 * unit, "font-size": 12 * unit, "stroke-width": 3 * unit };
    shapes.push(svg("text", { class: `${kind} word`, ...side }, "right"));
  }
  return shapes;
}

function arrowShape({ x1, y1, x2, y2 }, unit, kind) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const head = 13 * unit;
  const side = (turn) => `${x2 - head * Math.cos(angle + turn)} ${y2 - head * Math.sin(angle + turn)}`;
  return [
    svg("path", { class: `${kind} line`, d: `M${x1} ${y1}L${x2} ${y2}M${side(-0.5)}L${x2} ${y2}L${side(0.5)}`, "stroke-width": thick(kind, unit, 3) }),
    svg("circle", { class: `${kind} full`, cx: x1, cy: y1, r: (kind === "halo" ? 6.2 : 5) * unit }),
  ];
}

// A row of screens, equally high, as wide as there is room.
function screenRow(title, numbers, shapesOf, when, most) {
  const devices = Object.keys(numbers).filter((device) => Number.isInteger(numbers[device]));
  if (!devices.length) return null;
  const figures = devices.map((device) => {
    const enlarge = () => enlarged(device, numbers[device], shapesOf(device), when);
    return screenFigure(device, numbers[device], shapesOf(device), when, enlarge);
  });
  const row = el("div", { class: "screens", role: "group", "aria-label": title }, figures.map(({ figure }) => figure));
  const ratio = figures.reduce((sum, each) => sum + each.ratio, 0);
  row.style.maxWidth = `calc(${ratio} * ${most})`;
  row.style.flex = `${100 * ratio} 1 0`;
  return row;
}

function enlarged(device, number, shapes, when) {
  const box = find("box");
  const [width, height] = index.sizes[number];
  const close = el("button", { type: "button", class: "close", click: () => box.close() }, "Close");
  const { figure } = screenFigure(device, number, shapes, when, () => box.close());
  figure.style.width = `min(94vw, ${width}px, calc(86vh * ${width / height}))`;
  box.replaceChildren(figure, close);
  box.showModal();
}
