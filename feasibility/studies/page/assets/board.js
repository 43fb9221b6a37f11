"use strict";
// A board whose holes are marked by pointer or keyboard: a group of check boxes drawn as discs.
const SVG = "http://www.w3.org/2000/svg", PITCH = 40, RADIUS = 16, EDGE = 22;

function columnLetters(column) {
  let letters = "";
  for (let c = column + 1; c > 0; c = Math.floor((c - 1) / 26)) letters = String.fromCharCode(97 + (c - 1) % 26) + letters;
  return letters;
}
const holeName = ([row, column]) => columnLetters(column) + (row + 1);

// drawn: what the server says of a graph, whose holes have names and places of their own
function places(holes, geometry, drawn) {
  if (drawn) return drawn.places;
  const raw = holes.map(([row, column]) => geometry === "triangular" ?
    [(column - row / 2) * PITCH, row * PITCH * Math.sqrt(3) / 2] : [column * PITCH, row * PITCH]);
  const left = Math.min(...raw.map((p) => p[0])) - EDGE, top = Math.min(...raw.map((p) => p[1])) - EDGE;
  return raw.map(([x, y]) => [x - left, y - top]);
}

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
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

class Editor {
  // looks: symbol -> [class, aria-checked]; change(values) hears every finished stroke
  constructor(box, looks, labels, change) {
    Object.assign(this, {box, looks, change, brush: "1", active: 0, stroke: null, numbered: false});
    this.labelledby = labels[0];
    this.describedby = labels[1];
    box.addEventListener("pointerdown", (event) => this.press(event));
    box.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => this.release());
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("focusin", (event) => { if (event.target.dataset.hole) this.activate(Number(event.target.dataset.hole), false); });
  }
  build(holes, geometry, drawn) {
    this.holes = holes;
    this.names = drawn ? drawn.names : holes.map(holeName);
    this.points = places(holes, geometry, drawn);
    this.active = Math.min(this.active, holes.length - 1);
    const width = Math.max(...this.points.map((p) => p[0])) + EDGE, height = Math.max(...this.points.map((p) => p[1])) + EDGE;
    const svg = element("svg", {viewBox: `0 0 ${width} ${height}`, class: "pf-pic", role: "group",
      "aria-labelledby": this.labelledby, "aria-describedby": this.describedby});
    svg.style.maxWidth = `${Math.max(width, 120) * 1.25}px`;
    this.discs = this.points.map(([x, y], i) => element("circle", {cx: x, cy: y, r: RADIUS, role: "checkbox", "data-hole": i,
      tabindex: i === this.active ? 0 : -1, "aria-label": this.names[i]}));
    this.signs = this.points.map(([x, y]) => element("text", {x, y, dy: ".35em", "font-size": 13, "aria-hidden": "true"}));
    const lines = (drawn ? drawn.edges : []).map(([a, b]) => element("line", {class: "pf-hole",
      x1: this.points[a][0], y1: this.points[a][1], x2: this.points[b][0], y2: this.points[b][1]}));
    svg.append(...lines, ...this.discs, ...this.signs);
    this.box.replaceChildren(svg);
  }
  show(values) {
    this.values = values;
    values.forEach((value, i) => this.paint(i));
  }
  paint(i) {
    const value = this.values[i], [look, checked] = this.looks[value];
    this.discs[i].setAttribute("class", look);
    this.discs[i].setAttribute("aria-checked", checked);
    this.signs[i].textContent = value === "?" && !this.numbered ? "?" : this.numbered ? this.names[i] : "";
    this.signs[i].setAttribute("class", value === "1" ? "pf-peg-text" : value === "?" ? "pf-free-text" : "pf-small");
  }
  holeAt(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    return found && this.box.contains(found) && found.dataset.hole !== undefined ? Number(found.dataset.hole) : null;
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
    if (changed) this.change(this.values.slice());
  }
  set(hole, value) {
    if (this.values[hole] === value) return;
    this.values[hole] = value;
    this.paint(hole);
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
    const wanted = {" ": "1", Enter: "1", f: "?", F: "?", "?": "?"}[event.key];
    if (direction) {
      const next = this.neighbour(...direction);
      if (next !== null) this.activate(next, true);
    } else if (wanted && this.looks[wanted]) {
      this.set(this.active, this.values[this.active] === wanted ? "0" : wanted);
      this.change(this.values.slice());
    } else return;
    event.preventDefault();
  }
  neighbour(right, down) {
    // the nearest hole in that direction, those straight ahead first
    const [x, y] = this.points[this.active];
    let best = null, least = Infinity;
    this.points.forEach(([u, v], i) => {
      const ahead = (u - x) * right + (v - y) * down, aside = Math.abs((u - x) * down) + Math.abs((v - y) * right);
      if (ahead > 1 && aside <= ahead * 1.01 && ahead + 2 * aside < least) { least = ahead + 2 * aside; best = i; }
    });
    return best;
  }
}
