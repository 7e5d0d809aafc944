//! One hand against every hand of a range, over all runouts of a flop or a turn.
//!
//! Without a flush, the ranks of a hand decide. So one runout is counted at once for all hands of two ranks, in a table of
//! pairs of ranks; the hands that hold one of its cards are then subtracted by that card. Flushes are corrections in tables
//! of their own: by the ranks of two cards of the suit, and by one card of it and the rank of another.

use crate::cards::{COMBO_COUNT, COMBOS, CardSet, DECK, combo_id};
use crate::combinatorics::choose_small;
use crate::error::Result;
use crate::evaluator::keys::RANK_KEYS_7;
use crate::evaluator::{flush_strength_of_ranks, rank_strength};
use crate::memory::{try_boxed, try_collect, try_vec, try_with_capacity};
use crate::runtime::cpu::Proven;
use crate::runtime::dispatch::{Isa, Kernel};
use crate::runtime::lazy::Lazy;
use crate::showdown::board_view::flush_suit;
use crate::showdown::situation::Situation;
use crate::showdown::street::BOARD_CARDS;

const RANKS: usize = crate::cards::RANKS as usize;
/// Ranks, and some that nobody has, which make up a vector.
const LANES: usize = 16;
/// A number for each pair of ranks, the higher first or last.
type ByRanks<T> = [[T; LANES]; RANKS];
/// Wins, and ties.
const WINS_AND_TIES: usize = 2;

/// The number of sets of three ranks, equal ones included.
const SETS_OF_THREE: usize = RANKS * (RANKS + 1) * (RANKS + 2) / 6;
/// The place of two ranks, those of a runout and of one card of a hand, among all sets of two.
const TWO: [[u16; RANKS]; RANKS] = {
    let mut places = [[0; RANKS]; RANKS];
    let mut n = 0;
    let mut high = 0;
    while high < RANKS {
        let mut low = 0;
        while low <= high {
            (places[high][low], places[low][high]) = (n, n);
            n += 1;
            low += 1;
        }
        high += 1;
    }
    places
};
/// The place of three ranks, two of a runout and one of a hand, among all sets of three.
const THREE: [[[u16; RANKS]; RANKS]; RANKS] = {
    let mut places = [[[0; RANKS]; RANKS]; RANKS];
    let mut n = 0;
    let mut a = 0;
    while a < RANKS {
        let mut b = 0;
        while b <= a {
            let mut c = 0;
            while c <= b {
                (places[a][b][c], places[a][c][b], places[b][a][c]) = (n, n, n);
                (places[b][c][a], places[c][a][b], places[c][b][a]) = (n, n, n);
                n += 1;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    places
};

/// The strengths of hands of two ranks on all runouts, without flushes. The order of the ranks of a runout and a hand does not
/// matter: a row has the strengths for all but one of these ranks, by that one.
struct AllStrengths(Box<[[u16; LANES]; SETS_OF_THREE]>);

impl AllStrengths {
    /// Those with a flop or a turn of these cards.
    #[inline(always)]
    fn fill(&mut self, board: &[u8]) {
        let of_board: u32 = board.iter().map(|card| RANK_KEYS_7[usize::from(card / 4)]).sum();
        let rows = &mut self.0;
        for a in 0..RANKS {
            for b in 0..=a {
                for c in 0..=b {
                    let key = of_board + RANK_KEYS_7[a] + RANK_KEYS_7[b] + RANK_KEYS_7[c];
                    if board.len() + 1 == BOARD_CARDS {
                        let strength = rank_strength::<7>(key);
                        for (row, lane) in [(TWO[a][b], c), (TWO[a][c], b), (TWO[b][c], a)] {
                            rows[usize::from(row)][lane] = strength;
                        }
                        continue;
                    }
                    // Sets that differ in their lowest rank follow each other.
                    let [without_c, without_b, without_a] =
                        [THREE[a][b][0], THREE[a][c][0], THREE[b][c][0]].map(usize::from);
                    for d in 0..=c {
                        let strength = rank_strength::<7>(key + RANK_KEYS_7[d]);
                        rows[without_c + c][d] = strength;
                        rows[without_c + d][c] = strength;
                        rows[without_b + d][b] = strength;
                        rows[without_a + d][a] = strength;
                    }
                }
            }
        }
    }

    /// Those with the other cards of the board, one or two of these ranks.
    #[inline(always)]
    fn with(&self, low: usize, high: Option<usize>) -> NoFlushes<'_> {
        NoFlushes { rows: &self.0, places: high.map_or(&TWO[low], |high| &THREE[low][high]) }
    }
}

/// The strengths of hands of two ranks on one board, without flushes.
#[derive(Clone, Copy)]
struct NoFlushes<'a> {
    rows: &'a [[u16; LANES]; SETS_OF_THREE],
    /// The row of each rank of one card of the hand.
    places: &'static [u16; RANKS],
}

impl NoFlushes<'_> {
    /// The strengths of the hands with this rank, by their other rank.
    #[inline(always)]
    fn of(&self, rank: usize) -> &[u16; LANES] {
        &self.rows[usize::from(self.places[rank])]
    }
}

