// The tree of a page: nodes, their texts and attributes, and the parser of HTML.
"use strict";

const crab = {
  nodes: new Map(), // elements by number, which the layout names them by
  next: 1,
  watched: new Set(), // elements whose places scripts ask for
  rects: new Map(),
  scripts: [], // texts of scripts that wait to be run
  changed: false,
};

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const RAW = new Set(["script", "style", "textarea", "title"]);
const IN_HEAD = new Set("base link meta noscript script style template title".split(" "));
const ENDS_P = new Set(
  "address article aside blockquote div dl fieldset footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul".split(" "),
);
const CLOSES = { li: ["li"], tr: ["tr", "td", "th"], td: ["td", "th"], th: ["td", "th"], option: ["option"], dt: ["dt", "dd"], dd: ["dt", "dd"] };
const SCOPES = new Set(["table", "ul", "ol", "dl", "select", "body", "html"]);
const ENTITIES = {
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", copy: "©", times: "×", divide: "÷", minus: "−",
  larr: "←", rarr: "→", uarr: "↑", darr: "↓", hellip: "…", mdash: "—", ndash: "–", euro: "€", deg: "°", middot: "·",
  check: "✓", laquo: "«", raquo: "»", bull: "•", hearts: "♥",
};

function unescapeText(text) {
  if (!text.includes("&")) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,8});/gi, (whole, name) => {
    if (name[0] !== "#") return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function escapeText(text) {
  return text.replace(/[&<>]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[char]);
}

function escapeValue(text) {
  return text.replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char]);
}

class Node extends EventTarget {
  constructor() {
    super();
    this.parentNode = null;
    this.childNodes = [];
  }
  get parentElement() { return this.parentNode instanceof Element ? this.parentNode : null; }
  get ownerDocument() { return document; }
  get firstChild() { return this.childNodes[0] ?? null; }
  get lastChild() { return this.childNodes[this.childNodes.length - 1] ?? null; }
  get nextSibling() { return sibling(this, 1); }
  get previousSibling() { return sibling(this, -1); }
  get isConnected() { return document.documentElement.contains(this); }
  hasChildNodes() { return this.childNodes.length > 0; }
  contains(other) {
    for (let node = other; node; node = node.parentNode) if (node === this) return true;
    return false;
  }
  appendChild(child) { return this.insertBefore(child, null); }
  insertBefore(child, before) {
    if (!(child instanceof Node)) throw new TypeError("parameter 1 is not of type 'Node'.");
    if (child.contains(this)) throw new DOMException("The new child element contains the parent.", "HierarchyRequestError");
    const added = child instanceof DocumentFragment ? [...child.childNodes] : [child];
    for (const node of added) {
      node.remove();
      const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
      if (at < 0) throw new DOMException("The node before which the new node is to be inserted is not a child of this node.", "NotFoundError");
      this.childNodes.splice(at, 0, node);
      node.parentNode = this;
      crab.added?.(node);
    }
    return child;
  }
  removeChild(child) {
    if (child.parentNode !== this) throw new DOMException("The node to be removed is not a child of this node.", "NotFoundError");
    child.remove();
    return child;
  }
  replaceChild(child, old) {
    this.insertBefore(child, old);
    return this.removeChild(old);
  }
  remove() {
    const parent = this.parentNode;
    if (parent) {
      parent.childNodes.splice(parent.childNodes.indexOf(this), 1);
      this.parentNode = null;
    }
  }
  append(...parts) { for (const part of parts) this.appendChild(asNode(part)); }
  prepend(...parts) {
    const first = this.firstChild;
    for (const part of parts) this.insertBefore(asNode(part), first);
  }
  before(...parts) { for (const part of parts) this.parentNode?.insertBefore(asNode(part), this); }
  after(...parts) {
    const next = this.nextSibling;
    for (const part of parts) this.parentNode?.insertBefore(asNode(part), next);
  }
  replaceWith(...parts) {
    this.before(...parts);
    this.remove();
  }
  replaceChildren(...parts) {
    for (const child of [...this.childNodes]) child.remove();
    this.append(...parts);
  }
  get textContent() { return this.childNodes.map((node) => node.textContent).join(""); }
  set textContent(value) {
    this.replaceChildren();
    const text = value == null ? "" : String(value);
    if (text) this.appendChild(new Text(text));
  }
}

function sibling(node, step) {
  const all = node.parentNode?.childNodes;
  return (all && all[all.indexOf(node) + step]) ?? null;
}

function asNode(part) { return part instanceof Node ? part : new Text(String(part)); }

