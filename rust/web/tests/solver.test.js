// The solver of the package as npm installs it. `just test-web` runs this beside node_modules and the spots.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { ALL_IN, loadSolver } from "pokerbits/solver";

const { Solver, parseRange, formatRange, combos, handClasses } = await loadSolver();
const { spots, trees } = JSON.parse(readFileSync(new URL("./solver_spots.json", import.meta.url)));
const PLAYERS = ["hero", "villain"];

// In the file, which has no infinity, the whole stack has a name.
const withAllIn = (given) => JSON.parse(JSON.stringify(given), (_, value) => (value === "all-in" ? ALL_IN : value));

// Some hands of a row, as the Python test takes them.
function shown(numbers) {
  const known = numbers.filter((number) => !Number.isNaN(number));
  const step = Math.max(1, Math.floor(known.length / 40));
  return [...known].filter((_, at) => at % step === 0);
}

function areNear(found, expected, what) {
  const [all, wanted] = [[found].flat(Infinity), [expected].flat(Infinity)];
  assert.equal(all.length, wanted.length, what);
  all.forEach((number, at) => assert.ok(Math.abs(number - wanted[at]) <= 1e-6 * Math.abs(wanted[at]) + 1e-7, `${what}: ${number}, ${wanted[at]}`));
}

test("spots are solved as by the Python package", () => {
  assert.equal(spots.length, 11);
  for (const { spot, iterations, found } of spots) {
    const solver = new Solver(withAllIn(spot));
    solver.run(iterations);
    assert.equal(solver.iterations, iterations);
    // Each operation is that of the native code, so every digit is the same.
    assert.equal(solver.exploitability(), found.exploitability);
    assert.deepEqual(PLAYERS.map((player) => solver.gain(player)), found.gains);
    assert.deepEqual(PLAYERS.map((player) => solver.bestResponse(player)), found.bestResponses);
    const last = solver.decisions.findLastIndex(({ street }) => street === 0);
    areNear([0, last].map((at) => solver.strategy(at).map(shown)), found.strategies, "strategies");
    areNear([0, last].map((at) => PLAYERS.map((player) => shown(solver.values(at, player)))), found.values, "values");
    areNear([0, last].map((at) => PLAYERS.map((player) => shown(solver.reach(at, player)))), found.reach, "reach");
    solver.free();
  }
});

test("trees are those of the Python package", () => {
  const KINDS = ["decision", "deal", "fold", "showdown"];
  assert.equal(trees.length, 40);
  for (const { spot, nodes, decisions } of trees) {
    const n = [spot.sizes.hero ?? spot.sizes].flat().length;
    const board = "Kh9d5c3h2s".slice(0, 2 * (6 - n));
    const solver = new Solver({ ...withAllIn(spot), board, hero: "AcAd", villain: "QcQd" });
    const found = solver.nodes.map(({ kind, player, children, child, stake = 0, rake = 0 }) => {
      const first = children?.[0] ?? child ?? 0;
      return [KINDS.indexOf(kind), Math.max(0, PLAYERS.indexOf(player)), first, children?.length ?? (kind === "deal" ? 1 : 0), stake, rake];
    });
    assert.deepEqual(found, nodes);
    assert.deepEqual(solver.decisions.map(({ player, street, actions }) => [player, street, ...actions]), decisions);
    solver.free();
  }
});

const RIVER = { board: "AhKd7c4s2h", hero: "AsAc, 0.75:9d8d, 0.75:9s8s", villain: "KsQs", pot: 100, stack: 100, sizes: { bets: 1, maxBets: 1 } };

