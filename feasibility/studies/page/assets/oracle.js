"use strict";
// What the server says of a position: the command `pegfeas advise`, as the page asks it.
class ServerOracle {
  constructor() { this.source = this.job = this.refuse = null; }
  stop() {
    this.source?.close();
    if (this.job) fetch("/api/jobs/" + this.job, {method: "DELETE"}).catch(() => {});
    this.refuse?.(new Error(""));
    this.source = this.job = this.refuse = null;
  }
  async ask(problem, position, moves, say, early) {
    const known = ({verdict, advice: {standing, lost, proof, jumps}}) =>
      ({verdict, standing, lost, proof, fates: Object.fromEntries(jumps.map((jump) => [jump.start, jump]))});
    return known(await this.run("advise", problem, moves, say, "looking for a play and for proofs", (heard) => {
      if (heard.advice) {
        early(known(heard));
        return "the chance of random play follows";
      }
      const fates = Object.fromEntries(Object.entries(heard.fates).map(([after, outcome]) => [after, {outcome}]));
      early({...heard, fates});
      return "the reasons follow";
    }));
  }
  async reach(problem, moves, say) {
    return (await this.run("reach", problem, moves, say, "following every jump")).body;
  }
  // One question to the server: its last message. `early` takes what is known before, and says what follows.
  async run(kind, problem, moves, say, told, early) {
    this.stop();
    const began = Date.now();
    const clock = setInterval(() => say(`${told} … ${Math.round((Date.now() - began) / 1000)} s of at most ${SECONDS}`), 1000);
    say(`${told} … at most ${SECONDS} s`);
    try {
      const {job} = await ask("/api/" + kind, {...problem.asked, after: moves.map((jump) => jump.join("/")).join(" "), seconds: SECONDS});
      this.job = job;
      return await new Promise((resolve, refuse) => {
        this.refuse = refuse;
        this.source = new EventSource(`/api/jobs/${job}/events`);
        this.source.onerror = () => refuse(new Error("the server does not answer; is pegfeas serve still running?"));
        this.source.onmessage = (event) => {
          const heard = JSON.parse(event.data);
          if (heard.event === "progress") told = heard.message;
          else if (heard.event === "fates" || heard.event === "advice") told = early(heard);
          else if (heard.event === "failed") refuse(new Error(heard.message));
          else if (heard.event === "done") resolve(heard);
        };
      });
    } finally {
      clearInterval(clock);
      this.source?.close();
      this.source = this.job = this.refuse = null;
    }
  }
}
const SECONDS = 60;
const GAMES = [["english33 d4", "English board, one peg in the middle"], ["triangle:5", "Triangle with 15 holes, one peg"],
  ["english33", "English board, one peg anywhere"], ["french37", "French board, one peg anywhere"], ["french37 d4", "French board, one peg in the middle"],
  ["rectangle:6x6", "Square of 6 by 6, one peg"], ["triangle:6", "Triangle with 21 holes, one peg"], ["diamond41", "Diamond, one peg"]];
const EXAMPLES = [["A classic", "english33 d4", "d4"], ["A famous impossible one", "french37 d4", "d4"], ["Fifteen holes", "triangle:5", "a1"]];

// A game of the server: its board, the hole that is empty at the start, and the hole for the last peg if one is named.
async function loadGame(name, vacancy) {
  const [boardName, last] = name.split(" ");
  const board = await ask("/api/board?name=" + encodeURIComponent(boardName));
  const names = board.drawn ? board.drawn.names : board.holes.map(holeName);
  const empty = names.indexOf(vacancy ?? last ?? names[0]), end = last ? names.indexOf(last) : -1;
  const start = names.map((_, i) => (i === empty ? "0" : "1")).join("");
  const target = last ? names.map((_, i) => (i === end ? "1" : "0")).join("") : 1;
  const won = (position) => (last ? position.join("") === target : position.filter((p) => p === "1").length === 1);
  const goal = last ? `one peg in ${last} is left` : "one peg is left";
  const asked = {board: boardForServer(board), start, target};
  const problem = {title: name, board, start, goal, won, asked};
  return {problem, vacancies: last ? [last] : names};
}
function startToPlay() {
  return chooser(new Game(new ServerOracle()), {games: GAMES, examples: EXAMPLES, load: loadGame});
}
