// SPDX-License-Identifier: Apache-2.0
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const columns = data.columns, statistics = data.statistics;
const $ = (id) => document.getElementById(id);
const COLORS = ["#2f55c8", "#c8553d", "#2a9d6f", "#8a5fbf", "#b8860b", "#0f7f8c", "#a03070", "#666"];
const configs = data.configs.map((c) => c.name);

function make(tag, about = {}, ...children) {
  const e = Object.assign(document.createElement(tag), about);
  e.append(...children);
  return e;
}

// --- runs, and tasks with their runs by configuration ------------------------

const rowCount = columns.wall.length;
const text = (column, i) => columns[column].texts[columns[column].rows[i]];
const METRICS = { "CPU time (s)": columns.cpu, "wall time (s)": columns.wall, "memory (MiB)": columns.memory };
for (const name of Object.keys(statistics)) METRICS[name] = statistics[name];
const isTime = (metric) => metric === "CPU time (s)" || metric === "wall time (s)";

const tasks = [], byName = new Map();
for (let i = 0; i < rowCount; i++) {
  const name = columns.task.rows[i];
  let t = byName.get(name);
  if (!t) {
    t = { name: text("task", i), category: text("category", i), expected: text("expected", i), runs: {} };
    byName.set(name, t);
    tasks.push(t);
  }
  (t.runs[text("config", i)] ||= []).push(i);
}

// Of repeated runs: the mark of most, and the median of a number.
function mostly(runs, test) {
  let n = 0;
  for (const i of runs) n += test(i);
  return 2 * n > runs.length;
}
function median(runs, values) {
  if (runs.length === 1) return values[runs[0]];
  const sorted = runs.map((i) => values[i]).filter((v) => v !== null).sort((a, b) => a - b);
  return sorted.length ? sorted[sorted.length >> 1] : null;
}
const isAnswer = (i) => text("verdict", i) === "true" || text("verdict", i) === "false";
const isGood = (i) => isAnswer(i) && text("mark", i) !== "wrong";
const isWrong = (i) => text("mark", i) === "wrong";
const isGoodOf = (kind) => (i) => isGood(i) && (kind === "correct" || text("verdict", i) === kind);

// --- which tasks -------------------------------------------------------------

const OUTCOMES = {
  "any outcome": () => true,
  "wrong anywhere": (t) => Object.values(t.runs).some((r) => r.some(isWrong)),
  "error anywhere": (t) => Object.values(t.runs).some((r) => r.some((i) => text("verdict", i) === "error")),
  "solved by all": (t) => configs.every((c) => t.runs[c] && mostly(t.runs[c], isGood)),
  "solved by none": (t) => configs.every((c) => !t.runs[c] || !mostly(t.runs[c], isGood)),
  "configurations differ": (t) => new Set(configs.map((c) => !!t.runs[c] && mostly(t.runs[c], isGood))).size > 1,
};
for (const c of configs)
  OUTCOMES[`not by ${c}, but by another`] = (t) => !(t.runs[c] && mostly(t.runs[c], isGood)) && configs.some((k) => t.runs[k] && mostly(t.runs[k], isGood));
for (const c of configs)
  OUTCOMES[`solved only by ${c}`] = (t) => configs.every((k) => !!(t.runs[k] && mostly(t.runs[k], isGood)) === (k === c));

let chosen = tasks;
function choose() {
  const part = $("name").value.toLowerCase(), category = $("category").value, expected = $("expected").value;
  const outcome = OUTCOMES[$("outcome").value], stat = statistics[$("stat").value];
  const least = parseFloat($("least").value), of = $("statConfig").value;
  const hasEnough = (t) => (of ? [of] : configs).some((c) => (t.runs[c] || []).some((i) => stat[i] >= least));
  chosen = tasks.filter((t) =>
    (!part || t.name.toLowerCase().includes(part)) && (!category || t.category === category) &&
    (!expected || t.expected === expected) && outcome(t) && (!stat || isNaN(least) || hasEnough(t)));
  $("count").textContent = `${chosen.length} of ${tasks.length} tasks`;
  show(current);
}

function options(id, names, value) {
  $(id).replaceChildren(...names.map((n) => (typeof n === "string" ? make("option", { value: n }, n) : make("option", { value: n[0] }, n[1]))));
  if (value !== undefined) $(id).value = value;
}

// --- plain tables --------------------------------------------------------------

function plainTable(head, rows) {
  const cell = (tag) => (c) => (c && c.nodeType ? make(tag, {}, c) : make(tag, {}, String(c)));
  return make("div", { className: "scroll" }, make("table", { className: "plain" },
    make("thead", {}, make("tr", {}, ...head.map(cell("th")))),
    make("tbody", {}, ...rows.map((r) => make("tr", {}, ...r.map(cell("td")))))));
}
const colored = (n, kind) => make("span", { className: n ? kind : "" }, String(n));