test("a game whose solution is known", () => {
  const solver = new Solver(RIVER);
  solver.run(1000);
  assert.ok(solver.exploitability() < 1e-3);
  assert.ok(Math.abs(solver.gain("hero") + 0.5 - 0.6) < 1e-3);
  const [check, bet] = solver.strategy();
  assert.deepEqual(solver.decisions[0].actions, ["check", "bet 100"]);
  const bluff = combos.findIndex(([low, high]) => low === 4 * 6 + 1 && high === 4 * 7 + 1);
  assert.ok(Math.abs(bet[bluff] - 1 / 3) < 0.02 && Math.abs(check[bluff] + bet[bluff] - 1) < 1e-12);
  assert.equal(bet.filter((share) => !Number.isNaN(share)).length, 3);
  // Twice 500 iterations are 1,000.
  const again = new Solver({ ...RIVER, hero: parseRange(RIVER.hero) });
  again.run(500);
  again.exploitability();
  again.run(500);
  assert.equal(again.exploitability(), solver.exploitability());
});

test("ranges are text and weights", () => {
  assert.equal(formatRange(parseRange("AA, KK, 0.5:AKs")), "KK+, 0.5:AKs");
  assert.equal(handClasses.length, 169);
});

test("what is wrong is said", () => {
  const says = (message, changed) => assert.throws(() => new Solver({ ...RIVER, ...changed }), { message });
  says(/^board: /, { board: "AhKd7c4s2x" });
  says(/^board: expected 5 cards, found 4/, { board: "AhKd7c4s" });
  says(/^board: .*Ah/, { board: "AhAh7c4s2h" });
  says(/^hero: cannot read "AZ"/, { hero: "AZ" });
  says(/^hero: expected a range as text, or 1,326 weights/, { hero: [1, 2] });
  says(/^villain: the range has no hand without a card of the board/, { villain: "AhKd" });
  says(/shares a card/, { hero: "KsQs" });
  says(/^pot: expected 1e-9 to 1e15 chips, found 0/, { pot: 0 });
  says(/^pot: .*NaN/, { pot: NaN });
  says(/^stack: expected at most 100000 pots/, { stack: 1e8 });
  says(/^bets on the river of hero: expected positive fractions.*found -1/, { sizes: { bets: [1, -1] } });
  says(/^raises on the river of villain: /, { sizes: { hero: { bets: 1 }, villain: { bets: 1, raises: NaN } } });
  says(/^maxBets on the river of hero: expected 0 to 50, found 51/, { sizes: { bets: 1, maxBets: 51 } });
  says(/^maxBets: expected an integer/, { sizes: { bets: 1, maxBets: 1.5 } });
  says(/^sizes: expected those of as many streets/, { sizes: { hero: [{ bets: 1 }, { bets: 1 }], villain: { bets: 1 } } });
  says(/^sizes: expected an object/, { sizes: 0.5 });
  says(/^sizes: the tree has more than 100,000 nodes/, { stack: 1e6, sizes: { bets: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], raises: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], maxBets: 20 } });
  const many = { bets: [0.2, 0.4, 0.6, 0.8], raises: [0.5, 1, 2], maxBets: 3 };
  const large = { board: "Ks7s2d4h", hero: "random", villain: "random", stack: 5000, sizes: [many, many] };
  says(/^sizes: this game takes more than 4.3 GB: use fewer bet sizes, or a river/, large);
  says(/^rake: expected 0 to 1, found 2/, { rake: 2 });
  says(/^rakeCap: /, { rakeCap: -1 });
  says(/^allInThreshold: /, { allInThreshold: NaN });
  const solver = new Solver({ ...RIVER, board: "AhKd7c4s", sizes: [{ bets: 1 }, { bets: 1 }] });
  const ofRiver = solver.decisions.findIndex(({ street }) => street === 1);
  assert.throws(() => solver.strategy(ofRiver), { message: /is on the river: only those on the turn can be seen/ });
  assert.throws(() => solver.strategy(1000), { message: /^decision 1000: expected the number of one of the/ });
  assert.throws(() => solver.gain("button"), { message: /^player "button"/ });
  assert.throws(() => solver.run(-1), { message: /^iterations: / });
  assert.throws(() => solver.run(1.5), { message: /^iterations: / });
});
