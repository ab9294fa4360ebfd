"use strict";

// Beside the screens: the history, the task graph, and the tasks to choose from. The rest of the page is in script.js.

function showHistory() {
  $("no-steps").hidden = state.history.length > 0;
  if (shown.steps === state.step && shown.seed === state.seed) return;
  [shown.steps, shown.seed] = [state.step, state.seed];
  const rows = state.history.map((step) => {
    const row = document.createElement("li");
    const said = step.action.replace(/^(\w+): /, (all, device) => (NAMES[device] ? `${NAMES[device]}: ` : ""));
    row.append(text("span", step.index, "number"), text("span", said));
    row.append(text("span", step.reward ? signed(step.reward) : "", step.reward > 0 ? "gain" : ""));
    if (step.invalid_action) row.append(text("span", step.invalid_action, "why"));
    if (step.said) row.append(text("span", `The person says: ${step.said}`, "said"));
    return row;
  });
  $("steps").replaceChildren(...rows);
  if (rows.length) rows[rows.length - 1].scrollIntoView({ block: "nearest" });
}

function showGraph() {
  if (!state.graph || $("graph").hidden) return;
  const { completed, active, waiting } = state.graph;
  const counts = `${completed} completed, ${active} active, ${waiting} waiting`;
  const key = `${state.seed} ${state.step} ${counts}`;
  if (shown.graph === key) return;
  shown.graph = key;
  $("graph-counts").textContent = counts;
  $("checkpoints").replaceChildren(...state.checkpoints.map((checkpoint, place) => {
    const row = text("li", "", checkpoint.state);
    row.append(text("strong", checkpoint.id.replaceAll("_", " ")));
    const before = place ? state.checkpoints[place - 1].id : "";
    const after = checkpoint.after.join() === before ? "" : checkpoint.after.join(", ").replaceAll("_", " ");
    const facts = [NAMES[checkpoint.device], checkpoint.state, after && `after: ${after}`];
    row.append(text("span", facts.filter(Boolean).join(" · "), "faint"));
    return row;
  }));
}

function toggle(button, panel) {
  const open = $(panel).hidden;
  for (const [other, name] of [["show-history", "history"], ["show-graph", "graph"]]) {
    $(name).hidden = name !== panel || !open;
    $(other).setAttribute("aria-expanded", String(name === panel && open));
  }
  layout();
  showGraph();
}

async function openTask(task) {
  drop();
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  try {
    setup = await host.open(task, 0);
  } catch (error) {
    complain(error.message);
    return;
  }
  for (const device of Object.keys(screens)) delete screens[device];
  for (const name of ["stage", "devices", "verb"]) $(name).replaceChildren();
  shown = { end: -1, graph: "", steps: -1, seed: -1 };
  build();
  apply(host.latest, true);
}

function listTasks() {
  $("tasks").append(...host.tasks.map(({ id, goal }) => {
    const button = text("button", "");
    button.type = "button";
    button.dataset.task = id;
    button.append(text("strong", id), text("span", goal, "faint"));
    button.addEventListener("click", () => openTask(id));
    const row = document.createElement("li");
    row.append(button);
    return row;
  }));
}
