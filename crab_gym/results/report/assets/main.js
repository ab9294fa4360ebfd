// Where the reader is, as told by the address: "" the overview, "#episode" and "#episode/step"; and the keys.

// "#episode/step/other" two side by side.
function addressOf(number, step, pair = -1) {
  const other = pair < 0 ? "" : `/${encodeURIComponent(episodes[pair].id)}`;
  return `#${encodeURIComponent(episodes[number].id)}${step > 0 || other ? `/${step}` : ""}${other}`;
}

function setPlace() {
  history.replaceState(null, "", addressOf(view.number, view.step, view.pair));
}

function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // an address that was typed by hand
  }
}

async function route() {
  const [name, step, other] = location.hash.slice(1).split("/");
  const id = decoded(name);
  const number = byId.get(id);
  const isEpisode = number !== undefined;
  document.body.dataset.view = isEpisode ? "episode" : "overview";
  find("episode").hidden = !isEpisode;
  find("overview").hidden = isEpisode;
  find("brand").toggleAttribute("aria-current", !isEpisode);
  document.title = `${isEpisode ? `${episodes[number].task} seed ${episodes[number].seed} – ` : ""}${index.run} – crab-gym report`;
  if (isEpisode) await showEpisode(number, /^\d{1,6}$/.test(step || "") ? Number(step) : 0, byId.get(decoded(other || "")) ?? -1);
  else {
    stop();
    find("said").textContent = id ? `There is no episode ${id}` : "Overview";
  }
  markCurrent();
}

function openEpisode(number) {
  if (number === null) return;
  location.hash = addressOf(number, 0);
}

function keys(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || find("box").open) return;
  const at = event.target;
  const typing = at instanceof HTMLElement && (at.matches("select, textarea, input:not([type=range])") || at.isContentEditable);
  if (event.key === "Escape") {
    if (typing) at.blur();
    else if (document.body.dataset.view === "list") document.body.dataset.view = find("overview").hidden ? "episode" : "overview";
    else location.hash = "";
    return;
  }
  if (typing) return;
  const inEpisode = document.body.dataset.view === "episode" && view.data;
  const inText = at instanceof HTMLElement && at.matches(".scroll, .said");
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  const moves = { ArrowUp: -1, ArrowDown: 1, k: -1, j: 1 };
  if (inEpisode && Object.hasOwn(steps, event.key)) {
    event.preventDefault();
    go(view.step + steps[event.key]);
  } else if (Object.hasOwn(moves, event.key) && !(event.key.startsWith("Arrow") && (!inEpisode || inText))) {
    event.preventDefault();
    openEpisode(neighbour(moves[event.key]));
  } else if (event.key === " " && inEpisode && !at.closest("button, a, summary, [role=button]")) {
    event.preventDefault();
    if (view.timer) stop();
    else play();
  } else if (event.key === "/") {
    event.preventDefault();
    document.body.dataset.view = matchMedia("(max-width: 60rem)").matches ? "list" : document.body.dataset.view;
    find("text").focus();
  } else if (event.key === "m" && inEpisode && find("marks")) {
    find("marks").click();
  } else if (event.key === "b" && inEpisode && hasPictures(view.data)) {
    const order = ["before", "after", "both"];
    const next = order[(order.indexOf(view.screens) + 1) % 3];
    find("episode").querySelector(`.toggles button[data-value=${next}]`).click();
  }
}

find("brand").textContent = index.run;
drawFilters();
drawList();
drawOverview();
route();
addEventListener("hashchange", route);
document.addEventListener("keydown", keys);
find("skip").addEventListener("click", (event) => {
  event.preventDefault();
  find("main").focus();
});
find("to-list").addEventListener("click", () => {
  document.body.dataset.view = "list";
  find("text").focus();
});
find("side").addEventListener("click", (event) => {
  if (event.target.closest("a")) route();
});
find("box").addEventListener("click", (event) => {
  if (event.target === find("box")) find("box").close();
});
