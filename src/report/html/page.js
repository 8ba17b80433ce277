// SPDX-License-Identifier: Apache-2.0
// The page is made from one JSON value. Long lists (the source, an error path)
// are divided into chunks that are plain text, so that they can be searched,
// until they come near the window; so a page of any size opens at once.
"use strict";
(() => {

// Characters that act on the display (base/shown.c) are shown as escapes.
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const visible = (text) => text.replace(/\r\n/g, "\n").replace(CONTROLS,
  (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
const data = JSON.parse(document.getElementById("data").textContent,
  (key, value) => typeof value === "string" ? visible(value) : value);
const report = data.report;
const $ = (id) => document.getElementById(id);

function el(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {}))
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) e.setAttribute(name, value);
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}
// Pictures on buttons: triangles to the right, mirrored for the other way.
function icon(d, isMirrored) {
  return svg("svg", {viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true",
    transform: isMirrored ? "scale(-1 1)" : ""}, svg("path", {d, fill: "currentColor"}));
}
const NEXT = "M4 2.5 13 8 4 13.5Z", LAST = "M2.5 2.5 10.5 8 2.5 13.5ZM11.5 2.5h2v11h-2Z";
function svg(tag, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  e.append(...children);
  return e;
}
const base = (name) => name.replace(/^.*\//, "");
const place = (p) => p ? `${base(p.file)}:${p.line}` : "";
const plural = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

function seconds(s) {
  if (s < 0.0005) return "0 s";
  return s < 10 ? `${s.toPrecision(2)} s` : `${s.toFixed(1)} s`;
}
function bytes(n) {
  return n < 1 << 20 ? `${Math.ceil(n / 1024)} KiB`
                     : `${Math.round(n / (1 << 20)).toLocaleString("en")} MiB`;
}

// --- long lists -------------------------------------------------------------

const CHUNK = 50, ROW = 21;

// 'count' rows of one height in 'box'. text(i): the row as plain text;
// make(i): the row as an element; ready(first, end): after rows were made.
class Rows {
  constructor(box, count, text, make, ready) {
    Object.assign(this, {box, count, make, ready, rows: new Map()});
    this.chunks = [];
    this.watch = new IntersectionObserver((entries) => {
      for (const e of entries)
        if (e.isIntersecting) this.fill(e.target.chunk);
    }, {root: box, rootMargin: "500px 0px"});
    for (let first = 0; first < count; first += CHUNK) {
      const end = Math.min(first + CHUNK, count), lines = [];
      for (let i = first; i < end; i++) lines.push(text(i));
      const e = el("div", {class: "chunk plain", style: `height:${(end - first) * ROW}px`});
      e.textContent = lines.join("\n");
      e.chunk = this.chunks.length;
      this.chunks.push(e);
      this.watch.observe(e);
    }
    box.replaceChildren(...this.chunks);
  }
  fill(chunk) {
    const e = this.chunks[chunk], first = chunk * CHUNK;
    if (!e.classList.contains("plain")) return;
    this.watch.unobserve(e);
    e.classList.remove("plain");
    const end = Math.min(first + CHUNK, this.count), made = [];
    for (let i = first; i < end; i++) {
      const row = this.make(i);
      this.rows.set(i, row);
      made.push(row);
    }
    e.replaceChildren(...made);
    this.ready(first, end);
  }
  row(i) {
    this.fill(Math.floor(i / CHUNK));
    return this.rows.get(i);
  }
  // Moves the row into the middle unless it is well in view.
  show(i) {
    const y = this.chunks[Math.floor(i / CHUNK)].offsetTop + (i % CHUNK) * ROW;
    const top = this.box.scrollTop, height = this.box.clientHeight;
    this.row(i);
    if (y < top + 2 * ROW || y > top + height - 4 * ROW)
      this.box.scrollTop = Math.max(0, y - height / 2.5);
  }
}

// --- the error path as steps ------------------------------------------------

// What happens on one line is one step, up to a condition: what follows that is
// the next round of a loop.
function makeSteps(trace) {
  const steps = [], before = []; // locations before the first line
  let now = null;
  for (const raw of trace.steps) {
    const p = raw.position && raw.position.line ? raw.position : null;
    const isBranch = raw.kind === "branch";
    const isNew = !now || (p && (now.file !== p.file || now.line !== p.line)) ||
      now.name !== raw.function || now.depth !== raw.depth ||
      (now.hasBranch && !isBranch);
    if (!p && !now) {
      before.push(raw.location);
      continue;
    }
    if (isNew && (p || now.name !== raw.function)) {
      now = {file: p ? p.file : now.file, line: p ? p.line : now.line,
             name: raw.function, depth: raw.depth, source: raw.source || "",
             notes: [], changes: [], locations: before.splice(0), hasBranch: false, isError: false};
      steps.push(now);
    }
    now.hasBranch ||= isBranch;
    now.isError ||= raw.kind === "error";
    now.locations.push(raw.location);
    addNotes(now, raw);
  }
  return steps;
}

const valueOf = (v) => v.shown || v.value;
const nameOf = (c) => c.index === undefined ? c.variable : `${c.variable}[${c.index}]`;

function addNotes(step, raw) {
  if (raw.kind === "branch") step.notes.push({text: raw.outcome ? "true" : "false", dim: true});
  if (raw.kind === "call") step.notes.push({text: `→ ${raw.text || "call"}`, dim: true});
  if (raw.kind === "error") step.notes.push({text: raw.text || "error"});
  for (const c of raw.changes || []) {
    step.changes.push(c);
    step.notes.push({text: `${nameOf(c)} = ${valueOf(c)}`, dim: !c.relevant && !raw.inputs});
  }
  for (const i of raw.inputs || [])
    if (!(raw.changes || []).some((c) => c.value === i.value))
      step.notes.push({text: inputText(i)});
}

function inputText(i) {
  const name = i.name || "?", value = valueOf(i);
  switch (i.kind) {
  case "call": return `${name}() returned ${value}`;
  case "local": return i.name ? `${name} is not initialized; here it is ${value}`
                              : `a value that is not initialized; here it is ${value}`;
  case "global": return `extern ${name} is ${value}`;
  case "argument": return `argument ${name} is ${value}`;
  case "memory": return `${name}() stored ${value}`;
  case "heap": return `memory from ${name}() is ${value}`;
  default: return `choice ${value}`;
  }
}

let trace = null, steps = [], current = -1;
const stepsAt = new Map(); // "file:line" to steps
// The path of another question may be one of another graph.
function useTrace(its) {
  trace = its;
  current = -1;
  steps = its ? makeSteps(its) : [];
  stepsAt.clear();
  steps.forEach((s, i) => {
    const key = `${s.file}:${s.line}`;
    if (!stepsAt.has(key)) stepsAt.set(key, []);
    stepsAt.get(key).push(i);
    if (its !== report.trace) s.locations = [];
  });
}
useTrace(report.trace);

// --- the source -------------------------------------------------------------

const KEYWORDS = {
  c: "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool bool _Static_assert _Noreturn",
  bpl: "assert assume axiom bool break call complete const else ensures exists extends false finite forall free function goto havoc if implementation int invariant lambda modifies old procedure real requires return returns then true type unique var where while",
};
const TOKEN = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|^\s*#\s*\w+|\b\d[\w.]*|[A-Za-z_]\w*/g;

// For each line: does it begin inside of a comment?
function commentStarts(lines) {
  const inside = new Uint8Array(lines.length + 1);
  const mark = /\/\/|\/\*|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?/g;
  for (let i = 0; i < lines.length; i++) {
    let at = 0, open = inside[i];
    for (;;) {
      if (open) {
        const end = lines[i].indexOf("*/", at);
        if (end < 0) break;
        open = 0;
        at = end + 2;
      }
      mark.lastIndex = at;
      const m = mark.exec(lines[i]);
      if (!m || m[0] === "//") break;
      at = mark.lastIndex;
      if (m[0] === "/*") open = 1;
    }
    inside[i + 1] = open;
  }
  return inside;
}

function colored(file, i) {
  const text = file.lines[i], out = el("span", {class: "text"});
  let at = 0;
  const put = (to, kind) => {
    if (to > at) out.append(kind ? el("span", {class: kind}, text.slice(at, to)) : text.slice(at, to));
    at = to;
  };
  if (file.inside[i]) {
    const end = text.indexOf("*/");
    put(end < 0 ? text.length : end + 2, "c");
  }
  TOKEN.lastIndex = at;
  for (let m; (m = TOKEN.exec(text));) {
    const t = m[0], first = t.trimStart()[0];
    const kind = t.startsWith("//") || t.startsWith("/*") ? "c"
      : first === "#" ? "h" : first === '"' || first === "'" ? "s"
      : first >= "0" && first <= "9" ? "n" : file.keywords.has(t) ? "k" : null;
    if (!kind) continue;
    put(m.index, null);
    put(m.index + t.length, kind);
  }
  put(text.length, null);
  return out;
}

// The parts of a conjunction, or of a disjunction, each for a line of its own.
function partsOf(text) {
  let t = text;
  while (t.startsWith("(") && closing(t, 0) === t.length - 1) t = t.slice(1, -1);
  const at = {" && ": [], " || ": [], " ? ": []};
  for (let i = 0, depth = 0; i < t.length; i++) {
    if (t[i] === "(") depth++;
    if (t[i] === ")") depth--;
    if (depth === 0 && t[i] === " ")
      for (const word of Object.keys(at)) if (t.startsWith(word, i)) at[word].push(i);
  }
  const cut = (places) => [-4, ...places].map((p, i) => t.slice(p + 4, places[i]));
  if (at[" ? "].length || (!at[" || "].length && !at[" && "].length)) return [t];
  if (!at[" || "].length) return cut(at[" && "]).flatMap(partsOf);
  return cut(at[" || "]).map((p, i) => i ? `|| ${p}` : p);
}
function closing(t, open) {
  let depth = 0;
  for (let i = open; i < t.length; i++) {
    if (t[i] === "(") depth++;
    if (t[i] === ")" && --depth === 0) return i;
  }
  return -1;
}

const invariants = (report.proof ? report.proof.invariants : [])
  .filter((i) => i.smt2 !== "true")
  .map((i) => ({...i, parts: i.c ? partsOf(i.c) : null}));

const MOST_PARTS = 6; // of a formula that stand in the source

// Rows of a file: its lines, and before the line of a loop what holds there.
function makeRows(file) {
  const facts = new Map();
  for (const v of invariants) {
    if (!v.position || v.position.file !== file.name) continue;
    const list = facts.get(v.position.line) || [];
    const parts = v.parts || ["(a formula that has no short C form)"];
    list.push(...parts.slice(0, MOST_PARTS));
    if (parts.length > MOST_PARTS) list.push(`… ${parts.length - MOST_PARTS} more parts`);
    facts.set(v.position.line, [...new Set(list)]);
  }
  file.rows = [];
  file.rowOf = new Uint32Array(file.lines.length + 1);
  for (let line = 1; line <= file.lines.length; line++) {
    const indent = /^\s*/.exec(file.lines[line - 1])[0];
    (facts.get(line) || []).forEach((text, i) =>
      file.rows.push({fact: indent + text, isFirst: i === 0}));
    file.rowOf[line] = file.rows.length;
    file.rows.push({line});
  }
}

const files = data.files.map((f) => {
  const lines = f.text.replace(/\r/g, "").split("\n");
  if (lines.length > 1 && lines[lines.length - 1] === "") lines.pop();
  const words = f.name.endsWith(".bpl") ? KEYWORDS.bpl : KEYWORDS.c;
  return {name: f.name, lines, keywords: new Set(words.split(" "))};
});
const fileOf = new Map(files.map((f) => [f.name, f]));
let shown = null, code = null, picked = null; // the file, its rows, a line

function makeLine(i) {
  const row = shown.rows[i];
  if (row.fact !== undefined)
    return el("div", {class: "line fact", title: "holds whenever the loop comes here"},
      el("span", {class: "no"}, row.isFirst ? "invariant" : ""), row.fact);
  const line = row.line, e = el("div", {class: "line", "data-line": line},
    el("span", {class: "no"}, String(line)), colored(shown, line - 1));
  const at = stepsAt.get(`${shown.name}:${line}`);
  if (at) e.classList.add("path");
  if (at && at.some((s) => steps[s].isError)) e.classList.add("error");
  const reason = report.reason && report.reason.position;
  if (reason && reason.file === shown.name && reason.line === line) e.classList.add("reason");
  return e;
}

function showFile(file) {
  if (!file || file === shown) return;
  shown = file;
  file.inside ||= commentStarts(file.lines);
  if (!file.rows) makeRows(file);
  $("code").scrollTop = 0;
  code = new Rows($("code"), file.rows.length,
    (i) => file.rows[i].fact !== undefined ? file.rows[i].fact : file.lines[file.rows[i].line - 1],
    makeLine, annotate);
  for (const tab of $("files").children)
    tab.setAttribute("aria-selected", String(tab.file === file));
}

function showLine(name, line) {
  const file = fileOf.get(name);
  if (!file || line < 1 || line > file.lines.length) return false;
  showFile(file);
  code.show(file.rowOf[line]);
  return true;
}

// The step that was the last at each line of the file, up to the current one.
function lastSteps() {
  const last = new Map();
  for (let i = 0; i <= current; i++)
    if (steps[i].file === shown.name) last.set(steps[i].line, i);
  return last;
}

// Marks and values of the rows that exist.
function annotate(first, end) {
  const last = lastSteps(), now = steps[current];
  for (let i = first; i < end; i++) {
    const e = code.rows.get(i), line = shown.rows[i].line;
    if (!e || !line) continue;
    e.classList.toggle("now", Boolean(now) && now.file === shown.name && now.line === line);
    e.classList.toggle("picked", Boolean(picked) && picked.file === shown.name && picked.line === line);
    const old = e.querySelector(".notes");
    if (old) old.remove();
    const step = last.has(line) ? steps[last.get(line)] : null;
    if (step && step.notes.length)
      e.append(el("span", {class: "notes"}, ...step.notes.slice(0, 8).map((n) =>
        el("span", {class: n.dim ? "dim" : ""}, n.text))));
  }
}
function annotateAll() {
  if (!code) return;
  for (let c = 0; c < code.chunks.length; c++)
    if (!code.chunks[c].classList.contains("plain"))
      annotate(c * CHUNK, Math.min((c + 1) * CHUNK, code.count));
}

$("code").addEventListener("click", (event) => {
  const e = event.target.closest("[data-line]");
  if (!e || String(getSelection())) return;
  pick(shown.name, Number(e.dataset.line));
});

// A line was chosen: the next step there becomes the current one.
function pick(name, line) {
  picked = {file: name, line};
  const at = stepsAt.get(`${name}:${line}`);
  if (at) goTo(at.find((s) => s > current) ?? at[0]);
  else annotateAll();
  for (const g of graphs) g.pickLine(name, line);
}

for (const f of files)
  $("files").append(Object.assign(
    el("button", {role: "tab", title: f.name, onclick: () => showFile(f)}, base(f.name)), {file: f}));

// --- tabs -------------------------------------------------------------------

const tabs = [];
function addTab(name, title, className, open) {
  const panel = el("div", {class: `panel ${className || ""}`, role: "tabpanel", id: `panel-${name}`, hidden: "", tabindex: "-1"});
  const button = el("button", {role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
    title: `${title} (${tabs.length + 1})`, onclick: () => openTab(tab)}, title);
  const tab = {name, panel, button, open, isMade: false};
  tabs.push(tab);
  $("tabs").append(button);
  $("panels").append(panel);
  return panel;
}
function openTab(tab) {
  for (const t of tabs) {
    t.panel.hidden = t !== tab;
    t.button.setAttribute("aria-selected", String(t === tab));
    t.button.tabIndex = t === tab ? 0 : -1;
  }
  if (!tab.isMade) tab.open(tab.panel);
  tab.isMade = true;
  for (const g of graphs) if (g.tab === tab.name) g.update();
}
for (const bar of [$("tabs"), $("files")])
  bar.addEventListener("keydown", (event) => {
    const all = [...bar.children], at = all.indexOf(document.activeElement);
    const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!by || at < 0) return;
    event.stopPropagation();
    event.preventDefault();
    const next = all[(at + by + all.length) % all.length];
    next.focus();
    next.click();
  });

function link(position, text) {
  if (!position) return null;
  return el("a", {href: "#", onclick: (event) => {
    event.preventDefault();
    if (showLine(position.file, position.line)) pick(position.file, position.line);
  }}, text || place(position));
}

// A sentence in which places become links.
function linked(text) {
  return text.split(/(\S+:\d+)/).map((part) => {
    const at = part.lastIndexOf(":"), file = part.slice(0, at);
    return fileOf.has(file) ? link({file, line: Number(part.slice(at + 1))}) : part;
  });
}

// --- stepping ---------------------------------------------------------------

let list = null;

function goTo(step) {
  if (!steps.length) return;
  const before = current;
  current = Math.max(0, Math.min(steps.length - 1, step));
  const s = steps[current];
  if (picked && (picked.file !== s.file || picked.line !== s.line)) picked = null;
  if (!showLine(s.file, s.line)) showFile(shown || files[0]);
  annotateAll();
  markList(before);
  showValues();
  $("slider").value = String(current);
  const skipped = trace.skipped_steps;
  $("count").textContent = `step ${current + 1} of ${steps.length}` +
    (skipped ? ` (${skipped.toLocaleString("en")} before are left out)` : "");
  for (const [id, off] of [["first", current === 0], ["back", current === 0],
    ["next", current === steps.length - 1], ["last", current === steps.length - 1]])
    $(id).disabled = off;
  $("live").textContent = `Step ${current + 1}, line ${s.line}. ${s.notes.map((n) => n.text).join(", ")}`;
  for (const g of graphs) g.update();
}

function makeStep(i) {
  const s = steps[i];
  const source = s.source || (fileOf.get(s.file) ? fileOf.get(s.file).lines[s.line - 1] || "" : "");
  return el("div", {class: s.isError ? "step error" : "step", "data-step": i},
    el("span", {class: "at"}, String(s.line)),
    el("span", {class: "what"}, "  ".repeat(Math.min(s.depth, 12)) + source.trim()),
    el("span", {class: "then"}, s.notes.map((n) => n.text).join(", ")));
}
function markList(before) {
  for (const i of [before, current]) {
    const e = i >= 0 && list.row(i);
    if (e) e.classList.toggle("now", i === current);
  }
  list.show(current);
}

// The values before the step, by scope; the step's own changes apart.
function stateBefore(step) {
  const state = new Map();
  const put = (scope, name, text) => {
    if (!state.has(scope)) state.set(scope, new Map());
    state.get(scope).set(name, text);
  };
  for (const v of report.trace.initial) put(v.function || "", nameOf(v), valueOf(v));
  for (let i = 0; i < step; i++)
    for (const c of steps[i].changes) put(c.function || "", nameOf(c), valueOf(c));
  return {state, put};
}
// The functions that are being executed, the innermost first.
function callStack(step) {
  const stack = [];
  for (let i = 0; i <= step; i++) {
    stack.length = steps[i].depth;
    stack[steps[i].depth] = steps[i].name;
  }
  return [...new Set(stack.reverse().filter(Boolean)), ""];
}

function showValues() {
  const {state, put} = stateBefore(current), changed = new Map();
  for (const c of steps[current].changes) {
    const scope = c.function || "", key = `${scope}:${nameOf(c)}`;
    const old = state.has(scope) ? state.get(scope).get(nameOf(c)) : undefined;
    if (!changed.has(key)) changed.set(key, old);
    put(scope, nameOf(c), valueOf(c));
  }
  const out = [];
  // A call sets the arguments of a function that is not yet entered.
  const scopes = steps[current].changes.map((c) => c.function || "").filter((s) => s);
  for (const scope of new Set([...scopes, ...callStack(current)])) {
    if (!state.has(scope)) continue;
    const rows = [...state.get(scope)].map(([name, text]) => {
      const key = `${scope}:${name}`, old = changed.get(key);
      return el("tr", {class: changed.has(key) ? "changed" : ""}, el("td", {}, name),
        el("td", {}, old !== undefined && old !== text ? el("span", {class: "old"}, old) : null, text));
    });
    out.push(el("h2", {}, scope || "global"), el("table", {class: "mono"}, ...rows));
  }
  if (!out.length) out.push(el("p", {}, "No variable has a value yet."));
  $("values").replaceChildren(...out);
  const row = $("values").querySelector(".changed");
  if (row) row.scrollIntoView({block: "nearest"});
}

function fillStepper() {
  const button = (id, text, title, act) => el("button", {id, title, "aria-label": title, onclick: act}, text);
  $("stepper").append(
    button("first", icon(LAST, true), "First step (Home)", () => goTo(0)),
    button("back", icon(NEXT, true), "Step back (←)", () => goTo(current - 1)),
    button("next", icon(NEXT), "Next step (→)", () => goTo(current + 1)),
    button("last", icon(LAST), "The error (End)", () => goTo(steps.length - 1)),
    el("input", {id: "slider", type: "range", min: "0", max: String(steps.length - 1), "aria-label": "Step",
      oninput: (event) => goTo(Number(event.target.value))}),
    el("output", {id: "count"}));
}

function openPath(panel) {
  panel.append(
    el("div", {id: "steps", tabindex: "0", "aria-label": "Steps",
      onclick: (event) => {
        const e = event.target.closest("[data-step]");
        if (e) goTo(Number(e.dataset.step));
      }}),
    el("div", {id: "values", tabindex: "0", "aria-label": "Values"}));
  list = new Rows($("steps"), steps.length, (i) => steps[i].source, makeStep, (first, end) => {
    const e = current >= first && current < end ? list.rows.get(current) : null;
    if (e) e.classList.add("now");
  });
}

// --- one verdict per property -----------------------------------------------

const properties = (report.properties || []).filter((p) => p.places > 0);
const SIGNS = {"true": "✓", "false": "✗", "unknown": "?", "not reached": "–"};

function showProperty(p) {
  const its = p.main ? report.trace : p.trace;
  const tab = tabs.find((t) => t.name === "path");
  if (p.verdict === "false" && its && tab) {
    useTrace(its);
    shown = null; // its lines are marked by the path
    $("slider").max = String(steps.length - 1);
    tab.panel.replaceChildren();
    tab.isMade = false;
    openTab(tab);
    goTo(steps.length - 1);
  } else if (p.position && showLine(p.position.file, p.position.line)) {
    pick(p.position.file, p.position.line);
  }
}

function fillProperties() {
  $("properties").append(...properties.map((p) => el("button", {
    class: `property ${p.verdict.replace(" ", "-")}`, title: p.text || p.verdict,
    onclick: () => showProperty(p)},
    el("span", {class: "sign"}, SIGNS[p.verdict]), el("span", {class: "name"}, p.name),
    el("span", {class: "said"}, p.verdict + (p.position ? `  ${place(p.position)}` : "")))));
}

// --- proof and unknown ------------------------------------------------------

function proofSentence() {
  const p = report.proof;
  if (!p) return "";
  if (p.kind === "bounded")
    return p.k ? `After ${plural(p.k, "round")} of loops no execution can reach an error any more, and none does before.`
               : "No execution goes round a loop on a way to an error, and none reaches one.";
  const paths = p.simple_path_variables.length ? " without a repeated state" : "";
  if (!invariants.length)
    return `No error follows ${plural(p.k, "round")} of loops without one${paths}, whatever the state.`;
  return "These invariants of loops hold" +
    (p.k > 1 ? `, by induction over ${p.k} rounds${paths},` : "") + " and exclude every error.";
}

function invariantBox(v) {
  const box = el("div", {class: "fact-box", tabindex: "0", role: "button",
    onclick: () => v.position && showLine(v.position.file, v.position.line) && pick(v.position.file, v.position.line)},
    el("div", {class: "where"}, place(v.position) + (v.function ? ` in ${v.function}` : "")));
  for (const part of v.parts || []) box.append(el("code", {}, part));
  if (!v.parts) box.append(el("span", {class: "soft"}, "A formula that has no short C form."));
  box.append(el("details", {onclick: (e) => e.stopPropagation()},
    el("summary", {}, "SMT-LIB"), el("pre", {}, v.smt2)));
  return box;
}

function openProof(panel) {
  panel.append(el("p", {class: "lead"}, proofSentence()));
  panel.append(...invariants.map(invariantBox));
  if (report.confirmed)
    panel.append(el("h2", {}, "Checked again"), el("p", {},
      `The proof was confirmed by ${report.confirmed}, on the program as it was read, without the code that found it.`));
  addGrounds(panel);
}

const REASONS = {
  time: "The time ran out before there was an answer.",
  memory: "The memory ran out before there was an answer.",
  interrupted: "The run was interrupted before there was an answer.",
  bound: "No error was found up to a bound, and what lies behind it was not searched.",
  unsupported: "An execution gets to something that Wedge does not support.",
  undefined: "An execution gets to undefined behavior of C, so nothing is known of what follows.",
  solver: "The solver gave up.",
  certify: "An answer was found, but could not be confirmed.",
  engine: "The search gave up.",
};

function openUnknown(panel) {
  const r = report.reason;
  panel.append(el("p", {class: "lead"}, REASONS[r.code] || "", r.position ? " See " : "", link(r.position), r.position ? "." : ""));
  if (report.rounds)
    panel.append(el("p", {class: "soft"}, `${plural(report.rounds, "round")} of loops were searched without finding an error.`));
  const hints = r.hints || (r.hint ? [r.hint] : []);
  if (hints.length)
    panel.append(el("h2", {}, "What may help"), ...hints.map((h) => el("div", {class: "fact-box help-box"}, ...linked(h))));
  addEngines(panel);
  addGrounds(panel);
}

function addEngines(panel) {
  const rows = report.others.map((line) => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
  if (!rows.length) return;
  if (report.engine !== "none")
    rows.unshift([report.engine, report.verdict === "unknown" ? report.reason.text : `answered ${report.verdict}`]);
  panel.append(el("h2", {}, "Engines"), el("table", {class: "rows"},
    ...rows.map(([name, text]) => el("tr", {}, el("td", {}, el("code", {}, name)), el("td", {class: "help"}, text)))));
}

function addGrounds(panel) {
  const kinds = {external: "Assumed to return any value", model: "Functions of the C library, modeled"};
  for (const [kind, title] of Object.entries(kinds)) {
    const notes = (report.notes || []).filter((n) => n.kind === kind);
    if (notes.length)
      panel.append(el("h2", {}, title), el("div", {class: "names"}, ...notes.map((n) => el("code", {}, link(n.position, n.text) || n.text))));
  }
  const rest = (report.notes || []).filter((n) => n.kind === "assumption");
  if (rest.length)
    panel.append(el("h2", {}, "Assumed"), el("table", {class: "rows"}, ...rest.map((n) =>
      el("tr", {}, el("td", {}, n.text), el("td", {class: "help"}, link(n.position))))));
}

// --- graphs -----------------------------------------------------------------

const graphs = [];

class Graph {
  constructor(tab, prefix, graph) {
    Object.assign(this, {tab, prefix, graph, svg: null, zoom: 1});
    this.byOrigin = new Map((graph.nodes || []).map((n) => [n.origin, n]));
    graphs.push(this);
  }
  open(panel) {
    const {graph} = this;
    const size = `${plural(graph.locations, "location")}, ${plural(graph.edges, "edge")}`;
    if (!graph.svg) {
      panel.append(el("div", {class: "tools"}, el("span", {}, size)),
        el("div", {class: "panel", style: "position:static"}, el("p", {class: "lead"}, graph.why)));
      return;
    }
    this.canvas = el("div", {class: "canvas", tabindex: "0", "aria-label": "Graph"});
    panel.append(el("div", {class: "tools"},
      el("button", {title: "Smaller (−)", "aria-label": "Smaller", onclick: () => this.scale(this.zoom / 1.25)}, "−"),
      el("button", {title: "Larger (+)", "aria-label": "Larger", onclick: () => this.scale(this.zoom * 1.25)}, "+"),
      el("button", {title: "Fit (0)", onclick: () => this.fit()}, "fit"),
      el("span", {}, size), el("span", {}, "Numbers are lines; a click goes there.")), this.canvas);
    const parsed = new DOMParser().parseFromString(graph.svg, "image/svg+xml");
    this.svg = document.importNode(parsed.documentElement, true);
    const box = this.svg.viewBox.baseVal;
    this.size = {width: box.width * 4 / 3, height: box.height * 4 / 3};
    this.canvas.append(this.svg);
    this.elements = new Map([...this.svg.querySelectorAll("g[id]")].map((g) => [g.id, g]));
    this.prepare();
    this.fit();
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.scale(this.zoom * Math.exp(-event.deltaY / 300));
    }, {passive: false});
  }
  node(n) { return this.elements.get(`${this.prefix}l${n.id}`); }
  prepare() {
    const proved = new Set(invariants.map((v) => v.location));
    for (const n of this.graph.nodes) {
      const g = this.node(n);
      if (!g) continue;
      if (proved.has(n.origin)) g.classList.add("proved");
      g.setAttribute("tabindex", "0");
      g.setAttribute("role", "button");
      g.querySelector("title").textContent =
        n.line ? `${base(n.file)}:${n.line}${n.function ? " in " + n.function : ""}` : "";
      const act = () => this.choose(n);
      g.addEventListener("click", act);
      g.addEventListener("keydown", (e) => { if (e.key === "Enter") act(); });
    }
    for (const t of this.svg.querySelectorAll(".edge > title")) t.remove();
  }
  scale(zoom) {
    this.zoom = Math.max(0.1, Math.min(4, zoom));
    this.svg.setAttribute("width", this.size.width * this.zoom);
    this.svg.setAttribute("height", this.size.height * this.zoom);
  }
  fit() {
    const room = this.canvas.clientWidth - 34;
    this.scale(Math.max(0.45, Math.min(1, room / this.size.width)));
  }
  // The step at this very location, or else its line.
  choose(n) {
    const at = [];
    steps.forEach((s, i) => { if (s.locations.includes(n.origin)) at.push(i); });
    if (at.length) goTo(at.find((i) => i > current) ?? at[0]);
    else if (n.line && showLine(n.file, n.line)) pick(n.file, n.line);
  }
  pickLine(file, line) {
    if (!this.svg) return;
    let first = null;
    for (const n of this.graph.nodes) {
      const g = this.node(n), is = n.file === file && n.line === line;
      if (!g) continue;
      g.classList.toggle("picked", is);
      if (is) first ||= g;
    }
    if (first) first.scrollIntoView({block: "nearest", inline: "nearest"});
  }
  // The way to the current step.
  update() {
    if (!this.svg || current < 0) return;
    for (const g of this.svg.querySelectorAll(".taken, .now")) g.classList.remove("taken", "now");
    let last = null;
    const visit = (location) => {
      const n = this.byOrigin.get(location);
      if (!n) return;
      if (last)
        for (let i = 0; i < last.next.length; i += 2)
          if (last.next[i + 1] === n.id) {
            const g = this.elements.get(`${this.prefix}e${last.next[i]}`);
            if (g) g.classList.add("taken");
          }
      last = n;
    };
    for (let i = 0; i <= current; i++) steps[i].locations.forEach(visit);
    if (last && steps[current].isError) this.visitError(last, visit);
    const g = last && this.node(last);
    if (!g) return;
    g.classList.add("now");
    g.scrollIntoView({block: "nearest", inline: "nearest"});
  }
  visitError(last, visit) {
    const error = this.graph.nodes.find((n) => {
      const g = this.node(n);
      return g && g.classList.contains("error") && last.next.some((id, i) => i % 2 === 1 && id === n.id);
    });
    if (error) visit(error.origin);
  }
}

