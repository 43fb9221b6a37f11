"use strict";
// The page of the server: a tab to play, and one for pairs. All that both show is the state.
const PEGS = {"0": ["pf-hole", "false"], "1": ["pf-peg", "true"]};
const GOAL = {...PEGS, "?": ["pf-free", "mixed"]};
const PLACES = {"0": ["outside", "false"], "1": ["pf-hole", "true"]};
let drawn = new Set(), clock = null, waiting = null, play = null, choose = null, built = null;
const inquiry = new Inquiry();

const edited = (change) => go({jumps: [], at: 0, ...change});
const editors = {
  start: new Editor($("start"), PEGS, ["start-title", "pair-help"], (start) => edited({start})),
  target: new Editor($("target"), GOAL, ["target-title", "pair-help"], (goal) => edited({goal})),
  drawing: new Editor($("drawing-grid"), PLACES, ["draw", "drawing-help"], (values) => [...values].forEach((value, i) => {
    drawn[value === "1" ? "add" : "delete"](String(editors.drawing.holes[i]));
  })),
};
// A whole number that was typed; anything else is told, and never taken for another.
function typed(id, what) {
  const {min, max, valueAsNumber: number} = $(id);
  if (!Number.isInteger(number) || number < Number(min) || number > Number(max)) throw new Error(told("whole number", {what: told(what), min, max}));
  return number;
}
const pairForServer = ({board, start, goal} = state) => ({board: reference(board), start, target: goal});

// ---- what is seen -----------------------------------------------------------------------------------
function draw(before) {
  const {board, start, goal, tab, names} = state, counted = typeof goal === "number";
  for (const one of ["play", "pairs"]) {
    $(one).hidden = one !== tab;
    $("tab-" + one).setAttribute("aria-selected", one === tab);
  }
  dress();
  choose();
  if (tab === "play") play.draw(before);
  if (tab !== "pairs") return;
  if (built !== board) {
    built = board;
    editors.start.build(board);
    editors.target.build(board);
  }
  const target = counted ? start.replace(/1/g, "0") : goal;
  for (const [side, values] of [["start", start], ["target", target]]) Object.assign(editors[side], {numbered: names}).show([...values]);
  $("target").classList.toggle("disabled", counted);
  $("any").checked = counted;
  if (counted) $("pegs").value = goal;
  $("pegs").max = board.holes.length;
  $("board-facts").textContent = told("facts", {board: board.name || told("own board"), geometry: board.geometry, holes: board.holes.length, jumps: board.moves.length});
  const free = [...target].filter((value) => value === "?").length, word = (pegs) => told("pegs", {pegs});
  $("start-count").textContent = word(pegsOf(start));
  $("target-count").textContent = counted ? told("any with", {pegs: goal}) : word(pegsOf(target)) + (free ? told("free", {free}) : "");
  $("numbers").checked = names;
  $("undo").disabled = !(history.state?.number > 0);
  $("redo").disabled = (history.state?.number ?? 0) >= top_;
  if (before && before.board !== board) $("choice").value = "";
}

// ---- boards -----------------------------------------------------------------------------------------
function drawGrid() {
  // holes that fall off a smaller grid are remembered for when it grows again
  const rows = typed("rows", "rows"), columns = typed("columns", "columns"), all = [];
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) all.push([r, c]);
  editors.drawing.build({holes: all, geometry: $("geometry").value});
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
  if (!picked.length) throw new Error(told("no hole"));
  const top = Math.min(...picked.map((h) => h[0])), left = Math.min(...picked.map((h) => h[1]));
  const board = await boardOf.named({name: "", geometry: $("geometry").value, holes: picked.map(([r, c]) => [r - top, c - left])});
  const hole = centre(board);
  edited({board, start: without(board, hole), goal: lone(board, hole)});
  openDrawing(false);
}
function fill(words) {
  const [side, how] = words.split(" ");
  const values = [...state.start].map((value) => ({full: "1", empty: "0", complement: value === "1" ? "0" : "1"})[how]).join("");
  edited({[side === "start" ? "start" : "goal"]: values});
}

