// The first view: what came of the run.

function drawOverview() {
  const { totals } = index;
  const box = find("overview");
  const all = index.total;
  fill(box, {}, [
    el("header", { class: "head" },
      el("h1", {}, index.run),
      el("p", { class: "sub" }, howMade().map(([name, value], k) => [k ? " · " : "", `${name} `, el("b", {}, value)])),
    ),
    unfinishedNote(),
    el("ul", { class: "tiles" },
      tile("Episodes", episodes.length.toLocaleString("en"), index.expected && index.expected > totals.episodes ? `${totals.episodes} of ${index.expected} have ended` : totals.errors ? `${totals.errors} ended by an error` : "none ended by an error"),
      ...(all.length === 1
        ? [
            tile("Success rate", share(all[0].values[2]), `${totals.solved} of ${totals.episodes - totals.errors} solved`),
            tile("Completion", share(all[0].values[3]), all[0].cells[3].includes("±") ? `${all[0].cells[3]} %` : "of all checkpoints"),
          ]
        : all.map((row) => tile(row.policy, share(row.values[2]), `solved, of ${plural(row.values[0] - row.values[1], "episode")}; completion ${share(row.values[3])}`))),
      tile("Steps", totals.steps.toLocaleString("en"), all.length === 1 && totals.episodes ? `${(totals.steps / totals.episodes).toFixed(1)} an episode` : "of all policies"),
      totals.tokens > 0 && tile("Tokens", compact(totals.tokens), `in ${plural(totals.calls, "call")}${all.length > 1 ? " of all policies" : ""}`),
    ),
  ]);
  if (totals.episodes > 0) {
    box.append(el("div", { class: "plots" }, curvesCard(), endsCard()), resultsCard());
  }
  box.append(...[errorsCard(), aboutCard()].filter(Boolean));
}

function howMade() {
  const backend = index.config.find(([name]) => name === "backend");
  return [[severalPolicies ? "policies" : "policy", index.policies.join(", ")], backend].filter((row) => row && row[1]);
}

const share = (value) => (value === null ? "–" : percent(value));
const compact = (count) => new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 }).format(count);
const tile = (name, value, more) =>
  el("li", { class: "tile" }, el("span", { class: "tile-name" }, name), el("span", { class: "tile-value" }, value), el("span", { class: "tile-more" }, more));

function card(title, ...content) {
  return el("section", { class: "card" }, el("h2", {}, title), ...content);
}

function unfinishedNote() {
  const open = episodes.filter((episode) => episode.end === "unfinished").length;
  const missing = index.expected === null ? 0 : Math.max(0, index.expected - index.totals.episodes);
  if (!open && !missing) return null;
  const words = [missing ? `${plural(missing, "episode")} of ${index.expected} ${missing === 1 ? "is" : "are"} missing` : "", open ? `${open} of them ${open === 1 ? "was" : "were"} under way` : ""];
  return el("p", { class: "note" }, `This run isn't complete: ${words.filter(Boolean).join(", ")}. The numbers are of the episodes that have ended.`);
}

function curvesCard() {
  const items = index.curves.map((curve) => [groupClass(curve.name), `${curve.name} (${curve.episodes})`]);
  return card("Completion over steps", legend(items), drawnIn(el("div", { class: "plot" }), (width) => curvePlot(index.curves, width)));
}

function endsCard() {
  const items = index.ends.reasons.map((reason) => [endClass(reason), endLabel(reason)]);
  return card("How episodes ended", legend(items), drawnIn(el("div", { class: "plot" }), (width) => endPlot(index.ends, width)));
}

// The table and the plot of its rows; what they are about is chosen once for both.
function resultsCard() {
  const place = el("div", {});
  const names = { task: "Task", platform: "Platform", level: "Level", capability: "Capability", "own capability": "Capability, with bounds of its own", app: "App", tag: "Tag", order: "Order", shape: "Shape" };
  const choose = (by) => {
    const chosen = index.tables.find((table) => table.by === by);
    const parts = [
      legend([["dot-sr", "SR success rate"], ["dot-cr", "CR completion ratio"], ["dot-se", "± one standard error"]]),
      drawnIn(el("div", { class: "plot" }), (width) => taskPlot(chosen.rows, width)),
      by.endsWith("capability") && drawnIn(el("div", { class: "plot" }), (width) => radarPlot(chosen.rows, width)),
      tableOf(chosen, names[by] || by),
    ];
    place.replaceChildren(...parts.filter(Boolean));
  };
  const first = index.tables[0].by;
  const choices = index.tables.map((table) => [table.by, names[table.by] || table.by]);
  choose(first);
  return el("section", { class: "card" },
    el("div", { class: "card-head" }, el("h2", {}, "Results"), toggles("What the rows are about", choices, first, choose)),
    place,
    el("p", { class: "legend-text" }, index.legend.join(". ")),
    index.notes.map((words) => el("p", { class: "legend-text" }, words.trim())),
  );
}

function tableOf(chosen, title) {
  const header = [title, ...(severalPolicies ? ["Policy"] : []), ...index.header];
  const shift = header.length - index.header.length;
  const key = (row, column) => (column === 0 ? row.group : column < shift ? row.policy : row.values[column - shift]);
  const body = el("tbody", {});
  const line = (row, group) =>
    el("tr", {}, el("th", { scope: "row" }, group), shift > 1 && el("td", { class: "words" }, row.policy), row.cells.map((cell, k) => cellOf(cell, k)));
  const draw = (rows) => body.replaceChildren(...rows.map((row) => line(row, row.group)));
  const heads = header.map((name, column) => {
    const sort = () => {
      const down = head.getAttribute("aria-sort") !== "descending" === column >= shift;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...chosen.rows].sort((a, b) => compare(key(a, column), key(b, column)) * (down ? -1 : 1));
      draw(rows);
    };
    const head = el("th", { scope: "col", class: column < shift ? "words" : "" }, el("button", { type: "button", click: sort }, name));
    return head;
  });
  draw(chosen.rows);
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of results" },
    el("table", { class: "results" }, el("caption", { class: "unseen" }, `Results by ${title.toLowerCase()}`), el("thead", {}, el("tr", {}, heads)), body, el("tfoot", {}, index.total.map((row) => line(row, "all")))),
  );
}

function cellOf(cell, column) {
  const quiet = cell === "-" || (cell === "0" && column !== 0);
  const [value, error] = cell.split("±");
  return el("td", { class: quiet ? "quiet" : "" }, value, error === undefined ? null : el("span", { class: "se" }, `±${error}`));
}

function compare(a, b) {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

function errorsCard() {
  const broken = episodes.filter((episode) => episode.end === "error");
  if (!broken.length) return null;
  const words = `${plural(broken.length, "episode")} ended by an error. ${broken.length === 1 ? "It isn't" : "They aren't"} in any of the numbers above.`;
  const rows = broken.map((episode) =>
    el("li", {},
      el("a", { href: `#${encodeURIComponent(episode.id)}` }, `${episode.task} seed ${episode.seed}`),
      el("span", { class: "chip end-error" }, episode.errorKind || "error"),
      el("p", { class: "said" }, episode.error),
    ),
  );
  return card("Errors", el("p", {}, words), el("ul", { class: "errors" }, rows));
}

function aboutCard() {
  const rows = [...index.config, ...index.versions].map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]);
  return el("details", { class: "card" }, el("summary", {}, "How the run was made"), el("dl", { class: "facts" }, rows));
}
