"use strict";
// The board to play on. An oracle tells what comes of each jump: the server of `pegfeas serve`, or the tables of the static edition.
//   oracle.ask(game, say, show) -> {verdict, done, reason, detail, kernel, rest, chance, lost: {said, won}, command, fates: {position after: {outcome, reason, detail, kernel, rest}}}
//   oracle.opening(game) -> the same of a start, if it is soon known to be lost; oracle.reach(game, say) -> HTML; oracle.fewest(game, say) -> HTML
//   a game is {board, start, goal, jumps, position}; `show` takes what is known so far
const SIGNS = {wins: "✓", loses: "✗", unknown: "?"};
const part = (id) => $("play-" + id);

class Play extends Holes {
  constructor(oracle) {
    super(part("board"));
    Object.assign(this, {oracle, answers: new Map(), chosen: null, held: null, asking: null, timer: null});
    this.box.addEventListener("pointerdown", (event) => this.grasp(event));
    this.box.addEventListener("pointermove", (event) => this.carry(event));
    // a finger on a peg that can jump drags it; elsewhere it scrolls the page
    this.box.addEventListener("touchstart", (event) => { if (event.target.classList.contains("movable")) event.preventDefault(); }, {passive: false});
    this.box.addEventListener("pointerup", (event) => this.drop(event));
    this.box.addEventListener("pointercancel", () => this.letGo());
    this.box.addEventListener("click", (event) => { if (event.detail === 0 && event.target.dataset.hole) this.tap(Number(event.target.dataset.hole)); });
    const wires = {undo: () => this.step(-1), redo: () => this.step(1), again: () => go({at: 0}), ask: () => this.ask(), hint: () => this.hint(),
      back: () => go({at: this.answer.lost.won}), why: () => this.unfold(part("proof").hidden), reach: () => this.more("reach"), fewest: () => this.more("fewest"),
      replay: () => this.replay(), edit: () => this.edit(!state.edit), done: () => this.edit(false), paste: () => this.paste(), print: () => window.print()};
    for (const [id, step] of Object.entries(wires)) on("play-" + id, () => { if (id !== "replay") this.rest(); return step(); });
    for (const [id, key] of [["play-tell", "tell"], ["names", "names"]]) on(id, () => go({[key]: $(id).checked}, true), "change");
    on("share", share);
    for (const one of document.querySelectorAll("[data-set]")) one.addEventListener("click", () => this.set(one.dataset.set));
    for (const one of document.querySelectorAll("[data-take]")) one.addEventListener("click", guarded(() => take(one.dataset.take)));
    addEventListener("beforeprint", () => sheet());
  }
  get position() { return positionAt(state, state.at); }
  get game() { return {...state, jumps: state.jumps.slice(0, state.at), position: this.position}; }
  get question() { return JSON.stringify([reference(state.board), state.start, state.goal, state.jumps.slice(0, state.at)]); }
  get answer() { return this.answers.get(this.question) ?? null; }
  get over() { return reaches(this.position, state.goal) || !legalIn(state.board, this.position).length; }
  fate(jump) { return this.answer?.fates?.[played(this.position, jump)]; }

