// The task graph: layers of boxes, and curves between them.

const BOX = { least: 94, narrow: 120, most: 208, gapX: 12, gapY: 30, lane: 14, line: 15, pad: 9 };
const STATES = { done: "completed", active: "active", waiting: "waiting" };

// Per node its state after a step: passed; next, since all before it have passed; or waiting.
function nodeStates(graph, done) {
  const passed = new Set(done);
  const open = graph.nodes.map(() => true);
  for (const [start, end] of graph.edges) if (!passed.has(start)) open[end] = false;
  return graph.nodes.map((_, k) => (passed.has(k) ? "done" : open[k] ? "active" : "waiting"));
}

function graphPlan(graph, width) {
  const deep = graph.layers.length;
  const down = Math.min(...graph.layers.map((layer) => boxIn(layer, width - 2)));
  const beside = (width - 2 - (deep - 1) * BOX.gapY) / deep;
  const across = down < BOX.narrow && down < beside;
  const box = Math.floor(Math.max(BOX.least, Math.min(BOX.most, across ? beside : down)));
  const rows = Math.max(...graph.nodes.map((node) => nodeLines(node, box).length));
  const high = 2 * BOX.pad + rows * BOX.line;
  return { across, box, high, middles: across ? placedAcross(graph, box, high) : placedDown(graph, box, high, width) };
}

// How wide the boxes of a layer may be to fit beside each other, and beside the edges that pass.
function boxIn(layer, width) {
  const passing = layer.filter((slot) => typeof slot !== "number").length;
  return (width - passing * BOX.lane - (layer.length - 1) * BOX.gapX) / (layer.length - passing);
}

// The words of a node's box, each line with its kind.
function nodeLines(node, box) {
  const room = box - 2 * BOX.pad;
  const small = "11px system-ui, sans-serif";
  const place = `${node.app} · ${node.device}`;
  const places = fitted(place, room, `600 ${small}`) === place ? [place] : [node.app, node.device];
  const words = [
    ["id", node.id, "600 12px system-ui, sans-serif", room - 14],
    ["sub", node.subtask, small, room],
    ...places.map((part) => ["place", part, `600 ${small}`, room]),
    ["test", node.evaluator, small, room],
  ];
  return words.flatMap(([kind, text, font, width]) => (text ? inLines(text, width, font).map((line) => [kind, line]) : []));
}

const slotKey = (layer, slot) => (typeof slot === "number" ? `n${slot}` : `${layer}:${slot.join("-")}`);

function placedDown(graph, box, high, width) {
  const long = (slot) => (typeof slot === "number" ? box : BOX.lane);
  const widths = graph.layers.map((layer) => layer.reduce((sum, slot) => sum + long(slot) + BOX.gapX, -BOX.gapX));
  const whole = Math.max(width - 2, ...widths);
  const middles = new Map();
  graph.layers.forEach((layer, row) => {
    let left = (whole - widths[row]) / 2 + 1;
    for (const slot of layer) {
      middles.set(slotKey(row, slot), [left + long(slot) / 2, row * (high + BOX.gapY) + high / 2 + 1]);
      left += long(slot) + BOX.gapX;
    }
  });
  return { places: middles, width: whole + 2, height: graph.layers.length * (high + BOX.gapY) - BOX.gapY + 2 };
}

function placedAcross(graph, box, high) {
  const long = (slot) => (typeof slot === "number" ? high : BOX.lane);
  const heights = graph.layers.map((layer) => layer.reduce((sum, slot) => sum + long(slot) + BOX.gapX, -BOX.gapX));
  const whole = Math.max(...heights);
  const middles = new Map();
  graph.layers.forEach((layer, column) => {
    let top = (whole - heights[column]) / 2 + 1;
    for (const slot of layer) {
      middles.set(slotKey(column, slot), [column * (box + BOX.gapY) + box / 2 + 1, top + long(slot) / 2]);
      top += long(slot) + BOX.gapX;
    }
  });
  return { places: middles, width: graph.layers.length * (box + BOX.gapY) - BOX.gapY + 2, height: whole + 2 };
}

