//! Specific hands of two cards: without board cards boards are counted `by_pattern`, with some `by_rank_class`.

use super::by_pattern::{OnPatterns, count_patterns};
use super::by_rank_class::{OnRankClasses, count_runouts, rank_key};
use crate::cards::CardSet;
use crate::combinatorics::card_subsets;
use crate::equity::counts::{MAX_PLAYERS, PlayerStrengths, ShowdownCounts, check_players};
use crate::error::Result;
use crate::evaluator::{Made, Rules, Standard, Tables, strengths_on_board};
use crate::showdown::board_pattern::RankMultiset;
use crate::showdown::situation::Situation;
use crate::showdown::street::BOARD_CARDS;

/// A function that adds the showdowns of a number of checked hands to counts.
#[derive(Clone, Copy)]
pub(crate) struct Counter {
    short_deck: Option<Made<9>>,
    count: fn(Option<Made<9>>, &[[u8; 2]], &Situation, &mut ShowdownCounts),
}

impl Counter {
    /// The function for this number of hands, by the rules of hold'em or short deck.
    pub(crate) fn new(rules: Rules, hands: usize) -> Result<Self> {
        check_players(hands)?;
        let short_deck = rules.short_deck()?;
        let is_short_deck = short_deck.is_some();
        let count = match hands {
            2 if is_short_deck => count_short_deck::<2>,
            3 | 4 if is_short_deck => count_short_deck::<4>,
            _ if is_short_deck => count_short_deck::<MAX_PLAYERS>,
            2 => count_all::<2>,
            3 => count_all::<3>,
            // A page is loaded before it counts: less code, and spare players as in the short deck.
            _ if cfg!(target_arch = "wasm32") => count_for_a_page,
            4 => count_all::<4>,
            5 => count_all::<5>,
            6 => count_all::<6>,
            7 => count_all::<7>,
            8 => count_all::<8>,
            9 => count_all::<9>,
            _ => count_all::<MAX_PLAYERS>,
        };
        Ok(Self { short_deck, count })
    }

    /// Adds the showdowns of these hands.
    #[inline]
    pub(crate) fn add(self, hands: &[[u8; 2]], situation: &Situation, counts: &mut ShowdownCounts) {
        (self.count)(self.short_deck, hands, situation, counts);
    }
}

fn count_all<const P: usize>(
    _: Option<Made<9>>,
    hands: &[[u8; 2]],
    situation: &Situation,
    counts: &mut ShowdownCounts,
) {
    let Some(hands) = hands.first_chunk() else { return };
    count_hands::<P, _>(Standard, hands, situation, counts);
}

fn count_for_a_page(_: Option<Made<9>>, hands: &[[u8; 2]], situation: &Situation, counts: &mut ShowdownCounts) {
    with_spare_players::<MAX_PLAYERS, _>(hands, counts, |all, of_all| count_hands(Standard, all, situation, of_all));
}

fn count_short_deck<const P: usize>(
    short_deck: Option<Made<9>>,
    hands: &[[u8; 2]],
    situation: &Situation,
    counts: &mut ShowdownCounts,
) {
    let Some(tables) = short_deck else { return };
    with_spare_players::<P, _>(hands, counts, |all, of_all| count_hands(tables, all, situation, of_all));
}

/// Adds the showdowns of as many hands as players.
#[inline(always)]
fn count_hands<const P: usize, T: Tables>(
    tables: T,
    hands: &[[u8; 2]; P],
    situation: &Situation,
    counts: &mut ShowdownCounts,
) {
    if situation.missing() == 0 {
        let strengths = strengths_on_board(tables, hands, situation.board_set());
        return counts.count(PlayerStrengths(strengths), 1);
    }
    count_in(situation, counts, |board| TwoCardPlayers::<P, _>::new(tables, hands, board));
}