  // ---- hands
  grasp(event) {
    const hole = this.holeAt(event);
    if (hole === null || event.button !== 0) return;
    event.preventDefault();
    this.activate(hole, true);
    this.held = {hole, x: event.clientX, y: event.clientY, moved: false};
    this.box.setPointerCapture?.(event.pointerId);
  }
  carry(event) {
    if (!this.held || state.edit) return;
    const {hole, x, y} = this.held, [dx, dy] = [event.clientX - x, event.clientY - y];
    if (!this.held.moved && Math.hypot(dx, dy) < 8) return;
    if (!this.held.moved) {
      this.held.moved = true;
      this.choose(this.position[hole] === "1" && legalIn(state.board, this.position).some(([s]) => s === hole) ? hole : null);
    }
    const peg = this.box.querySelector(`[data-peg="${hole}"]`), scale = this.plan.width / this.box.querySelector("svg").getBoundingClientRect().width;
    if (this.chosen === hole) peg?.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
  }
  drop(event) {
    const {held} = this;
    this.held = null;
    if (!held) return;
    if (!held.moved) return this.tap(held.hole);
    const hole = this.holeAt(event), jumps = legalIn(state.board, this.position).filter(([s, , t]) => s === held.hole && t === hole);
    if (jumps.length) return this.jump(jumps[0]);
    this.choose(null);
    if (hole !== held.hole && this.position[held.hole] === "1") this.refuse(held.hole);
  }
  letGo() {
    this.held = null;
    this.choose(null);
  }
  pressed(key) {
    if (key === "Escape") this.choose(null);
    else if (key === " " || key === "Enter") this.tap(this.active);
    else return false;
    return true;
  }
  tap(hole) {
    this.rest();
    if (state.edit) return go({start: [...state.start].map((value, i) => (i === hole ? String(1 - value) : value)).join("")});
    const legal = legalIn(state.board, this.position), mine = legal.filter(([s]) => s === hole);
    const ends = legal.filter(([s, , t]) => t === hole && (this.chosen === null || s === this.chosen));
    if (ends.length === 1 || (ends.length && this.chosen !== null)) return this.jump(ends[0]);
    if (this.chosen === hole && mine.length === 1) return this.jump(mine[0]);
    if (mine.length) return this.choose(this.chosen === hole ? null : hole);
    const several = ends.length > 1;
    this.choose(null);
    if (several) this.note(told("several", {hole: this.plan.names[hole]}));
    else this.refuse(hole);
  }
  // What cannot be done is said, and seen.
  refuse(hole) {
    const peg = this.position[hole] === "1", name = this.plan.names[hole];
    this.note(told(peg ? (this.over ? "over.tap" : "stuck") : "nobody lands", {hole: name}));
    const seen = this.box.querySelectorAll("circle.pf-hole")[hole];
    for (const one of [seen, this.box.querySelector(`[data-peg="${hole}"]`)]) one?.classList.add("shake");
  }
  choose(hole) {
    this.chosen = hole;
    this.note("");
    this.board();
  }
  jump(jump) {
    const {jumps, at} = state, again = jumps[at]?.join() === jump.join();
    go(again ? {at: at + 1} : {jumps: [...jumps.slice(0, at), jump], at: at + 1});
  }
  step(by) {
    if (state.edit) return travel(by);
    const at = state.at + by;
    if (at >= 0 && at <= state.jumps.length) go({at});
  }
  hint() {
    const win = legalIn(state.board, this.position).find((jump) => this.fate(jump)?.outcome === "wins");
    if (win) { state.tell = true; this.jump(win); }
  }
  replay() {
    if (this.timer !== null) return this.rest();
    if (state.at === state.jumps.length) go({at: 0}, true);
    part("replay").setAttribute("aria-pressed", "true");
    this.timer = setInterval(() => { if (state.at < state.jumps.length) go({at: state.at + 1}, true); else this.rest(); }, 600);
  }
  rest() {
    clearInterval(this.timer);
    this.timer = null;
    part("replay").setAttribute("aria-pressed", "false");
  }

  // ---- a position of one's own
  edit(on_) {
    go(on_ ? {edit: true, start: this.position, jumps: [], at: 0} : {edit: false});
  }
  set(how) {
    const start = [...state.start].map((value) => ({full: "1", empty: "0", complement: value === "1" ? "0" : "1"})[how]).join("");
    go({start});
  }
  async paste() {
    go({...await boardOf.read(part("text").value), jumps: [], at: 0});
  }

  // ---- questions
  note(text) { part("progress").textContent = text; }
  async ask() {
    const mine = this.asking = {key: this.question}, {game} = this;
    const mind = (found) => {
      this.answers.set(mine.key, found);
      if (this.answers.size > 500) this.answers.delete(this.answers.keys().next().value);
      if (mine === this.asking) this.draw();
    };
    this.standing();
    try {
      mind(await this.oracle.ask(game, (text) => { if (mine === this.asking) this.note(text); }, mind));
      if (mine === this.asking) this.note("");
    } catch (error) {
      if (mine === this.asking) this.note(error.message);
    } finally {
      if (mine === this.asking) { this.asking = null; this.draw(); }
    }
  }
  // No game begins in a lost position without a word.
  async opening() {
    if (state.at || this.answer || this.over || state.edit) return;
    const mine = this.asking = {key: this.question, quiet: true};
    try {
      const found = await this.oracle.opening(this.game);
      if (found && mine.key === this.question) { this.answers.set(mine.key, found); this.asking = null; this.draw(); }
    } catch { /* nobody has asked */ } finally { if (mine === this.asking) this.asking = null; }
  }
  // What is shown where the proof is: where the game can go from here, or the fewest sweeps.
  async more(kind) {
    const mine = this.asking = {key: this.question};
    try {
      const body = await this.oracle[kind](this.game, (text) => { if (mine === this.asking) this.note(text); });
      if (mine !== this.asking) return;
      part("proof").innerHTML = body;  // made by the program, every name in it escaped there
      this.shown = null;
      globalThis.pegfeasPlayers?.(part("proof"));
      this.unfold(true);
      this.note("");
    } catch (error) {
      if (mine === this.asking) this.note(error.message);
    } finally {
      if (mine === this.asking) this.asking = null;
    }
  }
  unfold(open) {
    part("proof").hidden = !open;
    part("why").setAttribute("aria-expanded", open);
    if (open) part("proof").scrollIntoView?.({block: "nearest"});
  }

