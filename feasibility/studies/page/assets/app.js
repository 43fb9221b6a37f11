"use strict";
// The page: state is {board, start, target, pegs}; every change goes through `commit`, so that it can be undone.
const $ = (id) => document.getElementById(id);
const PEGS = {"0": ["pf-hole", "false"], "1": ["pf-peg", "true"]};
const GOAL = {...PEGS, "?": ["pf-free", "mixed"]};
const PLACES = {"0": ["outside", "false"], "1": ["pf-hole", "true"]};
let drawn = new Set();
let state = null, past = [], future = [], job = null, source = null, ticket = 0, clock = null, waiting = null;

const editors = {
  start: new Editor($("start"), PEGS, ["start-title", "pair-help"], (values) => commit({...state, start: values})),
  target: new Editor($("target"), GOAL, ["target-title", "pair-help"], (values) => commit({...state, target: values})),
  drawing: new Editor($("drawing-grid"), PLACES, ["draw", "drawing-help"], (values) => values.forEach((value, i) => {
    drawn[value === "1" ? "add" : "delete"](String(editors.drawing.holes[i]));
  })),
};

async function ask(path, body) {
  const options = body === undefined ? {} : {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)};
  let answer;
  try { answer = await fetch(path, options); } catch { throw new Error("the server does not answer; is pegfeas serve still running?"); }
  const isJson = (answer.headers.get("content-type") || "").startsWith("application/json");
  const found = isJson ? await answer.json() : {error: await answer.text()};
  if (!answer.ok) throw new Error(found.error);
  return found;
}
// A whole number that was typed; anything else is told, and never taken for another.
function typed(id, what) {
  const {min, max, valueAsNumber: number} = $(id);
  if (!Number.isInteger(number) || number < Number(min) || number > Number(max)) throw new Error(`${what}: a whole number from ${min} to ${max}`);
  return number;
}
function complain(error) {
  $("problem").hidden = !error;
  $("problem").textContent = error ? error.message ?? String(error) : "";
}
// Runs a step whose failure the reader must see.
function guarded(step) {
  return async (...args) => { complain(null); try { await step(...args); } catch (error) { complain(error); } };
}

// ---- state ------------------------------------------------------------------------------------------
function boardForServer(board) {
  if (board.known) return board.name;
  const {name, geometry, holes, jumps} = board;
  return geometry === "explicit" ? {name, geometry, holes, jumps} : {name, geometry, holes};
}
function pairForServer() {
  return {board: boardForServer(state.board), start: state.start.join(""), target: state.pegs === null ? state.target.join("") : state.pegs};
}
function fromServer(pair) {
  const count = typeof pair.target === "number";
  const start = [...pair.start];
  return {board: pair.board, start, pegs: count ? pair.target : null, target: count ? start.map(() => "0") : [...pair.target]};
}
function commit(next) {
  past.push(state);
  future = [];
  state = next;
  if (past.length > 500) past.shift();
  show(past[past.length - 1].board !== next.board);
}
function show(rebuilt) {
  const {board, start, target, pegs} = state;
  if (rebuilt) {
    const listed = [...$("choice").options].findIndex((o) => board.known && o.value === board.name);
    $("choice").selectedIndex = Math.max(0, listed);
    editors.start.build(board.holes, board.geometry, board.drawn);
    editors.target.build(board.holes, board.geometry, board.drawn);
    $("board-facts").textContent = `${board.name || "unnamed"}: ${board.geometry}, ${board.holes.length} holes` +
      (board.jump_count === undefined ? "" : `, ${board.jump_count} jumps`);
  }
  editors.start.show(start.slice());
  editors.target.show(target.slice());
  $("target").classList.toggle("disabled", pegs !== null);
  $("any").checked = pegs !== null;
  if (pegs !== null) $("pegs").value = pegs;
  $("pegs").max = board.holes.length;
  const number = (values) => values.filter((v) => v === "1").length;
  const word = (n) => `${n} peg${n === 1 ? "" : "s"}`;
  const free = target.filter((v) => v === "?").length;
  $("start-count").textContent = word(number(start));
  $("target-count").textContent = pegs !== null ? `any position with ${word(pegs)}` : word(number(target)) + (free ? `, ${free} free` : "");
  $("undo").disabled = !past.length;
  $("redo").disabled = !future.length;
  const hash = address();
  if (hash) history.replaceState(null, "", hash);
}
function travel(from, to) {
  if (!from.length) return;
  to.push(state);
  const before = state.board;
  state = from.pop();
  show(state.board !== before);
}
const undo = () => travel(past, future), redo = () => travel(future, past);

