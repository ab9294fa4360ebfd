// The window and document, and what the browser asks of the page: the next script, an event, the time, a picture of it.
"use strict";

const window = globalThis;
const { parse, stringify } = JSON; // a page may replace its own

class Document extends Node {
  constructor() {
    super();
    this.readyState = "loading";
    this.activeElement = null;
    this.currentScript = null;
    this.cookie = "";
    this.visibilityState = "visible";
    this.hidden = false;
  }
  get nodeType() { return 9; }
  get nodeName() { return "#document"; }
  get documentElement() { return this.firstChild; }
  get head() { return this.firstChild.children.find((node) => node.localName === "head"); }
  get body() { return this.firstChild.children.find((node) => node.localName === "body"); }
  get forms() { return select(this, "form", false); }
  get images() { return select(this, "img", false); }
  get children() { return this.childNodes.filter((node) => node instanceof Element); }
  get title() { return select(this, "title", true)[0]?.textContent.trim() ?? this.ownTitle ?? ""; }
  set title(text) {
    const element = select(this, "title", true)[0] ?? this.head.appendChild(this.createElement("title"));
    element.textContent = text;
  }
  get location() { return location; }
  set location(url) { location.assign(url); }
  get defaultView() { return window; }
  createElement(tag) { return new Element(String(tag).toLowerCase()); }
  createElementNS(_, tag) { return this.createElement(tag); }
  createTextNode(text) { return new Text(text); }
  createDocumentFragment() { return new DocumentFragment(); }
  createEvent() { return Object.assign(new Event(""), { initEvent(type, bubbles) { Object.assign(this, { type, bubbles }); } }); }
  getElementById(id) {
    let found = null;
    walk(this, (element) => {
      if (element.id !== String(id)) return true;
      found = element;
      return false;
    });
    return found;
  }
  getElementsByClassName(names) { return this.documentElement.getElementsByClassName(names); }
  getElementsByTagName(tag) { return select(this, tag, false); }
  getElementsByName(name) { return select(this, `[name="${name}"]`, false); }
  querySelector(selector) { return select(this, selector, true)[0] ?? null; }
  querySelectorAll(selector) { return select(this, selector, false); }
  write(html) { parseInto(this.body, String(html), null); }
  hasFocus() { return true; }
}

const document = new Document();
{
  const root = document.appendChild(new Element("html"));
  root.appendChild(new Element("head"));
  root.appendChild(new Element("body"));
  document.activeElement = document.body;
}

