// One episode, step by step.

const view = { number: -1, step: 0, data: null, pair: -1, other: null, screens: "both", marks: true, timer: null, node: null, drawn: null };
const PLAY = 900;

async function showEpisode(number, step, pair) {
  const changed = number !== view.number || pair !== view.pair;
  view.number = number;
  view.pair = pair;
  if (changed) {
    stop();
    view.node = null;
    view.data = null;
    view.other = null;
  }
  const data = await episodeData(number);
  const other = pair < 0 ? null : await episodeData(pair);
  if (view.number !== number || view.pair !== pair) return;
  view.data = data;
  view.other = other;
  const box = find("episode");
  if (!data) {
    box.replaceChildren(el("p", { class: "note" }, "The steps of this episode are missing from this file; it may be cut off."));
    return;
  }
  if (changed) {
    box.replaceChildren(...frame(episodes[number], data));
    find("main").scrollTop = 0;
  }
  view.step = step === null ? 0 : Math.max(0, Math.min(step, lastStep()));
  drawStep();
}

// What stays the same in all steps.
function frame(episode, data) {
  const pill = el("span", { class: `pill ${endClass(episode.end)}` }, endLabel(episode.end));
  const facts = [`seed ${episode.seed}`, episode.attempt > 0 && `attempt ${episode.attempt + 1}`, severalPolicies && episode.policy, `completion ${percent(episode.completion)}`, episode.tokens > 0 && `${episode.tokens.toLocaleString("en")} tokens`, data.restores > 0 && `went back ${data.restores}×`];
  view.drawn = { screens: el("div", { class: "stage" }), side: el("div", { class: "facts-side" }), timeline: el("div", { class: "timeline" }) };
  return [
    el("header", { class: "head" },
      el("div", { class: "head-line" }, el("h1", {}, episode.task), pill),
      el("p", { class: "sub" }, facts.filter(Boolean).map((fact, k) => [k ? " · " : "", fact])),
      episode.goal && el("p", { class: "goal" }, episode.goal),
      episode.error && el("p", { class: "alert" }, el("b", {}, `Error (${episode.errorKind || "unknown"}): `), episode.error),
      data.harm.length > 0 && el("div", { class: "alert effects" }, el("b", {}, "Harm, outside the task's footprint: "), list(data.harm)),
      data.litter.length > 0 && el("div", { class: "note effects" }, el("b", {}, "Litter, added outside the footprint: "), list(data.litter)),
      episode.end === "unfinished" && el("p", { class: "note" }, "This episode hasn't ended; its goal and its task graph are recorded when it does."),
    ),
    player(data),
    el("div", { class: view.other ? "work paired" : data.backends.some(([device]) => device === "ubuntu") ? "work" : "work narrow" }, view.drawn.screens, view.drawn.side),
    aboutEpisode(data),
  ];
}

function list(texts) {
  return el("ul", {}, texts.map((text) => el("li", {}, text)));
}

function player(data) {
  const button = (id, words, sign, act) => el("button", { type: "button", id, title: words, "aria-label": words, click: act }, sign);
  const range = el("input", { type: "range", id: "range", min: "0", max: String(lastStep()), step: "1", value: "0", "aria-label": "Step", input: () => go(Number(range.value)) });
  const timeline = drawnIn(view.drawn.timeline, (width) => timelinePlot(data, width));
  const screens = toggles("Which screens", [["before", "Before"], ["after", "After"], ["both", "Both"]], view.screens, (value) => {
    view.screens = value;
    drawStep();
  });
  return el("div", { class: "player" },
    el("div", { class: "buttons" },
      button("first", "First step (Home)", icon("M6 5v10M15 5l-6 5l6 5"), () => go(0)),
      button("previous", "Step back (←)", icon("M13 5l-6 5l6 5"), () => go(view.step - 1)),
      button("play", "Play (space)", icon("M7 4l9 6l-9 6z", true), () => (view.timer ? stop() : play())),
      button("next", "Step forward (→)", icon("M7 5l6 5l-6 5"), () => go(view.step + 1)),
      button("last", "Last step (End)", icon("M14 5v10M5 5l6 5l-6 5"), () => go(Infinity)),
    ),
    el("div", { class: "track" }, timeline, range),
    el("output", { class: "where", id: "where" }),
    hasPictures(data) && screens,
    hasPictures(data) && data.marks.length > 0 && marksSwitch(),
    episodes.length > 1 && pairMenu(),
  );
}