// ---- addresses --------------------------------------------------------------------------------------
function cells(board) {
  const rows = [];
  for (const [row, column] of board.holes) { while (rows.length <= row) rows.push([]); rows[row][column] = "1"; }
  return rows.map((row) => Array.from(row, (c) => c || "0").join("")).join("/");
}
function address() {
  const {board, start, target, pegs} = state;
  if (!board.known && board.geometry === "explicit") return null;
  const where = board.known ? {board: board.name} : {geometry: board.geometry, cells: cells(board)};
  const goal = pegs === null ? {target: target.join("")} : {pegs};
  return "#" + new URLSearchParams({...where, start: start.join(""), ...goal});
}
async function fromAddress(hash) {
  const found = new URLSearchParams(hash.slice(1));
  if (found.has("text")) return fromServer(await ask("/api/read", {text: found.get("text")}));
  let board = found.get("board");
  if (found.has("cells")) {
    const holes = found.get("cells").split("/").flatMap((row, r) => [...row].flatMap((c, k) => (c === "1" ? [[r, k]] : [])));
    board = {geometry: found.get("geometry") || "orthogonal", holes, name: ""};
  }
  if (!board) return null;
  const goal = found.has("pegs") ? Number(found.get("pegs")) : found.get("target");
  const pair = {board, start: found.get("start"), target: goal};
  await ask("/api/write", pair);  // the server judges whether it fits
  const full = typeof board === "string" ? await ask("/api/board?name=" + encodeURIComponent(board)) : board;
  return fromServer({...pair, board: full});
}
async function share() {
  let hash = address();
  if (!hash) hash = "#" + new URLSearchParams({text: (await ask("/api/write", pairForServer())).text});
  const link = location.origin + "/" + hash;
  try { await navigator.clipboard.writeText(link); $("share-note").textContent = "link copied"; }
  catch { location.hash = hash; $("share-note").textContent = "the link is in the address bar"; }
}

// ---- boards -----------------------------------------------------------------------------------------
function freshPair(board) {
  // all pegs but the one nearest the centre, and that one alone
  const points = places(board.holes, board.geometry, board.drawn);
  const middle = [0, 1].map((k) => (Math.min(...points.map((p) => p[k])) + Math.max(...points.map((p) => p[k]))) / 2);
  let centre = 0;
  const far = (i) => Math.hypot(points[i][0] - middle[0], points[i][1] - middle[1]);
  points.forEach((_, i) => { if (far(i) < far(centre) - 1e-6) centre = i; });
  const target = board.holes.map((_, i) => (i === centre ? "1" : "0"));
  return {board, start: target.map((v) => (v === "1" ? "0" : "1")), target, pegs: null};
}
async function choose(value) {
  if (value.startsWith("problem:")) commit(fromServer(await ask("/api/problem?name=" + encodeURIComponent(value.slice(8)))));
  else commit(freshPair(await ask("/api/board?name=" + encodeURIComponent(value))));
}
function drawGrid() {
  // holes that fall off a smaller grid are remembered for when it grows again
  const rows = typed("rows", "rows"), columns = typed("columns", "columns"), all = [];
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) all.push([r, c]);
  editors.drawing.build(all, $("geometry").value);
  editors.drawing.show(all.map((hole) => (drawn.has(String(hole)) ? "1" : "0")));
}
function openDrawing(open) {
  $("drawing").hidden = !open;
  $("draw").setAttribute("aria-expanded", open);
  if (!open) return;
  const {holes, geometry} = state.board, fits = geometry !== "explicit" && holes.every(([r, c]) => r < 20 && c < 20);
  drawn = new Set(fits ? holes.map(String) : []);
  if (fits) {
    $("geometry").value = geometry;
    $("rows").value = Math.max(...holes.map((h) => h[0])) + 1;
    $("columns").value = Math.max(...holes.map((h) => h[1])) + 1;
  }
  drawGrid();
}
async function useDrawing() {
  typed("rows", "rows");
  typed("columns", "columns");
  const picked = editors.drawing.holes.filter((_, i) => editors.drawing.values[i] === "1");
  if (!picked.length) throw new Error("mark at least one hole");
  const top = Math.min(...picked.map((h) => h[0])), left = Math.min(...picked.map((h) => h[1]));
  const holes = picked.map(([r, c]) => [r - top, c - left]);
  const next = freshPair({name: "", geometry: $("geometry").value, holes});
  const body = {board: boardForServer(next.board), start: next.start.join(""), target: next.target.join("")};
  await ask("/api/write", body);
  commit(next);
  openDrawing(false);
}
function fill(words) {
  const [side, how] = words.split(" "), flip = (v) => (v === "1" ? "0" : "1");
  const values = how === "full" ? state.start.map(() => "1") : how === "empty" ? state.start.map(() => "0") : state.start.map(flip);
  commit({...state, [side]: values, ...(side === "target" ? {pegs: null} : {})});
}

