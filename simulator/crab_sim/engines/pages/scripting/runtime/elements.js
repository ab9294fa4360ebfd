// Elements and the document, with what their properties say and do.
"use strict";

const camel = (name) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
const kebab = (name) => (name === "cssFloat" ? "float" : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

function styleOf(element) {
  const read = () => {
    const found = new Map();
    for (const part of (element.getAttribute("style") ?? "").split(";")) {
      const colon = part.indexOf(":");
      if (colon > 0) found.set(part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim());
    }
    return found;
  };
  const write = (map) => element.setAttribute("style", [...map].map(([name, value]) => `${name}: ${value}`).join("; "));
  const put = (name, value) => {
    const map = read();
    if (value == null || value === "") map.delete(name);
    else map.set(name, String(value).replace(/[;{}]/g, ""));
    write(map);
  };
  const methods = {
    setProperty: (name, value) => put(name, value),
    removeProperty: (name) => put(name, ""),
    getPropertyValue: (name) => read().get(name) ?? "",
  };
  return new Proxy({}, {
    get: (_, name) => {
      if (typeof name !== "string") return undefined;
      if (name in methods) return methods[name];
      return name === "cssText" ? (element.getAttribute("style") ?? "") : (read().get(kebab(name)) ?? "");
    },
    set: (_, name, value) => {
      if (name === "cssText") element.setAttribute("style", value);
      else put(kebab(String(name)), value);
      return true;
    },
  });
}

class ClassList {
  constructor(element) { this.element = element; }
  get names() { return this.element.className.split(/\s+/).filter(Boolean); }
  put(names) { this.element.className = names.join(" "); }
  contains(name) { return this.names.includes(name); }
  add(...added) { this.put([...new Set([...this.names, ...added.map(String)])]); }
  remove(...removed) { this.put(this.names.filter((name) => !removed.includes(name))); }
  toggle(name, force) {
    const on = force ?? !this.contains(name);
    if (on) this.add(name);
    else this.remove(name);
    return on;
  }
  replace(old, name) {
    if (!this.contains(old)) return false;
    this.remove(old);
    this.add(name);
    return true;
  }
  get length() { return this.names.length; }
  item(index) { return this.names[index] ?? null; }
  [Symbol.iterator]() { return this.names[Symbol.iterator](); }
  toString() { return this.element.className; }
}

const INLINE = new Set("a abbr b cite code em i kbd label mark q s small span strong sub sup u".split(" "));
const PRESSES = ["click", "mousedown", "mouseup", "touchstart", "touchend", "pointerdown", "pointerup"];

class Element extends Node {
  constructor(tag) {
    super();
    this.localName = tag;
    this.attributeMap = new Map();
    this.number = crab.next++;
    this.typed = null; // the value of a control once it differs from its attribute
    this.ticked = null;
    crab.nodes.set(this.number, this);
  }
  get nodeType() { return 1; }
  get tagName() { return this.localName.toUpperCase(); }
  get nodeName() { return this.tagName; }
  get attributes() { return [...this.attributeMap].map(([name, value]) => ({ name, value })); }
  getAttribute(name) { return this.attributeMap.get(String(name).toLowerCase()) ?? null; }
  setAttribute(name, value) {
    if (!/^[^\s"'<>\/=]+$/.test(name)) throw new DOMException(`'${name}' is not a valid attribute name.`, "InvalidCharacterError");
    this.attributeMap.set(String(name).toLowerCase(), String(value));
  }
  removeAttribute(name) { this.attributeMap.delete(String(name).toLowerCase()); }
  hasAttribute(name) { return this.attributeMap.has(String(name).toLowerCase()); }
  toggleAttribute(name, force) {
    const on = force ?? !this.hasAttribute(name);
    if (on) this.setAttribute(name, "");
    else this.removeAttribute(name);
    return on;
  }
  get style() { return (this.styleProxy ??= styleOf(this)); }
  set style(text) { this.setAttribute("style", text); }
  get classList() { return (this.classes ??= new ClassList(this)); }
  get className() { return this.getAttribute("class") ?? ""; }
  set className(value) { this.setAttribute("class", value); }
  get dataset() {
    return new Proxy({}, {
      get: (_, name) => (typeof name === "string" ? (this.getAttribute(`data-${kebab(name)}`) ?? undefined) : undefined),
      set: (_, name, value) => (this.setAttribute(`data-${kebab(name)}`, value), true),
      has: (_, name) => this.hasAttribute(`data-${kebab(String(name))}`),
      ownKeys: () => [...this.attributeMap.keys()].filter((name) => name.startsWith("data-")).map((name) => camel(name.slice(5))),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    });
  }
  get children() { return this.childNodes.filter((node) => node instanceof Element); }
  get childElementCount() { return this.children.length; }
  get firstElementChild() { return this.children[0] ?? null; }
  get lastElementChild() { return this.children[this.children.length - 1] ?? null; }
  get nextElementSibling() { return elementBeside(this, 1); }
  get previousElementSibling() { return elementBeside(this, -1); }
  get innerHTML() { return this.childNodes.map((node) => serialize(node, false)).join(""); }
  set innerHTML(html) {
    this.replaceChildren();
    parseInto(this, String(html), null);
  }
  get outerHTML() { return serialize(this, false); }
  get innerText() { return this.textContent; }
  set innerText(value) { this.textContent = value; }
  insertAdjacentHTML(where, html) {
    const holder = new DocumentFragment();
    parseInto(holder, String(html), null);
    if (where === "beforebegin") this.before(holder);
    else if (where === "afterbegin") this.prepend(holder);
    else if (where === "beforeend") this.append(holder);
    else this.after(holder);
  }
  insertAdjacentElement(where, element) {
    if (where === "beforebegin") this.before(element);
    else if (where === "afterbegin") this.prepend(element);
    else if (where === "beforeend") this.append(element);
    else this.after(element);
    return element;
  }
  cloneNode(deep = false) {
    const copy = document.createElement(this.localName);
    for (const [name, value] of this.attributeMap) copy.setAttribute(name, value);
    copy.typed = this.typed;
    copy.ticked = this.ticked;
    if (deep) for (const child of this.childNodes) copy.appendChild(child.cloneNode(true));
    return copy;
  }
  querySelector(selector) { return select(this, selector, true)[0] ?? null; }
  querySelectorAll(selector) { return select(this, selector, false); }
  getElementsByClassName(names) { return select(this, names.split(/\s+/).map((name) => `.${name}`).join(""), false); }
  getElementsByTagName(tag) { return select(this, tag, false); }
  matches(selector) { return parsedSelector(selector).some((parts) => fits(this, parts, parts.length - 1)); }
  closest(selector) {
    for (let node = this; node instanceof Element; node = node.parentNode) if (node.matches(selector)) return node;
    return null;
  }
  click() { crab.press(this, 0, 0); }
  focus() { document.activeElement = this; }
  blur() { if (document.activeElement === this) document.activeElement = document.body; }
  select() {}
  setSelectionRange() {}
  scrollIntoView() {}
  scrollTo() {}
  setPointerCapture() {}
  releasePointerCapture() {}
  getBoundingClientRect() {
    crab.watched.add(this.number);
    const [left, top, width, height] = crab.rects.get(this.number) ?? [0, 0, this.width || 0, this.height || 0];
    return { left, top, width, height, x: left, y: top, right: left + width, bottom: top + height };
  }
  get offsetWidth() { return Math.round(this.getBoundingClientRect().width); }
  get offsetHeight() { return Math.round(this.getBoundingClientRect().height); }
  get offsetLeft() { return Math.round(this.getBoundingClientRect().left); }
  get offsetTop() { return Math.round(this.getBoundingClientRect().top); }
  get clientWidth() { return this.offsetWidth; }
  get clientHeight() { return this.offsetHeight; }
  // Controls
  get type() { return this.getAttribute("type")?.toLowerCase() ?? { input: "text", button: "submit", select: "select-one" }[this.localName] ?? ""; }
  set type(value) { this.setAttribute("type", value); }
  get value() {
    if (this.localName === "select") return this.chosen?.value ?? "";
    if (this.localName === "option") return this.getAttribute("value") ?? this.textContent.trim();
    if (this.localName === "textarea") return this.typed ?? this.textContent;
    const missing = ["checkbox", "radio"].includes(this.type) && this.localName === "input" ? "on" : "";
    return this.typed ?? this.getAttribute("value") ?? missing;
  }
  set value(value) {
    const text = value == null ? "" : String(value);
    if (this.localName === "select") {
      for (const option of this.options) option.ticked = option.value === text;
    } else if (["option", "button", "li"].includes(this.localName) || ["checkbox", "radio", "hidden"].includes(this.type)) {
      this.setAttribute("value", text);
    } else this.typed = this.type === "number" && !/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? "" : text;
  }
  get valueAsNumber() { return this.value === "" ? NaN : Number(this.value); }
  get checked() { return this.ticked ?? this.hasAttribute("checked"); }
  set checked(on) {
    if (on && this.type === "radio") for (const other of radios(this)) other.ticked = false;
    this.ticked = Boolean(on);
  }
  get selected() { return this.ticked ?? this.hasAttribute("selected"); }
  set selected(on) {
    const list = this.closest("select");
    if (on && list) for (const option of list.options) option.ticked = false;
    this.ticked = Boolean(on);
  }
  get options() { return select(this, "option", false); }
  get chosen() {
    const all = this.options;
    return all.findLast((option) => option.selected) ?? all[0];
  }
  get selectedIndex() { return this.options.indexOf(this.chosen); }
  set selectedIndex(index) { this.options.forEach((option, i) => (option.ticked = i === index)); }
  get selectedOptions() { return this.chosen ? [this.chosen] : []; }
  get form() { return this.closest("form"); }
  get elements() { return select(this, "input,select,textarea,button", false); }
  get labels() { return this.id ? select(document.documentElement, `label[for="${this.id}"]`, false) : []; }
  reset() {
    for (const control of this.elements) control.typed = control.ticked = null;
  }
  submit() { crab.submit(this, false); }
  requestSubmit() { crab.submit(this, true); }
  checkValidity() { return true; }
  reportValidity() { return true; }
  setCustomValidity() {}
  // Drawings
  get width() { return sideOf(this, "width", 300); }
  set width(value) {
    this.setAttribute("width", value);
    this.surface = null;
  }
  get height() { return sideOf(this, "height", 150); }
  set height(value) {
    this.setAttribute("height", value);
    this.surface = null;
  }
  getContext(kind) {
    if (this.localName !== "canvas" || kind !== "2d") return null;
    return (this.context ??= new CanvasContext(this));
  }
  // The attributes with which the layout shows the element.
  shownAttributes() {
    const shown = new Map(this.attributeMap);
    for (const name of [...shown.keys()]) if (name.startsWith("on") || name === "data-crab") shown.delete(name);
    shown.set("data-crab", this.number);
    const pressed = listens(this, PRESSES);
    if (this.localName === "canvas") shown.set("data-crab-press", pressed ? "draw" : "still");
    else if (pressed) shown.set("data-crab-press", "1");
    if (pressed && INLINE.has(this.localName) && !/display/.test(shown.get("style") ?? "")) {
      shown.set("style", `${shown.get("style") ?? ""};display:inline-block`);
    }
    if (this.localName === "input" && this.type !== "file") {
      if (["checkbox", "radio"].includes(this.type)) {
        shown.delete("checked");
        if (this.checked) shown.set("checked", "");
      } else if (this.typed !== null) shown.set("value", this.typed);
    } else if (this.localName === "option") {
      shown.delete("selected");
      if (this.closest("select")?.chosen === this) shown.set("selected", "");
    }
    return [...shown].map(([name, value]) => [name, String(value)]);
  }
}

function elementBeside(element, step) {
  const all = element.parentNode?.children ?? [];
  return all[all.indexOf(element) + step] ?? null;
}

function sideOf(element, name, missing) {
  const number = parseInt(element.getAttribute(name) ?? "", 10);
  return element.localName === "canvas" ? (number >= 0 ? number : missing) : number >= 0 ? number : 0;
}

function radios(element) {
  const name = element.getAttribute("name");
  const all = select(document.documentElement, "input", false);
  return all.filter((one) => one.type === "radio" && one.getAttribute("name") === name && one.form === element.form);
}

for (const name of ["id", "name", "href", "src", "alt", "title", "placeholder", "min", "max", "step", "lang", "rel", "action", "method", "role"]) {
  Object.defineProperty(Element.prototype, name, {
    get() { return this.getAttribute(name) ?? ""; },
    set(value) { this.setAttribute(name, value); },
    configurable: true,
  });
}
for (const name of ["disabled", "hidden", "required", "readOnly", "autofocus", "multiple", "draggable"]) {
  Object.defineProperty(Element.prototype, name, {
    get() { return this.hasAttribute(name); },
    set(on) { this.toggleAttribute(name, Boolean(on)); },
    configurable: true,
  });
}
Object.defineProperty(Element.prototype, "htmlFor", {
  get() { return this.getAttribute("for") ?? ""; },
  set(value) { this.setAttribute("for", value); },
});
