// Plots, as SVG as wide as their boxes.

// Success and completion of each row of a table: a dot each, with a whisker of one standard error to both sides.
function taskPlot(rows, width) {
  const font = "12px system-ui, sans-serif";
  ruler.font = font;
  const label = (row) => (severalPolicies ? `${row.group} · ${row.policy}` : row.group);
  const widest = Math.max(0, ...rows.map((row) => ruler.measureText(label(row)).width));
  const left = Math.min(widest + 14, width * 0.45);
  const right = width - 18;
  const line = 20;
  const top = 22;
  const height = top + rows.length * line + 6;
  const x = (value) => left + (right - left) * value;
  const words = "Success rate and completion ratio of each row; the table below has the same numbers.";
  const plot = svg("svg", { width, height, role: "img", "aria-label": words });
  for (const value of [0, 0.25, 0.5, 0.75, 1]) {
    plot.append(
      svg("line", { class: "grid", x1: x(value), x2: x(value), y1: top - 4, y2: height - 6 }),
      svg("text", { class: "tick", x: x(value), y: 11, "text-anchor": "middle" }, `${100 * value}%`),
    );
  }
  rows.forEach((row, k) => {
    const y = top + k * line + line / 2;
    const [success, completion] = [row.values[2], row.values[3]];
    const [se, ce] = row.values.slice(-2);
    const mark = svg("g", { class: "row" });
    mark.append(
      svg("title", {}, `${label(row)}: SR ${row.cells[2]}, CR ${row.cells[3]} (%)`),
      svg("rect", { class: "hit", x: 0, y: y - line / 2, width, height: line }),
      svg("text", { class: "name", x: left - 10, y: y + 4, "text-anchor": "end" }, rowLabel(row, left - 14, font)),
    );
    if (success === null || completion === null) {
      mark.append(svg("text", { class: "tick", x: left + 6, y: y + 4 }, "not scored"));
    } else {
      mark.append(
        svg("line", { class: "span", x1: x(success), x2: x(completion), y1: y, y2: y }),
        whisker(x, completion, ce, y + 2, "cr"),
        whisker(x, success, se, y - 2, "sr"),
        svg("circle", { class: "cr", cx: x(completion), cy: y, r: 5 }),
        svg("circle", { class: "sr", cx: x(success), cy: y, r: 3.5 }),
      );
    }
    plot.append(mark);
  });
  return plot;
}

// The completion of each group as a spoke of a wheel, and a shape for each policy.
function radarPlot(rows, width) {
  const groups = [...new Set(rows.map((row) => row.group))];
  const policies = [...new Set(rows.map((row) => row.policy))];
  const [radius, middle, height] = [Math.min(130, width / 4), width / 2, 340];
  const at = (k, value) => {
    const angle = (2 * Math.PI * k) / groups.length - Math.PI / 2;
    return [middle + radius * value * Math.cos(angle), height / 2 + radius * value * Math.sin(angle)];
  };
  const told = rows.filter((row) => row.values[3] !== null);
  const words = `Completion by group. ${told.map((row) => `${row.policy} ${row.group}: ${percent(row.values[3])}`).join("; ")}`;
  const plot = svg("svg", { width, height, role: "img", "aria-label": words, class: "radar" });
  const shape = (value) => groups.map((_, k) => at(k, value(k)).join(",")).join(" ");
  for (const ring of [0.25, 0.5, 0.75, 1]) {
    plot.append(svg("polygon", { class: "ring", points: shape(() => ring) }));
  }
  groups.forEach((group, k) => {
    const [[x, y], [tx, ty]] = [at(k, 1), at(k, 1.1)];
    const anchor = Math.abs(tx - middle) < 5 ? "middle" : tx < middle ? "end" : "start";
    plot.append(
      svg("line", { class: "grid", x1: middle, y1: height / 2, x2: x, y2: y }),
      svg("text", { class: "tick", x: tx, y: ty + 4, "text-anchor": anchor }, fitted(group, width / 2 - radius - 12, "11px system-ui, sans-serif")),
    );
  });
  for (const policy of policies) {
    const found = new Map(told.filter((row) => row.policy === policy).map((row) => [row.group, row.values[3]]));
    const points = shape((k) => found.get(groups[k]) ?? 0);
    const hue = groupClass(policy || index.policies[0]);
    plot.append(svg("polygon", { class: `band ${hue}`, points }), svg("polygon", { class: `curve ${hue}`, points }));
  }
  return plot;
}

// A row's name; where there is too little room, the policy's name stays.
function rowLabel(row, width, font) {
  if (!severalPolicies) return fitted(row.group, width, font);
  const policy = fitted(` · ${row.policy}`, width * 0.6, font);
  ruler.font = font;
  return fitted(row.group, width - ruler.measureText(policy).width, font) + policy;
}

function whisker(x, value, error, y, kind) {
  const from = x(Math.max(0, value - (error || 0)));
  const to = x(Math.min(1, value + (error || 0)));
  return svg("line", { class: `whisker ${kind}`, x1: from, x2: to, y1: y, y2: y });
}