function marksSwitch() {
  const press = () => {
    view.marks = !view.marks;
    button.setAttribute("aria-pressed", String(view.marks));
    drawStep();
  };
  const button = el("button", { type: "button", id: "marks", "aria-pressed": String(view.marks), title: "The marks that the agent saw", click: press }, "Marks");
  return el("div", { class: "toggles" }, button);
}

// The marks of a device that the agent saw before a step, counted from 0.
function marksOf(data, step, device) {
  const numbers = view.marks && step < data.steps.length ? data.marks[(data.steps[step].marks || {})[device]] || [] : [];
  const shapes = [];
  for (let k = 0; k < numbers.length; k += 5) {
    const [number, x1, y1, x2, y2] = numbers.slice(k, k + 5);
    shapes.push({ kind: "mark", number, x1, y1, x2, y2 });
  }
  return shapes;
}

const icon = (path, full) => svg("svg", { width: 20, height: 20, viewBox: "0 0 20 20", "aria-hidden": "true", class: full ? "icon full" : "icon" }, svg("path", { d: path }));

// Completion as stairs, and what happened: checkpoints passed, actions refused, snapshots restored, events and words.
function timelinePlot(data, width) {
  const count = data.steps.length;
  const [left, right, high, base] = [9, width - 9, 40, 30];
  const x = (step) => left + ((right - left) * step) / Math.max(1, count);
  const y = (value) => base - 22 * value;
  const plot = svg("svg", { width, height: high, "aria-hidden": "true" });
  let stairs = `M${x(0)} ${base}`;
  data.steps.forEach((step, k) => {
    stairs += `H${x(k + 1)}V${y(step.completion || 0)}`;
  });
  plot.append(svg("path", { class: "stairs", d: `${stairs}V${base}Z` }), svg("line", { class: "base", x1: x(0), x2: x(count), y1: base, y2: base }));
  const dense = count > 0 && (right - left) / count < 5;
  for (let k = 0; k <= count; k += 1) {
    const step = k > 0 ? data.steps[k - 1] : null;
    const kind = !step ? "start" : step.invalid ? "refused" : step.passed && step.passed.length ? "passed" : step.restored ? "back" : step.person || (step.events || []).length ? "news" : "plain";
    if (!(dense && kind === "plain")) plot.append(svg("circle", { class: `pip ${kind}`, cx: x(k), cy: base, r: kind === "plain" ? 2 : 3.5 }));
  }
  const cursor = svg("g", { class: "cursor", id: "cursor" }, svg("line", { x1: 0, x2: 0, y1: 3, y2: base }), svg("circle", { cx: 0, cy: base, r: 6 }));
  cursor.setAttribute("transform", `translate(${x(Math.min(view.step, count))} 0)`);
  view.drawn.place = (step) => cursor.setAttribute("transform", `translate(${x(Math.min(step, count))} 0)`);
  plot.append(cursor);
  return plot;
}

function go(step) {
  const last = lastStep();
  const next = Math.max(0, Math.min(last, step));
  if (next === view.step) return;
  view.step = next;
  setPlace();
  drawStep();
}

function play() {
  if (view.step >= lastStep()) view.step = 0;
  find("play").replaceChildren(icon("M7 5v10M13 5v10"));
  find("play").setAttribute("aria-label", "Pause (space)");
  view.timer = setInterval(() => {
    if (view.step >= lastStep()) stop();
    else go(view.step + 1);
  }, PLAY);
  drawStep();
}

function stop() {
  if (!view.timer) return;
  clearInterval(view.timer);
  view.timer = null;
  find("play").replaceChildren(icon("M7 4l9 6l-9 6z", true));
  find("play").setAttribute("aria-label", "Play (space)");
}

