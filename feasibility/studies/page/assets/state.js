"use strict";
// The one state of the page: what stands in its address. `go` changes it, `draw` (of the page) shows it, nothing else holds any of it.
//   board; start: a 0 or 1 for each hole; goal: a number of pegs, or a 0, 1 or ? for each hole; jumps of the game and how many of them are played (at);
//   tab: play or pairs; edit: holes are set, not played; lang and look: what was chosen, null what the browser says; names, tell: the two switches
const BLANK = {start: null, goal: 1, jumps: [], at: 0, tab: "play", edit: false, lang: null, look: null, names: false, tell: false};
let state = null, boardOf = null, top_ = 0;
const $ = (id) => document.getElementById(id);

// ---- words ------------------------------------------------------------------------------------------
const language = () => [state?.lang, ...navigator.languages.map((one) => one.slice(0, 2)), "en"].find((one) => WORDS[one]);
function say(key, values = {}) {
  const words = WORDS[language()], {plural} = words;
  return words.phrases[key].replace(/\{(\w+)(?::([^{}]*))?\}/g, (_, name, forms) => {
    const value = values[name];
    if (forms === undefined) return typeof value === "number" ? String(value).replace(/\B(?=(\d{3})+$)/g, words.thousands) : value;
    const form = plural.findIndex((rule) => new RegExp(rule).test(String(value)));
    return forms.split("|")[form < 0 ? plural.length : form];
  });
}
const told = (key, values) => say("page." + key, values);
function translate() {
  document.documentElement.lang = language();
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = told(one.dataset.say);
  for (const one of document.querySelectorAll("[data-label]")) {
    one.setAttribute("aria-label", told(one.dataset.label));
    one.title = told(one.dataset.label);
  }
}

// The page in its language and look, with the switches for both; what goes back by a key goes back by `stepBy` of the page.
function dress() {
  if (!$("lang").length) $("lang").append(...Object.entries(WORDS).map(([key, {language}]) => new Option(language, key)));
  if (document.documentElement.lang !== language() || !document.body.dataset.said) translate();
  document.body.dataset.said = language();
  document.body.className = state.look ?? "wood";
  $("lang").value = language();
  $("look").value = state.look ?? "wood";
}
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "checkbox") return;
  const key = event.key.toLowerCase();
  if (key === "z" || key === "y") { event.preventDefault(); stepBy(key === "y" || event.shiftKey ? 1 : -1); }
});

// ---- the rules --------------------------------------------------------------------------------------
const legalIn = (board, position) => board.moves.filter(([s, o, t]) => position[s] === "1" && position[o] === "1" && position[t] === "0");
function played(position, jump) {
  const next = [...position];
  [next[jump[0]], next[jump[1]], next[jump[2]]] = ["0", "0", "1"];
  return next.join("");
}
const pegsOf = (position) => [...position].filter((value) => value === "1").length;
const positionAt = ({start, jumps}, at) => jumps.slice(0, at).reduce(played, start);
const reaches = (position, goal) => (typeof goal === "number" ? pegsOf(position) === goal : [...goal].every((wanted, i) => wanted === "?" || wanted === position[i]));
const lone = (board, hole) => board.holes.map((_, i) => (i === hole ? "1" : "0")).join("");
const without = (board, hole) => board.holes.map((_, i) => (i === hole ? "0" : "1")).join("");
// The hole of a goal or a start that is this one alone; -1 if there is none.
const onlyIn = (values, sign) => (typeof values === "string" && [...values].filter((one) => one === sign).length === 1 && !values.includes("?") ? values.indexOf(sign) : -1);
const sweepsOf = (jumps) => jumps.reduce((sweeps, jump) => {
  const last = sweeps[sweeps.length - 1];
  return last && last[last.length - 1][2] === jump[0] ? [...sweeps.slice(0, -1), [...last, jump]] : [...sweeps, [jump]];
}, []);
const sweepName = ({names}, sweep) => (sweep.length > 1 ? [names[sweep[0][0]], ...sweep.map((jump) => names[jump[2]])].join("-") : names[sweep[0][0]] + names[sweep[0][2]]);
// The games that are offered first, as BOARD VACANCY LAST, with their words.
const GAMES = [["english33 d4 d4", "english"], ["french37 d3", "french"], ["triangle:5 a1", "triangle"], ["triangle:6 a1", "triangle 21"],
  ["triangle:4 a2", "triangle 10"], ["rectangle:6x6 a1", "square"], ["rectangle:4x4 b1", "small square"], ["rectangle:4x5 a1", "rectangle"], ["diamond41 d2", "diamond"],
  ["french37 d4 d4", "impossible"]];
