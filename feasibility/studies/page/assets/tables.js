"use strict";
// The oracle of the static edition: the positions on plays, one of each orbit, as they stand in data/NAME.js; for all
// others residues, and a search that visits every position if there are few enough.
// A game of tables is {name, board, residues, symmetries, tables}; table: {start, target, counts, file, reason, kernel, rest, fewest}.
const loaded = new Map(), waiting = new Map();
const MOST_VISITED = 1_500_000, TURN = 20_000;  // positions, in all and between two looks at the page
function pegfeasTable(name, text) {
  waiting.get(name)?.(text);
}
function fetchTable(name) {
  if (!loaded.has(name)) {
    loaded.set(name, new Promise((resolve, refuse) => {
      waiting.set(name, resolve);
      const script = Object.assign(document.createElement("script"), {src: `data/${name}.js`});
      script.onerror = () => { loaded.delete(name); refuse(new Error(told("missing", {file: `data/${name}.js`}))); };
      document.head.append(script);
    }));
  }
  return loaded.get(name);
}
// Numbers in base 128, each the step from the one before; levels follow each other, from few pegs to many.
async function unpack(text, counts) {
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let at = 0;
  return counts.map((count) => {
    const level = new Float64Array(count);
    for (let i = 0, last = 0; i < count; i++) {
      let step = 0, unit = 1, byte = 0;
      do { byte = bytes[at++]; step += (byte & 127) * unit; unit *= 128; } while (byte > 127);
      level[i] = last += step;
    }
    return level;
  });
}
function holds(level, wanted) {
  let low = 0, high = level ? level.length : 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (level[middle] < wanted) low = middle + 1; else high = middle;
  }
  return Boolean(level) && level[low] === wanted;
}
const numberOf = (position, image) => { let sum = 0; for (let i = 0; i < position.length; i++) if (position[i] === "1") sum += 2 ** (image ? image[i] : i); return sum; };
const goalOf = ({target}) => target ?? 1;
const onPlay = ({levels, symmetries}, position) => Boolean(levels) && holds(levels[pegsOf(position)], Math.min(...symmetries.map((image) => numberOf(position, image))));