  // ---- what is seen
  draw(before) {
    if (before !== undefined && (!before || before.board !== state.board || positionAt(before, before.at) !== this.position || before.edit !== state.edit || before.goal !== state.goal)) {
      Object.assign(this, {chosen: null, asking: null, held: null});
      this.oracle.stop?.();
      this.note("");
      if (before) part("proof").replaceChildren();
      this.unfold(false);
      $("share-note").textContent = "";
    }
    this.board();
    this.standing();
    const {answer} = this, legal = legalIn(state.board, this.position), proof = answer?.kernel ?? "";
    if (answer && this.shown !== answer.kernel + answer.rest && (proof || !part("proof").innerHTML)) {
      part("proof").innerHTML = proofOf(answer);  // made by the program, every name in it escaped there
      this.shown = answer.kernel + answer.rest;
    }
    part("undo").disabled = !state.at && !state.edit;
    part("redo").disabled = state.at === state.jumps.length && !state.edit;
    part("again").disabled = !state.at;
    part("ask").hidden = state.edit || this.over || Boolean(answer?.done);
    part("why").hidden = !proof;
    part("hint").hidden = !legal.some((jump) => this.fate(jump)?.outcome === "wins");
    part("back").hidden = !answer?.lost || answer.lost.won === null;
    if (!part("back").hidden) part("back").textContent = told("take back", {jumps: state.at - answer.lost.won});
    part("edit").setAttribute("aria-pressed", state.edit);
    part("setting").hidden = !state.edit;
    part("jumps").hidden = part("asking").hidden = state.edit;
    part("draw").hidden = !boardOf.draw;
    part("tell").checked = state.tell;
    $("names").checked = state.names;
    part("take").hidden = state.edit;
    if (before !== undefined && this.over) part("take").open = true;
    part("best").textContent = this.best();
    part("fewest").hidden = !this.oracle.fewest || !state.jumps.length;
    part("replay").disabled = !state.jumps.length;
    this.list(legal);
    if (before === undefined || this.asking) return;
    if (state.tell && !this.over && !state.edit) { if (!answer?.done) this.ask(); } else this.opening();
  }
  board() {
    const {board} = state, {position, chosen} = this, legal = legalIn(board, position), plan = planOf(board);
    const svg = picture(board, position, {names: state.names});
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", told(state.edit ? "board.edit" : "board.play"));
    svg.querySelectorAll("circle.pf-hole").forEach((hole, i) => {
      if (legal.some(([s, , t]) => s === chosen && t === i)) hole.classList.add("landing");
    });
    svg.querySelector(`[data-peg="${chosen}"]`)?.classList.add("chosen");
    svg.append(...legal.flatMap((jump) => this.arrow(jump)), ...this.discsOf(board, (i) => (state.edit ?
      {role: "checkbox", "aria-checked": position[i] === "1", "aria-label": plan.names[i]} :
      {role: "button", "aria-label": this.words(i, legal), ...(position[i] === "1" ? {"aria-pressed": i === chosen} : {})})));
    this.discs.forEach((disc, i) => { if (legal.some(([s]) => s === i)) disc.classList.add("movable"); });
    this.fit(svg);
    keeping(this.box, () => this.box.replaceChildren(svg));
  }
  words(i, legal) {
    const {names} = this.plan ?? planOf(state.board), jumps = legal.filter(([s]) => s === i).map((jump) => {
      const fate = this.fate(jump);
      return told("to", {hole: names[jump[2]]}) + (fate ? " " + say("outcome." + fate.outcome) : "");
    });
    return [`${names[i]}, ${told(this.position[i] === "1" ? "peg" : "empty")}`, ...jumps].join(", ");
  }
  // Where something is known of a jump: a line over the jumped peg, and a sign where it comes down.
  arrow(jump) {
    const fate = this.fate(jump), {points} = planOf(state.board);
    if (!fate || state.edit || (this.chosen !== null && this.chosen !== jump[0])) return [];
    const [[x, y], [u, v]] = [points[jump[0]], points[jump[2]]], far = Math.hypot(u - x, v - y) || 1;
    const at = (share) => [x + (u - x) * share, y + (v - y) * share], near = RADIUS / far;
    const [a, b] = at(near), [c, d] = at(1 - near), look = `fate ${fate.outcome}`;
    return [element("line", {class: look, x1: a, y1: b, x2: c, y2: d}), element("circle", {class: look, cx: c, cy: d, r: 8}),
      element("text", {class: look, x: c, y: d + 4.2, "font-size": 12, "aria-hidden": "true"}, SIGNS[fate.outcome])];
  }
  // Words first: how the game stands, in a sentence or two.
  standing() {
    const {answer, position} = this, legal = legalIn(state.board, position), fates = Object.values(answer?.fates ?? {});
    const wins = fates.filter((fate) => fate.outcome === "wins").length, open = legal.length - fates.filter((fate) => fate.outcome !== "unknown").length;
    const count = {pegs: pegsOf(position), jumps: legal.length, wins, open};
    const jumps = state.jumps.slice(0, state.at), lines = [];
    if (state.edit) lines.push(told("editing", count));
    else if (reaches(position, state.goal)) lines.push(jumps.length ? told("won", {jumps: jumps.length, sweeps: sweepsOf(jumps).length}) : told("won already"));
    else {
      if (!legal.length) lines.push(told("over", count));
      if (answer?.verdict === "feasible") lines.push(say(open ? "advise.won.open" : "advise.won", count));
      else if (answer?.verdict === "infeasible") lines.push(...this.lost(answer));
      else if (answer?.done) lines.push(say("advise.unknown", {...count, why: answer.reason ? say(answer.reason) : told("too much")}), answer.command ?? "");
      else if (legal.length) lines.push(told(this.asking && !this.asking.quiet ? "asking" : "standing", count));
    }
    const [first, ...others] = lines.filter(Boolean), why = answer?.verdict === "infeasible" && answer.reason && !state.edit ? told("because", {why: say(answer.reason)}) : "";
    part("standing").replaceChildren(html("strong", first ?? ""), ...[...others, why].filter(Boolean).map((line) => html("span", " " + line)));
    part("standing").className = `verdict ${state.edit ? "" : reaches(position, state.goal) ? "feasible" : answer?.verdict ?? (legal.length ? "" : "infeasible")}`;
  }
  // Which jump lost the game, and how many to take back.
  lost({lost}) {
    if (!lost) return [told(state.at ? "lost" : "lost start")];
    return [say(lost.said.key, lost.said.values), lost.won === null ? "" : say("lost.back", {jumps: state.at - lost.won})];
  }
  best() {
    const jumps = state.jumps.slice(0, state.at);
    if (!jumps.length || !reaches(this.position, state.goal)) return "";
    const known = this.oracle.best?.(this.game) ?? recordOf(this.game);
    if (!known) return this.oracle.fewest ? told("best.ask") : told("best.command", {command: commandOf("solve", this.game) + " --sweeps"});
    return told(sweepsOf(jumps).length === known.sweeps ? "best.equal" : "best", {sweeps: known.sweeps, source: known.source});
  }
  list(legal) {
    const {names} = planOf(state.board), items = legal.filter((jump) => this.fate(jump)).map((jump) => {
      const fate = this.fate(jump), item = html("li", ""), name = names[jump[0]] + names[jump[2]], button = html("button", name, {type: "button", "data-keep": "jump " + name});
      button.addEventListener("click", () => this.jump(jump));
      item.append(button, " ", html("strong", say("outcome." + fate.outcome), {class: `word ${fate.outcome}`}));
      if (!fate.kernel && !fate.detail && !fate.play) { if (fate.reason) item.append(": " + say(fate.reason)); return item; }
      const more = html("details", "", {"data-keep": "proof " + name}), inside = html("div", "");
      inside.innerHTML = proofOf(fate);  // made by the program, every name in it escaped there
      more.append(html("summary", fate.reason ? say(fate.reason) : told("rest"), {"data-keep": "summary " + name}), inside);
      item.append(more);
      return item;
    });
    const chance = this.answer?.chance, often = chance >= 0.05 ? told("chance", {percent: chance < 1 ? Math.min(99, Math.round(100 * chance)) : 100}) : told("chance.rare", {games: Number((1 / chance).toPrecision(3))});
    if (chance) items.push(html("li", often, {class: "note"}));
    keeping(part("jumps"), () => part("jumps").replaceChildren(...items));
  }
}

