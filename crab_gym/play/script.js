"use strict";

// The page of one session: it shows the session's state, and turns mouse and keyboard into actions.

const NAMES = { ubuntu: "Desktop", android: "Phone" };
const TYPING_MS = 700; // a pause that ends what is typed as one text
const DOUBLE_MS = 280; // a desktop's click waits so long for a second one
const WHEEL_MS = 220;
const MOVED = 6; // pixels of the page after which a press is no click any more
const NOTCH = 100; // pixels that browsers report for one notch of a wheel
const SVG = "http://www.w3.org/2000/svg";
const KEYS = {
  Enter: "enter", Backspace: "backspace", Delete: "delete", Tab: "tab", Escape: "escape", " ": "space",
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  Home: "home", End: "end", PageUp: "pageup", PageDown: "pagedown", Insert: "insert", PrintScreen: "printscreen",
};
const PHONE_KEYS = {
  ...Object.fromEntries(["Enter", "Tab", " ", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((k) => [k, KEYS[k]])),
  Backspace: "delete", Delete: "forward_delete", Escape: "back",
};
const ICONS = {
  back: '<path d="M10.5 3 4.5 8l6 5z"/>',
  home: '<circle cx="8" cy="8" r="5"/>',
  open: '<circle cx="7" cy="7" r="4.2"/><path d="M10.2 10.2 14 14"/>',
  text: '<rect x="1.5" y="4" width="13" height="8.5" rx="1.2"/><path d="M4 7h.01M6.7 7h.01M9.4 7h.01M12 7h.01M5 10h6"/>',
  recents: '<rect x="3.5" y="3.5" width="9" height="9" rx="1"/>',
  apps: [3.2, 8, 12.8].map((y) => [3.2, 8, 12.8].map((x) => `<circle class="dots" cx="${x}" cy="${y}" r="1.5"/>`).join("")).join(""),
};
const ENDS = {
  success: ["Solved", "All checkpoints have passed."],
  false_completion: ["Not solved", "It was declared to be done, but something is missing or was undone again."],
  step_limit: ["Out of steps", "The task wasn't solved within its steps."],
  stall: ["No progress", "No checkpoint passed for too long."],
  invalid_action: ["Refused", "An action was refused, which ends the episode."],
};

const $ = (id) => document.getElementById(id);
const screens = {}; // device -> what is drawn of it
let setup = null;
let state = { version: -1, phase: "reset", screens: {}, step: 0 };
let shown = { end: -1, graph: "", steps: -1, seed: -1 };
let queue = [];
let sending = false;
let pending = null; // what may still grow: a text, a click, a turn of the wheel
let lost = "";

// ---------------------------------------------------------------- talking to the session

async function request(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  const response = await fetch(path, options);
  if (response.status === 403) throw new Error(await response.text());
  const reply = await response.json();
  if (!response.ok) throw new Error(reply.error);
  return reply;
}

async function poll() {
  for (;;) {
    try {
      const next = await request(`/api/state?after=${state.version}`);
      if (lost) { lost = ""; tell(); }
      apply(next);
      if (next.phase === "closed") return;
    } catch (error) {
      lost = error instanceof TypeError ? "The session can't be reached; it may have ended in the terminal." : error.message;
      tell();
      await new Promise((done) => setTimeout(done, 1500));
      state = { ...state, version: -1 };
    }
  }
}

function act(device, name, args = {}) {
  if (state.phase !== "ready" && state.phase !== "busy") return;
  queue.push({ device, name, args });
  pump();
}

async function pump() {
  if (sending || !queue.length || state.phase !== "ready") return;
  sending = true;
  const action = queue.shift();
  try {
    apply(await request("/api/act", { action, step: state.step }));
  } catch (error) {
    queue = [];
    complain(error.message);
  }
  sending = false;
  pump();
}

async function command(path, body) {
  try {
    apply(await request(path, body));
  } catch (error) {
    complain(error.message);
  }
}

function restart(seed) {
  drop();
  queue = [];
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  command("/api/restart", { seed });
}

// ---------------------------------------------------------------- showing the state

function apply(next) {
  if (next.version <= state.version) return;
  const before = state;
  state = next;
  if (next.phase === "reset" || next.phase === "ended" || next.phase === "failed") queue = [];
  if (next.invalid_action && next.step !== before.step) queue = [];
  const percent = Math.round(next.completion * 100);
  $("goal").textContent = next.goal || "The devices are being prepared…";
  $("goal").title = next.goal;
  $("seed").textContent = `seed ${next.seed}`;
  $("fill").style.width = `${percent}%`;
  $("percent").textContent = `${percent}%`;
  $("bar").setAttribute("aria-valuenow", percent);
  const left = next.max_steps - next.step;
  $("left").textContent = left;
  $("left").classList.toggle("few", left <= 3);
  $("of").textContent = `of ${next.max_steps}`;
  showReward(before);
  for (const device of Object.keys(screens)) showScreen(device);
  showHistory();
  showGraph();
  const playing = next.phase === "ready" || next.phase === "busy";
  for (const control of document.querySelectorAll(".tools button, footer button, footer input")) control.disabled = !playing;
  for (const screen of Object.values(screens)) screen.box.classList.toggle("resting", !playing);
  tell();
  if ((next.phase === "ended" || next.phase === "failed") && before.phase !== next.phase) showEnd();
  pump();
}

function showReward(before) {
  const reward = $("reward");
  if (state.step === before.step && state.seed === before.seed) return;
  reward.textContent = state.step ? signed(state.reward) : "–";
  reward.className = `figure ${state.reward > 0 ? "gain" : state.reward < 0 ? "loss" : ""}`;
  if (state.reward) {
    void reward.offsetWidth; // so that the animation starts anew
    reward.classList.add("new");
  }
}

function signed(value) {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`;
}

async function showScreen(device) {
  const screen = screens[device];
  const version = (state.screens[device] || {}).version;
  if (version === undefined || version === screen.version) return;
  screen.version = version;
  const image = new Image();
  image.src = `/screen/${device}.png?v=${version}`;
  try {
    await image.decode();
  } catch {
    return; // the next state asks again
  }
  if (screen.version !== version) return;
  image.alt = `Screen after step ${state.step}`;
  image.draggable = false;
  screen.image.replaceWith(image);
  screen.image = image;
  screen.box.dataset.version = version;
}

function showHistory() {
  $("no-steps").hidden = state.history.length > 0;
  if (shown.steps === state.step && shown.seed === state.seed) return;
  [shown.steps, shown.seed] = [state.step, state.seed];
  const rows = state.history.map((step) => {
    const row = document.createElement("li");
    const said = step.action.replace(/^(\w+): /, (all, device) => (NAMES[device] ? `${NAMES[device]}: ` : ""));
    row.append(text("span", step.index, "number"), text("span", said));
    row.append(text("span", step.reward ? signed(step.reward) : "", step.reward > 0 ? "gain" : ""));
    if (step.invalid_action) row.append(text("span", step.invalid_action, "why"));
    return row;
  });
  $("steps").replaceChildren(...rows);
  if (rows.length) rows[rows.length - 1].scrollIntoView({ block: "nearest" });
}

function showGraph() {
  if (!state.graph || $("graph").hidden) return;
  const { completed, active, waiting } = state.graph;
  const counts = `${completed} completed, ${active} active, ${waiting} waiting`;
  const key = `${state.seed} ${state.step} ${counts}`;
  if (shown.graph === key) return;
  shown.graph = key;
  $("graph-counts").textContent = counts;
  $("graph-picture").alt = `Task graph: ${counts}`;
  $("graph-picture").src = `/graph.png?v=${state.version}`;
}

let complaint = "";

function complain(message) {
  complaint = message;
  tell();
  complaint = "";
}

function tell() {
  const phase = state.phase;
  let [kind, message] = {
    reset: ["working", "The devices are being prepared…"],
    ready: ["ready", "Your turn"],
    busy: ["working", "Working…"],
    ended: ["", `The episode has ended: ${(state.end_reason || "").replaceAll("_", " ")}`],
    failed: ["broken", state.error],
    closed: ["", "The session has ended; this page can be closed."],
  }[phase];
  if (phase === "ready" && state.invalid_action) [kind, message] = ["refused", `Refused: ${state.invalid_action}`];
  if (complaint) [kind, message] = ["refused", complaint];
  if (lost && phase !== "closed") [kind, message] = ["broken", lost];
  document.body.className = kind;
  document.body.dataset.phase = phase;
  if ($("message").textContent !== message) $("message").textContent = message;
}

function showEnd() {
  drop();
  const failed = state.phase === "failed";
  const [title, said] = failed ? ["It broke", state.error] : ENDS[state.end_reason] || ["Ended", state.end_reason];
  $("end-dialog").className = state.success ? "success" : "failure";
  $("end-title").textContent = title;
  $("end-text").textContent = failed ? `${said} This is recorded as an error and not scored.` : said;
  const efficiency = state.step ? `${((100 * state.completion) / state.step).toFixed(1)}%` : "–";
  const figures = {
    Completion: `${Math.round(state.completion * 100)}%`, Steps: state.step,
    "Completion per step": efficiency, Reward: state.total_reward.toFixed(2),
  };
  $("end-figures").replaceChildren(...Object.entries(figures).map(([name, value]) => {
    const pair = document.createElement("div");
    pair.append(text("dt", name), text("dd", value));
    return pair;
  }));
  $("end-saved").textContent = state.saved ? `Recorded in ${state.saved}` : "Not recorded.";
  $("next").textContent = `Next seed (${state.seed + 1})`;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  $("end-dialog").showModal();
  $("end-title").focus(); // not a button, which what is still being typed would press
}

function text(tag, content, kind = "") {
  const element = document.createElement(tag);
  element.textContent = content;
  if (kind) element.className = kind;
  return element;
}

// ---------------------------------------------------------------- what may still grow before it is an action

function settle() {
  if (!pending) return;
  const { done, timer, chip } = pending;
  clearTimeout(timer);
  pending = null;
  if (chip) chip.hidden = true;
  done();
}

function drop() {
  if (pending && pending.chip) pending.chip.hidden = true;
  if (pending) clearTimeout(pending.timer);
  pending = null;
}

function hold(kind, device, milliseconds, what) {
  if (pending && (pending.kind !== kind || pending.device !== device)) settle();
  if (pending) clearTimeout(pending.timer);
  pending = { ...(pending || what), kind, device, timer: setTimeout(settle, milliseconds) };
  return pending;
}

// ---------------------------------------------------------------- mouse and touch

class Screen {
  constructor(device) {
    const { width, height } = setup.devices[device];
    Object.assign(this, { device, width, height, version: 0, press: null });
    this.box = text("div", "", "screen");
    this.box.id = `screen-${device}`;
    this.box.tabIndex = 0;
    this.box.setAttribute("role", "application");
    this.box.setAttribute("aria-label", `${NAMES[device]}: screen of ${width} by ${height} pixels. What you type goes here; F8 leaves it.`);
    this.image = new Image();
    this.image.alt = "";
    this.layer = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    this.chip = text("div", "", "chip");
    this.chip.hidden = true;
    this.box.append(this.image, this.layer, this.chip);
    this.at = text("span", "", "at");
    this.box.addEventListener("contextmenu", (event) => event.preventDefault());
    this.box.addEventListener("pointerdown", (event) => this.down(event));
    this.box.addEventListener("pointermove", (event) => this.move(event));
    this.box.addEventListener("pointerup", (event) => this.up(event));
    this.box.addEventListener("pointercancel", () => this.release());
    this.box.addEventListener("pointerleave", () => { this.at.textContent = ""; });
    this.box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.box.addEventListener("keydown", (event) => typed(this, event));
    this.box.addEventListener("paste", (event) => pasted(this, event));
    this.box.addEventListener("blur", settle);
  }

  point(event) {
    const area = this.box.getBoundingClientRect();
    const fit = (value, most) => Math.min(Math.max(Math.floor(value), 0), most - 1);
    return {
      x: fit(((event.clientX - area.left) * this.width) / area.width, this.width),
      y: fit(((event.clientY - area.top) * this.height) / area.height, this.height),
    };
  }

  get phone() {
    return this.device === "android";
  }

  down(event) {
    this.box.focus({ preventScroll: true });
    event.preventDefault();
    if (document.body.dataset.phase === "reset" || (event.button !== 0 && event.button !== 2)) return;
    if (pending && !(pending.kind === "click" && pending.device === this.device)) settle();
    this.release();
    this.box.setPointerCapture(event.pointerId);
    const press = { from: this.point(event), page: event, button: event.button, moved: false, held: false, to: this.point(event) };
    this.press = press;
    if (this.phone) {
      press.timer = setTimeout(() => {
        if (press.moved) return;
        press.held = true;
        this.note("long tap, or move to drag");
        this.ring(press.from, false, 26);
      }, 1000 * setup.long_press);
    }
  }

  move(event) {
    const at = this.point(event);
    this.at.textContent = `${at.x}, ${at.y}`;
    const press = this.press;
    if (!press) return;
    press.to = at;
    press.moved ||= Math.hypot(event.clientX - press.page.clientX, event.clientY - press.page.clientY) > MOVED;
    if (!press.moved || press.button !== 0) return;
    this.line(press.from, press.to);
    const { direction, distance } = this.swipe(press);
    this.note(this.phone && !press.held ? `swipe: view ${direction}, ${distance}` : "drag");
  }

  up(event) {
    const press = this.press;
    this.release();
    if (!press) return;
    const at = press.from;
    const ends = { x1: at.x, y1: at.y, x2: press.to.x, y2: press.to.y };
    if (press.moved && press.button === 0) {
      this.line(press.from, press.to, true);
      settle();
      if (this.phone && !press.held) act(this.device, "swipe", this.swipe(press));
      else act(this.device, "drag", ends);
      return;
    }
    this.ring(at, true);
    if (this.phone) act(this.device, press.held || press.button === 2 ? "long_tap" : "tap", at);
    else if (press.button === 2) { settle(); act(this.device, "right_click", at); }
    else this.click(at);
    event.preventDefault();
  }

  release() {
    if (this.press) clearTimeout(this.press.timer);
    this.press = null;
    this.note("");
    for (const mark of this.layer.querySelectorAll(":not(.fading)")) mark.remove();
  }

  click(at) {
    const last = pending;
    if (last && last.kind === "click" && last.device === this.device && Math.hypot(last.at.x - at.x, last.at.y - at.y) <= 2 * MOVED) {
      last.done = () => act(this.device, "double_click", last.at);
      settle();
      return;
    }
    settle();
    hold("click", this.device, DOUBLE_MS, { at, done: () => act(this.device, "click", at) });
  }

  swipe(press) {
    const dx = press.to.x - press.from.x;
    const dy = press.to.y - press.from.y;
    const across = Math.abs(dx) / this.width > Math.abs(dy) / this.height;
    const length = across ? Math.abs(dx) / this.width : Math.abs(dy) / this.height;
    const direction = across ? (dx < 0 ? "right" : "left") : dy < 0 ? "down" : "up"; // the view's, not the finger's
    const distance = Object.entries(setup.distances).reduce((a, b) => (Math.abs(b[1] - length) < Math.abs(a[1] - length) ? b : a))[0];
    return { ...press.from, direction, distance };
  }

  wheel(event) {
    event.preventDefault();
    if (event.ctrlKey) return; // a browser's zoom
    const unit = event.deltaMode === 1 ? NOTCH / 3 : event.deltaMode === 2 ? 3 * NOTCH : 1;
    const across = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const delta = (across ? event.deltaX : event.deltaY) * unit;
    if (!delta) return;
    const direction = across ? (delta > 0 ? "right" : "left") : delta > 0 ? "down" : "up";
    if (pending && pending.kind === "wheel" && pending.direction !== direction) settle();
    const turn = hold("wheel", this.device, WHEEL_MS, { at: this.point(event), direction, sum: 0, chip: this.chip });
    turn.sum += Math.abs(delta);
    const amount = Math.min(Math.max(Math.round(turn.sum / NOTCH), 1), 50);
    const distance = amount < 2 ? "short" : amount < 4 ? "medium" : "long";
    this.note(this.phone ? `swipe: view ${direction}, ${distance}` : `scroll ${direction} ${amount}`);
    turn.done = () => this.phone
      ? act(this.device, "swipe", { ...turn.at, direction, distance })
      : act(this.device, "scroll", { ...turn.at, direction, amount });
  }

  note(words) {
    this.chip.textContent = words;
    this.chip.hidden = !words;
  }

  ring({ x, y }, fading, radius = 18) {
    const scale = this.width / this.box.clientWidth;
    this.mark("circle", "ring", { cx: x, cy: y, r: radius * scale }, scale, fading);
  }

  line(from, to, fading = false) {
    const scale = this.width / this.box.clientWidth;
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const wing = (turn) => `${to.x - 16 * scale * Math.cos(angle + turn)} ${to.y - 16 * scale * Math.sin(angle + turn)}`;
    const d = `M${from.x} ${from.y}L${to.x} ${to.y}M${wing(0.5)}L${to.x} ${to.y}L${wing(-0.5)}`;
    this.mark("path", "path", { d }, scale, fading);
  }

  mark(tag, kind, attributes, scale, fading) {
    for (const old of this.layer.querySelectorAll(":not(.fading)")) old.remove();
    for (const part of [kind, `${kind} inner`]) {
      const mark = svg(tag, { ...attributes, class: fading ? `${part} fading` : part });
      mark.style.strokeWidth = `${(part === kind ? 5 : 2.5) * scale}px`;
      if (fading) setTimeout(() => mark.remove(), 750);
      this.layer.append(mark);
    }
  }
}

function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// ---------------------------------------------------------------- keyboard

function typed(screen, event) {
  if (event.isComposing || event.key === "Unidentified") return;
  if (event.key === "F8" && !event.ctrlKey && !event.altKey) {
    event.preventDefault();
    settle();
    screen.box.parentElement.querySelector(".tools button").focus();
    return;
  }
  if (["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Process"].includes(event.key) || event.metaKey) return;
  if (event.ctrlKey && event.key === "v" && screen.phone) return; // comes as a paste
  event.preventDefault();
  if (event.repeat) return;
  const graph = event.getModifierState("AltGraph");
  const letter = [...event.key].length === 1 && (graph || !(event.ctrlKey || event.altKey));
  const growing = pending && pending.kind === "text" && pending.device === screen.device;
  const plain = !event.ctrlKey && !event.altKey && !event.shiftKey;
  if (letter && (event.key !== " " || growing || !screen.phone)) write(screen, event.key);
  else if (growing && plain && (event.key === "Enter" || event.key === "Tab")) write(screen, event.key === "Enter" ? "\n" : "\t");
  else if (growing && plain && event.key === "Backspace") unwrite(screen);
  else press(screen, event);
}

function write(screen, letters) {
  const pen = hold("text", screen.device, TYPING_MS, { letters: "", chip: screen.chip });
  pen.letters += letters;
  pen.done = () => act(screen.device, "write_text", { text: pen.letters });
  penned(screen, pen);
}

function unwrite(screen) {
  const letters = [...pending.letters].slice(0, -1).join("");
  if (!letters) {
    drop();
    return;
  }
  pending.letters = letters;
  const pen = hold("text", screen.device, TYPING_MS, {});
  pen.done = () => act(screen.device, "write_text", { text: letters });
  penned(screen, pen);
}

function penned(screen, pen) {
  const shownText = pen.letters.replaceAll("\n", "⏎").replaceAll("\t", "⇥");
  screen.note(`${shownText.length > 60 ? "…" : ""}${shownText.slice(-60)}▏`);
}

function press(screen, event) {
  settle();
  const { device } = screen;
  if (screen.phone) {
    if (event.ctrlKey || event.altKey) complain("The phone has no hotkeys.");
    else if (PHONE_KEYS[event.key]) act(device, "press", { key: PHONE_KEYS[event.key] });
    else complain(`The phone has no key ${event.key}.`);
    return;
  }
  const key = KEYS[event.key] || (/^F\d+$/.test(event.key) ? event.key.toLowerCase() : event.key.toLowerCase());
  if (!KEYS[event.key] && !/^f([1-9]|1[0-2])$/.test(key) && !/^[!-~]$/.test(key)) {
    complain(`The desktop has no key ${event.key}.`);
    return;
  }
  const modifiers = [event.ctrlKey && "ctrl", event.altKey && "alt", event.shiftKey && "shift"].filter(Boolean);
  if (modifiers.length) act(device, "hotkey", { keys: [...modifiers, key] });
  else act(device, "press", { key });
}

function pasted(screen, event) {
  const words = event.clipboardData.getData("text/plain").slice(0, setup.most_text);
  event.preventDefault();
  if (screen.phone && words) { settle(); act(screen.device, "write_text", { text: words }); }
}

// ---------------------------------------------------------------- the form for any action

function openAction(tool) {
  settle();
  $("verb").value = tool;
  fields();
  $("action-dialog").showModal();
  const first = $("fields").querySelector("input, select, textarea");
  (first || $("verb")).focus();
}

function fields() {
  const tool = setup.tools.find(({ name }) => name === $("verb").value);
  const [device, verb] = tool.name.split("__");
  $("verb-doc").textContent = tool.description;
  $("fields").replaceChildren(...Object.entries(tool.parameters.properties).map(([name, schema]) => {
    const label = document.createElement("label");
    label.append(schema.type === "array" ? "keys, modifiers first, such as ctrl+s" : `${name}: ${schema.description}`);
    const control = field(device, verb, name, schema);
    control.name = name;
    label.append(control);
    if (control.tagName === "TEXTAREA" || schema.type === "array" || (schema.type === "string" && !schema.enum)) label.className = "wide";
    return label;
  }));
}

function field(device, verb, name, schema) {
  if (schema.enum && schema.enum.length < 20) {
    const select = document.createElement("select");
    select.append(...schema.enum.map((choice) => new Option(choice, choice)));
    return select;
  }
  const isText = name === "text" || name === "answer";
  const input = document.createElement(isText ? "textarea" : "input");
  input.required = true;
  input.spellcheck = false;
  input.autocomplete = "off";
  if (isText) input.maxLength = setup.most_text;
  if (schema.type === "integer" || schema.type === "number") {
    input.type = "number";
    input.step = schema.type === "integer" ? 1 : "any";
    if (schema.minimum !== undefined) input.min = schema.minimum;
    if (schema.maximum !== undefined) input.max = schema.maximum;
    if (schema.default !== undefined) input.value = schema.default;
  } else if (!isText && schema.type === "string") {
    const known = schema.enum || setup.apps[device] || [];
    const list = document.createElement("datalist");
    list.id = `known-${device}-${name}`;
    list.append(...known.map((value) => new Option(value)));
    $("fields").ownerDocument.getElementById(list.id)?.remove();
    document.body.append(list);
    input.setAttribute("list", list.id);
  }
  return input;
}

function chosenAction() {
  const tool = setup.tools.find(({ name }) => name === $("verb").value);
  const [device, name] = tool.name.split("__");
  const args = {};
  for (const control of $("fields").querySelectorAll("input, select, textarea")) {
    const schema = tool.parameters.properties[control.name];
    const value = control.value;
    if (schema.type === "array") args[control.name] = value.replace(/\+\+$/, "+plus").split("+").map((key) => (key.trim() === "plus" ? "+" : key.trim().toLowerCase()));
    else args[control.name] = schema.type === "integer" || schema.type === "number" ? Number(value) : value;
  }
  return [device, name, args];
}

// ---------------------------------------------------------------- the page

function tool(label, onclick, { icon, title } = {}) {
  const button = document.createElement("button");
  button.type = "button";
  if (icon) {
    button.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true">${ICONS[icon]}</svg>`;
    button.setAttribute("aria-label", label);
    button.title = title || label;
  } else {
    button.textContent = label;
    if (title) button.title = title;
  }
  button.addEventListener("click", () => { settle(); onclick(); });
  return button;
}

