"use strict";
// A board to play on. An oracle tells what comes of each jump: the server of `pegfeas serve`, or the tables of the static edition.
//   problem: {title, board: {holes, geometry, drawn, moves}, start: "0110…", goal: text, won(position) -> bool}
//   oracle.ask(problem, position, moves, say) -> {verdict, standing, lost, proof, fates: {position after: {outcome, why, proof}}}
const SIGNS = {wins: "✓", loses: "✗", unknown: "?"};
const part = (id) => document.getElementById("play-" + id);

class Game {
  constructor(oracle) {
    Object.assign(this, {oracle, problem: null, moves: [], fates: null, chosen: null, ticket: 0});
    const box = part("board");
    box.addEventListener("click", (event) => this.tap(event.target.dataset.hole));
    box.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      const {hole} = event.target.dataset;
      this.tap(hole);
      this.discs[hole]?.focus();
    });
    part("undo").addEventListener("click", () => this.undo());
    part("again").addEventListener("click", () => this.open(this.problem));
    part("ask").addEventListener("click", () => this.ask());
    part("hint").addEventListener("click", () => this.hint());
    part("reach").hidden = !oracle.reach;
    part("reach").addEventListener("click", () => this.reach());
    part("why").addEventListener("click", () => {
      part("proof").hidden = !part("proof").hidden;
      part("proof").scrollIntoView?.({block: "nearest"});
    });
    part("always").addEventListener("change", () => { if (part("always").checked && !this.fates) this.ask(); });
  }
  open(problem) {
    Object.assign(this, {problem, position: [...problem.start], moves: []});
    const {holes, geometry, drawn} = problem.board;
    this.points = places(holes, geometry, drawn);
    this.names = drawn ? drawn.names : holes.map(holeName);
    part("goal").textContent = problem.goal;
    this.changed();
  }
  legal() {
    return this.problem.board.moves.filter(([s, o, t]) => this.position[s] === "1" && this.position[o] === "1" && this.position[t] === "0");
  }
  after([s, o, t]) {
    const next = this.position.slice();
    [next[s], next[o], next[t]] = ["0", "0", "1"];
    return next;
  }
  fate(jump) { return this.fates ? this.fates[this.after(jump).join("")] : undefined; }
  name([s, , t]) { return this.names[s] + this.names[t]; }
  tap(hole) {
    if (hole === undefined) return;
    const i = Number(hole), legal = this.legal();
    const ends = legal.filter(([s, , t]) => t === i && (this.chosen === null || s === this.chosen));
    if (ends.length === 1) return this.jump(ends[0]);
    const mine = legal.filter(([s]) => s === i);
    if (this.chosen === i && mine.length === 1) return this.jump(mine[0]);
    this.chosen = mine.length && this.chosen !== i ? i : null;
    this.draw();
  }
  jump(jump) {
    this.moves.push({jump, before: this.position});
    this.position = this.after(jump);
    this.changed();
  }
  undo() {
    const last = this.moves.pop();
    if (!last) return;
    this.position = last.before;
    this.changed();
  }
  hint() {
    const win = this.legal().find((jump) => this.fate(jump)?.outcome === "wins");
    if (win) { part("always").checked = true; this.jump(win); }
  }
  changed() {
    Object.assign(this, {fates: null, chosen: null, proof: null});
    this.ticket += 1;
    this.oracle.stop?.();
    part("proof").replaceChildren();
    part("progress").textContent = "";
    this.tell(this.plain(), "");
    this.draw();
    if (part("always").checked && !this.over()) this.ask();
  }
  over() { return this.problem.won(this.position) || !this.legal().length; }
  plain() {
    const pegs = this.position.filter((p) => p === "1").length, jumps = this.legal().length;
    if (this.problem.won(this.position)) return `Won: ${this.problem.goal}.`;
    const many = pegs === 1 ? "1 peg" : `${pegs} pegs`;
    return jumps ? `${many}, ${jumps === 1 ? "1 jump is" : jumps + " jumps are"} possible.` : `The game is over with ${many}.`;
  }
  tell(text, verdict) {
    part("standing").textContent = text;
    part("standing").className = `verdict ${verdict}`;
  }
  async ask() {
    const mine = ++this.ticket;
    part("ask").disabled = true;
    const say = (text) => { if (mine === this.ticket) part("progress").textContent = text; };
    try {
      const show = (found) => { if (mine === this.ticket) this.answered(found); };
      show(await this.oracle.ask(this.problem, this.position, this.moves.map((move) => move.jump), say, show));
      say("");
    } catch (error) {
      say(error.message);
    } finally {
      if (mine === this.ticket) part("ask").disabled = false;
      this.draw();
    }
  }
  // Where the game can go from here.
  async reach() {
    const mine = ++this.ticket;
    const say = (text) => { if (mine === this.ticket) part("progress").textContent = text; };
    try {
      const body = await this.oracle.reach(this.problem, this.moves.map((move) => move.jump), say);
      if (mine !== this.ticket) return;
      this.proof = null;
      part("proof").innerHTML = body;  // made by the program, every name in it escaped there
      part("proof").hidden = false;
      part("proof").scrollIntoView?.({block: "nearest"});
      say("");
    } catch (error) {
      say(error.message);
    }
  }
  // What an oracle found, at first perhaps without reasons.
  answered(found) {
    this.fates = found.fates;
    this.tell([found.standing, found.lost].filter(Boolean).join(" "), found.verdict);
    if (this.proof !== found.proof) {
      part("proof").innerHTML = found.proof || "";  // made by the program, every name in it escaped there
      part("proof").hidden = true;
    }
    this.proof = found.proof;
    this.draw();
  }
  draw() {
    const {points, position} = this, legal = this.legal();
    const width = Math.max(...points.map((p) => p[0])) + EDGE, height = Math.max(...points.map((p) => p[1])) + EDGE;
    const svg = element("svg", {viewBox: `0 0 ${width} ${height}`, class: "pf-pic", role: "group", "aria-label": "board to play on"});
    svg.style.maxWidth = `${Math.max(width, 160) * 1.5}px`;
    const lines = (this.problem.board.drawn?.edges || []).map(([a, b]) => element("line", {class: "pf-hole",
      x1: points[a][0], y1: points[a][1], x2: points[b][0], y2: points[b][1]}));
    this.discs = points.map(([x, y], i) => element("circle", {cx: x, cy: y, r: RADIUS, "data-hole": i, "data-keep": i, role: "button", tabindex: 0,
      "aria-label": this.words(i, legal), class: (position[i] === "1" ? "pf-peg" : "pf-hole") + this.look(i, legal)}));
    svg.append(...lines, ...this.discs, ...legal.flatMap((jump) => this.arrow(jump)));
    keeping(part("board"), () => part("board").replaceChildren(svg));
    part("undo").disabled = part("again").disabled = !this.moves.length;
    part("ask").hidden = Boolean(this.fates) || this.over();
    part("ask").disabled = false;
    part("why").hidden = !this.fates || !part("proof").innerHTML;
    part("hint").hidden = !legal.some((jump) => this.fate(jump)?.outcome === "wins");
    this.list(legal);
  }
  look(i, legal) {
    const mine = legal.some(([s]) => s === i), end = legal.some(([s, , t]) => s === this.chosen && t === i);
    return (i === this.chosen ? " chosen" : "") + (end ? " landing" : "") + (mine ? " movable" : "");
  }
  words(i, legal) {
    const jumps = legal.filter(([s]) => s === i).map((jump) => `${this.name(jump)} ${this.fate(jump)?.outcome ?? ""}`.trim());
    return [`${this.names[i]}, ${this.position[i] === "1" ? "peg" : "empty"}`, ...jumps].join(", ");
  }
  // Where something is known of a jump: a line over the jumped peg, and a sign where it comes down.
  arrow(jump) {
    const fate = this.fate(jump);
    if (!fate || (this.chosen !== null && this.chosen !== jump[0])) return [];
    const [[x, y], [u, v]] = [this.points[jump[0]], this.points[jump[2]]], far = Math.hypot(u - x, v - y) || 1;
    const at = (share) => [x + (u - x) * share, y + (v - y) * share], near = RADIUS / far;
    const [a, b] = at(near), [c, d] = at(1 - near), look = `fate ${fate.outcome}`;
    return [element("line", {class: look, x1: a, y1: b, x2: c, y2: d}), element("circle", {class: look, cx: c, cy: d, r: 8}),
      element("text", {class: look, x: c, y: d, dy: ".35em", "font-size": 12, "aria-hidden": "true"}, SIGNS[fate.outcome])];
  }
  list(legal) {
    const made = (tag, text, look = "") => Object.assign(document.createElement(tag), {textContent: text, className: look});
    const items = this.fates ? legal.filter((jump) => this.fate(jump)).map((jump) => {
      const fate = this.fate(jump), item = made("li", ""), button = made("button", this.name(jump), "button");
      button.type = "button";
      button.dataset.keep = "jump " + this.name(jump);
      button.addEventListener("click", () => this.jump(jump));
      item.append(button, " ", made("strong", fate.outcome, `word ${fate.outcome}`), fate.why ? `: ${fate.why}` : "");
      if (fate.proof) {
        const inside = document.createElement("div"), more = document.createElement("details");
        inside.innerHTML = fate.proof;  // made by the program, every name in it escaped there
        const summary = made("summary", "why not?");
        more.dataset.keep = "proof " + this.name(jump);
        summary.dataset.keep = "summary " + this.name(jump);
        more.append(summary, inside);
        item.append(more);
      }
      return item;
    }) : [];
    keeping(part("jumps"), () => part("jumps").replaceChildren(...items));
  }
}

// The choice of a game, of the hole that is empty at its start, and examples one tap away.
async function chooser(game, {games, examples, load}) {
  const fill = (select, options) => select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  const guarded = (step) => async (...args) => { try { await step(...args); } catch (error) { part("progress").textContent = error.message; } };
  const open = async (name, vacancy) => {
    const {problem, vacancies} = await load(name, vacancy);
    part("choice").value = name;
    fill(part("vacancy"), vacancies.map((hole) => [hole, hole]));
    part("vacancy").value = vacancy ?? vacancies[0];
    part("vacancy").disabled = vacancies.length < 2;
    part("vacancy").parentElement.hidden = !vacancies.length;
    game.open(problem);
  };
  fill(part("choice"), games);
  part("choice").addEventListener("change", guarded(() => open(part("choice").value)));
  part("vacancy").addEventListener("change", guarded(() => open(part("choice").value, part("vacancy").value)));
  for (const [text, name, vacancy] of examples) {
    const button = Object.assign(document.createElement("button"), {type: "button", textContent: text});
    button.addEventListener("click", guarded(() => open(name, vacancy)));
    part("examples").append(button);
  }
  await guarded(open)(games[0][0]);
}