// A proof: its kernel on one screen, and the rest of it on demand. The programs speak English there.
function proofOf({detail, kernel, rest, play}) {
  if (play) return `<p class="moves">${escaped(play)}</p>`;
  const folded = (detail ? `<p class="note">${escaped(detail)}</p>` : "") + (rest ?? "");
  const more = folded && kernel ? `<details><summary>${escaped(told("whole proof"))}</summary>${folded}</details>` : folded;
  return `<div lang="en">${kernel ?? ""}${more}</div>`;
}
const escaped = (text) => html("p", text).innerHTML;
// The fewest sweeps that are known of a game with one hole at the beginning and one peg at the end.
function recordOf({board, start, goal}) {
  const [from, to] = [onlyIn(start, "0"), onlyIn(goal, "1")], {names} = planOf(board);
  const known = from < 0 || to < 0 ? undefined : RECORDS[board.name]?.[`${names[from]} ${names[to]}`];
  return known && {sweeps: known[0], source: known[1] || told("best.proved")};
}
// What a terminal is asked instead.
function commandOf(verb, {board, position, goal}) {
  const {names} = planOf(board), set = (values) => [...values].map((value, i) => (value === "1" ? "+" + names[i] : "")).join("");
  const given = (values) => (onlyIn(values, "0") >= 0 ? `${board.name}:-${names[onlyIn(values, "0")]}` : `${board.name}:${set(values)}`);
  return `pegfeas ${verb} ${given(position)} ${typeof goal === "number" ? "--pegs " + goal : given(goal)}`;
}