/// The strengths of the flushes on a board with these ranks of their suit; 0 for those that do not exist.
struct FlushStrengths {
    /// By the ranks of two hole cards of the suit.
    two: ByRanks<u16>,
    /// By the rank of one.
    one: [u16; RANKS],
    /// Without one.
    board: u16,
    /// Whether one hole card makes a flush.
    of_one: bool,
}

impl FlushStrengths {
    const NONE: Self = Self { two: [[0; LANES]; RANKS], one: [0; RANKS], board: 0, of_one: false };
    /// The most of four cards and more that a flop or a turn needs: two ranks of a flop, and two others.
    const MOST: usize = choose_small(11, 2) as usize;

    /// Adds those on a board with these ranks of the suit to empty tables.
    fn fill(&mut self, of_board: u16) {
        let suited = of_board.count_ones();
        let strength = |ranks: u16| flush_strength_of_ranks(of_board | ranks);
        self.board = if suited > 4 { strength(0) } else { 0 };
        self.of_one = suited > 3;
        // Not filters, which would be called.
        let is_free = |rank: usize| of_board >> rank & 1 == 0;
        for high in 0..RANKS {
            if !is_free(high) {
                continue;
            }
            if self.of_one {
                self.one[high] = strength(1 << high);
            }
            for low in 0..high {
                if is_free(low) {
                    let both = strength(1 << high | 1 << low);
                    (self.two[high][low], self.two[low][high]) = (both, both);
                }
            }
        }
    }
}

/// The flushes on all boards with three cards of a suit, which most flushes are.
struct ThreeSuited(Vec<FlushStrengths>);

impl ThreeSuited {
    fn get() -> Result<&'static Self> {
        static ALL: Lazy<ThreeSuited> = Lazy::new();
        ALL.get_or_try_init(|| {
            let mut all = try_with_capacity(choose_small(RANKS, 3) as usize)?;
            for high in 0..RANKS {
                for middle in 0..high {
                    for low in 0..middle {
                        all.push(FlushStrengths::NONE);
                        if let Some(last) = all.last_mut() {
                            last.fill(1 << high | 1 << middle | 1 << low);
                        }
                    }
                }
            }
            Ok(Self(all))
        })
    }

    /// Those on a board with these ranks.
    #[inline(always)]
    fn of(&'static self, ranks: u16) -> &'static FlushStrengths {
        let low = ranks.trailing_zeros() as usize;
        let ranks = ranks & (ranks - 1);
        let middle = ranks.trailing_zeros() as usize;
        let high = ranks.ilog2() as usize;
        &self.0[(choose_small(high, 3) + choose_small(middle, 2)) as usize + low]
    }
}

/// Whether a runout of a flop or a turn makes a flush possible, by the suits of its first and its last card.
fn with_flush(dealt: &[u8]) -> [[bool; 4]; 4] {
    let is_one = dealt.len() + 1 == BOARD_CARDS;
    std::array::from_fn(|first| {
        std::array::from_fn(|last| {
            let mut suited = [0; 4];
            for card in dealt {
                suited[usize::from(card & 3)] += 1;
            }
            suited[first] += 1;
            suited[last] += u8::from(!is_one);
            suited.iter().any(|&cards| cards > 2)
        })
    })
}