const hasPictures = (data) => Object.keys(data.screens).length > 0 || data.steps.some((step) => Object.keys(step.screens).length > 0);
const screensAt = (data, step) => (step === 0 ? data.screens : data.steps[step - 1].screens);
const screensBefore = (data, step) => data.steps[step - 1].before || screensAt(data, step - 1);

function drawStep() {
  const { data, step } = view;
  const now = (step > 0 && data.steps[step - 1]) || null;
  const last = lastStep();
  find("range").value = String(step);
  find("range").setAttribute("aria-valuetext", now ? `step ${step}: ${now.action}` : step ? `step ${step}` : "start");
  find("where").textContent = step === 0 ? `Start · ${plural(last, "step")}` : `Step ${step} of ${last}`;
  for (const [id, off] of [["first", step === 0], ["previous", step === 0], ["next", step === last], ["last", step === last]]) find(id).disabled = off;
  if (view.drawn.place) view.drawn.place(step);
  if (view.other) drawPair(step);
  else {
    drawScreens(data, step, now);
    drawSide(data, step, now);
  }
  find("said").textContent = now ? `Step ${step} of ${last}: ${now.action}` : step ? `Step ${step} of ${last}` : `Start of ${episodes[view.number].task}`;
  for (const near of [step + 1, step - 1, step + 2]) {
    if (near < 0 || near > data.steps.length) continue;
    Object.values(screensAt(data, near)).forEach((number) => pictureOf(number));
  }
}

function drawScreens(data, step, now) {
  const stage = view.drawn.screens;
  if (!hasPictures(data)) {
    stage.hidden = true;
    return;
  }
  const both = view.screens === "both";
  const beside = !("ubuntu" in screensAt(data, step)); // then both rows stand beside each other
  const most = both && !beside ? "max(18rem, 44vh)" : "max(22rem, 74vh)";
  const shown = screenRows(data, step, now, most);
  stage.replaceChildren(...(shown.length ? shown : [el("p", { class: "nothing" }, index.pictures === "all" ? "There is no picture of this step." : "This report has pictures of the last step only.")]));
}

// The rows of screens around a step, those before and after its action, as the reader chose.
function screenRows(data, step, now, most) {
  const rows = [];
  if (!now) {
    rows.push(screenRow("Start", data.screens, (device) => marksOf(data, 0, device), "at the start", most));
  } else {
    const shapes = (device) => [...marksOf(data, step - 1, device), ...(device === now.device ? now.shapes : [])];
    if (view.screens !== "after") rows.push(screenRow("Before the action", screensBefore(data, step), shapes, "before", most));
    if (view.screens !== "before") rows.push(screenRow("After the action", now.screens, (device) => marksOf(data, step, device), "after", most));
  }
  return rows.filter(Boolean);
}

function drawSide(data, step, now) {
  const graph = data.graph && graphCard(data, step, now);
  const cards = now ? [actionCard(now), saidCard(now), graph, rewardCard(now)] : [startCard(data), graph];
  view.drawn.side.replaceChildren(...cards.filter(Boolean));
}

function actionCard(now) {
  return el("section", { class: "card action" },
    el("h2", {}, "Action", isDevice(now.device) && el("span", { class: `chip on-${now.device}` }, deviceLabel(now.device))),
    el("p", { class: "code" }, now.action),
    now.said && el("p", { class: "as-said" }, "as the policy said it: ", el("code", {}, now.said)),
    now.restored && el("p", { class: "note back" }, "Before it acted, the policy went back to a snapshot."),
    now.invalid && el("p", { class: "alert refused" }, el("b", {}, "Refused: "), now.invalid),
    now.person && el("p", { class: "note news" }, el("b", {}, "The person says: "), now.person),
    now.result && el("p", { class: "note" }, el("b", {}, "Returned: "), now.result),
    (now.events || []).length > 0 && el("p", { class: "note news" }, el("b", {}, "Meanwhile: "), now.events.join(", ")),
    now.end && el("p", { class: `note ended ${endClass(now.end)}` }, "The episode ended with this step: ", el("b", {}, endLabel(now.end))),
  );
}

