"use strict";

// The page of one session: it shows the session's state, and sends actions. Mouse and keyboard are in input.js.

const NAMES = { ubuntu: "Desktop", android: "Phone" };
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
  harm: ["Not solved", "The goal was reached, but something else was changed, deleted or sent."],
  false_completion: ["Not solved", "It was declared to be done, but something is missing or was undone again."],
  step_limit: ["Out of steps", "The task wasn't solved within its steps."],
  stall: ["No progress", "No checkpoint passed for too long."],
  invalid_action: ["Refused", "An action was refused, which ends the episode."],
};

const MOST_HARM = 8; // lines
const GAP = 16; // between the screens, as in style.css
const NARROW = matchMedia("(max-width: 640px)");

const $ = (id) => document.getElementById(id);
const screens = {}; // device -> what is drawn of it
const assets = new Assets((name) => host.read(name));
let setup = null;
let state = { version: -1, phase: "reset", screens: {}, step: 0 };
let shown = { end: -1, graph: "", steps: -1, seed: -1 };
let queue = [];
let sending = false;
let lost = "";
let chosenDevice = ""; // the one that a narrow window shows

// ---------------------------------------------------------------- talking to the session

async function poll() {
  for (;;) {
    try {
      const next = await host.request(`/api/state?after=${state.version}`);
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
    apply(await host.request("/api/act", { action, step: state.step }));
  } catch (error) {
    queue = [];
    complain(error.message);
  }
  sending = false;
  pump();
}

async function command(path, body) {
  try {
    apply(await host.request(path, body));
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

function apply(next, again = false) {
  if (next.version <= state.version && !again) return;
  const before = state;
  state = next;
  if (next.phase === "reset" || next.phase === "ended" || next.phase === "failed") queue = [];
  if (next.invalid_action && next.step !== before.step) queue = [];
  const percent = Math.round(next.completion * 100);
  $("goal").textContent = next.goal || "The devices are being prepared…";
  $("goal").title = next.goal;
  $("rules").textContent = next.rules;
  $("rules").hidden = !next.rules;
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
  const { version, drawn } = state.screens[device] || {};
  if (version === undefined || version === screen.version) return;
  screen.version = version;
  const step = state.step;
  try {
    if (drawn) {
      const drawing = await host.request(`/screen/${device}.json?v=${version}`);
      if (screen.version !== version || !(await draw(screen.canvas, drawing, assets))) return;
      show(screen, screen.canvas);
    } else {
      const image = new Image();
      image.src = `/screen/${device}.png?v=${version}`;
      await image.decode();
      if (screen.version !== version) return;
      image.draggable = false;
      show(screen, image);
    }
  } catch {
    if (screen.version === version) {
      screen.version = -1;
      setTimeout(() => showScreen(device), 1500);
    }
    return;
  }
  screen.image.setAttribute("aria-label", `Screen after step ${step}`);
  screen.box.dataset.version = version;
}

function show(screen, image) {
  if (screen.image === image) return;
  screen.image.replaceWith(image);
  screen.image = image;
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
  else if (phase === "ready" && state.crash) [kind, message] = ["refused", state.crash];
  else if (phase === "ready" && state.said) message = `The person says: ${state.said}`;
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
  $("end-title").textContent = state.rules && !failed ? (state.success ? "Accepted" : "Refused") : title;
  $("end-harm").replaceChildren(...state.harm.slice(0, MOST_HARM).map((what) => text("li", what)));
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
  if (isText) input.maxLength = setup.max_text;
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
    screen.section = section;
    $("stage").append(section);
    const button = text("button", NAMES[device]);
    button.type = "button";
    button.dataset.device = device;
    button.addEventListener("click", () => { settle(); choose(device); });
    $("devices").append(button);
  }
  choose(Object.keys(setup.devices)[0]);
  $("verb").append(...setup.tools.map(({ name }) => {
    const [device, verb] = name.split("__");
    return new Option(`${NAMES[device] || "Any time"}: ${verb.replaceAll("_", " ")}`, name);
  }));
  $("answer").maxLength = setup.max_text;
  $("answer").title = setup.max_answers === 1 ? "One answer counts" : `The last of at most ${setup.max_answers} answers counts`;
  $("show-graph").hidden = !setup.show_graph;
  $("show-tasks").hidden = !host.tasks.length;
  $("quit").hidden = host.tasks.length > 0;
}

// The largest screens that fit side by side, none larger than its true pixels and none narrower than its buttons; in a
// narrow window one device at a time.
function layout() {
  const stage = $("stage");
  const all = Object.values(screens).sort((a, b) => a.width / a.height - b.width / b.height);
  const single = NARROW.matches && all.length > 1;
  $("devices").hidden = !single;
  for (const screen of all) {
    screen.section.hidden = single && screen.device !== chosenDevice;
    screen.section.style.width = "min-content"; // the buttons' own width
  }
  const seen = all.filter(({ section }) => !section.hidden);
  const least = seen.map(({ section }) => section.querySelector(".tools").offsetWidth);
  const style = getComputedStyle(stage);
  const room = stage.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom) - 40;
  let width = stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - GAP * (seen.length - 1);
  let kept = least.reduce((sum, value) => sum + value, 0); // for the buttons of this device and those after it
  for (const [place, screen] of seen.entries()) {
    kept -= least[place];
    const most = place === seen.length - 1 ? width : Math.min(0.4 * width, width - kept);
    const scale = Math.max(Math.min(1, room / screen.height, most / screen.width), 0.1);
    const wide = Math.round(screen.width * scale);
    screen.box.style.width = `${wide}px`;
    screen.box.style.height = `${Math.round(screen.height * scale)}px`;
    screen.section.style.width = `${Math.max(wide, least[place])}px`;
    width -= Math.max(wide, least[place]);
  }
}

function choose(device) {
  chosenDevice = device;
  for (const button of $("devices").children) button.setAttribute("aria-pressed", String(button.dataset.device === device));
  layout();
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
  $("show-tasks").addEventListener("click", () => { settle(); $("tasks-dialog").showModal(); });
  listTasks();
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
  try {
    setup = await host.start();
  } catch (error) {
    $("goal").textContent = error.message;
    $("message").textContent = "The page can't start";
    document.body.className = "broken";
    return;
  }
  build();
  wire();
  layout();
  if (host.tasks.length && window.innerWidth >= 1200) toggle("show-graph", "graph");
  else if (window.innerWidth >= 1900) toggle("show-history", "history");
  poll();
}

start();