/// The numbers of runouts on which `hand` beats each combo of `others`, and of those on which both tie. Those against hands
/// that share a card with it, or with the known cards, mean nothing.
pub(crate) fn wins_and_ties(
    hand: [u8; 2],
    others: &[usize],
    situation: &Situation,
    level: Proven,
) -> Result<Vec<[u32; WINS_AND_TIES]>> {
    let none = [[[0; LANES]; RANKS]; WINS_AND_TIES];
    let mut counter = ComboCounter {
        hand,
        set: CardSet::from_ids(&hand)?,
        board: situation.board(),
        left: situation.left(),
        is_flush: with_flush(situation.board()),
        of_three: ThreeSuited::get()?,
        flushes: try_with_capacity(FlushStrengths::MOST)?,
        place: try_vec(0, 1 << RANKS)?,
        all: none,
        of_two: [none; 4],
        of_one: [none; 4],
        with_card: try_boxed([[0; LANES]; WINS_AND_TIES])?,
        with_both: try_boxed([0; WINS_AND_TIES])?,
    };
    let strengths = AllStrengths(try_boxed([0; LANES])?);
    level.run(RunoutSweep { counter: &mut counter, strengths });
    try_collect(others.iter().map(|&combo| Ok(counter.wins_and_ties(COMBOS[combo]))))
}

/// Sums may be negative in tables of corrections, and wrap around.
struct ComboCounter<'a> {
    hand: [u8; 2],
    set: CardSet,
    board: &'a [u8],
    left: CardSet,
    /// Whether the whole board has three cards of a suit, by the suits of the first and the last card of the runout.
    is_flush: [[bool; 4]; 4],
    of_three: &'static ThreeSuited,
    /// Those of more cards of a suit that were needed so far.
    flushes: Vec<FlushStrengths>,
    /// By the ranks of the suit on the board, one more than their place in `flushes`.
    place: Vec<u16>,
    /// Runouts, as if nobody held their cards or a flush.
    all: [ByRanks<u16>; WINS_AND_TIES],
    /// By suit, corrections for hands with two cards of it.
    of_two: [[ByRanks<u16>; WINS_AND_TIES]; 4],
    /// By suit, corrections for hands with one card of it, by the rank of that and of the other.
    of_one: [[ByRanks<u16>; WINS_AND_TIES]; 4],
    /// Runouts with a card, for the hands that have it, by their other rank.
    with_card: Box<[[[u16; LANES]; WINS_AND_TIES]; DECK as usize]>,
    /// Runouts that were subtracted twice, from combos with both of their cards; less the corrections for a combo with one
    /// card of a flush, and one of the runout.
    with_both: Box<[[u16; WINS_AND_TIES]; COMBO_COUNT]>,
}

struct RunoutSweep<'a, 'b> {
    counter: &'a mut ComboCounter<'b>,
    strengths: AllStrengths,
}

/// Runouts of the same ranks, one or two cards each.
#[derive(Default)]
struct Runouts {
    cards: [[u8; 2]; 16],
    n: usize,
    /// How many have a suit, by place and suit.
    of_suit: [[u16; 4]; 2],
}

impl Runouts {
    #[inline(always)]
    fn push(&mut self, runout: &[u8]) {
        for (at, &card) in runout.iter().enumerate() {
            self.cards[self.n][at] = card;
            self.of_suit[at][usize::from(card & 3)] += 1;
        }
        self.n += 1;
    }
}

/// A strength as a number with a sign, which more CPUs compare in vectors.
#[inline(always)]
fn signed(strength: u16) -> i16 {
    strength.cast_signed()
}

/// Adds `n` runouts with these strengths of the others to wins and ties.
#[inline(always)]
fn add(n: u16, own: u16, strengths: &[u16; LANES], wins: &mut [u16; LANES], ties: &mut [u16; LANES]) {
    for lane in 0..LANES {
        wins[lane] += if signed(own) > signed(strengths[lane]) { n } else { 0 };
        ties[lane] += if own == strengths[lane] { n } else { 0 };
    }
}

/// Adds to sums of wins and ties what they become if strengths rise from `from` to `to`.
#[inline(always)]
fn rise(own: u16, from: &[u16; LANES], to: &[u16; LANES], wins: &mut [u16; LANES], ties: &mut [u16; LANES]) {
    let is_more = |strength: u16| u16::from(signed(own) > signed(strength));
    for lane in 0..LANES {
        wins[lane] = wins[lane].wrapping_add(is_more(to[lane])).wrapping_sub(is_more(from[lane]));
        ties[lane] = ties[lane].wrapping_add(u16::from(own == to[lane])).wrapping_sub(u16::from(own == from[lane]));
    }
}

/// The greater of each and `least`.
#[inline(always)]
fn at_least(strengths: &[u16; LANES], least: u16) -> [u16; LANES] {
    let mut all = *strengths;
    for strength in &mut all {
        *strength = signed(*strength).max(signed(least)).cast_unsigned();
    }
    all
}

