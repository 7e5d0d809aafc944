// The interface for users: plain objects and big integers, made of what the WebAssembly module returns.

import init, * as core from "./core.js";
import { isKicker, rangesBy } from "./ranges.js";
import { hasVectors } from "./vectors.js";

/** The name of the WebAssembly file that this machine can run: the one with vector instructions, if it has them. */
export function moduleName() {
  return hasVectors() ? "core_simd.wasm" : "core.wasm";
}

/** Starts the module, once, and returns the functions. `source` is a response, a promise of one, or bytes. */
export async function start(source) {
  await init({ module_or_path: source });
  const cards = core.combos();
  const combos = Array.from({ length: cards.length / 2 }, (_, i) => [cards[2 * i], cards[2 * i + 1]]);
  const [comboClasses, handClasses] = [core.combo_classes(), core.hand_classes()];
  return { equity, ...rangesBy(core), combos, comboClasses, handClasses };
}

/** Gives the module, which has started, the table of Omaha hands before the flop. */
export function giveOmaha(table) {
  core.give_omaha(new Uint8Array(table));
}

function equity(players, options = {}) {
  const { dialect = "both", board = "", dead = "", game = "holdem", maxSeconds = 2, stdError = 0.0005, seed = 0n } = options;
  const found = core.equity(players.map(String), isKicker(dialect), board, dead, game, maxSeconds, stdError, BigInt(seed));
  try {
    const { equity, win, tie, lose, std_error, win_std_error, tie_std_error, lose_std_error } = found;
    return {
      exact: found.exact,
      samples: found.samples,
      denominator: found.denominators.reduce((product, of) => product * of, 1n),
      players: players.map((_, i) => ({
        equity: equity[i],
        win: win[i],
        tie: tie[i],
        lose: lose[i],
        stdError: std_error[i],
        winStdError: win_std_error[i],
        tieStdError: tie_std_error[i],
        loseStdError: lose_std_error[i],
        counts: countsOf(found.counts(i)),
        comboEquity: nullIfEmpty(found.of_combos(i)),
      })),
    };
  } finally {
    found.free();
  }
}

function countsOf(texts) {
  if (texts.length === 0) return null;
  const [wins, ...rest] = texts.map(BigInt);
  const losses = rest.pop();
  return { wins, ties: rest, losses };
}

function nullIfEmpty(numbers) {
  return numbers.length ? numbers : null;
}