function drawGraph(graph, done, fresh, width, choose) {
  const { across, box, high, middles } = graphPlan(graph, width);
  const states = nodeStates(graph, done);
  const count = states.filter((state) => state === "done").length;
  const words = `Task graph: ${count} of ${plural(graph.nodes.length, "checkpoint")} completed`;
  const sheet = svg("svg", { class: "graph", width: middles.width, height: middles.height, role: "group", "aria-label": words });
  for (const edge of graph.edges) {
    const state = states[edge[0]] === "done" ? "edge open" : "edge";
    sheet.append(svg("path", { class: state, d: edgePath(graph, edge, middles.places, box, high, across) }));
  }
  const layerOf = new Map();
  graph.layers.forEach((layer, row) => layer.forEach((slot) => typeof slot === "number" && layerOf.set(slot, row)));
  graph.nodes.forEach((node, k) => {
    const [x, y] = middles.places.get(slotKey(layerOf.get(k), k));
    sheet.append(nodeBox(node, states[k], fresh.includes(k), x - box / 2, y - high / 2, box, high, () => choose(k)));
  });
  return sheet;
}

function nodeBox(node, state, fresh, left, top, wide, high, choose) {
  const press = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    choose();
  };
  const place = `${node.app} on ${node.device}`;
  const group = svg("g", {
    class: `node ${state}${fresh ? " fresh" : ""} on-${Object.hasOwn(DEVICES, node.device) ? node.device : "root"}`,
    tabindex: "0",
    role: "button",
    "aria-label": `${node.id}, ${place}, ${STATES[state]}${fresh ? " in this step" : ""}`,
    click: choose,
    keydown: press,
  });
  group.append(
    svg("title", {}, `${node.id} (${STATES[state]})\n${place}\n${node.evaluator}${node.subtask ? `\nsub-task ${node.subtask}` : ""}`),
    svg("rect", { x: left, y: top, width: wide, height: high, rx: 8 }),
    ...nodeLines(node, wide).map(([kind, words], k) =>
      svg("text", { class: kind, x: left + BOX.pad, y: top + BOX.pad + BOX.line * k + 11 }, words),
    ),
    stateSign(state, left + wide - BOX.pad - 7, top + BOX.pad + 6),
  );
  return group;
}

function stateSign(state, x, y) {
  if (state === "done") return svg("path", { class: "sign", d: `M${x - 5} ${y}l4 4l7 -8` });
  return svg("circle", { class: "sign", cx: x, cy: y, r: state === "active" ? 4 : 3.5 });
}

function edgePath(graph, edge, places, box, high, across) {
  const points = [];
  graph.layers.forEach((layer, row) =>
    layer.forEach((slot) => {
      const mine = typeof slot === "number" ? edge.includes(slot) : slot[0] === edge[0] && slot[1] === edge[1];
      if (mine) points.push([...places.get(slotKey(row, slot)), typeof slot === "number"]);
    }),
  );
  const long = (isNode) => (across ? (isNode ? box / 2 : box / 2) : high / 2);
  let path = "";
  for (let k = 0; k + 1 < points.length; k += 1) {
    const [x1, y1, first] = points[k];
    const [x2, y2, second] = points[k + 1];
    const from = across ? [x1 + long(first), y1] : [x1, y1 + long(first)];
    const to = across ? [x2 - long(second), y2] : [x2, y2 - long(second)];
    const bend = (across ? to[0] - from[0] : to[1] - from[1]) * 0.55;
    path += k === 0 ? `M${from[0]} ${from[1]}` : `L${from[0]} ${from[1]}`;
    path += across
      ? `C${from[0] + bend} ${from[1]} ${to[0] - bend} ${to[1]} ${to[0]} ${to[1]}`
      : `C${from[0]} ${from[1] + bend} ${to[0]} ${to[1] - bend} ${to[0]} ${to[1]}`;
  }
  const [x, y] = points.at(-1);
  const tip = across ? [x - box / 2, y] : [x, y - high / 2];
  return path + (across ? `m-5 -4L${tip[0]} ${tip[1]}l-5 4` : `m-4 -5L${tip[0]} ${tip[1]}l4 -5`);
}

// What a checkpoint asks for, below the graph.
function nodeFacts(node) {
  const rows = [
    ["checkpoint", node.id],
    ["place", `${node.app} on ${node.device}`],
    ...(node.subtask ? [["sub-task", node.subtask]] : []),
    ["evaluator", node.evaluator || "–"],
    ...node.args,
    ["at the end", node.hold ? "has to hold" : "need not hold"],
    ...(node.place ? [["weight", "little: it only says where the agent is"]] : []),
  ];
  return el("dl", { class: "facts" }, rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}
