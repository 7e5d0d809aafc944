//! Tables of the odds against random opponents in games of any deck, with a row for every class of hands of a street.
//!
//! On a whole board a row is that of the hand's class graph; before it, the sum over the runouts.

use super::super::street_hands::StreetHands;
use super::final_board::{FinalBoard, Met};
use super::game::{DeckGame, MAX_HAND_CARDS};
use super::sums::{CHUNK, classes, places, slot};
use crate::cards::{CardSet, DECK};
use crate::combinatorics::card_subsets;
use crate::error::{Error, Result};
use crate::evaluator::FEW_CARDS;
use crate::memory::{try_collect, try_vec};
use crate::odds::{BoardShares, MOST_OPPONENTS, ShareSums, TABLE_VERSION, deals_of, one_card_shares};
use crate::runtime::cpu::Proven;
use crate::runtime::{MayGoOn, Run};
use crate::showdown::board_rows::{Sweep, hands_off};
use crate::showdown::board_view::{TYPES, TypeStrengths};
use crate::showdown::canonical_boards::CanonicalBoards;
use crate::showdown::fraction_table::{FractionTable, Fractions, NewSweep};

/// The table of odds of a street against k random opponents, before its computation: the probabilities to win and to tie, and
/// the equity, of every hand.
///
/// Its rows are the classes of the street, in the order of its indexer. Each fraction is rounded once.
///
/// # Errors
/// [`InvalidArgument`](crate::Error::InvalidArgument) for no opponents, and for more than 22 or than the deck has cards for;
/// [`Cancelled`](crate::Error::Cancelled).
///
/// ```
/// use pokerbits::cards::Deck;
/// use pokerbits::evaluator::Rules;
/// use pokerbits::hand_strength::any_deck::{DeckGame, odds_table};
/// use pokerbits::runtime::Run;
/// use pokerbits::tables::{BlockTable, CellsMut};
///
/// // The highest rank in Leduc wins against one of the other five cards, unless the board pairs the opponent's.
/// let (leduc, run) = (DeckGame::new(Deck::new(3, 2)?, Rules::Standard, &[1, 1])?, &mut Run::new(1));
/// let table = odds_table(leduc.hands(0)?, 1, run)?;
/// let mut odds = [0.0; 9];
/// table.fill(0..table.n_blocks(), CellsMut::Float64(&mut odds), run)?;
/// assert_eq!(odds[6..], [0.6, 0.2, 0.7]);
/// # Ok::<(), pokerbits::Error>(())
/// ```
pub fn odds_table(hands: StreetHands, opponents: u32, run: &mut Run<'_>) -> Result<FractionTable> {
    let (game, opponents) = (hands.game(), opponents as usize);
    let unknown = game.deck().len() - game.hole_cards() - hands.board_cards();
    let to_come = game.whole_board() - hands.board_cards();
    let most = MOST_OPPONENTS.min((unknown - to_come) / game.hole_cards());
    if opponents == 0 || opponents > most {
        return Err(Error::InvalidArgument(format!("{opponents} opponents: in {game} there can be 1 to {most}")));
    }
    let total = deals_of(unknown, to_come, game.hole_cards(), opponents);
    let shape = FractionTable::shape_of(hands.rows()?, 3);
    let boards = hands.blocks(&shape, run)?;
    let has_board = !hands.have_no_board();
    let odds = HandOdds { hands, opponents, total, level: run.level() };
    Ok(FractionTable::new(Box::new(odds), boards, shape, has_board))
}

/// The odds of the hands of a street.
struct HandOdds {
    hands: StreetHands,
    opponents: usize,
    /// The deals of a hand.
    total: u128,
    level: Proven,
}

impl Fractions for HandOdds {
    fn identity(&self) -> String {
        format!("pokerbits table v{TABLE_VERSION} {} odds opponents={}", self.hands, self.opponents)
    }

    fn first_rows(&self, run: &mut Run<'_>) -> Result<Vec<f64>> {
        let game = self.hands.game();
        let size = game.whole_board();
        let boards = CanonicalBoards::for_deck(size, game.deck(), run)?;
        let n = boards.len();
        let count = |odds: &mut DeckOdds, first: usize, may_go_on: &mut MayGoOn<'_>| {
            for at in first..n.min(first + CHUNK) {
                may_go_on()?;
                odds.add(&boards.cards()[at * size..][..size], boards.weights()[at] as u16)?;
            }
            Ok(())
        };
        let new = || DeckOdds::new(game, self.opponents, self.total, self.level);
        let all = run.reduce((0..n).step_by(CHUNK), n.div_ceil(CHUNK), new, count, |all, part| {
            all.sums.iter_mut().zip(&part.sums).for_each(|(sum, more)| sum.add(more, 1));
            Ok(())
        })?;
        // By symmetry, all hands of a class have the same sums on all boards, though not on the canonical ones.
        let n_classes = self.hands.rows()?;
        let (mut rows, mut sizes) = (try_vec(ShareSums::default(), n_classes)?, try_vec(0, n_classes)?);
        for (&class, sums) in classes(game, self.level)?.iter().zip(&all.sums) {
            rows[class as usize].add(sums, 1);
            sizes[class as usize] += 1;
        }
        let fractions = |(sums, size): (&ShareSums, u128)| sums.fractions(self.opponents, self.total * size);
        try_collect(rows.iter().zip(sizes).flat_map(fractions).map(Ok))
    }

    fn sweeps<'a>(&'a self, _: &mut Run<'_>) -> Result<NewSweep<'a>> {
        let (game, opponents, total, level) = (self.hands.game(), self.opponents, self.total, self.level);
        Ok(Box::new(move || Ok(Box::new(DeckOdds::new(game, opponents, total, level)?))))
    }
}