function saidCard(now) {
  const parts = [];
  if (now.text) parts.push(saidText("", now.text));
  for (const [name, text] of now.agents || []) parts.push(saidText(name, text));
  if (now.plan) parts.push(saidText("Plan", now.plan));
  for (const [name, text] of now.more || []) parts.push(saidText(name.replaceAll("_", " "), text));
  return parts.length ? card("What the agent said", ...parts) : null;
}

function saidText(name, text) {
  const long = text.length > 900 || text.split("\n").length > 16;
  const words = el("p", { class: long ? "said folded" : "said" }, text);
  const unfold = el("button", { type: "button", class: "more", click: () => {
    const folded = words.classList.toggle("folded");
    unfold.textContent = folded ? `Show all ${text.length.toLocaleString("en")} characters` : "Show less";
    unfold.setAttribute("aria-expanded", String(!folded));
  }, "aria-expanded": "false" }, `Show all ${text.length.toLocaleString("en")} characters`);
  return el("div", { class: "said-part" }, name && el("h3", {}, name), words, long && unfold);
}

function graphCard(data, step, now) {
  const { graph } = data;
  const done = now ? now.done || [] : [];
  const fresh = now ? now.passed || [] : [];
  const facts = el("div", { class: "node-facts", "aria-live": "polite" });
  const choose = (node) => {
    view.node = view.node === node ? null : node;
    facts.replaceChildren(...(view.node === null ? [] : [nodeFacts(graph.nodes[node])]));
  };
  if (view.node !== null) facts.replaceChildren(nodeFacts(graph.nodes[view.node]));
  const place = drawnIn(el("div", { class: "graph-box", tabindex: "-1" }), (width) => drawGraph(graph, done, fresh, width, choose));
  return el("section", { class: "card" },
    el("h2", {}, "Checkpoints", el("span", { class: "of" }, `${done.length} of ${graph.nodes.length}`)),
    place,
    legend([["state-done", "completed"], ["state-active", "active"], ["state-waiting", "waiting"]]),
    facts,
  );
}

function rewardCard(now) {
  const terms = now.terms.filter(([, value]) => value !== 0);
  const rows = [
    ["reward", signed(now.reward)],
    ...(terms.length > 1 || (terms.length && terms[0][1] !== now.reward) || terms.length ? terms.map(([name, value]) => [`  ${name.replaceAll("_", " ")}`, signed(value)]) : []),
    ["completion", percent(now.completion)],
  ];
  if (now.tokens) {
    const { prompt_tokens: sent, completion_tokens: answered, calls } = now.tokens;
    if (sent !== undefined) rows.push(["tokens sent", sent.toLocaleString("en")]);
    if (answered !== undefined) rows.push(["tokens answered", answered.toLocaleString("en")]);
    if (calls !== undefined) rows.push(["calls", String(calls)]);
  }
  for (const [name, seconds] of Object.entries(now.timings || {})) rows.push([`time to ${name}`, `${seconds.toFixed(seconds < 10 ? 2 : 0)} s`]);
  return card("Reward and cost", el("dl", { class: "facts numbers" }, rows.map(([name, value]) => [el("dt", { class: name.startsWith(" ") ? "term" : "" }, name.trim()), el("dd", {}, value)])));
}

function startCard(data) {
  const rows = data.parameters.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]);
  return rows.length ? card("Parameters", el("dl", { class: "facts" }, rows)) : null;
}

function aboutEpisode(data) {
  const [version, hash] = data.task;
  const rows = [
    ...(version ? [["task version", String(version)], ["definition", hash]] : []),
    ...data.backends.map(([device, kind]) => [`${device} played by`, kind]),
    ...Object.entries(data.timings).map(([name, seconds]) => [`time in ${name}`, `${seconds.toFixed(2)} s`]),
    ...(data.calls ? [["calls of the model", String(data.calls)]] : []),
    ...(data.tokens[0] || data.tokens[1] ? [["tokens sent, answered", data.tokens.map((count) => count.toLocaleString("en")).join(", ")]] : []),
    ...data.versions,
  ];
  if (!rows.length) return "";
  return el("details", { class: "card about" }, el("summary", {}, "About this episode"), el("dl", { class: "facts" }, rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])));
}