impl Kernel for RunoutSweep<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        let Self { counter, strengths: mut all } = self;
        all.fill(counter.board);
        let left = CardSet::new(counter.left.bits() & !counter.set.bits()).unwrap_or_default();
        let (mut by_rank, mut n) = ([[0; 4]; RANKS], [0; RANKS]);
        for card in left.ids() {
            let rank = usize::from(card >> 2);
            by_rank[rank][n[rank]] = card;
            n[rank] += 1;
        }
        let of_rank = |rank: usize| &by_rank[rank][..n[rank]];
        let mut cards = [0; BOARD_CARDS];
        let dealt = counter.board.len();
        cards[..dealt].copy_from_slice(counter.board);
        match BOARD_CARDS - dealt {
            1 => {
                for rank in (0..RANKS).filter(|&rank| n[rank] > 0) {
                    let strengths = all.with(rank, None);
                    let mut runouts = Runouts::default();
                    for &card in of_rank(rank) {
                        cards[dealt] = card;
                        counter.count_or_keep(strengths, cards, dealt, &mut runouts);
                    }
                    counter.count_kept(strengths, &runouts);
                }
            }
            _ => {
                for low in 0..RANKS {
                    for high in low..13 {
                        // More of a rank than there are would have no strength.
                        if n[low] == 0 || n[high] <= usize::from(low == high) {
                            continue;
                        }
                        let strengths = all.with(low, Some(high));
                        let mut runouts = Runouts::default();
                        for &first in of_rank(low) {
                            for &second in of_rank(high) {
                                if second > first {
                                    (cards[dealt], cards[dealt + 1]) = (first, second);
                                    counter.count_or_keep(strengths, cards, dealt, &mut runouts);
                                }
                            }
                        }
                        counter.count_kept(strengths, &runouts);
                    }
                }
            }
        }
    }
}

