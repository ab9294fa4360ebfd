"use strict";

// Mouse, touch and keyboard on the screens, turned into actions. The rest of the page is in script.js.

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

let pending = null; // what may still grow: a text, a click, a turn of the wheel

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
    this.canvas = document.createElement("canvas");
    this.canvas.width = width;
    this.canvas.height = height;
    this.image = this.canvas; // or a picture, where the device has no display list
    this.image.setAttribute("role", "img");
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
  const words = event.clipboardData.getData("text/plain").slice(0, setup.max_text);
  event.preventDefault();
  if (screen.phone && words) { settle(); act(screen.device, "write_text", { text: words }); }
}