/// Fills up fewer than `P` players with copies of the first, and drops the wins of the copies. This is less code than a
/// function for every number of players.
pub(super) fn with_spare_players<const P: usize, H: Copy>(
    hands: &[H],
    counts: &mut ShowdownCounts,
    count: impl FnOnce(&[H; P], &mut ShowdownCounts),
) {
    let Some(first) = hands.first() else { return };
    let mut all = [*first; P];
    all.iter_mut().zip(hands).for_each(|(to, hand)| *to = *hand);
    let mut of_all = ShowdownCounts::of_high(P);
    count(&all, &mut of_all);
    let players = (1 << hands.len()) - 1;
    for (winners, &showdowns) in of_all.by_winners().iter().enumerate() {
        counts.add(winners & players, showdowns);
    }
}

/// Adds every completion of the board for the players that `players` returns for a board.
#[inline(always)]
pub(super) fn count_in<const P: usize, T: OnRankClasses<P>>(
    situation: &Situation,
    counts: &mut ShowdownCounts,
    players: impl Fn(CardSet) -> T,
) {
    let (board, left) = (situation.board_set(), situation.left());
    match situation.missing() {
        BOARD_CARDS => count_patterns(&players(board), left, false, counts),
        missing @ 0..=2 => count_runouts(&players(board), missing as u32, left, counts),
        // Cards of the flop are unknown: its lowest cards are dealt, then two higher ones.
        missing => {
            for more in card_subsets(left, (1 << (missing - 2)) - 1) {
                let higher = CardSet::new(left.bits() & !(u64::MAX >> more.bits().leading_zeros())).unwrap_or_default();
                count_runouts(&players(board | more), 2, higher, counts);
            }
        }
    }
}

/// The hands of the players with the board, in games in which any five of seven cards count.
pub(super) struct TwoCardPlayers<const P: usize, T> {
    tables: T,
    /// Sums of rank keys.
    keys: [u32; P],
    /// Ranks by suit.
    ranks: [[u16; P]; 4],
    /// The most cards of each suit that a player has with the board.
    suited: [u8; 4],
}

impl<const P: usize, T: Tables> TwoCardPlayers<P, T> {
    pub(super) fn new(tables: T, hands: &[[u8; 2]], board: CardSet) -> Self {
        let (mut key, mut ranks, mut suited) = (0, [0; 4], [0; 4]);
        for card in board.ids() {
            key += rank_key(card);
            ranks[usize::from(card % 4)] |= 1 << (card / 4);
            suited[usize::from(card % 4)] += 1;
        }
        let mut players = Self { tables, keys: [key; P], ranks: ranks.map(|of_suit| [of_suit; P]), suited };
        for (i, hand) in hands.iter().enumerate().take(P) {
            let mut own = suited;
            for &card in hand {
                let suit = usize::from(card % 4);
                players.keys[i] += rank_key(card);
                players.ranks[suit][i] |= 1 << (card / 4);
                own[suit] += 1;
                players.suited[suit] = players.suited[suit].max(own[suit]);
            }
        }
        players
    }
}

impl<const P: usize, T: Tables> OnPatterns<P> for TwoCardPlayers<P, T> {
    fn flush_cards(&self, suit: usize) -> u32 {
        5u32.saturating_sub(self.suited[suit].into())
    }

    #[inline(always)]
    fn with_ranks(&self, board: &RankMultiset) -> PlayerStrengths<P> {
        self.by_ranks(board.key_sum)
    }

    #[inline(always)]
    fn flushes(&self, suit: usize, ranks: u16) -> PlayerStrengths<P> {
        PlayerStrengths(self.ranks[suit].map(|own| self.tables.flush_of_ranks(own | ranks)))
    }
}

impl<const P: usize, T: Tables> OnRankClasses<P> for TwoCardPlayers<P, T> {
    #[inline(always)]
    fn by_ranks(&self, key: u32) -> PlayerStrengths<P> {
        PlayerStrengths(self.keys.map(|keys| self.tables.rank_strength::<7>(keys + key)))
    }
}