class Text extends Node {
  constructor(data = "") {
    super();
    this.data = String(data);
  }
  get nodeType() { return 3; }
  get nodeName() { return "#text"; }
  get nodeValue() { return this.data; }
  set nodeValue(value) { this.data = String(value); }
  get textContent() { return this.data; }
  set textContent(value) { this.data = value == null ? "" : String(value); }
  cloneNode() { return new Text(this.data); }
}

class DocumentFragment extends Node {
  get nodeType() { return 11; }
  get nodeName() { return "#document-fragment"; }
  get children() { return this.childNodes.filter((node) => node instanceof Element); }
  querySelector(selector) { return select(this, selector, true)[0] ?? null; }
  querySelectorAll(selector) { return select(this, selector, false); }
}

function walk(node, visit) {
  for (const child of node.childNodes) {
    if (child instanceof Element) {
      if (visit(child) === false) return false;
      if (walk(child, visit) === false) return false;
    }
  }
  return true;
}

// Reads HTML into a parent; `onScript` gets each script as its end tag is met.
function parseInto(parent, html, onScript) {
  let open = [parent === document.body ? document.head : parent];
  const top = () => open[open.length - 1];
  const text = (data) => {
    if (data.trim()) leaveHead();
    if (data && top() !== document.head) top().appendChild(new Text(data));
  };
  const leaveHead = () => {
    if (top() === document.head) open = [document.body];
  };
  const leave = (tags) => {
    for (let i = open.length - 1; i > 0; i--) {
      if (tags.includes(open[i].localName)) return void (open = open.slice(0, i));
      if (SCOPES.has(open[i].localName)) return;
    }
  };
  const TAG = /<!--[^]*?(?:-->|$)|<![^>]*>|<(\/?)([a-z][a-z0-9-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
  let at = 0;
  for (let match; (match = TAG.exec(html)); ) {
    text(unescapeText(html.slice(at, match.index)));
    at = TAG.lastIndex;
    if (!match[2]) continue;
    const tag = match[2].toLowerCase();
    if (match[1]) {
      if (tag === "head") leaveHead();
      const found = open.map((node) => node.localName).lastIndexOf(tag);
      if (found > 0) open = open.slice(0, found);
      continue;
    }
    const merged = { html: document.documentElement, head: document.head, body: document.body }[tag];
    const attrs = attributes(match[3]);
    if (merged && parent === document.body) {
      for (const name in attrs) merged.setAttribute(name, attrs[name]);
      if (tag === "body") open = [parent];
      continue;
    }
    if (!IN_HEAD.has(tag)) leaveHead();
    if (ENDS_P.has(tag)) leave(["p"]);
    if (CLOSES[tag]) leave(CLOSES[tag]);
    const element = document.createElement(tag);
    for (const name in attrs) element.setAttribute(name, attrs[name]);
    top().appendChild(element);
    if (RAW.has(tag)) {
      const end = html.slice(at).search(new RegExp(`</${tag}[\\s>/]`, "i"));
      const stop = end < 0 ? html.length : at + end;
      const raw = html.slice(at, stop);
      element.appendChild(new Text(tag === "textarea" || tag === "title" ? unescapeText(raw) : raw));
      at = TAG.lastIndex = end < 0 ? stop : html.indexOf(">", stop) + 1 || html.length;
      if (tag === "script") onScript?.(element);
    } else if (!VOID.has(tag) && !match[3].endsWith("/")) {
      if (open.length < 48) open.push(element);
    }
  }
  text(unescapeText(html.slice(at)));
}

function attributes(source) {
  const found = {};
  for (const [, name, , a, b, c] of source.matchAll(/([^\s"'<>\/=]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+)))?/g)) {
    const key = name.toLowerCase();
    if (!(key in found)) found[key] = unescapeText(a ?? b ?? c ?? "");
  }
  return found;
}

function serialize(node, marked) {
  if (node instanceof Text) {
    const raw = node.parentNode && ["script", "style"].includes(node.parentNode.localName);
    return raw ? node.data : escapeText(node.data);
  }
  let attrs = "";
  const tag = node.localName;
  if (marked && tag === "script") return "";
  for (const [name, value] of marked ? node.shownAttributes() : node.attributeMap) attrs += ` ${name}="${escapeValue(value)}"`;
  if (VOID.has(tag)) return `<${tag}${attrs}>`;
  let inner;
  if (marked && tag === "textarea") inner = "\n" + escapeText(node.value);
  else inner = node.childNodes.map((child) => serialize(child, marked)).join("");
  return `<${tag}${attrs}>${inner}</${tag}>`;
}
