// Two episodes side by side, at the same step.

const nameOf = (episode) => [episode.task, `seed ${episode.seed}`, episode.attempt > 0 && `attempt ${episode.attempt + 1}`, severalPolicies && episode.policy].filter(Boolean).join(" · ");

// The choice of the other episode; those of the same task and seed come first.
function pairMenu() {
  const own = episodes[view.number];
  const distance = ({ task, seed }) => (task === own.task ? 0 : 2) + (seed === own.seed ? 0 : 1);
  const others = episodes.map((_, number) => number).filter((number) => number !== view.number);
  others.sort((a, b) => distance(episodes[a]) - distance(episodes[b]) || a - b);
  const choose = () => {
    location.hash = addressOf(view.number, view.step, select.value === "" ? -1 : Number(select.value));
  };
  const select = el("select", { id: "pair", "aria-label": "Compare with another episode", change: choose },
    el("option", { value: "" }, view.other ? "Only this episode" : "Compare with…"),
    others.map((number) => el("option", { value: String(number) }, nameOf(episodes[number]))),
  );
  select.value = view.other ? String(view.pair) : "";
  return select;
}

const lastStep = () => Math.max(view.data.steps.length, view.other ? view.other.steps.length : 0);

function drawPair(step) {
  const columns = [pairColumn(view.number, view.data, step), pairColumn(view.pair, view.other, step)];
  view.drawn.screens.replaceChildren(el("div", { class: "pair" }, columns));
}

// An episode that has ended stays at its last step.
function pairColumn(number, data, step) {
  const episode = episodes[number];
  const at = Math.min(step, data.steps.length);
  const now = at > 0 ? data.steps[at - 1] : null;
  const completion = now ? now.completion : 0;
  const where = at === 0 ? "Start" : `Step ${at} of ${data.steps.length}`;
  return el("section", { "aria-label": nameOf(episode) },
    el("div", { class: "head-line" }, el("h2", {}, nameOf(episode)), el("span", { class: `pill ${endClass(episode.end)}` }, endLabel(episode.end))),
    el("p", { class: "sub" }, `${where} · completion ${percent(completion)}`),
    el("div", { class: "stage" }, screenRows(data, at, now, "max(16rem, 46vh)")),
    now && actionCard(now),
    now && saidCard(now),
  );
}