// ---- checks -----------------------------------------------------------------------------------------
const QUESTIONS = ["check", "solve", "survey"];
const enable = (free) => { for (const id of QUESTIONS) $(id).disabled = !free; };
async function check(kind = "check", more = {}) {
  const seconds = typed("seconds", "seconds");
  if ($("any").checked) typed("pegs", "pegs of target");
  stopWaiting();
  await inquiry.stop();
  $("result").replaceChildren();
  $("rows-live").replaceChildren();
  $("live").hidden = kind !== "check";
  $("progress").textContent = told("work." + kind, {seconds});
  enable(false);
  $("cancel").disabled = false;
  const began = Date.now();
  clock = setInterval(() => { $("elapsed").textContent = `${Math.round((Date.now() - began) / 1000)} s`; }, 1000);
  try {
    const found = await inquiry.run(kind, {...pairForServer(), ...more, seconds}, hear);
    ended(found);
  } catch (error) {
    rest(error.message);
    if (error.message === told("no server")) wait();
  }
}
function hear(message) {
  if (message.event === "progress") $("progress").textContent = message.message;
  else if (message.event === "play") {  // the answer is known; its proof and certificate follow
    $("result").innerHTML = message.body;  // made by the server, every name in it escaped there
    pegfeasPlayers($("result"));
    $("progress").textContent = told("play found");
  } else if (message.event === "finding") $("rows-live").insertAdjacentHTML("beforeend", message.row);
}
function ended(message) {
  rest(told("done with", {verdict: message.verdict}));
  $("live").hidden = true;
  const links = html("p", "", {class: "bar"});
  for (const [name, file] of [["report", "/report.html"], ["certificate", "/certificate.json"]]) {
    if (message.files.includes(name)) links.append(html("a", told("download " + name), {href: "/api/jobs/" + message.job + file, class: "button", download: ""}));
  }
  $("result").innerHTML = message.body;  // made by the server, every name in it escaped there
  $("result").querySelector(".verdict").after(links);
  pegfeasPlayers($("result"));
  $("result").focus({preventScroll: true});
  $("result").scrollIntoView({block: "start"});
}
function rest(text) {
  clearInterval(clock);
  $("elapsed").textContent = "";
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
    $("progress").textContent = told("server back");
  }, 1000);
}
function stopWaiting() {
  clearInterval(waiting);
  waiting = null;
}

// ---- wires ------------------------------------------------------------------------------------------
async function use(name) { if (name) edited(await boardOf.game(name)); }
on("choice", () => use($("choice").value), "change");
on("use-name", () => use($("board-name").value.trim()));
on("board-name", (event) => (event.key === "Enter" ? use($("board-name").value.trim()) : null), "keydown");
on("draw", () => openDrawing($("drawing").hidden));
on("leave-drawing", () => openDrawing(false));
on("use-drawing", useDrawing);
for (const id of ["rows", "columns", "geometry"]) on(id, drawGrid, "change");
on("undo", () => travel(-1));
on("redo", () => travel(1));
on("link", share);
on("import", async () => edited(await boardOf.read($("text").value)));
on("export", async () => { $("text").value = (await ask("/api/write", pairForServer())).text; });
on("check", () => check());
on("advise", () => { go({tab: "play"}); return play.ask(); });
on("solve", () => check("solve"));
on("survey", () => check("survey", {family: $("family").value}));
on("cancel", () => inquiry.stop());
on("numbers", () => go({names: $("numbers").checked}, true), "change");
on("brush-free", () => { editors.target.brush = $("brush-free").checked ? "?" : "1"; }, "change");
const setPegs = () => edited({goal: $("any").checked ? typed("pegs", "pegs of target") : state.start.replace(/1/g, "0")});
on("any", setPegs, "change");
on("pegs", () => { if ($("any").checked) setPegs(); }, "change");
for (const button of document.querySelectorAll("[data-fill]")) button.addEventListener("click", guarded(() => fill(button.dataset.fill)));
for (const one of ["play", "pairs"]) on("tab-" + one, () => go({tab: one}));
const stepBy = (by) => (state.tab === "play" ? play.step(by) : travel(by));

async function begin() {
  const offered = await ask("/api/catalogue"), option = (value, text) => new Option(text, value);
  const group = (label, options) => { const made = html("optgroup", ""); made.label = told(label); made.append(...options); return made; };
  $("choice").append(option("", "…"), group("boards", offered.boards.map((name) => option(name, name))),
    group("problems", offered.problems.map((name) => option("problem:" + name, name))));
  $("families").append(...offered.families.map((name) => option(name, name)));
  play = new Play(new ServerOracle());
  const known = GAMES.map(([game]) => game.split(" ")[0]), more = offered.boards.filter((name) => !known.includes(name)).map((name) => [name]);
  choose = chooser({groups: [["", GAMES], ["more boards", more]]});
  await arrive();
}
guarded(begin)();
