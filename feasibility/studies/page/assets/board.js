"use strict";
// Boards as pictures: where holes are, one function that draws a position, and what pointer and keyboard do to holes.
const SVG = "http://www.w3.org/2000/svg", PITCH = 40, RADIUS = 16, EDGE = 22, TOUCH = 44;

function columnLetters(column) {
  let letters = "";
  for (let c = column + 1; c > 0; c = Math.floor((c - 1) / 26)) letters = String.fromCharCode(97 + (c - 1) % 26) + letters;
  return letters;
}
const holeName = ([row, column]) => columnLetters(column) + (row + 1);

function element(name, attributes, ...inside) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}
const html = (tag, text, attributes = {}) => {
  const made = Object.assign(document.createElement(tag), {textContent: text});
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

// What is drawn of a board: places and names of holes, and the size of the picture. A graph has places of its own.
function planOf(board) {
  if (board.plan) return board.plan;
  const {holes, geometry, drawn} = board;
  const raw = drawn ? drawn.places : holes.map(([row, column]) => geometry === "triangular" ?
    [(column - row / 2) * PITCH, row * PITCH * Math.sqrt(3) / 2] : [column * PITCH, row * PITCH]);
  const least = [0, 1].map((k) => Math.min(...raw.map((p) => p[k])) - EDGE), most = [0, 1].map((k) => Math.max(...raw.map((p) => p[k])) + EDGE);
  const points = raw.map(([x, y]) => [x - least[0], y - least[1]]);
  const names = drawn ? drawn.names : holes.map(holeName), near = geometry === "triangular" ? PITCH * Math.sqrt(3) / 2 : PITCH;
  board.plan = {points, names, edges: drawn ? drawn.edges : [], width: most[0] - least[0], height: most[1] - least[1], near, hull: hullOf(points)};
  return board.plan;
}
// The corners of the wood: the points that no others surround (A. M. Andrew's chain, 1979).
function hullOf(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const left = ([a, b], [c, d], [e, f]) => (c - a) * (f - b) - (d - b) * (e - a) > 1e-9;
  const chain = (all) => all.reduce((kept, point) => {
    while (kept.length > 1 && !left(kept[kept.length - 2], kept[kept.length - 1], point)) kept.pop();
    return [...kept, point];
  }, []);
  return [...chain(sorted), ...chain(sorted.reverse())];
}
const WOOD = [["pf-grain", "linearGradient", {x1: 0, y1: 0, x2: .35, y2: 1}, [[0, "#c98f52"], [.3, "#b97c40"], [.45, "#c58a4c"], [.7, "#ad7037"], [1, "#b98045"]]],
  ["pf-hollow", "radialGradient", {cx: .5, cy: .62, r: .6}, [[0, "#8a5527"], [.7, "#63391a"], [1, "#3d210d"]]],
  ["pf-marble", "radialGradient", {cx: .36, cy: .3, r: .75}, [[0, "#f4fbff"], [.16, "#9cc9f2"], [.5, "#2f6fb3"], [.85, "#123a6b"], [1, "#0a2445"]]]];

// Paints of wood, for all pictures of the page and for one that leaves it: no picture may hold them, since it may be hidden.
const paints = () => element("defs", {}, ...WOOD.map(([id, kind, attributes, stops]) => element(kind, {id, ...attributes},
  ...stops.map(([offset, colour]) => element("stop", {offset, "stop-color": colour})))));
document.body.append(element("svg", {class: "shot", width: 0, height: 0, "aria-hidden": "true"}, paints()));

// The picture of a position, in the look of the page around it.
function picture(board, position, {names = false, label = "", scale = 1.5} = {}) {
  const plan = planOf(board), {points} = plan;
  const svg = element("svg", {viewBox: `0 0 ${plan.width} ${plan.height}`, class: "pf-pic", role: "img", "aria-label": label, width: plan.width * scale, height: plan.height * scale});
  const hull = plan.hull.map((point) => point.join()).join(" ");
  svg.append(element("polygon", {class: "plate rim", points: hull}), element("polygon", {class: "plate", points: hull}));
  svg.append(...plan.edges.map(([a, b]) => element("line", {class: "pf-edge", x1: points[a][0], y1: points[a][1], x2: points[b][0], y2: points[b][1]})));
  points.forEach(([x, y], i) => {
    const peg = position[i] === "1";
    svg.append(element("circle", {class: "pf-hole", cx: x, cy: y, r: RADIUS}));
    if (peg) svg.append(element("circle", {class: "pf-peg", cx: x, cy: y, r: RADIUS, "data-peg": i}));
    if (names) svg.append(element("text", {class: peg ? "pf-peg-text" : "pf-small", x, y: y + 4.5, "font-size": 13, "aria-hidden": "true"}, plan.names[i]));
  });
  return svg;
}

// Draws a part of the page again: what was open in it stays open, and what had the focus has it. `data-keep` names both.
function keeping(box, draw) {
  const open = [...box.querySelectorAll("details[open][data-keep]")].map((kept) => kept.dataset.keep);
  const at = box.contains(document.activeElement) ? document.activeElement.dataset.keep : undefined;
  draw();
  for (const kept of box.querySelectorAll("[data-keep]")) {
    if (open.includes(kept.dataset.keep)) kept.open = true;
    if (at !== undefined && kept.dataset.keep === at) kept.focus({preventScroll: true});
  }
}

// Holes as one stop of the Tab key: arrows go from hole to hole.
class Holes {
  constructor(box) {
    Object.assign(this, {box, active: 0, discs: []});
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("focusin", (event) => { if (event.target.dataset.hole) this.activate(Number(event.target.dataset.hole)); });
  }
  // Every hole is a disc as large as a finger; `words` are its attributes.
  discsOf(board, words) {
    this.plan = planOf(board);
    this.active = Math.min(this.active, board.holes.length - 1);
    this.discs = this.plan.points.map(([x, y], i) => element("circle", {cx: x, cy: y, r: PITCH / 2, class: "touch", "data-hole": i, "data-keep": i,
      tabindex: i === this.active ? 0 : -1, ...words(i)}));
    return this.discs;
  }
  fit(svg) {
    svg.style.maxWidth = `${Math.max(this.plan.width, 130) * 2.2}px`;
    svg.style.minWidth = `${Math.ceil(this.plan.width * TOUCH / this.plan.near)}px`;
  }
  holeAt(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    return found && this.box.contains(found) && found.dataset.hole !== undefined ? Number(found.dataset.hole) : null;
  }
  activate(hole, focus) {
    this.discs[this.active]?.setAttribute("tabindex", -1);
    this.active = hole;
    this.discs[hole].setAttribute("tabindex", 0);
    if (focus) this.discs[hole].focus({preventScroll: true});
  }
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const direction = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]}[event.key];
    if (direction) {
      const next = this.neighbour(...direction);
      if (next !== null) this.activate(next, true);
    } else if (!this.pressed(event.key)) return;
    event.preventDefault();
  }
  neighbour(right, down) {
    // the nearest hole in that direction, those straight ahead first
    const [x, y] = this.plan.points[this.active];
    let best = null, least = Infinity;
    this.plan.points.forEach(([u, v], i) => {
      const ahead = (u - x) * right + (v - y) * down, aside = Math.abs((u - x) * down) + Math.abs((v - y) * right);
      if (ahead > 1 && aside <= ahead * 1.01 && ahead + 1.2 * aside < least) { least = ahead + 1.2 * aside; best = i; }
    });
    return best;
  }
}

