// The package as npm installs it. `just test-web` runs this beside node_modules, the README and the spots.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { load, loadOmaha } from "pokerbits";
import { ALL_IN, loadSolver } from "pokerbits/solver";

const { equity, parseRange, formatRange, dialectsDiffer, combos, comboClasses, handClasses } = await load();
const solving = await loadSolver();
const spots = JSON.parse(readFileSync(new URL("./calculator_spots.json", import.meta.url)));

test("251 spots are those of the Python package", () => {
  assert.equal(spots.length, 251);
  for (const { game, players, board, dead, counts, denominator } of spots) {
    const found = equity(players, { game, board, dead, maxSeconds: 100 });
    assert.equal(found.exact, true);
    assert.equal(found.denominator, BigInt(denominator));
    const integers = found.players.map(({ counts: { wins, ties, losses } }) => [wins, ...ties, losses].map(String));
    assert.deepEqual(integers, counts);
  }
});

// First: once the table is loaded, all functions have it.
test("a spot that needs the table of Omaha says so until it is loaded", async () => {
  const spot = [["AsAhTsTh", "random"], { game: "omaha" }];
  assert.throws(() => equity(...spot), { message: /table of Omaha hands before the flop.*not been loaded/ });
  assert.throws(() => equity(["15%", "AsAhTsTh"], { game: "omaha" }), { message: /^player 1: .*not been loaded/ });
  const functions = await loadOmaha();
  assert.equal(functions, await load());
  assert.equal(functions.equity(...spot).players[0].equity, 0.7152630491519401);
  assert.ok(functions.equity(["15%", "AsAhTsTh"], { game: "omaha", board: "Ks7h2d" }).players[1].equity > 0.5);
});

test("the README does what it says", () => {
  const readme = readFileSync(new URL("./README.md", import.meta.url), "utf8");
  const code = [...readme.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]).join("");
  const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map((match) => match[1]);
  assert.ok(expected.length >= 6);
  const printed = [];
  const shown = (value) => (typeof value === "bigint" ? `${value}n` : String(value));
  const console = { log: (...values) => printed.push(values.map(shown).join(" ")) };
  const body = code.replaceAll(/import .*\n/g, "").replaceAll(/await load(Omaha|Solver)?\(\)/g, "given");
  const given = { equity, parseRange, formatRange, dialectsDiffer, combos, comboClasses, handClasses, ...solving };
  new Function("given", "console", "ALL_IN", body)(given, console, ALL_IN);
  const [message] = printed.splice(printed.findIndex((text) => text.startsWith("player 1")), 1);
  assert.match(message, /^player 1: cannot read "AXz"/);
  assert.deepEqual(printed, expected);
});

test("an equity is the share of the pot", () => {
  const { players, denominator, samples } = equity(["AhAd", "KsKh"]);
  assert.deepEqual(players[0].counts, { wins: 1_399_204n, ties: [7_923n], losses: 305_177n });
  assert.equal(players[0].equity, (1_399_204 + 7_923 / 2) / 1_712_304);
  assert.ok(Math.abs(players[0].win + players[0].tie + players[0].lose - 1) < 1e-15);
  const { stdError, winStdError, tieStdError, loseStdError } = players[0];
  assert.deepEqual([denominator, samples, stdError, winStdError, tieStdError, loseStdError], [1n, 0, 0, 0, 0, 0]);
  const combo = combos.findIndex(([low, high]) => low === 49 && high === 50);
  assert.equal(players[0].comboEquity[combo], players[0].equity);
  assert.equal(players[0].comboEquity.filter(Number.isFinite).length, 1);
});

test("the same seed gives the same samples", () => {
  const ask = (seed) => equity(["15%", "20%", "random"], { maxSeconds: 0, stdError: 0.002, seed });
  const [first, again, other] = [ask(1), ask(1n), ask(2)];
  assert.equal(first.exact, false);
  assert.ok(first.samples > 1000);
  assert.deepEqual(first, again);
  assert.notEqual(first.players[0].equity, other.players[0].equity);
  assert.deepEqual([first.players[0].counts, first.players[0].comboEquity], [null, null]);
  const errors = first.players.flatMap((of) => [of.stdError, of.winStdError, of.tieStdError, of.loseStdError]);
  assert.ok(errors.length === 12 && errors.every((error) => error > 0 && error <= 0.002));
});

test("ranges are text and weights", () => {
  const weights = parseRange("QQ+, 0.5:AKs");
  assert.equal(weights.length, 1326);
  assert.equal(weights.reduce((sum, weight) => sum + weight), 20);
  assert.equal(formatRange(weights), "QQ+, 0.5:AKs");
  assert.equal(formatRange([...weights]), "QQ+, 0.5:AKs");
  assert.deepEqual(new Set(combos.map((_, i) => i).filter((i) => weights[i] === 0.5).map((i) => handClasses[comboClasses[i]])), new Set(["AKs"]));
});

test("a dialect moves both cards, or the kicker", () => {
  assert.equal(formatRange(parseRange("KQ+, 65s-54s")), formatRange(parseRange("AKs, KQs, AKo, KQo, 65s, 54s", { dialect: "kicker" })));
  const kicker = { dialect: "kicker" };
  assert.equal(formatRange(parseRange("KQ+", kicker)), "KQs, KQo");
  assert.deepEqual([dialectsDiffer("T9s+"), dialectsDiffer("QQ+, J9s+, T9s")], [true, false]);
  const board = "Kd7s2c";
  const equityOf = (text, options) => equity(["AhKh", text], { board, ...options }).players[0].equity;
  assert.equal(equityOf("65s+", kicker), equityOf("65s"));
  assert.notEqual(equityOf("65s+"), equityOf("65s"));
  for (const call of [() => parseRange("AA", { dialect: "all" }), () => equity(["AA", "KK"], { dialect: "" })]) {
    assert.throws(call, { message: /^dialect: expected "both" or "kicker", found/ });
  }
  assert.throws(() => dialectsDiffer("KQ+x"), /\^/);
});

test("what is wrong is said", () => {
  const says = (message, ...call) => assert.throws(() => equity(...call), { message });
  says(/^player 2: cannot read "QZ"/, ["AA", "QZ"]);
  says(/^player 1: expected hands/, [" ", "AA"]);
  says(/^board: /, ["AA", "KK"], { board: "Qs7x" });
  says(/board/, ["AA", "KK"], { board: "Qs7h2d3c4d5h" });
  says(/Qs/, ["AA", "KK"], { board: "QsQs2d" });
  says(/^game "stud": expected holdem/, ["AA", "KK"], { game: "stud" });
  says(/players/, ["AA"]);
  says(/^there is no deal/, ["AsAh", "AsKs"]);
  says('player 2: the board and the dead cards leave no hand of "AsKs"', ["22", "AsKs"], { dead: "As" });
  says(/^player 2: the short deck, the board/, ["AsKs", "2c2d"], { game: "short_deck" });
  assert.throws(() => parseRange("KQ+x"), /\^/);
  assert.throws(() => formatRange([1, 2]), /1326 weights/);
  assert.throws(() => formatRange(new Array(1326).fill(NaN)), /not a number/);
});
