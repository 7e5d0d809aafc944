/** Name of a game. */
export type Game = "holdem" | "short_deck" | "short_deck_trips" | "omaha" | "omaha5" | "omaha6";

/**
 * The meaning of `+` and `-` behind connected hands: they move `"both"` cards, so that `"T9s+"` goes up to AKs, or the
 * `"kicker"` alone as in eval7 and PokerKit, so that it is T9s.
 */
export type Dialect = "both" | "kicker";

export interface EquityOptions {
  /** How ranges are read; `"both"` by default. */
  dialect?: Dialect;
  /** Community cards: none, three, four or five, as in `"Qs7h2d"`. */
  board?: string;
  /** Cards that nobody can be dealt. */
  dead?: string;
  /** The game; `"holdem"` by default. */
  game?: Game;
  /** Deals are sampled if an exact answer would take longer than this by estimate; 2 by default. 0 always samples. */
  maxSeconds?: number;
  /** The standard error of equity, win, tie and lose at which sampling stops; 0.0005 by default. */
  stdError?: number;
  /** The seed of samples: the same seed gives the same answer. */
  seed?: number | bigint;
}

/** The deals of a player, each with the product of the weights of its hands, times `denominator`. */
export interface Counts {
  /** Deals that the player wins alone. */
  wins: bigint;
  /** Deals that the player shares with one other player, with two, ... */
  ties: bigint[];
  /** Deals in which the player wins nothing. */
  losses: bigint;
}

export interface PlayerEquity {
  /** The expected share of the pot. */
  equity: number;
  /** The probability of winning alone. */
  win: number;
  /** The probability of sharing the pot. */
  tie: number;
  /** The probability of winning nothing. */
  lose: number;
  /** The standard error of the equity; 0 if all deals were counted. */
  stdError: number;
  /** The standard error of `win`. */
  winStdError: number;
  /** The standard error of `tie`. */
  tieStdError: number;
  /** The standard error of `lose`. */
  loseStdError: number;
  /** The counts; `null` for samples, and for weights of more decimals than 64 bits hold. */
  counts: Counts | null;
  /**
   * The equity of each of the 1,326 combos, in the order of `combos`; NaN for combos that the player does not hold or that
   * are in no deal. `null` for samples, and in games of more than two hole cards.
   */
  comboEquity: Float64Array | null;
}

export interface Equity {
  /** Whether all deals were counted. */
  exact: boolean;
  /** Number of samples; 0 if all deals were counted. */
  samples: number;
  /** The number by which counts are divided to get weights of deals: 1 for hands and for ranges without weights. */
  denominator: bigint;
  /** The players, in the order of the arguments. */
  players: PlayerEquity[];
}

export interface Pokerbits {
  /**
   * Returns the equity of hands and ranges.
   *
   * @param players Hands or ranges of two to ten players, as text: `"AhKh"`, `"QQ+, AKs"`, `"0.5:AQo"`, `"15%"`, `"random"`.
   * @throws Error that says what cannot be read, or which cards are impossible.
   */
  equity(players: string[], options?: EquityOptions): Equity;
  /**
   * Returns the weights of a range's text, from 0 to 1, one for each combo in the order of `combos`.
   *
   * @throws Error with a caret under what cannot be read.
   */
  parseRange(text: string, options?: { dialect?: Dialect }): Float64Array;
  /**
   * Returns whether a range's text means another range in the other dialect.
   *
   * @throws Error with a caret under what cannot be read.
   */
  dialectsDiffer(text: string): boolean;
  /**
   * Returns the shortest text of the range with these weights; it means the same in both dialects.
   *
   * @throws Error for other than 1,326 weights, and for a weight that is not from 0 to 1.
   */
  formatRange(weights: ArrayLike<number>): string;
  /** The two cards of each combo. A card is `4 * rank + suit`: deuce is rank 0, ace 12, and suits are `c d h s`. */
  combos: [number, number][];
  /** The hand class of each combo, an index of `handClasses`. */
  comboClasses: Uint8Array;
  /** The names of the 169 hand classes, as `"AKs"`. */
  handClasses: string[];
}

/** Loads the WebAssembly module, once, and returns the functions. */
export function load(): Promise<Pokerbits>;

/**
 * Loads the module and a table of 164 kB, once, and returns the functions. Before the flop `omaha` needs the table for players
 * with any hand, `"random"`, and for shares of the best hands, `"15%"`.
 */
export function loadOmaha(): Promise<Pokerbits>;
