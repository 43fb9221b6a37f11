"use strict";
// What one takes along: the picture of a position, the game as an animation, and one printed sheet. All is made here, without a server.
function save(name, blob) {
  const link = Object.assign(document.createElement("a"), {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
// A picture that needs no page around it: what the style sheets say stands in its attributes.
function alone(board, position) {
  const box = html("div", "", {class: "shot"}), svg = picture(board, position, {names: state.names, label: document.title});
  box.append(svg);
  document.body.append(box);
  for (const one of svg.querySelectorAll("polygon,circle,line,text")) {
    const style = getComputedStyle(one);
    for (const key of ["fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-dasharray"]) one.setAttribute(key, style[key.replace(/-(.)/g, (_, c) => c.toUpperCase())].replace(/"/g, ""));
    if (one.tagName === "text") for (const [key, value] of [["text-anchor", "middle"], ["font-family", "sans-serif"], ["font-weight", style.fontWeight]]) one.setAttribute(key, value);
    one.removeAttribute("class");
  }
  box.remove();
  svg.prepend(paints());
  svg.setAttribute("xmlns", SVG);
  return svg;
}
async function painted(board, position, width) {
  const svg = alone(board, position), {width: w, height: h} = planOf(board);
  Object.entries({width, height: Math.round(width * h / w)}).forEach(([key, value]) => svg.setAttribute(key, value));
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(svg.outerHTML);
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {width, height: Math.round(width * h / w)}), context = canvas.getContext("2d", {willReadFrequently: true});
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  return canvas;
}
async function take(kind) {
  const {board, jumps, at} = state, name = `${(board.name || "board").replace(/[^\w-]+/g, "-")}-${at}.${kind}`;
  if (kind === "svg") save(name, new Blob([alone(board, positionAt(state, at)).outerHTML], {type: "image/svg+xml"}));
  else if (kind === "png") (await painted(board, positionAt(state, at), 900)).toBlob((blob) => save(name, blob));
  else {
    const frames = [];
    for (let k = 0; k <= jumps.length; k++) {
      const canvas = await painted(board, positionAt(state, k), 320);
      frames.push(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height));
    }
    save(name, new Blob([animation(frames)], {type: "image/gif"}));
  }
}
// An animation as GIF (CompuServe, GIF89a, 1990): the 256 most frequent of 4096 colours, each frame packed by LZW.
function animation(frames) {
  const {width, height} = frames[0], counts = new Uint32Array(4096), bytes = [], word = (n) => bytes.push(n & 255, n >> 8);
  const bucket = (data, i) => (data[i] >> 4) << 8 | (data[i + 1] >> 4) << 4 | data[i + 2] >> 4;
  for (const {data} of frames) for (let i = 0; i < data.length; i += 4) counts[bucket(data, i)]++;
  const table = [...counts.keys()].filter((c) => counts[c]).sort((a, b) => counts[b] - counts[a]).slice(0, 256);
  const far = (a, b) => [8, 4, 0].reduce((sum, by) => sum + ((a >> by & 15) - (b >> by & 15)) ** 2, 0);
  const nearest = Uint8Array.from(counts, (count, c) => (count ? table.reduce((best, t, i) => (far(t, c) < far(table[best], c) ? i : best), 0) : 0));
  bytes.push(...[..."GIF89a"].map((c) => c.charCodeAt(0)));
  word(width);
  word(height);
  bytes.push(0xf7, 0, 0);
  for (let i = 0; i < 256; i++) bytes.push(...[8, 4, 0].map((by) => ((table[i] ?? 0) >> by & 15) * 17));
  bytes.push(0x21, 0xff, 11, ...[..."NETSCAPE2.0"].map((c) => c.charCodeAt(0)), 3, 1, 0, 0, 0);
  frames.forEach(({data}, k) => {
    bytes.push(0x21, 0xf9, 4, 0);
    word(k === 0 || k === frames.length - 1 ? 200 : 60);  // hundredths of a second
    bytes.push(0, 0, 0x2c, 0, 0, 0, 0);
    word(width);
    word(height);
    bytes.push(0, 8);
    const packed = lzw(Uint8Array.from({length: data.length / 4}, (_, i) => nearest[bucket(data, 4 * i)]));
    for (let i = 0; i < packed.length; i += 255) {
      const block = packed.slice(i, i + 255);
      bytes.push(block.length, ...block);
    }
    bytes.push(0);
  });
  bytes.push(0x3b);
  return Uint8Array.from(bytes);
}
// T. A. Welch, 1984, with codes of 9 to 12 bits, as GIF wants it.
function lzw(pixels) {
  const out = [], CLEAR = 256;
  let codes, next, size, buffer = 0, bits = 0;
  const put = (code) => { buffer |= code << bits; bits += size; while (bits > 7) { out.push(buffer & 255); buffer >>>= 8; bits -= 8; } };
  const reset = () => { codes = new Map(); next = CLEAR + 2; size = 9; };
  reset();
  put(CLEAR);
  let last = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const key = last << 8 | pixels[i], known = codes.get(key);
    if (known !== undefined) { last = known; continue; }
    put(last);
    if (next === 4096) { put(CLEAR); reset(); }
    else { if (next === 1 << size) size++; codes.set(key, next++); }
    last = pixels[i];
  }
  put(last);
  put(CLEAR + 1);
  if (bits) out.push(buffer & 255);
  return out;
}
// The game on one sheet: the start, the sweeps as text, and the position after each.
function sheet() {
  const {board, start, jumps, at, tab} = state, game = jumps.slice(0, at), sweeps = sweepsOf(game), plan = planOf(board);
  document.documentElement.classList.toggle("printing", tab === "play");
  const look = document.body.className;
  document.body.className = "plain";  // paper is no wood
  const shown = (position, caption, scale) => {
    const figure = html("figure", ""), svg = alone(board, position);
    for (const side of ["width", "height"]) svg.setAttribute(side, plan[side] * scale);
    figure.append(svg, html("figcaption", caption));
    return figure;
  };
  let done = 0;
  const row = html("div", "", {class: "row"}), columns = Math.max(4, Math.ceil(Math.sqrt((sweeps.length + 1) * plan.height / plan.width)));
  const scale = Math.min(0.6, (640 / columns - 12) / plan.width);
  row.append(...sweeps.map((sweep, k) => shown(positionAt(state, done += sweep.length), `${k + 1}. ${sweepName(plan, sweep)}`, scale)));
  const line = html("p", sweeps.map((sweep, k) => `${k + 1}. ${sweepName(plan, sweep)}`).join("  "));
  const counted = game.length ? told("sheet.play", {jumps: game.length, sweeps: sweeps.length}) : "";
  $("sheet").replaceChildren(html("h1", `${board.name} ${counted}`), shown(start, told("sheet.start", {pegs: pegsOf(start)}), Math.min(0.9, 260 / plan.height)), line, row);
  document.body.className = look;
}