// --- statistics -------------------------------------------------------------

const PHASES = [["time_clang", "clang"], ["time_frontend", "front end"], ["time_encode", "blocks"],
  ["time_engine", "search"], ["time_certify", "check"]];

function phaseBar() {
  const s = report.statistics;
  const parts = PHASES.map(([key, name], i) => ({name, time: s[key], color: `p${i}`}));
  const sum = parts.reduce((t, p) => t + p.time, 0);
  parts.push({name: "other", time: Math.max(0, report.wall - sum), color: "p5"});
  const all = Math.max(report.wall, sum) || 1;
  return [el("div", {class: "bar"}, ...parts.map((p) =>
    el("i", {class: p.color, style: `width:${100 * p.time / all}%`, title: `${p.name}: ${seconds(p.time)}`}))),
  el("div", {class: "legend"}, ...parts.map((p) =>
    el("span", {}, el("i", {class: p.color}), `${p.name} ${seconds(p.time)}`)))];
}

const isTime = (name) => name === "time" || name.startsWith("time_");
const short = (name, v) => name === "memory" ? bytes(v) : isTime(name) ? seconds(v)
  : v.toLocaleString("en", {maximumFractionDigits: 2});
const helpOf = (name) => name === "memory" ? "memory of our own structures"
  : name === "time" ? "seconds since the search began" : data.help[name] || name;