/// The odds of all hands of a game.
struct DeckOdds {
    game: DeckGame,
    opponents: usize,
    /// The deals of a hand.
    total: u128,
    board: FinalBoard,
    /// The place of each card in the deck.
    place: [usize; DECK as usize],
    shares: BoardShares,
    /// For hands of one card, what each meets.
    met: Vec<Met>,
    cluster_of: Vec<u8>,
    /// For each hand of a board, the number of weaker groups of equal hands.
    ranks: Vec<u16>,
    /// The deals of the hand at each slot.
    sums: Vec<ShareSums>,
    row: [f64; 3],
}

impl DeckOdds {
    fn new(game: &DeckGame, opponents: usize, total: u128, level: Proven) -> Result<Self> {
        let n_hands = hands_off(game.deck().cards(), game.hole_cards(), &[]).count();
        Ok(Self {
            opponents,
            total,
            board: FinalBoard::new(game, 1, level)?,
            place: places(game),
            shares: BoardShares::new(opponents),
            met: try_vec(Met::default(), n_hands)?,
            cluster_of: try_vec(0, n_hands)?,
            ranks: try_vec(0, n_hands)?,
            sums: try_vec(ShareSums::default(), n_hands)?,
            row: [0.0; 3],
            game: game.clone(),
        })
    }

    /// Adds the deals of all hands on a whole board that stands for `weight` boards.
    fn add(&mut self, board: &[u8], weight: u16) -> Result<()> {
        self.board.take(board);
        if self.game.hole_cards() == 1 {
            self.board.compare(&self.cluster_of, &mut self.met);
            for (&hand, met) in self.board.hands().iter().zip(&self.met) {
                let shares = one_card_shares(met.wins as usize, met.ties as usize, self.opponents);
                self.sums[slot(&self.place, hand)].add(&shares, weight);
            }
            return Ok(());
        }
        self.board.ranks(&mut self.ranks);
        let hands = self.board.hands();
        let types = types_on(board);
        let mut copies = [0; TYPES];
        for card in (self.game.deck().cards() - CardSet::from_ids(board)?).ids() {
            copies[usize::from(types[usize::from(card)])] += 1;
        }
        let mut strengths: TypeStrengths = [[0; TYPES]; TYPES];
        let types_of = |hand: [u8; 2]| hand.map(|card| types[usize::from(card)]);
        for (&hand, &rank) in hands.iter().zip(&self.ranks) {
            let [low, high] = types_of(hand).map(usize::from);
            strengths[low][high] = rank;
            strengths[high][low] = rank;
        }
        self.shares.take(copies, &strengths)?;
        for &hand in hands {
            self.sums[slot(&self.place, hand)].add(self.shares.of(types_of(hand)), weight);
        }
        Ok(())
    }
}

/// The type of each card: its rank, and whether it is of the one suit in which two cards can make a flush with the board.
fn types_on(board: &[u8]) -> [u8; DECK as usize] {
    let of_suit = |suit: u8| board.iter().filter(|&&card| card % 4 == suit).count();
    let flush = (0..4).find(|&suit| of_suit(suit) >= 3 && 2 + board.len() > FEW_CARDS);
    std::array::from_fn(|card| (card / 4) as u8 + if flush == Some((card % 4) as u8) { 13 } else { 0 })
}

impl Sweep for DeckOdds {
    type Count = f64;

    fn take(&mut self, board: &[u8], may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        self.sums.fill(ShareSums::default());
        let left = self.game.deck().cards() - CardSet::from_ids(board)?;
        let mut whole = [0; MAX_HAND_CARDS];
        let whole = &mut whole[..self.game.whole_board()];
        whole[..board.len()].copy_from_slice(board);
        for more in card_subsets(left, (1 << (whole.len() - board.len())) - 1) {
            may_go_on()?;
            whole[board.len()..].iter_mut().zip(more.ids()).for_each(|(to, card)| *to = card);
            self.add(whole, 1)?;
        }
        Ok(())
    }

    fn row(&mut self, low: u8, high: u8) -> &[f64] {
        self.row = self.sums[slot(&self.place, [low, high])].fractions(self.opponents, self.total);
        &self.row
    }
}
