"use strict";
// What the server says of a position: the command `pegfeas advise`, as the page asks it; and what it knows of boards.
const SECONDS = 60;
async function ask(path, body) {
  const options = body === undefined ? {} : {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)};
  let answer;
  try { answer = await fetch(path, options); } catch { throw new Error(told("no server")); }
  const isJson = (answer.headers.get("content-type") || "").startsWith("application/json");
  const found = isJson ? await answer.json() : {error: await answer.text()};
  if (!answer.ok) throw new Error(found.error);
  return found;
}
// One question and its messages, the last of which is `done`; `hear` takes those before it.
class Inquiry {
  constructor() {
    Object.assign(this, {source: null, job: null, refuse: null, mine: null, posting: null});
    addEventListener("pagehide", () => this.stop());
  }
  async stop() {
    const {job, refuse} = this;
    this.source?.close();
    Object.assign(this, {source: null, job: null, refuse: null, mine: null});
    refuse?.(new Error(told("cancelled")));
    if (job) await this.drop(job);
  }
  drop(job) { return fetch("/api/jobs/" + job, {method: "DELETE", keepalive: true}).catch(() => {}); }
  // One question at a time: whoever asks again waits until the one before is known, and given up.
  async run(kind, asked, hear) {
    const stopped = this.stop(), mine = this.mine = {};
    await stopped;
    await this.posting;
    if (mine !== this.mine) throw new Error(told("cancelled"));
    const posted = ask("/api/" + kind, asked);
    this.posting = posted.then(({job}) => (mine === this.mine ? null : this.drop(job)), () => null);
    const {job} = await posted;
    if (mine !== this.mine) throw new Error(told("cancelled"));
    this.job = job;
    const source = this.source = new EventSource(`/api/jobs/${job}/events`);
    try {
      return await new Promise((resolve, refuse) => {
        this.refuse = refuse;
        source.onerror = () => refuse(new Error(told("no server")));
        source.onmessage = (event) => {
          const heard = JSON.parse(event.data);
          if (heard.event === "failed") refuse(new Error(heard.message));
          else if (heard.event === "done") resolve({...heard, job});
          else hear(heard);
        };
      });
    } finally {
      source.close();
      if (this.job === job) Object.assign(this, {source: null, job: null, refuse: null});
    }
  }
}
class ServerOracle {
  constructor() { this.inquiry = new Inquiry(); }
  stop() { this.inquiry.stop(); }
  async ask(game, say_, show) {
    const known = {fates: {}, done: false};
    const learn = ({advice}) => Object.assign(known, advice, {fates: {...known.fates, ...advice.fates}});
    return {...learn(await this.run("advise", game, say_, (heard) => show({...learn(heard)}))), done: true};
  }
  async opening(game) {
    const {advice} = await this.run("opening", game, () => {}, () => {}, 10);
    return advice && {...advice, fates: {}, done: false};
  }
  async reach(game, say_) { return (await this.run("reach", game, say_)).body; }
  async fewest(game, say_) { return (await this.run("solve", {...game, jumps: [], position: game.start}, say_)).body; }
  async run(kind, {board, start, goal, jumps}, say_, early, seconds = SECONDS) {
    const began = Date.now(), after = jumps.map((jump) => jump.join("/")).join(" ");
    const clock = setInterval(() => say_(told("working", {seconds: Math.round((Date.now() - began) / 1000), most: seconds})), 1000);
    try {
      const asked = {board: reference(board), start, target: goal, after, seconds};
      return await this.inquiry.run(kind, asked, (heard) => { if (heard.advice) early(heard); });
    } finally { clearInterval(clock); }
  }
}
const kept = new Map();  // boards by name
const stateFrom = ({board, start, target}) => ({board, start, goal: target, jumps: [], at: 0});
boardOf = {
  first: "english33",
  async named(wanted) {
    const key = JSON.stringify(wanted);
    if (!kept.has(key)) kept.set(key, await ask("/api/board", {board: wanted}));
    return kept.get(key);
  },
  async read(text) {
    const answer = await ask("/api/read", {text});
    complain(answer.note);  // by which rule, where another board could have been meant
    return stateFrom(answer);
  },
  async game(name) {
    if (name.startsWith("problem:")) return stateFrom(await ask("/api/problem?name=" + encodeURIComponent(name.slice(8))));
    const [board, vacancy, last] = name.split(" ");
    return fresh(await boardOf.named(board), vacancy, last);
  },
  draw: () => { go({tab: "pairs"}); openDrawing(true); },
};
