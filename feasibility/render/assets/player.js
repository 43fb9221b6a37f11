"use strict";
// A play that a reader steps through. The board, its discs and the list of sweeps are in the page already;
// this moves them. Used by the report and by the local page.
function pegfeasPlayers(root) {
  for (const box of root.querySelectorAll("[data-play]")) {
    if (!box.dataset.ready) { box.dataset.ready = "1"; pegfeasPlayer(box); }
  }
}
function pegfeasPlayer(box) {
  const play = JSON.parse(box.dataset.play), svg = box.querySelector("svg"), stage = box.querySelector(".stage");
  const controls = box.querySelector(".controls"), slider = box.querySelector("input[type=range]");
  const status = box.querySelector(".status"), speed = box.querySelector("select"), total = play.jumps.length;
  const button = Object.fromEntries([...box.querySelectorAll("button[data-do]")].map((b) => [b.dataset.do, b]));
  const marks = [...box.querySelectorAll("button[data-go]")];
  const discs = [...svg.querySelectorAll("[data-hole]")].sort((a, b) => a.dataset.hole - b.dataset.hole);
  const positions = [new Set(play.start)];
  for (const [start, over, landing] of play.jumps) {
    const next = new Set(positions[positions.length - 1]);
    next.delete(start); next.delete(over); next.add(landing);
    positions.push(next);
  }
  const trail = document.createElementNS("http://www.w3.org/2000/svg", "g");
  svg.append(trail);
  let at = 0, timer = null;

  function shape(name, look, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    made.setAttribute("class", "pf-" + look);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    trail.append(made);
  }
  function place(hole) { return [Number(discs[hole].getAttribute("cx")), Number(discs[hole].getAttribute("cy"))]; }
  function arrow(jump) {
    const [x, y] = place(jump[0]), [u, v] = place(jump[2]), length = Math.hypot(u - x, v - y) || 1;
    const a = (u - x) / length, b = (v - y) / length, neck = [u - a * 10, v - b * 10];
    const line = {x1: x, y1: y, x2: neck[0], y2: neck[1]};
    shape("line", "halo", line);
    shape("line", "arrow", line);
    shape("polygon", "head", {points: [u, v, neck[0] - b * 6, neck[1] + a * 6, neck[0] + b * 6, neck[1] - a * 6].join(" ")});
  }
  function show(to) {
    at = Math.max(0, Math.min(total, to));
    const pegs = positions[at];
    discs.forEach((disc, hole) => disc.setAttribute("class", pegs.has(hole) ? "pf-peg" : "pf-hole"));
    trail.replaceChildren();
    if (at > 0) arrow(play.jumps[at - 1]);
    slider.value = at;
    const sweep = marks.find((m) => Number(m.dataset.from) < at && at <= Number(m.dataset.go));
    for (const mark of marks) {
      if (mark === sweep) mark.setAttribute("aria-current", "step"); else mark.removeAttribute("aria-current");
    }
    const count = pegs.size + (pegs.size === 1 ? " peg" : " pegs");
    status.textContent = at === 0 ? `Start, ${count}` :
      `Jump ${at} of ${total}: ${play.names[at - 1]} over ${play.holes[play.jumps[at - 1][1]]}, sweep ${marks.indexOf(sweep) + 1} of ${marks.length}; ${count}`;
    slider.setAttribute("aria-valuetext", status.textContent);
    svg.setAttribute("aria-label", "pegs on " + [...pegs].sort((a, b) => a - b).map((h) => play.holes[h]).join(" "));
    button.first.disabled = button.back.disabled = at === 0;
    button.next.disabled = button.last.disabled = at === total;
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    button.play.textContent = "▶ play";
    button.play.setAttribute("aria-label", "play");
    status.setAttribute("aria-live", "polite");
  }
  function start() {
    if (at === total) show(0);
    status.setAttribute("aria-live", "off");
    button.play.textContent = "⏸ pause";
    button.play.setAttribute("aria-label", "pause");
    timer = setInterval(() => { if (!box.isConnected) return stop(); show(at + 1); if (at === total) stop(); }, Number(speed.value));
  }
  const toggle = () => (timer === null ? start() : stop());
  function step(to) { stop(); show(to); }
  function sweepEnd(direction) {
    const ends = [0, ...marks.map((m) => Number(m.dataset.go))];
    return direction > 0 ? ends.find((e) => e > at) ?? total : ends.reverse().find((e) => e < at) ?? 0;
  }
  const doing = {first: () => step(0), back: () => step(at - 1), play: toggle, next: () => step(at + 1), last: () => step(total)};
  for (const [name, element] of Object.entries(button)) element.addEventListener("click", doing[name]);
  slider.addEventListener("input", () => step(Number(slider.value)));
  speed.addEventListener("change", () => { if (timer !== null) { stop(); start(); } });
  for (const mark of marks) mark.addEventListener("click", () => step(Number(mark.dataset.go)));
  const keys = {ArrowRight: () => step(at + 1), ArrowLeft: () => step(at - 1), Home: () => step(0), End: () => step(total),
    PageDown: () => step(sweepEnd(1)), PageUp: () => step(sweepEnd(-1)), " ": toggle};
  stage.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  controls.hidden = false;
  show(0);
}
pegfeasPlayers(document);
