"use strict";
// The oracle of the static edition: the positions on plays, one of each orbit, as they stand in data/NAME.js.
// A game of tables is {title, goal, boards, tables}; table: {vacancy, start, target, counts, symmetries, file, standing, proof}.
const loaded = new Map(), waiting = new Map();
function pegfeasTable(name, text) {
  waiting.get(name)?.(text);
}
function fetchTable(name) {
  if (!loaded.has(name)) {
    loaded.set(name, new Promise((resolve, refuse) => {
      waiting.set(name, resolve);
      const script = Object.assign(document.createElement("script"), {src: `data/${name}.js`});
      script.onerror = () => refuse(new Error(`data/${name}.js is missing`));
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
class TableOracle {
  async ask(problem, position, moves, say) {
    const {table} = problem;
    if (table.file && !table.levels) {
      say("loading the table of positions …");
      table.levels = await unpack(await fetchTable(table.file), table.counts);
    }
    const fates = {}, legal = problem.board.moves.filter(([s, o, t]) => position[s] === "1" && position[o] === "1" && position[t] === "0");
    for (const [s, o, t] of legal) {
      const next = position.slice();
      [next[s], next[o], next[t]] = ["0", "0", "1"];
      fates[next.join("")] = this.wins(table, next) ? {outcome: "wins"} : {outcome: "loses", why: this.why(table, next)};
    }
    const winners = Object.values(fates).filter((fate) => fate.outcome === "wins").length, alive = this.wins(table, position);
    const standing = alive ? `WON: ${winners} of ${legal.length} jumps win.` : moves.length || !table.standing ? `LOST: ${this.why(table, position)}` : table.standing;
    return {verdict: alive ? "feasible" : "infeasible", standing, lost: alive ? "" : this.lost(table, moves, position), proof: alive ? "" : table.proof, fates};
  }
  wins(table, position) {
    if (!table.levels) return false;
    const pegs = position.flatMap((value, i) => (value === "1" ? [i] : []));
    const least = Math.min(...table.symmetries.map((image) => pegs.reduce((sum, i) => sum + 2 ** image[i], 0)));
    return holds(table.levels[pegs.length], least);
  }
  why(table, position) {
    if (!table.levels) return "no play leads from here to the goal; the proof is below.";
    const pegs = position.filter((value) => value === "1").length, many = table.counts[pegs] || 0;
    return `this is none of the ${many.toLocaleString("en")} positions (up to symmetry) with ${pegs === 1 ? "1 peg" : pegs + " pegs"} that are on a play to the goal.`;
  }
  lost(table, moves, position) {
    if (!table.levels || !moves.length) return "";
    let current = position.slice();
    for (let back = 1; back <= moves.length; back++) {
      const [s, o, t] = moves[moves.length - back];
      current = current.slice();
      [current[s], current[o], current[t]] = ["1", "1", "0"];
      if (this.wins(table, current)) return back === 1 ? "The last jump lost it: Undo once." : `Undo ${back} times: jump ${moves.length - back + 1} lost it.`;
    }
    return "";
  }
}
function loadGame(name, vacancy) {
  const game = PEGFEAS.games.find((one) => one.name === name);
  const table = game.tables.find((one) => one.vacancy === vacancy) ?? game.tables[0];
  const won = (position) => (table.target ? position.join("") === table.target : position.filter((p) => p === "1").length === 1);
  const problem = {title: game.title, board: game.board, start: table.start, goal: table.goal, won, table};
  return {problem, vacancies: game.tables.map((one) => one.vacancy)};
}
chooser(new Game(new TableOracle()), {games: PEGFEAS.games.map((game) => [game.name, game.title]), examples: PEGFEAS.examples, load: loadGame});