class TableOracle {
  stop() { this.ticket = {}; }
  offered({board}) { return PEGFEAS.games.find((game) => game.name === board.name); }
  // Tables of plays to this goal, loaded; and the one whose start this game has, which tells all of it.
  async tables(game, say_) {
    const offered = this.offered(game).tables, fitting = offered.filter((table) => table.file && (goalOf(table) === game.goal || game.goal === 1 && pegsOf(table.target ?? "1") === 1));
    for (const table of fitting) {
      if (table.levels) continue;
      say_(told("loading"));
      table.levels = await unpack(await fetchTable(table.file), table.counts);
    }
    return [fitting, offered.find((table) => table.start === game.start && goalOf(table) === game.goal)];
  }
  async ask(game, say_, show) {
    const mine = this.ticket = {}, [fitting, own] = await this.tables(game, say_);
    const judge = (position, budget) => this.judge(game, position, fitting, own, budget, () => mine === this.ticket);
    const after = legalIn(game.board, game.position).map((jump) => played(game.position, jump)), fates = {};
    for (const next of after) {
      fates[next] = await judge(next, MOST_VISITED / after.length);
      if (!own) show({verdict: "unknown", fates: {...fates}, done: false});
    }
    const outcomes = after.map((next) => fates[next].outcome), here = reaches(game.position, game.goal) ? {outcome: "wins"} : await judge(game.position, 0);
    const verdict = outcomes.includes("wins") || here.outcome === "wins" ? "feasible" : !outcomes.includes("unknown") ? "infeasible" : "unknown";
    const found = {...here, verdict, fates, done: true, lost: verdict === "infeasible" ? await this.lost(game, judge) : null};
    if (verdict === "infeasible" && !found.reason) found.reason = "why.closure";
    if (outcomes.includes("unknown")) found.command = told("on a terminal", {command: commandOf("advise", game)});
    return found;
  }
  // What comes of a position: by the table of its game, by a residue, by a table of another start, or by all positions after it.
  async judge(game, position, fitting, own, budget, wanted) {
    if (reaches(position, game.goal)) return {outcome: "wins"};
    if (own && !own.file) return {outcome: "loses", reason: own.reason, kernel: own.kernel, rest: own.rest};
    const {residues} = this.offered(game), apart = residues.find((residue) => separates(residue, position, game.goal));
    if (apart) return {outcome: "loses", reason: "why.residue"};
    if (fitting.some((table) => onPlay(table, position))) return {outcome: "wins"};
    if (own) {
      const pegs = pegsOf(position);
      return {outcome: "loses", reason: "why.search", detail: `It is none of the ${(own.counts[pegs] || 0).toLocaleString("en")} positions (up to symmetry) with so many pegs that are on a play to the goal.`};
    }
    const found = await this.search(game, position, fitting, budget, wanted);
    return found === null ? {outcome: "unknown"} : found ? {outcome: "wins"} : {outcome: "loses", reason: "why.closure"};
  }
  // Whether the goal can be reached: true, false when all that can be reached was visited, null when that is too much.
  async search({board, goal}, start, fitting, budget, wanted) {
    const lost = new Set(), stack = [[start, legalIn(board, start)]];
    while (stack.length) {
      const [position, left] = stack[stack.length - 1], jump = left.pop();
      if (!jump) { lost.add(numberOf(position)); stack.pop(); continue; }
      const next = played(position, jump);
      if (lost.has(numberOf(next))) continue;
      if (reaches(next, goal) || fitting.some((table) => onPlay(table, next))) return true;
      if (lost.size >= budget) return null;
      if (lost.size % TURN === TURN - 1) {
        await new Promise((resolve) => setTimeout(resolve));
        if (!wanted()) throw new Error("");
      }
      stack.push([next, legalIn(board, next)]);
    }
    return false;
  }
  // Backward to the last position from which the goal is known to be within reach.
  async lost(game, judge) {
    const {jumps} = game;
    for (let at = jumps.length - 1; at >= 0; at--) {
      const {outcome} = await judge(positionAt(game, at), 100_000);
      if (outcome === "wins") return {said: {key: "lost.jump", values: {number: at + 1, jump: sweepName(planOf(game.board), [jumps[at]])}}, won: at};
      if (outcome === "unknown") return {said: {key: "lost.after", values: {number: at + 1}}, won: null};
    }
    return jumps.length ? {said: {key: "lost.before", values: {}}, won: null} : null;
  }
  async opening(game) {
    const [fitting, own] = [[], this.offered(game).tables.find((table) => table.start === game.start && goalOf(table) === game.goal)];
    if (own?.file) return null;
    const found = await this.judge(game, game.position, fitting, own, 0, () => true);
    return found.outcome === "loses" ? {verdict: "infeasible", ...found, fates: {}, done: false} : null;
  }
  async reach(game) { return `<p>${escaped(told("on a terminal", {command: commandOf("count", game).replace(/ --pegs.*| \S+:\+\S+$/, "")}))}</p>`; }
  best(game) {
    const table = this.offered(game).tables.find((one) => one.start === game.start && goalOf(one) === game.goal);
    return table?.fewest ? {sweeps: table.fewest, source: told("best.proved")} : recordOf(game);
  }
}
// Whether a total that no jump changes tells a position from every position of the goal.
function separates({weights, modulus}, position, goal) {
  const total = (values) => weights.reduce((sum, weight, i) => sum + (values[i] === "1" ? weight : 0), 0), same = (a, b) => (modulus ? (a - b) % modulus === 0 : a === b);
  if (typeof goal === "string") return [...goal].every((one, i) => one !== "?" || !weights[i]) && !same(total(position), total(goal));
  return goal === 1 && !weights.some((weight) => same(total(position), weight));
}
// A drawing on one of the boards here: x for a peg, . for an empty hole.
function readDrawing(text) {
  const rows = text.split("\n").map((row) => row.replace(/\s+$/, "")).filter((row) => /[x.]/i.test(row) && !row.startsWith("#"));
  const signs = rows.map((row) => row.replace(/[^x.]/gi, "").toLowerCase()), flat = signs.join("").replace(/x/g, "1").replace(/\./g, "0");
  const fits = ({board}) => {
    const lengths = [];
    for (const [row] of board.holes) lengths[row] = (lengths[row] ?? 0) + 1;
    return lengths.join() === signs.map((row) => row.length).join();
  };
  const ordered = [...PEGFEAS.games].sort((a) => (state && a.name === state.board.name ? -1 : 0)), game = ordered.find(fits);
  if (!game || !signs.length || rows.some((row) => /[^x.\s]/i.test(row))) throw new Error(told("no reader", {command: "pegfeas serve"}));
  const hole = onlyIn(flat, "0");
  return {board: game.board, start: flat, goal: hole >= 0 ? lone(game.board, hole) : 1, jumps: [], at: 0};
}
boardOf = {
  first: PEGFEAS.games[0].name,
  async named(name) {
    const game = PEGFEAS.games.find((one) => one.name === name);
    if (!game) throw new Error(told("no board", {board: String(name?.name ?? name), command: "pegfeas serve"}));
    return game.board;
  },
  read: async (text) => readDrawing(text),
  async game(name) {
    const [board, vacancy, last] = name.split(" ");
    return fresh(await boardOf.named(board), vacancy, last);
  },
};
const play = new Play(new TableOracle()), stepBy = (by) => play.step(by), here = new Set(PEGFEAS.games.map((game) => game.name));
const usual = GAMES.filter(([game]) => here.has(game.split(" ")[0])), named = new Set(usual.map(([game]) => game.split(" ")[0]));
const choose = chooser({groups: [["", [...usual, ...[...here].filter((name) => !named.has(name)).map((name) => [name])]]]});
function draw(before) {
  if (state.tab !== "play") state = {...state, tab: "play"};
  dress();
  choose();
  play.draw(before);
}
guarded(arrive)();
if (location.protocol.startsWith("http")) {  // neither can be had from a disk
  document.head.append(Object.assign(document.createElement("link"), {rel: "manifest", href: "manifest.webmanifest"}));
  navigator.serviceWorker?.register("sw.js").catch(() => {});
}