// A board whose holes are marked: check boxes that are painted, or marked by the keyboard.
class Editor extends Holes {
  // looks: symbol -> [class, aria-checked]; change(values) hears every finished stroke
  constructor(box, looks, labels, change) {
    super(box);
    Object.assign(this, {looks, labels, change, brush: "1", stroke: null, numbered: false});
    box.addEventListener("pointerdown", (event) => this.press(event));
    box.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => this.release());
  }
  build(board) {
    this.holes = board.holes;
    const svg = picture(board, ""), [by, described] = this.labels;
    svg.setAttribute("role", "group");
    svg.removeAttribute("aria-label");
    svg.setAttribute("aria-labelledby", by);
    svg.setAttribute("aria-describedby", described);
    svg.append(...this.discsOf(board, (i) => ({role: "checkbox", "aria-label": this.plan.names[i]})));
    this.seen = [...svg.querySelectorAll("circle.pf-hole")];
    this.signs = this.plan.points.map(([x, y]) => element("text", {x, y: y + 4.5, "font-size": 13, "aria-hidden": "true"}));
    svg.append(...this.signs);
    this.fit(svg);
    this.box.replaceChildren(svg);
  }
  show(values) {
    this.values = values;
    values.forEach((value, i) => this.paint(i));
  }
  paint(i) {
    const value = this.values[i], [look, checked] = this.looks[value];
    this.seen[i].setAttribute("class", look);
    this.discs[i].setAttribute("aria-checked", checked);
    this.signs[i].textContent = value === "?" && !this.numbered ? "?" : this.numbered ? this.plan.names[i] : "";
    this.signs[i].setAttribute("class", value === "1" ? "pf-peg-text" : value === "?" ? "pf-free-text" : "pf-small");
  }
  press(event) {
    const hole = this.holeAt(event);
    if (hole === null || event.button !== 0) return;
    event.preventDefault();
    this.activate(hole, true);
    this.stroke = {value: this.values[hole] === this.brush ? "0" : this.brush, before: this.values.join("")};
    if (this.box.setPointerCapture) this.box.setPointerCapture(event.pointerId);
    this.set(hole, this.stroke.value);
  }
  drag(event) {
    if (!this.stroke) return;
    const hole = this.holeAt(event);
    if (hole !== null) this.set(hole, this.stroke.value);
  }
  release() {
    if (!this.stroke) return;
    const changed = this.stroke.before !== this.values.join("");
    this.stroke = null;
    if (changed) this.change(this.values.join(""));
  }
  set(hole, value) {
    if (this.values[hole] === value) return;
    this.values[hole] = value;
    this.paint(hole);
  }
  pressed(key) {
    const wanted = {" ": "1", Enter: "1", f: "?", F: "?", "?": "?"}[key];
    if (!wanted || !this.looks[wanted]) return false;
    this.set(this.active, this.values[this.active] === wanted ? "0" : wanted);
    this.change(this.values.join(""));
    return true;
  }
}