// ---- checks -----------------------------------------------------------------------------------------
const QUESTIONS = ["check", "advise", "solve", "survey"];
const WORK = {check: "quick criteria first, then programs and searches", advise: "every jump is tried, and looked up among the positions that win",
  solve: "levels from both ends, with bounds", survey: "pair after pair, up to symmetry"};
const enable = (free) => { for (const id of QUESTIONS) $(id).disabled = !free; };
async function check(kind = "check", more = {}) {
  const seconds = typed("seconds", "seconds");
  if ($("any").checked) typed("pegs", "pegs of the target");
  stopWaiting();
  await cancel();
  const mine = ++ticket;
  $("result").replaceChildren();
  $("rows-live").replaceChildren();
  $("live").hidden = kind !== "check";
  $("progress").textContent = `${WORK[kind]} … at most ${seconds} s`;
  enable(false);
  try {
    const started = await ask("/api/" + kind, {...pairForServer(), ...more, seconds});
    job = started.job;
  } catch (error) {
    enable(true);
    $("progress").textContent = "";
    $("live").hidden = true;
    throw error;
  }
  $("cancel").disabled = false;
  const began = Date.now();
  clock = setInterval(() => { $("elapsed").textContent = `${Math.round((Date.now() - began) / 1000)} s`; }, 1000);
  const base = "/api/jobs/" + job;
  source = new EventSource(base + "/events");
  source.onmessage = (event) => { if (mine === ticket) hear(JSON.parse(event.data), base); };
  source.onerror = () => { if (mine === ticket && source) { ended("the server does not answer, so this check is lost; is pegfeas serve still running?"); wait(); } };
}
function hear(message, base) {
  if (message.event === "progress") $("progress").textContent = message.message;
  else if (message.event === "play") {  // the answer is known; its proof and certificate follow
    $("result").innerHTML = message.body;  // made by the server, every name in it escaped there
    pegfeasPlayers($("result"));
    $("progress").textContent = "a play is found; the certificate is being checked …";
  } else if (message.event === "finding") $("rows-live").insertAdjacentHTML("beforeend", message.row);
  else if (message.event === "failed") ended(message.message);
  else if (message.event === "fates") $("progress").textContent = `${message.standing} The reasons follow …`;
  else if (message.event === "advice") {
    showAdvice(message.advice, message.verdict);
    $("progress").textContent = "the chance of random play follows …";
  } else if (message.advice) { ended(""); showAdvice(message.advice, message.verdict); }
  else {
    ended("");
    $("live").hidden = true;
    const links = document.createElement("p");
    links.className = "bar";
    for (const [name, file] of [["report", "/report.html"], ["certificate", "/certificate.json"]]) {
      if (!message.files.includes(name)) continue;
      const link = Object.assign(document.createElement("a"), {href: base + file, textContent: "Download the " + name, className: "button"});
      link.setAttribute("download", "");
      links.append(link);
    }
    $("result").innerHTML = message.body;  // made by the server, every name in it escaped there
    $("result").querySelector(".verdict").after(links);
    pegfeasPlayers($("result"));
    $("result").focus({preventScroll: true});
    $("result").scrollIntoView({block: "start"});
    $("progress").textContent = "done: " + message.verdict;
  }
}
// Every jump with what comes of it; a button plays the jump, and the next position is answered.
function showAdvice(advice, verdict) {
  const made = (tag, text, look = "") => Object.assign(document.createElement(tag), {textContent: text, className: look});
  const named = (node, keep) => { node.dataset.keep = keep; return node; };
  const proof = (html, of = "") => {
    if (!html) return [];
    const box = named(document.createElement("details"), "proof " + of), inside = document.createElement("div");
    inside.innerHTML = html;  // made by the server, every name in it escaped there
    box.append(named(made("summary", "the proof"), "summary " + of), inside);
    return [box];
  };
  const list = made("ul", "", "jumps");
  for (const jump of advice.jumps) {
    const item = made("li", ""), button = named(made("button", jump.name, "button"), "jump " + jump.name);
    button.type = "button";
    const {start, after} = game;
    button.addEventListener("click", guarded(async () => { commit({...state, start: [...jump.start]}); await advise(start, [...after, jump.name]); }));
    const random = jump.outcome === "wins" && jump.chance ? ` (random play: ${jump.chance})` : "";
    item.append(button, " ", made("strong", jump.outcome), `: ${jump.why}${random}`, ...proof(jump.proof, jump.name));
    list.append(item);
  }
  const lost = advice.lost ? [made("p", advice.lost)] : [];
  const parts = [made("p", advice.standing, `verdict ${verdict}`), ...lost, ...proof(advice.proof), list];
  keeping($("result"), () => $("result").replaceChildren(...parts));  // the same jumps come again with their chances
  $("progress").textContent = advice.jumps.length ? "Play a jump; Undo takes it back." : "No jump is legal here.";
}
let game;  // where the player began to ask, and the jumps since then
const advise = (start = state.start.join(""), after = []) => {
  game = {start, after};
  return check("advise", {start, after: after.join(" ")});
};
function ended(text) {
  source?.close();
  clearInterval(clock);
  $("elapsed").textContent = "";
  source = job = null;
  enable(true);
  $("cancel").disabled = true;
  $("progress").textContent = text;
}
// Asks until the server is back.
function wait() {
  stopWaiting();
  waiting = setInterval(async () => {
    try { await ask("/api/board?name=line:3"); } catch { return; }
    if (waiting === null) return;
    stopWaiting();
    $("progress").textContent = "the server is back: press Check to ask again";
  }, 1000);
}
function stopWaiting() {
  clearInterval(waiting);
  waiting = null;
}
async function cancel() {
  if (!job) return;
  await fetch("/api/jobs/" + job, {method: "DELETE"}).catch(() => {});
}

