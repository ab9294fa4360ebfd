// What all pieces share: the data, elements, words, colours. Texts of records only ever become text nodes or attributes
// without meaning to the browser.

const index = JSON.parse(document.getElementById("index").textContent);
const episodes = index.episodes;
const byId = new Map(episodes.map((episode, number) => [episode.id, number]));
const severalPolicies = new Set(episodes.map((episode) => episode.policy)).size > 1;

const find = (id) => document.getElementById(id);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}
const el = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const ENDS = {
  success: "Solved",
  harm: "Harm",
  false_completion: "False completion",
  step_limit: "Step limit",
  invalid_action: "Invalid action",
  stall: "Stall",
  error: "Error",
  unfinished: "Unfinished",
};
const endLabel = (end) => (Object.hasOwn(ENDS, end) ? ENDS[end] : end || "Unknown");
const endClass = (end) => (Object.hasOwn(ENDS, end) ? `end-${end}` : "end-unknown");

// Colours of groups: platforms have their own, policies are numbered.
const PLATFORMS = { ubuntu: 0, android: 2, cross: 1, learn: 3, crab: 4 };
function groupClass(name) {
  if (Object.hasOwn(PLATFORMS, name)) return `hue-${PLATFORMS[name]}`;
  return `hue-${Math.max(0, index.policies.indexOf(name)) % 6}`;
}

const DEVICES = { ubuntu: "Desktop", android: "Phone", root: "Answer" };
const isDevice = (name) => name === "ubuntu" || name === "android";
const deviceLabel = (name) => (Object.hasOwn(DEVICES, name) ? DEVICES[name] : name || "no device");

const percent = (value, places = 0) => (value === null ? "–" : `${(100 * value).toFixed(places)}%`);
const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + String(Math.abs(Number(value.toFixed(4))));

// Elements that come after the script are there once the page has been read that far, and complete when something
// follows them; null where there is none.
function arrived(id) {
  const look = (resolve) => {
    const found = find(id);
    if (document.readyState !== "loading" || (found && found.nextSibling)) resolve(found);
    else setTimeout(look, 40, resolve);
  };
  return new Promise(look);
}

const stepsOf = new Map();
const STEP = { device: "", action: "", said: "", shapes: [], reward: 0, terms: [], completion: 0, invalid: "", end: "", restored: false, screens: {} };
async function episodeData(number) {
  if (!stepsOf.has(number)) {
    const element = await arrived(`e${number}`);
    const data = element ? JSON.parse(element.textContent) : null;
    if (data) data.steps = data.steps.map((step) => ({ ...STEP, ...step }));
    stepsOf.set(number, data);
  }
  return stepsOf.get(number);
}

// Redraws what is in a box whenever its width changes.
function drawnIn(box, draw) {
  let last = 0;
  new ResizeObserver(() => {
    const width = Math.floor(box.clientWidth);
    if (width > 0 && width !== last) {
      last = width;
      box.replaceChildren(draw(width));
    }
  }).observe(box);
  return box;
}

const ruler = document.createElement("canvas").getContext("2d");
function fitted(text, width, font) {
  ruler.font = font;
  if (ruler.measureText(text).width <= width) return text;
  let length = Math.min(text.length, Math.ceil(width / 2));
  while (length > 1 && ruler.measureText(`${text.slice(0, length)}…`).width > width) length -= 1;
  return `${text.slice(0, length)}…`;
}

// Breaks a name into at most two lines, after an underscore, a dot or a space where there is one.
function inLines(text, width, font) {
  ruler.font = font;
  if (ruler.measureText(text).width <= width) return [text];
  let length = text.length;
  while (length > 1 && ruler.measureText(text.slice(0, length)).width > width) length -= 1;
  const place = Math.max(...["_", ".", " "].map((sign) => text.lastIndexOf(sign, length - 1))) + 1;
  const first = place > length / 3 ? place : length;
  return [text.slice(0, first).trimEnd(), fitted(text.slice(first).trimStart(), width, font)];
}

function toggles(label, choices, chosen, choose) {
  const group = el("div", { class: "toggles", role: "group", "aria-label": label });
  for (const [value, words] of choices) {
    const press = () => {
      for (const other of group.children) other.setAttribute("aria-pressed", String(other === button));
      choose(value);
    };
    const button = el("button", { type: "button", "aria-pressed": String(value === chosen), "data-value": value, click: press }, words);
    group.append(button);
  }
  return group;
}