// One column of the series as a small plot, over iterations or seconds.
function plot(name, columns, overTime) {
  const ys = columns[name], W = 300, H = 92;
  const xs = overTime ? columns.time : ys.map((_, i) => i * data.series.stride + 1);
  const x0 = xs[0], x1 = xs[xs.length - 1], top = Math.max(...ys) || 1;
  const X = (i) => x1 > x0 ? W * (xs[i] - x0) / (x1 - x0) : 0, Y = (v) => H - (H - 4) * v / top;
  const points = ys.map((v, i) => `${X(i).toFixed(1)},${Y(v).toFixed(1)}`).join(" L");
  const mark = svg("line", {class: "mark", y1: 0, y2: H, visibility: "hidden"});
  const value = el("b", {}, short(name, ys[ys.length - 1])), at = el("span", {});
  const end = overTime ? seconds(x1) : plural(data.series.steps, "step");
  at.textContent = end;
  const picture = svg("svg", {viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: "none", role: "img",
    "aria-label": `${helpOf(name)}: from ${short(name, ys[0])} to ${short(name, ys[ys.length - 1])}`},
    svg("path", {class: "area", d: `M0,${H} L${points} L${W},${H} Z`}),
    svg("line", {class: "base", x1: 0, x2: W, y1: H, y2: H}),
    svg("path", {class: "stroke", d: `M${points}`}), mark);
  picture.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect();
    const x = x0 + (x1 - x0) * (event.clientX - box.left) / box.width;
    let i = 0;
    while (i + 1 < xs.length && Math.abs(xs[i + 1] - x) <= Math.abs(xs[i] - x)) i++;
    mark.setAttribute("x1", X(i));
    mark.setAttribute("x2", X(i));
    mark.setAttribute("visibility", "visible");
    value.textContent = short(name, ys[i]);
    at.textContent = overTime ? `at ${seconds(xs[i])}` : `step ${xs[i]}`;
  });
  picture.addEventListener("pointerleave", () => {
    mark.setAttribute("visibility", "hidden");
    value.textContent = short(name, ys[ys.length - 1]);
    at.textContent = end;
  });
  return el("div", {class: "plot"}, el("h3", {}, helpOf(name)), picture, el("p", {}, value, at));
}

