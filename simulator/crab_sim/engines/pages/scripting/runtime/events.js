// Events, timers, time and chance. All are made of the page's own clock and seed, never of the real ones.
"use strict";

const handled = new WeakMap(); // listeners of each target

class Event {
  constructor(type, init = {}) {
    this.type = String(type);
    this.bubbles = Boolean(init.bubbles);
    this.cancelable = init.cancelable ?? false;
    this.defaultPrevented = false;
    this.target = this.currentTarget = null;
    this.timeStamp = clock.elapsed;
    for (const name in init) if (!(name in this)) this[name] = init[name];
  }
  preventDefault() { this.defaultPrevented = true; }
  stopPropagation() { this.stopped = true; }
  stopImmediatePropagation() { this.stopped = this.halted = true; }
  composedPath() { return pathOf(this.target); }
}
class CustomEvent extends Event {
  constructor(type, init = {}) {
    super(type, init);
    this.detail = init.detail ?? null;
  }
}
class UIEvent extends Event {}
class MouseEvent extends UIEvent {}
class PointerEvent extends MouseEvent {}
class TouchEvent extends UIEvent {}
class KeyboardEvent extends UIEvent {}
class InputEvent extends UIEvent {}

function pathOf(target) {
  const path = [];
  for (let node = target; node; node = node.parentNode) path.push(node);
  if (target !== window) path.push(window);
  return path;
}

class EventTarget {
  addEventListener(type, listener, options) {
    if (listener == null) return;
    const all = handled.get(this) ?? [];
    const once = typeof options === "object" && Boolean(options?.once);
    if (!all.some((one) => one.type === type && one.listener === listener)) all.push({ type, listener, once });
    handled.set(this, all);
  }
  removeEventListener(type, listener) {
    handled.set(this, (handled.get(this) ?? []).filter((one) => one.type !== type || one.listener !== listener));
  }
  dispatchEvent(event) {
    event.target ??= this;
    const path = event.bubbles ? pathOf(event.target) : [event.target];
    for (const node of path) {
      event.currentTarget = node;
      call(node, event);
      if (event.stopped) break;
    }
    event.currentTarget = null;
    return !event.defaultPrevented;
  }
}

function call(node, event) {
  for (const one of [...(handled.get(node) ?? [])]) {
    if (one.type !== event.type) continue;
    if (one.once) node.removeEventListener(one.type, one.listener);
    attempt(() => (typeof one.listener === "function" ? one.listener.call(node, event) : one.listener.handleEvent(event)));
    if (event.halted) return;
  }
  const own = inline(node, `on${event.type}`);
  if (own) attempt(() => {
    if (own.call(node, event) === false) event.preventDefault();
  });
}

// The handler that an attribute or a property such as `onclick` gives: a function, or its text, or nothing.
function given(node, name) {
  const set = Object.hasOwn(node, name) ? node[name] : null;
  if (typeof set === "function") return set;
  return node instanceof Element && set == null ? node.getAttribute(name) : null;
}

function inline(node, name) {
  const handler = given(node, name);
  return typeof handler === "string" && handler ? compiled(handler) : handler;
}

const known = new Map();
function compiled(code) {
  if (!known.has(code)) {
    let made = () => undefined;
    attempt(() => (made = new Function("event", code)));
    known.set(code, made);
  }
  return known.get(code);
}

// Compiles nothing, as looking at a page changes nothing.
function listens(node, types) {
  return types.some((type) => (handled.get(node) ?? []).some((one) => one.type === type) || given(node, `on${type}`));
}

const problems = [];
const NoMore = InternalError; // no time or no memory left
function note(text) {
  if (problems.length < 5) problems.push(text.slice(0, 300));
}

function attempt(action) {
  try {
    return action();
  } catch (error) {
    if (error instanceof NoMore) throw error;
    note(String(error));
  }
}

// Time -----------------------------------------------------------------------------------------------------------------

const clock = { start: 0, elapsed: 0, timers: [], last: 0, ran: 0 };
const MAX_RUNS = 1000; // callbacks of timers between two events

function later(callback, delay, again, args) {
  if (clock.timers.length >= 500) return 0;
  const wait = Math.max(again ? 4 : 0, Number(delay) || 0);
  clock.timers.push({ id: ++clock.last, due: clock.elapsed + wait, callback, wait: again ? wait : -1, args });
  return clock.last;
}

function forget(id) { clock.timers = clock.timers.filter((timer) => timer.id !== id); }

function runTimer(until) {
  const first = clock.timers.reduce((a, b) => (a && (a.due < b.due || (a.due === b.due && a.id < b.id)) ? a : b), null);
  if (!first || first.due > until || clock.ran >= MAX_RUNS) {
    clock.elapsed = Math.max(clock.elapsed, until);
    return false;
  }
  clock.ran++;
  clock.elapsed = Math.max(clock.elapsed, first.due);
  if (first.wait < 0) forget(first.id);
  else first.due += first.wait;
  const action = typeof first.callback === "function" ? first.callback : compiled(String(first.callback));
  attempt(() => action.call(window, ...first.args));
  return true;
}

const RealDate = Date;
class PageDate extends RealDate {
  constructor(...parts) {
    if (!parts.length) super(clock.start + clock.elapsed);
    else if (parts.length > 1) super(RealDate.UTC(...parts));
    else if (typeof parts[0] === "string") super(PageDate.parse(parts[0]));
    else super(parts[0]);
  }
  static now() { return Math.floor(clock.start + clock.elapsed); }
  static parse(text) {
    const zoned = /(z|gmt|utc|[+-]\d\d:?\d\d)\s*$/i.test(text) || /^\d{4}-\d\d-\d\d$/.test(text.trim());
    return RealDate.parse(zoned ? text : /T/.test(text) ? `${text}Z` : `${text} UTC`);
  }
  getTimezoneOffset() { return 0; }
  toString() { return this.toUTCString(); }
  toLocaleDateString() { return `${this.getMonth() + 1}/${this.getDate()}/${this.getFullYear()}`; }
  toLocaleTimeString() {
    const two = (number) => String(number).padStart(2, "0");
    return `${this.getHours() % 12 || 12}:${two(this.getMinutes())}:${two(this.getSeconds())} ${this.getHours() < 12 ? "AM" : "PM"}`;
  }
  toLocaleString() { return `${this.toLocaleDateString()}, ${this.toLocaleTimeString()}`; }
}
for (const name of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
  PageDate.prototype[`get${name}`] = function () { return this[`getUTC${name}`](); };
  if (name !== "Day") PageDate.prototype[`set${name}`] = function (...parts) { return this[`setUTC${name}`](...parts); };
}

// Chance ---------------------------------------------------------------------------------------------------------------

let chance = 1;
function seed(number) { chance = number >>> 0 || 1; }
function random() {
  let value = (chance = (chance + 0x6d2b79f5) >>> 0);
  value = Math.imul(value ^ (value >>> 15), value | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
}