function runsOf(config) {
  const runs = [];
  for (const t of chosen) for (const i of t.runs[config] || []) runs.push(i);
  return runs;
}
function count(runs, test) {
  let n = 0;
  for (const i of runs) n += test(i) ? 1 : 0;
  return n;
}
const sum = (runs, values) => runs.reduce((s, i) => s + (values[i] || 0), 0);

function showSummary() {
  const reasons = new Set();
  for (let i = 0; i < rowCount; i++) if (!isAnswer(i)) reasons.add(text("verdict", i) + ": " + (text("reason", i) || "?"));
  const columnsOf = [...reasons].sort().reverse();
  const rows = configs.map((c) => {
    const runs = runsOf(c), good = runs.filter(isGood);
    return [c, runs.length,
      colored(count(good, (i) => text("verdict", i) === "true"), "good"),
      colored(count(good, (i) => text("verdict", i) === "false"), "good"),
      colored(count(runs, (i) => isWrong(i) && text("verdict", i) === "true"), "bad"),
      colored(count(runs, (i) => isWrong(i) && text("verdict", i) === "false"), "bad"),
      ...columnsOf.map((r) => count(runs, (i) => !isAnswer(i) && text("verdict", i) + ": " + (text("reason", i) || "?") === r)),
      sum(runs, columns.score), sum(runs, columns.cpu).toFixed(1), sum(good, columns.cpu).toFixed(1),
      runs.length ? Math.round(Math.max(...runs.map((i) => columns.memory[i]))) : ""];
  });
  const head = ["configuration", "runs", "correct true", "correct false", "wrong true", "wrong false", ...columnsOf, "score", "CPU s", "CPU s of correct", "largest MiB"];
  const lines = data.configs.map((c) => [c.name, make("code", {}, c.line || "(no options)")]);
  $("summary").replaceChildren(make("h2", {}, "Summary"), plainTable(head, rows), make("h2", {}, "Configurations"), plainTable(["name", "options"], lines));
}

// Tables 2 and 3 of "Augmenting Interpolation-Based Model Checking with
// Auxiliary Invariants": what each configuration came to, and against another.
function showPaper() {
  const base = $("baseline").value;
  const isProof = isGoodOf("true");
  const proofs = (c) => new Set(chosen.filter((t) => t.runs[c] && mostly(t.runs[c], isProof)));
  const sets = new Map(configs.map((c) => [c, proofs(c)]));
  const because = (...reasons) => (i) => reasons.includes(text("reason", i));
  const KINDS = [["Proofs", isProof], ["Errors found", isGoodOf("false")], ["Timeouts", because("time", "cpu-time")], ["Out of memory", because("memory")]];
  const rows = KINDS.map(([name, test]) => [name, ...configs.map((c) => count(runsOf(c), test))]);
  rows.push(["Other inconclusive", ...configs.map((c) => count(runsOf(c), (i) => !KINDS.some((k) => k[1](i))))]);
  const minus = (a, b) => [...a].filter((t) => !b.has(t)).length;
  const others = (c) => new Set(configs.filter((k) => k !== c).flatMap((k) => [...sets.get(k)]));
  const versus = [
    ["Proofs", ...configs.map((c) => sets.get(c).size)],
    [`Gained against ${base}`, ...configs.map((c) => minus(sets.get(c), sets.get(base)))],
    [`Lost against ${base}`, ...configs.map((c) => minus(sets.get(base), sets.get(c)))],
    ["Only by this one", ...configs.map((c) => minus(sets.get(c), others(c)))]];
  $("paperTables").replaceChildren(
    make("h2", {}, `Results by kind, ${chosen.length} tasks (Table 3)`), plainTable(["", ...configs], rows),
    make("h2", {}, `Proofs against ${base}, ${chosen.length} tasks (Table 2)`), plainTable(["tasks", ...configs], versus));
}

// --- the table of all tasks ------------------------------------------------------