const PREFERRED = ["time", "solver_calls", "unrollings", "imc_bound", "imc_rounds", "refinements", "predicates",
  "art_size", "lemmas", "itp_queries", "df_rounds", "time_solve", "cnf_clauses", "memory"];

function addPlots(panel) {
  const columns = data.series.columns;
  if (!columns) return;
  const grid = el("div", {class: "plots"});
  const rank = (n) => (PREFERRED.indexOf(n) + 1) || 99;
  const names = Object.keys(columns).sort((a, b) => rank(a) - rank(b)).slice(0, 12);
  const draw = (overTime) => {
    grid.replaceChildren(...names.filter((n) => !overTime || n !== "time").map((n) => plot(n, columns, overTime)));
    for (const b of choice.children) b.setAttribute("aria-pressed", String(b.overTime === overTime));
  };
  const option = (text, overTime) => Object.assign(el("button", {onclick: () => draw(overTime)}, text), {overTime});
  const choice = el("span", {class: "switch"}, option("by step", false), option("by time", true));
  panel.append(el("h2", {}, choice, `How ${report.engine} went on`), grid);
  draw(false);
}

function openStatistics(panel) {
  panel.append(el("h2", {style: "margin-top:0"}, "Where the time went"), ...phaseBar());
  addPlots(panel);
  addEngines(panel);
  const rows = Object.entries(report.statistics).filter(([, v]) => v !== 0).map(([name, v]) =>
    el("tr", {}, el("td", {}, el("code", {}, name)), el("td", {class: "number"}, isTime(name) ? v.toFixed(3) : v.toLocaleString("en")),
      el("td", {class: "help"}, helpOf(name))));
  panel.append(el("h2", {}, "All that is not zero"), el("table", {class: "rows"}, ...rows));
}

