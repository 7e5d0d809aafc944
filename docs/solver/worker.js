// Solves beside the page, which stays free to be typed into: some iterations, a report, and again until it is told to stop.

import { ALL_IN, loadSolver } from "./pokerbits/solver.js";

// Milliseconds of iterations between two reports, and how many times as long as a report they take at least.
const SLICE = 60;
const SLICES_OF_REPORT = 3;
// Iterations before the first report.
const FIRST = 20;

const loaded = loadSolver();

let solver = null;
let solved = "";
let milliseconds = 0;
// The number of the question that is worked on, or null.
let asked = null;

addEventListener("message", ({ data }) => {
  if (data.stop) asked = null;
  else solve(data);
});

// Lets messages in.
function turn() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (port1.close(), resolve());
    port2.postMessage(null);
  });
}

async function solve({ number, spot, target }) {
  asked = number;
  try {
    const { Solver } = await loaded;
    const begun = performance.now();
    if (solved !== JSON.stringify(spot)) {
      solver?.free();
      [solver, solved] = [null, ""];
      solver = new Solver(withAllIn(spot));
      [solved, milliseconds] = [JSON.stringify(spot), performance.now() - begun];
    }
    let before = null;
    for (;;) {
      // Another question has come, and the solver may be of its spot.
      if (asked !== null && asked !== number) return;
      const reporting = performance.now();
      const report = solver.iterations ? reportOf(solver) : null;
      const cost = performance.now() - reporting;
      milliseconds += cost;
      const isDone = report !== null && report.exploitability <= target;
      const isRunning = !isDone && asked === number;
      if (report || !isRunning) postMessage({ number, report: report && { ...report, milliseconds }, isRunning });
      if (!isRunning) return;
      const running = performance.now();
      runSome(report, before, target, Math.max(SLICE, SLICES_OF_REPORT * cost));
      milliseconds += performance.now() - running;
      before = report;
      await turn();
    }
  } catch (error) {
    [solver, solved] = [null, ""];
    postMessage({ number, problem: error.message });
  }
}

// Iterates until the target may be met, if exploitability falls as a power of iterations, or until the time is over.
function runSome(now, before, target, most) {
  const at = solver.iterations;
  let next = FIRST;
  if (now) {
    let power = 1;
    if (before && before.exploitability > now.exploitability && now.exploitability > 0) {
      const falls = Math.log(before.exploitability / now.exploitability) / Math.log(at / before.iterations);
      power = Math.min(Math.max(falls, 0.5), 3);
    }
    const guess = at * Math.min(now.exploitability / target, 8) ** (1 / power);
    next = Math.ceil(Math.min(Math.max(guess, 1.1 * at), 2 * at));
  }
  const begun = performance.now();
  // A few at a time: how long they take is not known before.
  let step = 1;
  while (solver.iterations < next) {
    solver.run(Math.min(step, next - solver.iterations));
    const passed = performance.now() - begun;
    if (passed > most) return;
    step = Math.max(1, Math.floor(((solver.iterations - at) * Math.min(most - passed, most / 4)) / passed));
  }
}

function reportOf(of) {
  return {
    iterations: of.iterations,
    exploitability: of.exploitability(),
    gains: ["hero", "villain"].map((player) => of.gain(player)),
    actions: of.decisions[0].actions,
    strategy: of.strategy(0),
    values: of.values(0, "hero"),
    decisions: of.decisions.length,
  };
}

// An address has no infinity.
function withAllIn(spot) {
  const fractions = (sizes) => sizes.map((size) => (size === "all-in" ? ALL_IN : size));
  const street = ({ bets, raises, maxBets }) => ({ bets: fractions(bets), raises: fractions(raises), maxBets });
  return { ...spot, sizes: { hero: spot.sizes.hero.map(street), villain: spot.sizes.villain.map(street) } };
}

// Browsers make fast code of what runs often: these iterations wait for it, not the user's.
async function warmUp() {
  const { Solver } = await loaded;
  const sizes = { bets: [0.5, 1, ALL_IN], raises: [0.6, ALL_IN], maxBets: 6 };
  const some = new Solver({ board: "Td9d6hQc2s", hero: "66+, A8s+, K9s+", villain: "22+, ATo+", pot: 200, stack: 900, sizes });
  const begun = performance.now();
  while (asked === null && performance.now() - begun < 400) {
    some.run(10);
    reportOf(some);
    await turn();
  }
  some.free();
}

warmUp().catch(() => {});
