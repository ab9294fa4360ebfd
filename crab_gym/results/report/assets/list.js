// The list of episodes, its filters and its order.

const filters = { end: "", policy: "", platform: "", text: "", sort: "run" };
const SORTS = {
  run: ["Order of the run", (a, b) => a - b],
  task: ["Task", (a, b) => compare(episodes[a].task, episodes[b].task) || episodes[a].seed - episodes[b].seed],
  completion: ["Completion, least first", (a, b) => episodes[a].completion - episodes[b].completion],
  steps: ["Steps, most first", (a, b) => episodes[b].steps - episodes[a].steps],
  tokens: ["Tokens, most first", (a, b) => episodes[b].tokens - episodes[a].tokens],
};
let listed = episodes.map((_, number) => number);
const hay = new Map();

function choices(key) {
  const counts = new Map();
  for (const episode of episodes) counts.set(episode[key], (counts.get(episode[key]) || 0) + 1);
  return [...counts];
}

function drawFilters() {
  const form = find("filters");
  form.addEventListener("submit", (event) => event.preventDefault());
  const look = () => {
    filters.text = search.value;
    refreshSoon();
  };
  const words = "Search goals, actions, texts";
  const search = el("input", { type: "search", id: "text", placeholder: words, "aria-label": words, autocomplete: "off", spellcheck: "false", input: look, change: look });
  const menu = (key, words, options) => {
    const select = el("select", { id: `filter-${key}`, "aria-label": words, change: () => {
      filters[key] = select.value;
      refresh();
    } }, options.map(([value, label]) => el("option", { value }, label)));
    return select;
  };
  const order = Object.keys(ENDS);
  const ends = choices("end").sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const all = (words) => ["", words];
  form.append(search, menu("end", "End reason", [all("Any end reason"), ...ends.map(([end, count]) => [end, `${endLabel(end)} (${count})`])]));
  const platforms = choices("platform");
  if (platforms.length > 1) form.append(menu("platform", "Platform", [all("Any platform"), ...platforms.map(([name, count]) => [name, `${name} (${count})`])]));
  if (severalPolicies) form.append(menu("policy", "Policy", [all("Any policy"), ...choices("policy").map(([name, count]) => [name, `${name} (${count})`])]));
  const used = Object.entries(SORTS).filter(([key]) => key !== "tokens" || episodes.some((episode) => episode.tokens > 0));
  form.append(menu("sort", "Order", used.map(([key, [words]]) => [key, words])));
}

let pending = null;
function refreshSoon() {
  clearTimeout(pending);
  pending = setTimeout(refresh, 120);
}

// Everything that can be searched of an episode, in small letters. The steps are read once, at the first search.
async function haystack(number) {
  if (!hay.has(number)) {
    const episode = episodes[number];
    const data = await episodeData(number);
    const parts = [episode.task, episode.goal, episode.error, episode.errorKind, episode.policy, `seed ${episode.seed}`];
    for (const [name, value] of data ? data.parameters : []) parts.push(name, value);
    for (const step of data ? data.steps : []) {
      parts.push(step.device, step.action, step.said, step.invalid, step.person || "", step.result || "", ...(step.events || []), step.text || "", step.plan || "", ...(step.agents || []).flat(), ...(step.more || []).flat());
    }
    hay.set(number, parts.join("\n").toLowerCase());
  }
  return hay.get(number);
}

async function refresh() {
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  const asked = JSON.stringify(filters);
  const found = [];
  for (const [number, episode] of episodes.entries()) {
    if (["end", "policy", "platform"].some((key) => filters[key] !== "" && episode[key] !== filters[key])) continue;
    if (words.length) {
      const text = await haystack(number);
      if (!words.every((word) => text.includes(word))) continue;
    }
    found.push(number);
  }
  if (asked !== JSON.stringify(filters)) return;
  listed = found.sort((a, b) => SORTS[filters.sort][1](a, b) || a - b);
  drawList();
}

function drawList() {
  find("episodes").replaceChildren(...listed.map(listLine));
  const count = listed.length === episodes.length ? plural(episodes.length, "episode") : `${listed.length} of ${plural(episodes.length, "episode")}`;
  find("count").textContent = count;
  markCurrent();
}

function listLine(number) {
  const episode = episodes[number];
  const [platform, ...rest] = episode.task.split(".");
  const more = [endLabel(episode.end), `seed ${episode.seed}`, severalPolicies ? episode.policy : plural(episode.steps, "step")];
  const bar = el("span", { class: "mini", role: "img", "aria-label": `completion ${percent(episode.completion)}` }, el("span", {}));
  bar.firstChild.style.width = percent(Math.max(0, Math.min(1, episode.completion || 0)));
  return el("li", {},
    el("a", { href: `#${encodeURIComponent(episode.id)}`, "data-number": String(number), class: endClass(episode.end) },
      el("span", { class: "line-name" }, el("span", { class: "line-platform" }, `${platform}.`), rest.join(".")),
      bar,
      el("span", { class: "line-more" }, el("span", { class: "dot" }), more.join(" · ")),
    ),
  );
}

function markCurrent() {
  for (const link of find("episodes").querySelectorAll("a")) {
    const current = document.body.dataset.view === "episode" && Number(link.dataset.number) === view.number;
    if (current) {
      link.setAttribute("aria-current", "true");
      link.scrollIntoView({ block: "nearest" });
    } else link.removeAttribute("aria-current");
  }
}

// The next episode of the list in a direction; the first or the last where none is shown.
function neighbour(by) {
  if (!listed.length) return null;
  const place = document.body.dataset.view === "episode" ? listed.indexOf(view.number) : -1;
  if (place < 0) return listed[by > 0 ? 0 : listed.length - 1];
  return listed[place + by] ?? null;
}