// --- the run ----------------------------------------------------------------

const quoted = (word) => /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;

function commandLine() {
  const words = ["wedge"];
  for (const [name, value] of Object.entries(report.options)) {
    if (name === "html") continue;
    const dashes = name.length === 1 ? "-" : "--";
    for (const v of Array.isArray(value) ? value : [value])
      if (v === true) words.push(`--${name}`);
      else if (v === false) words.push(`--no-${name}`);
      else words.push(`${dashes}${name}`, quoted(String(v)));
  }
  words.push(...(report.inputs || []).map(quoted));
  if (report["clang-flags"]) words.push("--", ...report["clang-flags"].map(quoted));
  return words.join(" ");
}

function openRun(panel) {
  const options = Object.entries(report.options);
  panel.append(el("h2", {style: "margin-top:0"}, "The same again"), el("pre", {}, commandLine()),
    el("h2", {}, "Options that differ from their defaults"));
  panel.append(options.length ? el("table", {class: "rows"}, ...options.map(([name, value]) =>
    el("tr", {}, el("td", {}, el("code", {}, name)), el("td", {class: "help"}, String(value))))) : el("p", {class: "soft"}, "None."));
  panel.append(el("h2", {}, "Tool"), el("table", {class: "rows"},
    ...[["version", report.wedge], ["engine", report.engine], ["solver", report.solver || "none"],
      ["confirmed by", report.confirmed || "nobody"]].map(([k, v]) =>
      el("tr", {}, el("td", {}, k), el("td", {class: "help"}, v)))));
  if (report.verdict === "false") addGrounds(panel);
}