const said = []; // texts of alerts
let leaving = ""; // the address that the page wants to go to
const location = {
  base: "",
  get href() { return this.base; },
  set href(url) { this.assign(url); },
  get search() { return /\?[^#]*/.exec(this.base)?.[0] ?? ""; },
  get hash() { return /#.*/.exec(this.base)?.[0] ?? ""; },
  set hash(value) { this.base = this.base.replace(/#.*|$/, `#${String(value).replace(/^#/, "")}`); },
  get protocol() { return this.base.slice(0, this.base.indexOf(":") + 1); },
  get pathname() { return this.base.replace(/^\w+:\/\/[^/]*/, "").replace(/[?#].*/, ""); },
  get host() { return /^\w+:\/\/([^/]*)/.exec(this.base)?.[1] ?? ""; },
  get origin() { return this.protocol === "file:" ? "null" : `${this.protocol}//${this.host}`; },
  assign(url) { leaving = String(url).slice(0, 2000); },
  replace(url) { this.assign(url); },
  reload() { this.assign(this.base); },
  toString() { return this.base; },
};

class Store {
  constructor() { Object.defineProperty(this, "rows", { value: new Map() }); }
  getItem(key) { return this.rows.get(String(key)) ?? null; }
  setItem(key, value) { this.rows.set(String(key), String(value)); }
  removeItem(key) { this.rows.delete(String(key)); }
  clear() { this.rows.clear(); }
  key(index) { return [...this.rows.keys()][index] ?? null; }
  get length() { return this.rows.size; }
}

const quiet = () => undefined;
const provided = {
  window, self: window, top: window, parent: window, document,
  Node, Element, HTMLElement: Element, HTMLCanvasElement: Element, HTMLInputElement: Element, Text, DocumentFragment, Document, EventTarget,
  Event, CustomEvent, UIEvent, MouseEvent, PointerEvent, TouchEvent, KeyboardEvent, InputEvent, ImageData,
  Date: PageDate, Image: class { constructor() { return document.createElement("img"); } },
  localStorage: new Store(), sessionStorage: new Store(),
  navigator: { userAgent: "Mozilla/5.0 (Linux; Android 13) Chrome/120.0 Mobile", language: "en-US", languages: ["en-US"], maxTouchPoints: 5, onLine: false, vibrate: () => true },
  console: { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet, table: quiet, clear: quiet, assert: quiet, time: quiet, timeEnd: quiet },
  performance: { now: () => clock.elapsed, timeOrigin: 0, mark: quiet, measure: quiet },
  history: { length: 1, state: null, pushState: quiet, replaceState: quiet, back: quiet, forward: quiet, go: quiet },
  setTimeout: (callback, delay, ...args) => later(callback, delay, false, args),
  setInterval: (callback, delay, ...args) => later(callback, delay, true, args),
  clearTimeout: forget, clearInterval: forget, cancelAnimationFrame: forget,
  requestAnimationFrame: (callback) => later(() => callback(clock.elapsed), 16, false, []),
  alert: (text = "") => void (said.length < 5 && said.push(String(text).slice(0, 500))),
  confirm: (text = "") => (provided.alert(text), true),
  prompt: (_, value = "") => value,
  fetch: () => Promise.reject(new TypeError("Failed to fetch")),
  getComputedStyle: (element) => element.style,
  matchMedia: (query) => ({ matches: false, media: query, addEventListener: quiet, removeEventListener: quiet, addListener: quiet }),
  scrollTo: quiet, scrollBy: quiet, scroll: quiet, open: (url) => void location.assign(url), close: quiet, focus: quiet, blur: quiet, print: quiet,
  getSelection: () => ({ toString: () => "", removeAllRanges: quiet, rangeCount: 0 }),
  innerWidth: 360, innerHeight: 640, outerWidth: 360, outerHeight: 640, devicePixelRatio: 1, scrollX: 0, scrollY: 0, pageXOffset: 0, pageYOffset: 0,
  screen: { width: 360, height: 800, orientation: { type: "portrait-primary", angle: 0 } },
};
for (const name in provided) Object.defineProperty(globalThis, name, { value: provided[name], writable: true, configurable: true });
Object.defineProperty(globalThis, "location", { get: () => location, set: (url) => location.assign(url), configurable: false });
Math.random = random;
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) {
  const method = EventTarget.prototype[name];
  globalThis[name] = (...args) => method.apply(window, args);
}
// What isn't the same in every run, or would wait in earnest.
for (const name of ["WeakRef", "FinalizationRegistry", "Atomics", "SharedArrayBuffer"]) delete globalThis[name];

// What a tap does --------------------------------------------------------------------------------------------------------

function fire(target, Kind, type, init = {}) {
  return target.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, ...init }));
}

function touch(target, type, x, y) {
  const point = { identifier: 0, target, clientX: x, clientY: y, pageX: x, pageY: y, screenX: x, screenY: y };
  const ended = type === "touchend";
  fire(target, PointerEvent, { touchstart: "pointerdown", touchmove: "pointermove", touchend: "pointerup" }[type], { ...mouse(x, y), pointerId: 1, pointerType: "touch", isPrimary: true });
  return fire(target, TouchEvent, type, { touches: ended ? [] : [point], targetTouches: ended ? [] : [point], changedTouches: [point] });
}

const mouse = (x, y) => ({ clientX: x, clientY: y, pageX: x, pageY: y, screenX: x, screenY: y, offsetX: x, offsetY: y, button: 0, buttons: 1, detail: 1 });

function inside(element, x, y) {
  const [left, top] = crab.rects.get(element.number) ?? [0, 0];
  return { offsetX: x - left, offsetY: y - top };
}

function tap(element, x, y) {
  const used = !touch(element, "touchstart", x, y);
  if (!touch(element, "touchend", x, y) || used) return;
  const place = { ...mouse(x, y), ...inside(element, x, y) };
  fire(element, MouseEvent, "mousemove", place);
  if (fire(element, MouseEvent, "mousedown", place)) document.activeElement = element.closest("input,textarea,select,button,a,[tabindex]") ?? document.body;
  fire(element, MouseEvent, "mouseup", place);
  crab.press(element, x, y);
}

crab.press = (element, x, y) => {
  const control = element.closest("button,input,select,textarea,label,a,option");
  if (control?.disabled) return;
  const before = control && ["checkbox", "radio"].includes(control.type) ? [control.checked, control.type === "radio" ? radios(control).find((one) => one.checked) : null] : null;
  if (before) control.checked = control.type === "radio" || !before[0];
  const allowed = fire(element, MouseEvent, "click", { ...mouse(x, y), ...inside(element, x, y) });
  if (before) {
    if (!allowed) {
      control.checked = before[0];
      if (before[1]) before[1].checked = true;
    } else if (control.checked !== before[0]) {
      fire(control, InputEvent, "input");
      fire(control, Event, "change");
    }
  }
  if (!allowed || !control) return;
  if (control.localName === "label") {
    const target = control.htmlFor ? document.getElementById(control.htmlFor) : control.querySelector("input,select,textarea");
    if (target && target !== element) crab.press(target, x, y);
  } else if (control.localName === "a" && control.hasAttribute("href")) {
    const href = control.href;
    if (/^javascript:/i.test(href)) attempt(() => new Function(href.slice(11)).call(window));
    else if (href.startsWith("#")) location.hash = href;
    else location.assign(href);
  } else if (control.form && control.type === "submit") crab.submit(control.form, true, control);
  else if (control.form && control.type === "reset" && fire(control.form, Event, "reset")) control.form.reset();
};

crab.submit = (form, asks, button) => {
  if (asks && !fire(form, Event, "submit", { submitter: button ?? null })) return;
  const pairs = form.elements.filter((one) => one.name && one.localName !== "button" && !["submit", "button", "reset", "file"].includes(one.type) && (!["checkbox", "radio"].includes(one.type) || one.checked));
  const query = pairs.map((one) => `${encodeURIComponent(one.name)}=${encodeURIComponent(one.value)}`).join("&");
  location.assign(`${(form.action || location.href).replace(/[?#].*/, "")}?${query}`);
};

function typeInto(element, value) {
  const before = element.value;
  if (before === value || element.localName === "select") {
    if (before === value) return;
    element.value = value;
    fire(element, InputEvent, "input");
    fire(element, Event, "change");
    return;
  }
  const added = value.startsWith(before) && value.length - before.length <= 200 ? [...value.slice(before.length)] : [];
  let text = before;
  for (const char of added) {
    if (!fire(element, KeyboardEvent, "keydown", keyOf(char))) return;
    element.value = text += char;
    if (element.type === "number") element.typed = text;
    fire(element, InputEvent, "input", { data: char, inputType: "insertText" });
    fire(element, KeyboardEvent, "keyup", keyOf(char));
  }
  if (!added.length) {
    element.value = value;
    fire(element, InputEvent, "input", { data: null, inputType: "insertText" });
  }
  element.edited = true;
}

const KEYS = { enter: ["Enter", 13], escape: ["Escape", 27], backspace: ["Backspace", 8], delete: ["Delete", 46], tab: ["Tab", 9], space: [" ", 32], up: ["ArrowUp", 38], down: ["ArrowDown", 40], left: ["ArrowLeft", 37], right: ["ArrowRight", 39] };
function keyOf(name) {
  const [key, code] = KEYS[name] ?? [name, name.toUpperCase().charCodeAt(0)];
  const place = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key === " " ? "Space" : key;
  return { key, keyCode: code, which: code, code: place, repeat: false };
}

function pressKey(element, name) {
  const allowed = fire(element, KeyboardEvent, "keydown", keyOf(name));
  if (allowed && (name.length === 1 || name === "enter")) fire(element, KeyboardEvent, "keypress", keyOf(name));
  fire(element, KeyboardEvent, "keyup", keyOf(name));
  if (name !== "enter" || !allowed || element.localName !== "input") return;
  commit();
  const button = element.form?.elements.find((one) => one.type === "submit");
  if (button) crab.press(button, 0, 0);
  else if (element.form) crab.submit(element.form, true);
}

// Fields that were edited have changed once something else is touched.
function commit() {
  for (const element of select(document, "input,textarea", false)) {
    if (element.edited) {
      element.edited = false;
      fire(element, Event, "change");
    }
  }
}

// What the browser asks ------------------------------------------------------------------------------------------------

const waiting = [];
const page = {
  open({ url, start, seed: number, width, height, names }) {
    Object.assign(colors, names);
    location.base = url;
    clock.start = start;
    seed(number);
    Object.assign(provided.screen, { width, height });
    Object.assign(globalThis, { innerWidth: width, innerHeight: height, outerWidth: width, outerHeight: height });
  },
  // Reads the page; its scripts run once all of it is there.
  load(html) {
    parseInto(document.body, html, (script) => waiting.push(script));
  },
  next() {
    const script = waiting.shift();
    if (!script) return null;
    document.currentScript = script;
    const kind = (script.getAttribute("type") ?? "").toLowerCase();
    return script.hasAttribute("src") || !["", "text/javascript", "application/javascript", "module"].includes(kind) ? "" : script.textContent;
  },
  failed(text) { note(text); },
  finish() {
    document.currentScript = null;
    document.readyState = "interactive";
    fire(document, Event, "DOMContentLoaded");
    document.readyState = "complete";
    window.dispatchEvent(new Event("load"));
    for (const element of select(document, "[onload]", false)) element.dispatchEvent(new Event("load"));
  },
  run(until) { return runTimer(until); },
  event({ kind, node, x, y, x2, y2, text, values, rects }) {
    clock.ran = 0;
    said.length = 0;
    leaving = "";
    for (const [number, ...rect] of rects) crab.rects.set(number, rect);
    for (const [number, value] of values) {
      const element = crab.nodes.get(number);
      if (!element?.isConnected) continue;
      document.activeElement = element;
      typeInto(element, value);
    }
    const target = crab.nodes.get(node);
    const element = target?.isConnected ? target : document.body;
    if (kind !== "input" && kind !== "key") commit();
    if (kind === "tap") tap(element, x, y);
    else if (kind === "drag") drag(element, [x, y], [x2, y2]);
    else if (kind === "key") {
      if (element !== document.body) document.activeElement = element;
      pressKey(document.activeElement?.isConnected ? document.activeElement : element, text);
    }
  },
  view() {
    const canvases = select(document, "canvas", false).slice(0, 8);
    for (const canvas of canvases) crab.watched.add(canvas.number);
    let left = 400_000;
    const drawn = canvases.filter((one) => one.surface).map((one) => {
      const runs = runsOf(one.surface, left);
      left -= runs.length;
      return [one.number, one.surface.width, one.surface.height, runs, one.surface.words];
    });
    const result = {
      title: document.title, html: serialize(document.documentElement, true),
      canvases: drawn,
      watched: [...crab.watched].slice(0, 40), typing: typing(), timed: clock.timers.length > 0,
      focus: document.activeElement?.isConnected && ["input", "textarea"].includes(document.activeElement.localName) ? document.activeElement.number : 0,
      alerts: said, leaving, problems: problems.slice(0, 5),
    };
    return stringify(result);
  },
};

const DRAG_STEPS = 12;
function drag(element, from, to) {
  touch(element, "touchstart", ...from);
  for (let i = 1; i <= DRAG_STEPS; i++) touch(element, "touchmove", ...[0, 1].map((k) => from[k] + ((to[k] - from[k]) * i) / DRAG_STEPS));
  touch(element, "touchend", ...to);
}

// Whether anything happens while someone types.
function typing() {
  const types = ["input", "keydown", "keyup", "keypress"];
  if (listens(document, types) || listens(window, types)) return true;
  let found = false;
  walk(document, (element) => !(found = listens(element, types)));
  return found;
}

return (name, argument) => page[name](argument === undefined ? undefined : parse(argument));