let table = null, tableKey = "";
function number(v) {
  if (v === null || v === undefined) return "";
  return Number.isInteger(v) ? String(v) : v >= 100 ? v.toFixed(0) : v.toPrecision(3);
}
function verdictCell(cell) {
  const run = cell.getRow().getData().first[cell.getColumn().getDefinition().config];
  if (run === undefined) return "";
  const className = isWrong(run) ? "bad" : isGood(run) ? "good" : "open";
  return make("span", { className }, cell.getValue());
}
function tableRows() {
  const values = METRICS[$("shown").value];
  return chosen.map((t, index) => {
    const row = { id: index, task: t.name, category: t.category, expected: t.expected, first: {}, source: t };
    configs.forEach((c, k) => {
      const runs = t.runs[c];
      if (!runs) return;
      const good = mostly(runs, isGood), i = runs.find((r) => isGood(r) === good) ?? runs[0];
      const reason = text("reason", i), verdict = text("verdict", i);
      row.first[c] = i;
      row["v" + k] = verdict + (isAnswer(i) ? "" : reason ? ` (${reason})` : "") + (isWrong(i) ? " WRONG" : "");
      row["m" + k] = median(runs, values);
    });
    return row;
  });
}
function showTasks() {
  const key = $("shown").value, groups = $("group").checked;
  const rows = tableRows();
  if (table && tableKey === key) {
    table.setGroupBy(groups ? "category" : false);
    table.replaceData(rows);
    return;
  }
  tableKey = key;
  if (table) table.destroy();
  const ofConfig = configs.map((c, k) => ({ title: c, columns: [
    { title: "verdict", field: "v" + k, config: c, formatter: verdictCell, width: 150 },
    { title: key, field: "m" + k, config: c, hozAlign: "right", sorter: "number", formatter: (cell) => number(cell.getValue()), width: 110 }] }));
  table = new Tabulator("#table", { data: rows, height: "62vh", layout: "fitDataFill", groupBy: groups ? "category" : false, groupStartOpen: true,
    columnDefaults: { headerTooltip: true, tooltip: true },
    columns: [{ title: "task", field: "task", minWidth: 340, frozen: true }, { title: "category", field: "category", width: 130 },
      { title: "expected", field: "expected", width: 90 }, ...ofConfig] });
  table.on("rowClick", (e, row) => showDetail(row.getData().source));
}
function showDetail(t) {
  const runs = configs.flatMap((c) => (t.runs[c] || []).map((i) => [c, i]));
  const row = (name, get) => [name, ...runs.map(([, i]) => get(i))];
  const rows = [row("verdict", (i) => text("verdict", i)), row("reason", (i) => text("reason", i)), row("what the tool says", (i) => text("text", i)),
    row("engine", (i) => text("engine", i)), row("violated", (i) => text("violated", i)),
    row("report", (i) => (text("report", i) ? make("a", { href: text("report", i) }, "page") : "")),
    ...Object.keys(METRICS).filter((m) => runs.some(([, i]) => METRICS[m][i])).map((m) => row(m, (i) => number(METRICS[m][i])))];
  $("detail").hidden = false;
  $("detail").replaceChildren(make("h2", {}, `${t.name} (expected: ${t.expected || "not known"})`), plainTable(["", ...runs.map(([c]) => c)], rows));
  $("detail").scrollIntoView({ block: "nearest" });
}

// --- plots (uPlot) ------------------------------------------------------------------

const ink = () => getComputedStyle(document.documentElement).getPropertyValue("--ink");
const rule = () => getComputedStyle(document.documentElement).getPropertyValue("--rule");
const axis = (label) => ({ label, stroke: ink(), grid: { stroke: rule() }, ticks: { stroke: rule() }, values: (u, splits) => splits.map((v) => (v === null ? "" : String(+v.toPrecision(6)))) });
let drawn = {};
function draw(id, about, values) {
  if (drawn[id]) drawn[id].destroy();
  $(id).replaceChildren();
  const empty = values[0].length === 0;
  if (empty) $(id).append("Nothing to draw for this choice.");
  drawn[id] = empty ? null : new uPlot({ width: 960, height: 560, ...about }, values, $(id));
}

// A logarithm has no zero: what is less stands at the floor.
const lift = (metric) => (v) => Math.max(v, isTime(metric) ? 0.01 : 1);

function showQuantile() {
  const metric = $("quantileMetric").value, values = METRICS[metric], isCounted = isGoodOf($("quantileKind").value);
  const lines = configs.map((c) => chosen.filter((t) => t.runs[c] && mostly(t.runs[c], isCounted))
    .map((t) => median(t.runs[c].filter(isCounted), values)).filter((v) => v !== null).map(lift(metric)).sort((a, b) => a - b));
  const longest = Math.max(0, ...lines.map((l) => l.length));
  const x = Array.from({ length: longest }, (_, i) => i + 1);
  draw("quantilePlot", { scales: { x: { time: false }, y: { distr: 3 } },
    axes: [axis("n tasks, the smallest first"), axis(metric)],
    series: [{ label: "n" }, ...configs.map((c, k) => ({ label: `${c} (${lines[k].length})`, stroke: COLORS[k % COLORS.length], width: 2, points: { show: longest < 100 } }))] },
    [x, ...lines.map((l) => x.map((_, i) => (i < l.length ? l[i] : null)))]);
}

