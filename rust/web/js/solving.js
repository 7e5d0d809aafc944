// The interface of the solver for users: plain objects, made of what the WebAssembly module returns.

import init, * as core from "./solver_core.js";
import { isKicker, rangesBy } from "./ranges.js";

/** The bet of the whole stack. */
export const ALL_IN = Infinity;

const PLAYERS = ["hero", "villain"];
const KINDS = ["decision", "deal", "fold", "showdown"];

/** Starts the module, once, and returns the functions. `source` is a response, a promise of one, or bytes. */
export async function start(source) {
  await init({ module_or_path: source });
  const cards = core.combos();
  const combos = Array.from({ length: cards.length / 2 }, (_, i) => [cards[2 * i], cards[2 * i + 1]]);
  const [comboClasses, handClasses] = [core.combo_classes(), core.hand_classes()];
  return { Solver, ...rangesBy(core), combos, comboClasses, handClasses };
}

class Solver {
  #core;

  constructor({ board, hero, villain, dialect = "both", pot, stack, sizes, rake = 0, rakeCap = Infinity, allInThreshold }) {
    const betting = new core.Betting(pot, stack, rake, rakeCap, allInThreshold);
    try {
      for (const [ofHero, ofVillain] of streetsOf(sizes)) {
        betting.add_street(...ofHero.slice(0, 3), ofHero[3], ...ofVillain.slice(0, 3));
      }
      const ranges = Object.entries({ hero, villain }).map((of) => weightsOf(...of, isKicker(dialect)));
      this.#core = new core.Solver(board, ...ranges, betting);
    } finally {
      betting.free();
    }
    this.pot = pot;
    this.nodes = nodesOf(this.#core);
    this.decisions = this.nodes.filter(({ kind }) => kind === "decision");
  }

  get iterations() {
    return this.#core.iterations;
  }

  run(iterations) {
    if (!Number.isInteger(iterations) || iterations < 0 || iterations >= 2 ** 31) {
      throw new Error(`iterations: expected an integer from 0 to 2^31 - 1, found ${iterations}`);
    }
    this.#core.run(iterations);
  }

  exploitability() {
    return this.#core.exploitability();
  }

  gain(player) {
    return this.#core.gain(numberOf(player), false);
  }

  bestResponse(player) {
    return this.#core.gain(numberOf(player), true);
  }

  strategy(decision = 0) {
    const all = this.#core.strategy(this.#known(decision));
    return this.decisions[decision].actions.map((_, at) => all.slice(1326 * at, 1326 * (at + 1)));
  }

  values(decision, player) {
    return this.#core.values(this.#known(decision), numberOf(player));
  }

  reach(decision, player) {
    return this.#core.reach(this.#known(decision), numberOf(player));
  }

  free() {
    this.#core.free();
  }

  #known(decision) {
    if (this.decisions[decision] === undefined) {
      throw new Error(`decision ${decision}: expected the number of one of the ${this.decisions.length} of the tree`);
    }
    return decision;
  }
}

function numberOf(player) {
  const number = PLAYERS.indexOf(player);
  if (number < 0) throw new Error(`player ${JSON.stringify(player)}: expected "hero" or "villain"`);
  return number;
}

// For each street, for hero and villain the bets, the raises, the largest number of bets, and the bets that lead.
function streetsOf(sizes) {
  const isByPlayer = typeof sizes === "object" && sizes !== null && "hero" in sizes && "villain" in sizes;
  const [hero, villain] = PLAYERS.map((player) => [isByPlayer ? sizes[player] : sizes].flat().map(listOf));
  if (hero.length !== villain.length) throw new Error("sizes: expected those of as many streets for hero as for villain");
  return hero.map((of, street) => [of, villain[street]]);
}

function listOf(street) {
  if (typeof street !== "object" || street === null) throw new Error("sizes: expected an object with bets for each street");
  const { bets, raises = [], donk, maxBets = 2 } = street;
  if (!Number.isInteger(maxBets) || maxBets < 0) throw new Error(`maxBets: expected an integer from 0 to 50, found ${maxBets}`);
  return [numbers(bets), numbers(raises), Math.min(maxBets, 2 ** 31), donk === undefined ? undefined : numbers(donk)];
}

const numbers = (sizes) => Float64Array.from([sizes].flat());

function weightsOf(player, range, kicker) {
  try {
    if (typeof range === "string") return core.range_weights(range, kicker);
  } catch ({ message }) {
    throw new Error(`${player}: ${message}`);
  }
  if (range?.length !== 1326) throw new Error(`${player}: expected a range as text, or 1,326 weights`);
  return Float64Array.from(range);
}

function nodesOf(solver) {
  const [rows, actions, streets] = [solver.nodes(), solver.actions(), solver.streets()];
  let [at, decisions] = [0, 0];
  return Array.from({ length: rows.length / 6 }, (_, node) => {
    const [kind, player, first, n, stake, rake] = rows.subarray(6 * node, 6 * node + 6);
    const children = Array.from({ length: n }, (_, child) => first + child);
    switch (KINDS[kind]) {
      case "decision":
        at += n;
        decisions += 1;
        return {
          kind: "decision",
          player: PLAYERS[player],
          street: streets[decisions - 1],
          actions: actions.slice(at - n, at),
          children,
        };
      case "deal":
        return { kind: "deal", child: first };
      case "fold":
        return { kind: "fold", player: PLAYERS[player], stake, rake };
      default:
        return { kind: "showdown", stake, rake };
    }
  });
}