const gameName = ({board, start, goal}) => GAMES.find(([game]) => {
  const [name, vacancy, last] = game.split(" "), {names} = planOf(board);
  return name === board.name && onlyIn(start, "0") === names.indexOf(vacancy) && (last ? onlyIn(goal, "1") === names.indexOf(last) : goal === 1);
})?.[0] ?? GAMES.find(([game]) => game.split(" ")[0] === board.name)?.[0] ?? board.name;
function fresh(board, vacancy, goal) {
  const {names} = planOf(board);
  if (!vacancy) [vacancy, goal] = GAMES.find(([game]) => game.split(" ")[0] === board.name)?.[0].split(" ").slice(1) ?? [];
  const hole = Math.max(names.indexOf(vacancy), vacancy ? 0 : centre(board));
  return {board, start: without(board, hole), goal: goal ? lone(board, hole) : 1, jumps: [], at: 0};
}
function centre(board) {
  const {points, width, height} = planOf(board), far = points.map(([x, y]) => Math.round(1e3 * Math.hypot(x - width / 2, y - height / 2)));
  return far.indexOf(Math.min(...far));
}

// ---- addresses --------------------------------------------------------------------------------------
// A board as a question names it: by its name where that is enough.
const reference = ({known, name, geometry, holes, jumps}) => (known ? name : geometry === "explicit" ? {name, geometry, holes, jumps} : {name, geometry, holes});
function boardWords(board) {
  if (board.known) return {board: board.name};
  const holes = {name: board.name, geometry: board.geometry, holes: board.holes.map((hole) => hole.join(".")).join("_")};
  return board.geometry === "explicit" ? {...holes, moves: board.jumps.map((jump) => jump.join(".")).join("_")} : holes;
}
function boardFrom(words) {
  if (words.has("board")) return words.get("board");
  const rows = (text) => text.split("_").map((row) => row.split(".").map(Number));
  const [name, geometry] = [words.get("name") ?? "", words.get("geometry") ?? "orthogonal"];
  if (words.has("cells")) return {name, geometry, holes: words.get("cells").split("/").flatMap((row, r) => [...row].flatMap((c, k) => (c === "1" ? [[r, k]] : [])))};
  if (!words.has("holes")) return null;
  return {name, geometry, holes: rows(words.get("holes")), ...(words.has("moves") ? {jumps: rows(words.get("moves"))} : {})};
}
const jumpWord = (board, [s, o, t]) => {
  const alike = board.moves.filter((one) => one[0] === s && one[2] === t), word = (i) => (board.drawn ? i : planOf(board).names[i]);
  return (alike.length > 1 ? [s, o, t] : [s, t]).map(word).join("-");
};
function address({board, start, goal, jumps, at, tab, edit, lang, look, names, tell}) {
  const words = {...boardWords(board), start, ...(typeof goal === "number" ? {pegs: goal} : {target: goal})};
  if (jumps.length) words.jumps = jumps.map((jump) => jumpWord(board, jump)).join(".");
  if (at < jumps.length) words.at = at;
  if (tab !== "play") words.tab = tab;
  for (const [key, value] of Object.entries({edit, lang, look, names, tell})) if (value) words[key] = value === true ? 1 : value;
  return "#" + new URLSearchParams(words);
}
// The state of an address, and the trouble with its jumps: they are taken as far as they are legal.
async function stateOf(hash) {
  const words = new URLSearchParams(hash.slice(1)), wanted = boardFrom(words), flag = (key) => words.get(key) === "1";
  const common = {...BLANK, tab: words.get("tab") === "pairs" ? "pairs" : "play", edit: flag("edit"), names: flag("names"), tell: flag("tell"),
    lang: words.get("lang") in WORDS ? words.get("lang") : null, look: words.get("look") === "plain" ? "plain" : null};
  if (words.has("text")) return [{...common, ...await boardOf.read(words.get("text"))}, null];
  const board = await boardOf.named(wanted ?? boardOf.first), made = {...common, ...fresh(board)};
  const fits = (text, signs) => text.length === board.holes.length && [...text].every((one) => signs.includes(one));
  for (const [key, signs] of [["start", "01"], ["target", "01?"]]) if (words.has(key) && !fits(words.get(key), signs)) throw new Error(told("unfit", {what: told(key)}));
  if (words.has("start")) Object.assign(made, {start: words.get("start"), goal: 1});
  if (words.has("target")) made.goal = words.get("target");
  if (words.has("pegs")) made.goal = Number(words.get("pegs"));
  if (typeof made.goal === "number" && !(Number.isInteger(made.goal) && made.goal >= 0 && made.goal <= board.holes.length)) throw new Error(told("unfit", {what: told("target")}));
  const [jumps, trouble] = jumpsFrom(board, made.start, (words.get("jumps") ?? "").split(".").filter(Boolean));
  made.jumps = jumps;
  const at = Number(words.get("at") ?? made.jumps.length);
  made.at = Number.isInteger(at) && at >= 0 ? Math.min(at, made.jumps.length) : made.jumps.length;
  return [made, trouble];
}
function jumpsFrom(board, start, words) {
  const {names} = planOf(board), jumps = [];
  let position = start;
  for (const word of words) {
    const holes = word.split("-").map((hole) => (board.drawn ? Number(hole) : names.indexOf(hole)));
    const jump = legalIn(board, position).find((one) => one[0] === holes[0] && one[2] === holes[holes.length - 1] && (holes.length < 3 || one[1] === holes[1]));
    if (!jump) return [jumps, told("illegal", {number: jumps.length + 1, jump: word.replace(/-/g, "")})];
    jumps.push(jump);
    position = played(position, jump);
  }
  return [jumps, null];
}
// The next state. Each is an entry of the browser's history, but for what is passing: looks, and a replay.
function go(next, passing = false) {
  const before = state, number = (history.state?.number ?? 0) + (passing ? 0 : 1);
  state = {...state, ...next};
  if (!passing) top_ = number;
  history[passing ? "replaceState" : "pushState"]({number}, "", address(state));
  draw(before);
}
const travel = (step) => { if (step < 0 ? history.state?.number > 0 : (history.state?.number ?? 0) < top_) history.go(step); };
// The state of the address as it is now: at the beginning, after back and forward, and when it was typed.
async function arrive() {
  const before = state, hash = location.hash;
  try {
    const [found, trouble] = await stateOf(hash);
    if (location.hash !== hash) return;
    state = found;
    complain(trouble);
    if (!trouble) history.replaceState({number: history.state?.number ?? 0}, "", address(state));
  } catch (error) {
    complain(error);  // the address stays as it was given
    if (!state) state = {...BLANK, ...fresh(await boardOf.named(boardOf.first)), tab: hash.includes("tab=pairs") ? "pairs" : "play"};
  }
  draw(before);
}
addEventListener("popstate", () => { if (!state || location.hash !== address(state)) arrive(); });
function complain(error) {
  $("problem").hidden = !error;
  $("problem").textContent = error ? error.message ?? String(error) : "";
}
// Runs a step whose failure the reader must see.
function guarded(step) {
  return async (...args) => { complain(null); try { await step(...args); } catch (error) { complain(error); } };
}
const on = (id, step, event = "click") => $(id).addEventListener(event, guarded(step));
on("lang", () => go({lang: $("lang").value}, true), "change");
on("look", () => go({look: $("look").value === "plain" ? "plain" : null}, true), "change");

// A link to this state: by the dialogue of the device where there is one, else copied, else in the address bar.
async function share() {
  const link = location.href, note = (key) => { $("share-note").textContent = told(key); };
  if (navigator.share) {
    try { return await navigator.share({title: document.title, url: link}); } catch (error) { if (error.name === "AbortError") return; }
  }
  try { await navigator.clipboard.writeText(link); note("link copied"); } catch { note("link in bar"); }
}