// What was not solved stands at the limit, where the metric is a time.
function scatterPoints(metric, across, up) {
  const values = METRICS[metric], limit = data.time || data.cpuTime;
  const at = (t, c) => (mostly(t.runs[c], isGood) ? median(t.runs[c].filter(isGood), values) : isTime(metric) && limit ? limit : null);
  return chosen.filter((t) => t.runs[across] && t.runs[up] && (mostly(t.runs[across], isGood) || mostly(t.runs[up], isGood)))
    .map((t) => [at(t, across), at(t, up), t.name]).filter((p) => p[0] !== null && p[1] !== null).sort((a, b) => a[0] - b[0]);
}
function showScatter() {
  const metric = $("scatterMetric").value, across = $("scatterX").value, up = $("scatterY").value;
  const points = scatterPoints(metric, across, up);
  const below = points.filter((p) => p[1] < p[0]).length, above = points.filter((p) => p[1] > p[0]).length;
  $("scatterCount").textContent = `${points.length} tasks; below the diagonal ${below}, above ${above}`;
  const lifted = lift(metric);
  const x = points.map((p) => lifted(p[0])), y = points.map((p) => lifted(p[1]));
  const low = Math.min(...x, ...y), high = Math.max(...x, ...y) * 1.05;
  const range = () => [low * 0.9, high];
  const line = points.length ? [low, ...x, high] : [];
  draw("scatterPlot", { width: 640, height: 640, scales: { x: { time: false, distr: 3, range }, y: { distr: 3, range } },
    axes: [axis(`${metric}, ${across}`), axis(`${metric}, ${up}`)],
    series: [{ label: across }, { label: up, stroke: COLORS[0], paths: () => null, points: { show: true, size: 7, fill: COLORS[0] + "55" } },
      { label: "equal", stroke: "#999", width: 1, points: { show: false } }] },
    points.length ? [line, [null, ...y, null], line] : [[], [], []]);
}

// --- tabs -------------------------------------------------------------------------------

const TABS = { summary: ["Summary", showSummary], tasks: ["Tasks", showTasks], quantile: ["Quantile plot", showQuantile], scatter: ["Scatter plot", showScatter], paper: ["Tables", showPaper] };
let current = TABS[data.view.tab] ? data.view.tab : "summary";
function show(id) {
  current = id;
  for (const key of Object.keys(TABS)) {
    $(key).hidden = key !== id;
    $("tab-" + key).setAttribute("aria-selected", key === id);
  }
  TABS[id][1]();
}

function facts() {
  const limits = [data.time && `${data.time} s`, data.cpuTime && `${data.cpuTime} s CPU`, data.mem && `${data.mem} MiB`].filter(Boolean).join(", ") || "none";
  const rows = [["tool", data.tool || "?"], ["made", data.date], ["limits", limits], ["cores per run", data.cores], ["runs", `${rowCount} of ${data.planned}`]];
  if (data.repeats > 1) rows.push(["repeats", data.repeats]);
  $("facts").replaceChildren(...rows.map(([k, v]) => make("div", {}, make("dt", {}, k), make("dd", {}, String(v)))));
  $("how").textContent = "How it was measured: CPU time is what the kernel counted for all processes of a run that were waited for, or the largest sampled sum if that is more. Memory is the largest sample (several times a second) of the proportional set sizes of all processes of a run together: shorter peaks are missed. An answer that came after the time limit does not count." + (data.isWrapped ? " Each run was wrapped in a command, whose own cost is in the numbers." : "") + " Score as in SV-COMP: 2 for a correct true, 1 for a correct false, -32 and -16 for wrong ones.";
}

function start() {
  facts();
  for (const [key, [title]] of Object.entries(TABS))
    $("tabs").append(make("button", { id: "tab-" + key, role: "tab", onclick: () => show(key) }, title));
  const unique = (column) => [...new Set(columns[column].texts)].sort();
  options("category", [["", "all categories"], ...unique("category").filter(Boolean)]);
  options("expected", [["", "any expected verdict"], ...unique("expected").filter(Boolean)]);
  options("outcome", Object.keys(OUTCOMES));
  options("stat", [["", "any statistic"], ...Object.keys(statistics)], data.view.where || "");
  options("statConfig", [["", "any"], ...configs]);
  $("least").value = data.view.least || "";
  const metric = METRICS[data.view.statistic] ? data.view.statistic : "CPU time (s)";
  for (const id of ["shown", "quantileMetric", "scatterMetric"]) options(id, Object.keys(METRICS), metric);
  options("scatterX", configs, data.view.x || configs[0]);
  options("scatterY", configs, data.view.y || configs[1] || configs[0]);
  options("baseline", configs, data.view.x || configs[0]);
  let waiting = 0;
  for (const id of ["name", "category", "expected", "outcome", "stat", "statConfig", "least"])
    $(id).addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(choose, id === "name" ? 80 : 0); });
  for (const id of ["shown", "group", "quantileMetric", "quantileKind", "scatterX", "scatterY", "scatterMetric", "baseline"])
    $(id).addEventListener("input", () => show(current));
  choose();
  document.body.dataset.ready = "true";
}
start();
})();