function build() {
  document.title = `${setup.task} · crab-gym`;
  $("task").textContent = setup.task;
  for (const device of Object.keys(setup.devices)) {
    const screen = new Screen(device);
    screens[device] = screen;
    const section = text("section", "", `device ${device}`);
    section.setAttribute("aria-label", NAMES[device]);
    const tools = text("div", "", "tools");
    const key = (name) => () => act(device, "press", { key: name });
    const form = (verb) => () => openAction(`${device}__${verb}`);
    if (device === "android") {
      tools.append(
        tool("Back", key("back"), { icon: "back" }), tool("Home", key("home"), { icon: "home" }),
        tool("Recent apps", key("recents"), { icon: "recents" }),
        tool("All apps", () => act(device, "open_app_drawer"), { icon: "apps" }),
        tool("Text", form("write_text"), { icon: "text", title: "Write any text into the focused field" }),
        tool("Open app", form("open_app"), { icon: "open", title: "Open an app by its name" }),
      );
    } else {
      tools.append(
        text("span", NAMES[device], "name"), tool("Search app…", form("search_app")),
        tool("Text…", form("write_text"), { title: "Write any text into what has the focus" }),
        tool("Keys…", form("hotkey"), { title: "Press keys together, also those that your browser keeps" }),
        screen.at,
      );
    }
    section.append(screen.box, tools);
    $("stage").append(section);
  }
  $("verb").append(...setup.tools.map(({ name }) => {
    const [device, verb] = name.split("__");
    return new Option(`${NAMES[device] || "Any time"}: ${verb.replaceAll("_", " ")}`, name);
  }));
  $("answer").maxLength = setup.most_text;
  $("answer").title = `The last of at most ${setup.most_answers} answers counts`;
  $("show-graph").hidden = !setup.show_graph;
}