// --- the top ----------------------------------------------------------------

function headline() {
  if (report.verdict === "true") return "No execution reaches an error";
  if (report.verdict === "unknown") return `No answer: ${report.reason.text || report.reason.code}`;
  const error = steps.find((s) => s.isError);
  const note = error && error.notes.find((n) => !n.dim);
  return note ? `An execution reaches an error: ${error.notes[error.notes.length - 1].text}` : "An execution reaches an error";
}
function subline() {
  const parts = [];
  const error = steps.find((s) => s.isError);
  if (error) parts.push(`${base(error.file)}:${error.line}`);
  else parts.push((report.inputs || []).map(base).join(", "));
  if (report.verdict !== "unknown") parts.push(`found by ${report.engine}`);
  if (report.confirmed) parts.push(`confirmed by ${report.confirmed}`);
  else if (report.verdict !== "unknown") parts.push("not confirmed (--certify off)");
  return parts.join("  ·  ");
}

function fillTop() {
  document.documentElement.dataset.verdict = report.verdict;
  document.title = `${report.verdict}: ${(report.inputs || ["Wedge"]).map(base).join(", ")}`;
  const other = report.violated && report.violated !== "unreach-call" ? ` (${report.violated})` : "";
  $("verdict").textContent = report.verdict.toUpperCase() + other;
  $("headline").children[0].textContent = headline();
  $("headline").children[1].textContent = subline();
  const facts = [["time", seconds(report.wall)], ["memory", bytes(report.memory)]];
  if (invariants.length) facts.unshift([invariants.length === 1 ? "invariant" : "invariants", String(invariants.length)]);
  $("facts").append(...facts.map(([name, v]) => el("div", {}, el("dt", {}, name), el("dd", {}, v))));
  for (const w of report.warnings || [])
    $("warnings").append(el("p", {}, w.text, w.position ? " (" : "", link(w.position), w.position ? ")" : ""));
}

