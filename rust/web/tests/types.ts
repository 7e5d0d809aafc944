// What a user's program does with the types; `just test-web` checks it.

import { ALL_IN, loadSolver, type Decision, type Solver } from "pokerbits/solver";
import { load, loadOmaha, type Dialect, type Equity, type Game, type PlayerEquity } from "pokerbits";

const { equity, parseRange, formatRange, dialectsDiffer, combos, comboClasses, handClasses } = await load();
const game: Game = "short_deck";
const found: Equity = equity(["QQ+", "AhKh"], { board: "Ts7h6d", dead: "6c", game, maxSeconds: 1, stdError: 0.001, seed: 5n });
const player: PlayerEquity = found.players[0];
const deals: bigint = player.counts === null ? 0n : player.counts.wins + player.counts.ties[0] + player.counts.losses;
const ofCombos: Float64Array | null = player.comboEquity;
const dialect: Dialect = dialectsDiffer("T9s+") ? "kicker" : "both";
console.log(parseRange("T9s+", { dialect }));
const text: string = formatRange(parseRange("QQ+").map((weight) => weight / 2));
const [low, high]: [number, number] = combos[0];
const name: string = handClasses[comboClasses[0]];
const same: boolean = equity === (await loadOmaha()).equity;
console.log(same, deals, ofCombos, text, low, high, name);

// @ts-expect-error: the players are a list.
equity("QQ+", "AhKh");
// @ts-expect-error: there is no such game.
equity(["QQ+", "AhKh"], { game: "stud" });
// @ts-expect-error: there is no such dialect.
equity(["QQ+", "AhKh"], { dialect: "eval7" });
// @ts-expect-error: counts may be missing.
console.log(player.counts.wins);

const { Solver: SolverOf } = await loadSolver();
const sizes = { bets: [0.5, ALL_IN], raises: 1, maxBets: 3 };
const solver: Solver = new SolverOf({ board: "Td9d6hQc", hero: "QQ+", villain: parseRange("22+"), pot: 100, stack: 200, sizes: [sizes, { bets: [] }] });
solver.run(10);
const decision: Decision = solver.decisions[0];
const rows: Float64Array[] = solver.strategy();
const numbers: number[] = [solver.exploitability(), solver.gain("hero"), solver.bestResponse("villain"), solver.iterations];
console.log(decision.actions, rows, numbers, solver.values(0, "villain"), solver.reach(0, "hero"));
solver.free();

// @ts-expect-error: there is no such player.
solver.gain("button");
// @ts-expect-error: a spot has bet sizes.
new SolverOf({ board: "Td9d6hQc2s", hero: "QQ+", villain: "22+", pot: 100, stack: 200 });