function layout() {
  // the largest screens that fit side by side, none larger than its true pixels
  const stage = $("stage");
  const style = getComputedStyle(stage);
  const room = {
    width: stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
    height: stage.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom) - 40,
  };
  let { width } = room;
  const all = Object.values(screens).sort((a, b) => a.width / a.height - b.width / b.height);
  for (const [place, screen] of all.entries()) {
    const least = place === all.length - 1 ? width : 0.4 * width;
    const scale = Math.max(Math.min(1, room.height / screen.height, least / screen.width), 0.1);
    screen.box.style.width = `${Math.round(screen.width * scale)}px`;
    screen.box.style.height = `${Math.round(screen.height * scale)}px`;
    width -= screen.width * scale + 16;
  }
}

function toggle(button, panel) {
  const open = $(panel).hidden;
  for (const [other, name] of [["show-history", "history"], ["show-graph", "graph"]]) {
    $(name).hidden = name !== panel || !open;
    $(other).setAttribute("aria-expanded", String(name === panel && open));
  }
  layout();
  showGraph();
}

function wire() {
  $("show-history").addEventListener("click", () => toggle("show-history", "history"));
  $("show-graph").addEventListener("click", () => toggle("show-graph", "graph"));
  $("show-help").addEventListener("click", () => $("help-dialog").showModal());
  $("show-restart").addEventListener("click", () => {
    settle();
    $("restart-seed").value = state.seed;
    $("restart-dialog").showModal();
    $("restart-seed").select();
  });
  $("restart-form").addEventListener("submit", () => restart(Number($("restart-seed").value)));
  $("again").addEventListener("click", () => restart(state.seed));
  $("next").addEventListener("click", () => restart(state.seed + 1));
  $("quit").addEventListener("click", () => { $("restart-dialog").close(); command("/api/quit", {}); });
  $("submit-form").addEventListener("submit", (event) => {
    event.preventDefault();
    settle();
    act("root", "submit", { answer: $("answer").value });
    $("answer").value = "";
  });
  $("wait").addEventListener("click", () => { settle(); act("root", "wait", { seconds: 1 }); });
  $("any").addEventListener("click", () => openAction($("verb").value));
  $("verb").addEventListener("change", fields);
  $("action-form").addEventListener("submit", () => {
    const [device, name, args] = chosenAction();
    act(device, name, args);
    $("action-dialog").addEventListener("close", () => screens[device]?.box.focus(), { once: true });
  });
  $("complete").addEventListener("click", () => { settle(); $("complete-dialog").showModal(); });
  $("complete-now").addEventListener("click", () => { $("complete-dialog").close(); act("root", "complete"); });
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  $("fields").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("action-form").requestSubmit();
  });
  new ResizeObserver(layout).observe($("stage"));
  window.addEventListener("resize", layout);
}

async function start() {
  history.replaceState(null, "", "/"); // the token doesn't stay in the address
  try {
    setup = await request("/api/setup");
  } catch (error) {
    $("goal").textContent = error.message;
    return;
  }
  build();
  wire();
  layout();
  if (window.innerWidth >= 1900) toggle("show-history", "history");
  poll();
}

start();
