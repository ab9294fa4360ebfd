// Selectors of CSS, for querySelector and its like.
"use strict";

const selectors = new Map();

// A selector as alternatives, each a list of steps: how it stands to the one before it, and what it must be.
function parsedSelector(text) {
  const key = String(text);
  if (!selectors.has(key)) selectors.set(key, splitOutside(key, ",").map((part) => steps(part.trim(), key)));
  return selectors.get(key);
}

function splitOutside(text, mark) {
  const parts = [""];
  let depth = 0;
  for (const char of text) {
    depth += "([".includes(char) ? 1 : ")]".includes(char) ? -1 : 0;
    if (char === mark && !depth) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts;
}

const STEP = /\s*([>+~]|\s)?\s*((?:\*|[a-zA-Z][\w-]*)?(?:#[\w-]+|\.[\w-]+|\[[^\]]+\]|:[\w-]+(?:\([^()]*(?:\([^()]*\))?[^()]*\))?)*)/y;

function steps(text, whole) {
  const found = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const match = STEP.exec(text);
    if (!match || !match[2]) throw new DOMException(`'${whole}' is not a valid selector.`, "SyntaxError");
    found.push({ relation: found.length ? (match[1] ?? " ").trim() || " " : " ", tests: tests(match[2]) });
  }
  if (!found.length) throw new DOMException(`'${whole}' is not a valid selector.`, "SyntaxError");
  return found;
}

function tests(text) {
  const found = [];
  for (const [part] of text.matchAll(/^(?:\*|[a-zA-Z][\w-]*)|#[\w-]+|\.[\w-]+|\[[^\]]+\]|:[\w-]+(?:\([^()]*(?:\([^()]*\))?[^()]*\))?/g)) {
    const rest = part.slice(1);
    if (part === "*") continue;
    else if (part[0] === "#") found.push((element) => element.id === rest);
    else if (part[0] === ".") found.push((element) => element.className.split(/\s+/).includes(rest));
    else if (part[0] === "[") found.push(attributeTest(part.slice(1, -1)));
    else if (part[0] === ":") found.push(stateTest(rest));
    else found.push((element) => element.localName === part.toLowerCase());
  }
  return found;
}

function attributeTest(text) {
  const match = /^\s*([\w-]+)\s*(?:([~^$*|]?=)\s*["']?([^"']*)["']?\s*)?$/.exec(text);
  if (!match) throw new DOMException(`'[${text}]' is not a valid selector.`, "SyntaxError");
  const [, name, operator, value] = match;
  return (element) => {
    const held = element.getAttribute(name);
    if (held === null || !operator) return held !== null;
    if (operator === "=") return held === value;
    if (operator === "^=") return held.startsWith(value);
    if (operator === "$=") return held.endsWith(value);
    if (operator === "*=") return held.includes(value);
    return held.split(/[\s|]/).includes(value);
  };
}

function stateTest(text) {
  const [, name, argument] = /^([\w-]+)(?:\((.*)\))?$/.exec(text) ?? [];
  const place = (element) => (element.parentNode?.children ?? []).indexOf(element) + 1;
  switch (name) {
    case "first-child": return (element) => place(element) === 1;
    case "last-child": return (element) => !element.nextElementSibling;
    case "nth-child": return (element) => nth(argument, place(element));
    case "checked": return (element) => element.checked || (element.localName === "option" && element.selected);
    case "disabled": return (element) => element.disabled;
    case "enabled": return (element) => !element.disabled;
    case "empty": return (element) => !element.childNodes.length;
    case "not": {
      const inner = parsedSelector(argument ?? "");
      return (element) => !inner.some((parts) => fits(element, parts, parts.length - 1));
    }
  }
  throw new DOMException(`':${text}' is not a valid selector.`, "SyntaxError");
}

function nth(text, place) {
  const words = { odd: [2, 1], even: [2, 0] }[text.trim()];
  const match = /^\s*([+-]?\d*)n\s*([+-]\s*\d+)?\s*$/.exec(text);
  const sign = { "": 1, "+": 1, "-": -1 };
  const [step, start] = words ?? (match ? [sign[match[1]] ?? Number(match[1]), Number((match[2] ?? "0").replace(/\s/g, ""))] : [0, Number(text)]);
  return step ? (place - start) % step === 0 && (place - start) / step >= 0 : place === start;
}

function fits(element, parts, index) {
  const { relation, tests: wanted } = parts[index];
  if (!wanted.every((test) => test(element))) return false;
  if (!index) return true;
  if (relation === ">") return element.parentElement !== null && fits(element.parentElement, parts, index - 1);
  if (relation === "+") return element.previousElementSibling !== null && fits(element.previousElementSibling, parts, index - 1);
  const next = relation === "~" ? "previousElementSibling" : "parentElement";
  for (let node = element[next]; node; node = node[next]) if (fits(node, parts, index - 1)) return true;
  return false;
}

function select(root, selector, first) {
  const parts = parsedSelector(selector);
  const found = [];
  walk(root, (element) => {
    if (parts.some((one) => fits(element, one, one.length - 1))) {
      found.push(element);
      if (first) return false;
    }
    return true;
  });
  found.item = (index) => found[index] ?? null;
  return found;
}