// --- appearance and keys ----------------------------------------------------

const stored = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* not kept */ } },
};
const system = matchMedia("(prefers-color-scheme: dark)");
function applyTheme() {
  document.documentElement.dataset.theme = stored.get("wedge-theme") || (system.matches ? "dark" : "light");
}
function switchTheme() {
  const root = document.documentElement.dataset;
  root.theme = root.theme === "dark" ? "light" : "dark";
  stored.set("wedge-theme", root.theme);
}
system.addEventListener("change", applyTheme);
$("theme").addEventListener("click", switchTheme);
$("keys").addEventListener("click", () => $("help").showModal());

const KEYS = [
  ["→ j", "next step", () => goTo(current + 1)], ["← k", "step back", () => goTo(current - 1)],
  ["Home", "first step", () => goTo(0)], ["End", "the error", () => goTo(steps.length - 1)],
  ["1 … 5", "views", null], ["+ − 0", "size of the graph", null],
  ["t", "light or dark", switchTheme], ["?", "this list", () => $("help").showModal()],
];
const ACTIONS = new Map([["+", (g) => g.scale(g.zoom * 1.25)], ["-", (g) => g.scale(g.zoom / 1.25)], ["0", (g) => g.fit()]]);
for (const [keys, , act] of KEYS) {
  if (!act) continue;
  const names = {"→": "ArrowRight", "←": "ArrowLeft"};
  for (const key of keys.split(" ")) ACTIONS.set(names[key] || key, act);
}
$("help").querySelector("dl").append(...KEYS
  .filter(([, , act], i) => steps.length || i >= 4)
  .flatMap(([keys, text]) => [el("dt", {}, keys), el("dd", {}, text)]));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || $("help").open) return;
  if (event.target.id === "slider" || event.target.id === "handle") return;
  const tab = tabs[Number(event.key) - 1];
  const act = ACTIONS.get(event.key);
  const isZoom = "+-0".includes(event.key);
  const graph = graphs.find((g) => g.svg && !$(`panel-${g.tab}`).hidden);
  if (tab && event.key !== "0") openTab(tab);
  else if (act && (!isZoom || graph)) act(graph);
  else return;
  event.preventDefault();
});