// The choice of a board, of the hole that is empty at the start, and of the aim.
function chooser({groups}) {
  const fill = (select, options, value) => { select.replaceChildren(...options.map(([value_, text]) => new Option(text, value_))); select.value = value; };
  on("play-choice", async () => { const found = await boardOf.game(part("choice").value); go({edit: false, ...found, jumps: [], at: 0}); }, "change");
  on("play-vacancy", () => {
    const hole = Number(part("vacancy").value), {board, goal, start} = state, old = onlyIn(start, "0");
    go({edit: false, start: without(board, hole), goal: old >= 0 && onlyIn(goal, "1") === old ? lone(board, hole) : goal, jumps: [], at: 0});
  }, "change");
  on("play-goal", () => { const aim = part("goal").value; if (aim !== "own") go({goal: aim === "any" ? 1 : lone(state.board, Number(aim))}); }, "change");
  return () => {
    const {board, start, goal} = state, {names} = planOf(board), named = groups.flatMap(([, games]) => games).map(([value]) => value);
    const label = (key) => told("game." + key), now = gameName(state);
    part("choice").replaceChildren(...groups.map(([title, games]) => {
      const options = games.map(([value, key]) => new Option(key ? label(key) : value, value));
      if (!title) return options;
      const made = html("optgroup", "");
      made.label = told(title);
      made.append(...options);
      return made;
    }).flat(), ...(named.includes(now) ? [] : [new Option(now || told("own board"), now)]));
    part("choice").value = now;
    const holes = names.map((hole, i) => [i, told("empty.at", {hole})]), hole = onlyIn(start, "0"), own = [["own", told("own")]];
    fill(part("vacancy"), hole < 0 ? [...own, ...holes] : holes, hole < 0 ? "own" : hole);
    const end = onlyIn(goal, "1"), aim = goal === 1 ? "any" : end >= 0 ? end : "own";
    const other = typeof goal === "number" ? [["own", told("aim.pegs", {pegs: goal})]] : own;
    fill(part("goal"), [...(aim === "own" ? other : []), ["any", told("aim.any")], ...names.map((name, i) => [i, told("aim.in", {hole: name})])], aim);
  };
}