impl ComboCounter<'_> {
    /// The place in `flushes` of those with these ranks on the board, more than three.
    #[inline(always)]
    fn place_of(&mut self, ranks: u16) -> usize {
        let place = &mut self.place[usize::from(ranks)];
        if *place == 0 {
            *place = self.flushes.len() as u16 + 1;
            self.flushes.push(FlushStrengths::NONE);
            if let Some(last) = self.flushes.last_mut() {
                last.fill(ranks);
            }
        }
        usize::from(*place) - 1
    }

    /// Counts a runout with a flush; keeps another, to be counted with those of the same ranks.
    #[inline(always)]
    fn count_or_keep(
        &mut self,
        strengths: NoFlushes<'_>,
        board: [u8; BOARD_CARDS],
        dealt: usize,
        without: &mut Runouts,
    ) {
        let runout = &board[dealt..];
        let [first, last] = [runout[0], runout[runout.len() - 1]].map(|card| usize::from(card & 3));
        if !self.is_flush[first][last] {
            without.push(runout);
            return;
        }
        let Some((suit, ranks)) = flush_suit(&board) else { return };
        let own = self.own(strengths).max(flush_strength_of_ranks(ranks | self.set.ranks_of_suit(suit)));
        // Everybody has a flush that is on the board.
        let at = (ranks.count_ones() > 3).then(|| self.place_of(ranks));
        let least = at.map_or(0, |at| self.flushes[at].board);
        self.count(1, strengths, own, least);
        for &card in runout {
            self.hold(1, strengths, own, least, card);
        }
        if let &[first, second] = runout {
            self.hold_both(strengths, own, least, first, second);
        }
        self.correct(strengths, own, suit, at, ranks, runout);
    }

    /// Counts runouts without a flush.
    #[inline(always)]
    fn count_kept(&mut self, strengths: NoFlushes<'_>, runouts: &Runouts) {
        let own = self.own(strengths);
        self.count(runouts.n as u16, strengths, own, 0);
        let missing = BOARD_CARDS - self.board.len();
        for (at, of_suit) in runouts.of_suit.iter().enumerate().take(missing) {
            let rank = runouts.cards[0][at] & !3;
            for (suit, &n) in (0..4).zip(of_suit) {
                if n > 0 {
                    self.hold(n, strengths, own, 0, rank + suit);
                }
            }
        }
        if missing == 2 {
            for &[first, second] in &runouts.cards[..runouts.n] {
                self.hold_both(strengths, own, 0, first, second);
            }
        }
    }

    /// The strength of the hand, without a flush.
    #[inline(always)]
    fn own(&self, strengths: NoFlushes<'_>) -> u16 {
        let [a, b] = self.hand;
        strengths.of(usize::from(a >> 2))[usize::from(b >> 2)]
    }

    /// Counts `n` runouts of the same ranks, on which everybody has the strength `least` or more, for all hands.
    #[inline(always)]
    fn count(&mut self, n: u16, strengths: NoFlushes<'_>, own: u16, least: u16) {
        let [wins, ties] = &mut self.all;
        for (rank, (wins, ties)) in wins.iter_mut().zip(ties).enumerate() {
            add(n, own, &at_least(strengths.of(rank), least), wins, ties);
        }
    }

    /// Counts `n` of these runouts, which have a card, for the hands with that card.
    #[inline(always)]
    fn hold(&mut self, n: u16, strengths: NoFlushes<'_>, own: u16, least: u16, card: u8) {
        let [wins, ties] = &mut self.with_card[usize::from(card)];
        add(n, own, &at_least(strengths.of(usize::from(card >> 2)), least), wins, ties);
    }

    /// Counts the runout of two cards for the hand of these.
    #[inline(always)]
    fn hold_both(&mut self, strengths: NoFlushes<'_>, own: u16, least: u16, first: u8, second: u8) {
        let strength = strengths.of(usize::from(first >> 2))[usize::from(second >> 2)].max(least);
        let [wins, ties] = &mut self.with_both[usize::from(combo_id(first, second))];
        *wins = wins.wrapping_add(u16::from(own > strength));
        *ties = ties.wrapping_add(u16::from(own == strength));
    }

    /// Corrects the counts of one runout for the hands that have a flush.
    #[inline(always)]
    fn correct(&mut self, strengths: NoFlushes<'_>, own: u16, suit: u8, at: Option<usize>, ranks: u16, runout: &[u8]) {
        let flushes = match at {
            Some(at) => &self.flushes[at],
            None => self.of_three.of(ranks),
        };
        let [wins, ties] = &mut self.of_two[usize::from(suit)];
        for rank in 0..RANKS {
            let from = at_least(strengths.of(rank), flushes.board);
            let mut to = from;
            for (to, &flush) in to.iter_mut().zip(&flushes.two[rank]) {
                *to = signed(flush).max(signed(*to)).cast_unsigned();
            }
            rise(own, &from, &to, &mut wins[rank], &mut ties[rank]);
        }
        if !flushes.of_one {
            return;
        }
        let [wins, ties] = &mut self.of_one[usize::from(suit)];
        for rank in 0..RANKS {
            let from = at_least(strengths.of(rank), flushes.board);
            rise(own, &from, &at_least(&from, flushes.one[rank]), &mut wins[rank], &mut ties[rank]);
        }
        // A hand of a card of the suit and a card of the runout does not exist: its correction is taken back.
        for &card in runout.iter().filter(|&card| card & 3 != suit) {
            for (rank, &flush) in flushes.one.iter().enumerate() {
                let from = strengths.of(rank)[usize::from(card >> 2)].max(flushes.board);
                let to = from.max(flush);
                let suited = 4 * rank as u8 + suit;
                let [wins, ties] = &mut self.with_both[usize::from(combo_id(card.min(suited), card.max(suited)))];
                *wins = wins.wrapping_add(u16::from(own > from)).wrapping_sub(u16::from(own > to));
                *ties = ties.wrapping_add(u16::from(own == from)).wrapping_sub(u16::from(own == to));
            }
        }
    }

    /// The sums of a hand.
    fn wins_and_ties(&self, [a, b]: [u8; 2]) -> [u32; WINS_AND_TIES] {
        let [(rank_a, suit_a), (rank_b, suit_b)] = [a, b].map(|card| (usize::from(card >> 2), usize::from(card & 3)));
        std::array::from_fn(|at| {
            let of_flushes = if suit_a == suit_b {
                self.of_two[suit_a][at][rank_a][rank_b]
            } else {
                self.of_one[suit_a][at][rank_a][rank_b].wrapping_add(self.of_one[suit_b][at][rank_b][rank_a])
            };
            let with_card = |card: u8, other: usize| self.with_card[usize::from(card)][at][other];
            let held = with_card(a, rank_b).wrapping_add(with_card(b, rank_a));
            let with_both = self.with_both[usize::from(combo_id(a, b))][at];
            self.all[at][rank_a][rank_b].wrapping_add(of_flushes).wrapping_add(with_both).wrapping_sub(held).into()
        })
    }
}