// The border between the halves.
function setSplit(percent) {
  document.documentElement.style.setProperty("--split", `${Math.max(15, Math.min(85, percent))}%`);
}
$("handle").addEventListener("pointerdown", (event) => {
  const move = (e) => setSplit(100 * e.clientX / document.body.clientWidth);
  const stop = () => removeEventListener("pointermove", move);
  addEventListener("pointermove", move);
  addEventListener("pointerup", stop, {once: true});
  event.preventDefault();
});
$("handle").addEventListener("keydown", (event) => {
  const by = {ArrowLeft: -4, ArrowRight: 4}[event.key];
  if (!by) return;
  setSplit(100 * $("source").clientWidth / document.body.clientWidth + by);
  event.preventDefault();
});

// --- everything -------------------------------------------------------------

applyTheme();
if (report.verdict === "false") addTab("path", "Error path", "column", openPath);
else if (report.verdict === "true") addTab("proof", "Proof", "", openProof);
else addTab("unknown", "What happened", "", openUnknown);
for (const [name, title, prefix] of [["program", "Program graph", "p"], ["blocks", "Blocks", "b"]]) {
  if (!data.graphs[name]) continue;
  const graph = new Graph(name, prefix, data.graphs[name]);
  addTab(name, title, "column", (panel) => graph.open(panel));
}
addTab("statistics", "Statistics", "", openStatistics);
addTab("run", "Run", "", openRun);
fillTop();
fillProperties();
if (steps.length) fillStepper();
if (files.length < 2) $("files").style.display = files.length ? "" : "none";
openTab(tabs[0]);

const first = report.reason && report.reason.position || (invariants[0] && invariants[0].position);
if (steps.length) goTo(0);
else if (!(first && showLine(first.file, first.line)) && files.length) showFile(files[0]);
document.documentElement.dataset.ready = "true";
})();
