import type { Dialect } from "./index.js";

/** A player: hero acts first on every street, villain last. */
export type Player = "hero" | "villain";

/** The bet of the whole stack. */
export const ALL_IN: number;

/** Bet sizes of one street, as fractions of the pot; `ALL_IN` is the whole stack. */
export interface BetSizes {
  /** First bets. Empty: nobody bets. */
  bets: number | number[];
  /** Raises, as fractions of the pot after the call; none by default. */
  raises?: number | number[];
  /** First bets of hero after a street on which villain bet or raised last; by default those of `bets`. */
  donk?: number | number[];
  /** Largest number of bets and raises of both players together, 0 to 50; 2 by default. */
  maxBets?: number;
}

/** Bet sizes of each street up to the river: one for a river, two for a turn. */
export type Streets = BetSizes | BetSizes[];

/** An endgame: two ranges and the betting on a board. */
export interface SolverSpot {
  /** Five cards for a river, four for a turn, three for a flop. */
  board: string;
  /** The range of the player who acts first: text, or a weight for each of the 1,326 combos. */
  hero: string | ArrayLike<number>;
  /** The range of the player who acts last. */
  villain: string | ArrayLike<number>;
  /** How ranges are read; `"both"` by default. */
  dialect?: Dialect;
  /** Chips in the pot; half of it is each player's. */
  pot: number;
  /** Chips that each player has left. */
  stack: number;
  /** Bet sizes of both players, or of each. */
  sizes: Streets | { hero: Streets; villain: Streets };
  /** The share of the pot that the casino takes, 0 to 1; 0 by default. */
  rake?: number;
  /** The most chips that it takes. */
  rakeCap?: number;
  /** A bet is all-in if at most this share of the pot would be left behind. By default only bets of the whole stack are. */
  allInThreshold?: number;
}

/** A node at which a player chooses an action. */
export interface Decision {
  kind: "decision";
  player: Player;
  /** 0 on the street of the board, then the number of cards that were dealt. */
  street: number;
  /** As `"check"` and `"bet 50"`: the number is what the player has then put in, without the share of the initial pot. */
  actions: string[];
  /** The number of the node after each action. */
  children: number[];
}

/** A node of a betting tree. */
export type Node =
  | Decision
  | { kind: "deal"; child: number }
  | { kind: "fold"; player: Player; stake: number; rake: number }
  | { kind: "showdown"; stake: number; rake: number };

/** Discounted counterfactual regret minimisation on all hands of an endgame. All gains are fractions of the pot. */
export declare class Solver {
  /** @throws Error that begins with the name of what is wrong. */
  constructor(spot: SolverSpot);
  /** Chips in the pot. */
  readonly pot: number;
  /** The nodes of the betting, parents before their children. */
  readonly nodes: Node[];
  /** The decisions among them, in the same order: functions take a number of this list. */
  readonly decisions: Decision[];
  /** Number of iterations so far. */
  readonly iterations: number;
  /** Adds iterations. */
  run(iterations: number): void;
  /** What a player gains by a best response to the average strategies, averaged over both players; 0 in an equilibrium. */
  exploitability(): number;
  /** The gain of a player if both play their average strategies; the player gets this and half of the pot. */
  gain(player: Player): number;
  /** The gain of a player's best response to the other's average strategy. */
  bestResponse(player: Player): number;
  /**
   * The average strategy at a decision on the street of the board, by default the first one: for each action a probability of
   * each combo, NaN for those that its player does not have.
   */
  strategy(decision?: number): Float64Array[];
  /** The gain of each combo of a player from such a decision on; NaN for combos that it does not have or that meet nobody. */
  values(decision: number, player: Player): Float64Array;
  /** The weight with which each combo of a player gets to such a decision, divided by the largest weight of its range. */
  reach(decision: number, player: Player): Float64Array;
  /** Gives its memory back. Nothing can be called afterwards. */
  free(): void;
}

export interface PokerbitsSolver {
  Solver: typeof Solver;
  /** As the function of the package. */
  parseRange(text: string, options?: { dialect?: Dialect }): Float64Array;
  /** As the function of the package. */
  dialectsDiffer(text: string): boolean;
  /** As the function of the package. */
  formatRange(weights: ArrayLike<number>): string;
  /** The two cards of each combo: `4 * rank + suit`. */
  combos: [number, number][];
  /** The hand class of each combo, an index of `handClasses`. */
  comboClasses: Uint8Array;
  /** The names of the 169 hand classes, as `"AKs"`. */
  handClasses: string[];
}

/** Loads the WebAssembly module of the solver, once, and returns its functions. */
export function loadSolver(): Promise<PokerbitsSolver>;