// ---- wires ------------------------------------------------------------------------------------------
function on(id, step, event = "click") { $(id).addEventListener(event, guarded(step)); }
on("choice", () => ($("choice").value ? choose($("choice").value) : null), "change");
on("use-name", () => choose($("board-name").value.trim()));
on("board-name", (event) => (event.key === "Enter" ? choose($("board-name").value.trim()) : null), "keydown");
on("draw", () => openDrawing($("drawing").hidden));
on("leave-drawing", () => openDrawing(false));
on("use-drawing", useDrawing);
for (const id of ["rows", "columns", "geometry"]) on(id, drawGrid, "change");
on("undo", undo);
on("redo", redo);
on("share", share);
on("import", async () => commit(fromServer(await ask("/api/read", {text: $("text").value}))));
on("export", async () => { $("text").value = (await ask("/api/write", pairForServer())).text; });
on("check", () => check());
on("advise", () => advise());
on("solve", () => check("solve"));
on("survey", () => check("survey", {family: $("family").value}));
on("cancel", cancel);
on("numbers", () => { for (const e of [editors.start, editors.target]) { e.numbered = $("numbers").checked; e.show(e.values); } }, "change");
on("brush-free", () => { editors.target.brush = $("brush-free").checked ? "?" : "1"; }, "change");
const setPegs = () => commit({...state, pegs: $("any").checked ? typed("pegs", "pegs of the target") : null});
on("any", setPegs, "change");
on("pegs", () => { if ($("any").checked) setPegs(); }, "change");
for (const button of document.querySelectorAll("[data-fill]")) button.addEventListener("click", guarded(() => fill(button.dataset.fill)));
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
  const key = event.key.toLowerCase();
  if (key === "z" || key === "y") { event.preventDefault(); (key === "y" || event.shiftKey ? redo : undo)(); }
});
addEventListener("hashchange", guarded(async () => {
  if (location.hash === address()) return;
  const found = await fromAddress(location.hash);
  if (found) commit(found);
}));

async function begin() {
  const offered = await ask("/api/catalogue");
  const option = (value, text) => new Option(text, value);
  const group = (label, options) => { const made = document.createElement("optgroup"); made.label = label; made.append(...options); return made; };
  $("choice").append(option("", "…"), group("boards", offered.boards.map((name) => option(name, name))),
    group("problems", offered.problems.map((name) => option("problem:" + name, name))));
  $("families").append(...offered.families.map((name) => option(name, name)));
  let found = null;
  try { found = await fromAddress(location.hash); } catch (error) { complain(error); }
  state = found || freshPair(await ask("/api/board?name=english33"));
  show(true);
}
// ---- tabs -------------------------------------------------------------------------------------------
let playing = null;
function tab(name) {
  for (const one of ["play", "pairs"]) {
    $(one).hidden = one !== name;
    $("tab-" + one).setAttribute("aria-selected", one === name);
  }
  if (name === "play" && !playing) playing = startToPlay();
}
$("tab-play").addEventListener("click", () => tab("play"));
$("tab-pairs").addEventListener("click", () => tab("pairs"));
tab(location.hash.length > 1 ? "pairs" : "play");
guarded(begin)();