// Mean completion after each step, with a band of one standard error.
function curvePlot(curves, width) {
  const [left, right, top, height] = [38, width - 12, 12, 230];
  const bottom = height - 30;
  const last = Math.max(1, ...curves.map((curve) => curve.mean.length - 1));
  const x = (step) => left + ((right - left) * step) / last;
  const y = (value) => bottom - (bottom - top) * value;
  const plot = svg("svg", { width, height, role: "img", "aria-label": curveWords(curves) });
  for (const value of [0, 0.25, 0.5, 0.75, 1]) {
    plot.append(
      svg("line", { class: "grid", x1: left, x2: right, y1: y(value), y2: y(value) }),
      svg("text", { class: "tick", x: left - 8, y: y(value) + 4, "text-anchor": "end" }, `${100 * value}%`),
    );
  }
  for (const step of ticks(last, Math.max(2, Math.floor(width / 90)))) {
    plot.append(svg("text", { class: "tick", x: x(step), y: bottom + 18, "text-anchor": "middle" }, String(step)));
  }
  for (const curve of curves) {
    const above = curve.mean.map((mean, k) => `${x(k)},${y(Math.min(1, mean + curve.stderr[k]))}`);
    const below = curve.mean.map((mean, k) => `${x(k)},${y(Math.max(0, mean - curve.stderr[k]))}`);
    const hue = groupClass(curve.name);
    plot.append(svg("polygon", { class: `band ${hue}`, points: [...above, ...below.reverse()].join(" ") }));
  }
  for (const curve of curves) {
    const hue = groupClass(curve.name);
    const points = curve.mean.map((mean, k) => `${x(k)},${y(mean)}`);
    const end = curve.mean.length - 1;
    plot.append(
      svg("polyline", { class: `curve ${hue}`, points: points.join(" ") }),
      svg("circle", { class: `curve-end ${hue}`, cx: x(end), cy: y(curve.mean[end]), r: 3.5 }),
    );
  }
  plot.append(crosshair(plot, curves, { x, y, left, right, top, bottom, last }));
  return plot;
}

const curveWords = (curves) =>
  "Mean completion after each step. " +
  curves.map((curve) => `${curve.name}: ${percent(curve.mean.at(-1))} after ${plural(curve.mean.length - 1, "step")}`).join("; ");

// A line under the pointer, with the values that it crosses.
function crosshair(plot, curves, { x, y, left, right, top, bottom, last }) {
  const hair = svg("g", { class: "hair", visibility: "hidden", "aria-hidden": "true" });
  plot.addEventListener("pointerleave", () => hair.setAttribute("visibility", "hidden"));
  plot.addEventListener("pointermove", (event) => {
    const place = event.clientX - plot.getBoundingClientRect().left;
    const step = Math.round(((place - left) / (right - left)) * last);
    if (step < 0 || step > last) return;
    const values = curves.filter((curve) => step < curve.mean.length);
    const lines = [`step ${step}`, ...values.map((curve) => `${curve.name} ${percent(curve.mean[step])}`)];
    const wide = Math.max(...lines.map((words) => words.length)) * 6.6 + 16;
    const at = x(step) + 10 + wide > right ? x(step) - 10 - wide : x(step) + 10;
    hair.replaceChildren(
      svg("line", { x1: x(step), x2: x(step), y1: top, y2: bottom }),
      ...values.map((curve) => svg("circle", { class: `curve-end ${groupClass(curve.name)}`, cx: x(step), cy: y(curve.mean[step]), r: 4 })),
      svg("rect", { x: at, y: top + 4, width: wide, height: 16 * lines.length + 8, rx: 6 }),
      ...lines.map((words, k) => svg("text", { x: at + 8, y: top + 20 + 16 * k }, words)),
    );
    hair.setAttribute("visibility", "visible");
  });
  return hair;
}

function ticks(last, most) {
  const units = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500];
  const unit = units.find((each) => last / each <= most) || Math.ceil(last / most);
  return Array.from({ length: Math.floor(last / unit) + 1 }, (_, k) => k * unit);
}

// End reasons of each group, as bars as long as their shares.
function endPlot({ reasons, rows }, width) {
  const font = "12px system-ui, sans-serif";
  ruler.font = font;
  const left = Math.min(Math.max(...rows.map(([name]) => ruler.measureText(name).width)) + 14, width * 0.3);
  const [right, line, bar] = [width - 2, 34, 20];
  const words = rows.map(([name, counts]) => `${name}: ${reasons.map((reason, k) => `${endLabel(reason)} ${counts[k]}`).join(", ")}`);
  const plot = svg("svg", { width, height: rows.length * line, role: "img", "aria-label": `How episodes ended. ${words.join("; ")}` });
  rows.forEach(([name, counts], k) => {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const y = k * line + (line - bar) / 2;
    plot.append(svg("text", { class: "name", x: left - 10, y: y + 15, "text-anchor": "end" }, fitted(name, left - 12, font)));
    let from = left;
    counts.forEach((count, reason) => {
      if (count === 0) return;
      const long = ((right - left) * count) / total;
      const piece = svg("g", { class: endClass(reasons[reason]) });
      piece.append(
        svg("title", {}, `${name}: ${endLabel(reasons[reason])} ${count} of ${total}`),
        svg("rect", { class: "piece", x: from + 1, y, width: Math.max(1, long - 2), height: bar, rx: 4 }),
      );
      if (long > 26) piece.append(svg("text", { class: "inside", x: from + long / 2, y: y + 14, "text-anchor": "middle" }, String(count)));
      plot.append(piece);
      from += long;
    });
  });
  return plot;
}

const legend = (items) =>
  el("ul", { class: "legend" }, items.map(([kind, words]) => el("li", { class: kind }, el("span", { class: "swatch" }), words)));
