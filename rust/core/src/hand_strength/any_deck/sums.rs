//! Sums over the runouts of a board, or over all boards, for every hand at once.

use super::super::clusters::Clusters;
use super::final_board::{FinalBoard, Met};
use super::game::{DeckGame, MAX_HAND_CARDS};
use crate::cards::{CardSet, DECK};
use crate::combinatorics::{card_subsets, pairs};
use crate::error::Result;
use crate::memory::try_vec;
use crate::runtime::cpu::Proven;
use crate::runtime::{MayGoOn, Run};
use crate::showdown::board_rows::{Sweep, hands_off, index_hands};
use crate::showdown::canonical_boards::CanonicalBoards;

/// Boards of a step before the first board card.
pub(super) const CHUNK: usize = 64;

/// The number of a hand that is summed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Measure {
    /// `2 * wins + ties`.
    Value,
    /// Its square.
    Square,
    /// One in the bin of that value.
    Bin {
        /// The bin of every value.
        of_value: Vec<u16>,
        /// Number of bins.
        n: usize,
    },
    /// `2 * wins + ties` against each cluster, then twice the number of opponents' hands in each.
    Clusters(Clusters),
    /// Wins, ties and losses.
    Outcomes,
}

impl Measure {
    /// Counts of a hand.
    pub(crate) fn columns(&self) -> usize {
        match self {
            Self::Value | Self::Square => 1,
            Self::Bin { n, .. } => *n,
            Self::Clusters(clusters) => 2 * clusters.n(),
            Self::Outcomes => 3,
        }
    }
}

/// The sums of all hands of a game.
pub(crate) struct DeckSums {
    game: DeckGame,
    measure: Measure,
    columns: usize,
    board: FinalBoard,
    /// The place of each card in the deck.
    place: [usize; DECK as usize],
    /// The cluster of the hand at each slot, and that of each hand of a board.
    cluster_of_slot: Vec<u8>,
    cluster_of: Vec<u8>,
    met: Vec<Met>,
    /// The counts of the hand at each slot.
    sums: Vec<u64>,
}

impl DeckSums {
    pub(crate) fn new(game: &DeckGame, measure: Measure, level: Proven) -> Result<Self> {
        let hands = || hands_off(game.deck().cards(), game.hole_cards(), &[]);
        let n_hands = hands().count();
        let (columns, mut cluster_of_slot, mut n_clusters) = (measure.columns(), try_vec(0, n_hands)?, 1);
        if let Measure::Clusters(clusters) = &measure {
            n_clusters = clusters.n();
            for (slot, class) in cluster_of_slot.iter_mut().zip(classes(game, level)?) {
                *slot = clusters.of_class()[class as usize];
            }
        }
        Ok(Self {
            game: game.clone(),
            columns,
            board: FinalBoard::new(game, n_clusters, level)?,
            place: places(game),
            cluster_of: try_vec(0, n_hands)?,
            cluster_of_slot,
            met: try_vec(Met::default(), n_hands * n_clusters)?,
            sums: try_vec(0, n_hands * columns)?,
            measure,
        })
    }

    /// The rows of the classes of hands before the board.
    pub(crate) fn first_rows(game: &DeckGame, measure: &Measure, run: &mut Run<'_>) -> Result<Vec<u64>> {
        let size = game.whole_board();
        let boards = CanonicalBoards::for_deck(size, game.deck(), run)?;
        let n = boards.len();
        let count = |sums: &mut Self, first: usize, may_go_on: &mut MayGoOn<'_>| {
            for at in first..n.min(first + CHUNK) {
                may_go_on()?;
                sums.board.take(&boards.cards()[at * size..][..size]);
                sums.add(boards.weights()[at]);
            }
            Ok(())
        };
        let level = run.level();
        let new = || Self::new(game, measure.clone(), level);
        let all = run.reduce((0..n).step_by(CHUNK), n.div_ceil(CHUNK), new, count, |all, part| {
            all.sums.iter_mut().zip(part.sums).for_each(|(sum, more)| *sum += more);
            Ok(())
        })?;
        // By symmetry, all hands of a class have the same sums on all boards, though not on the canonical ones.
        let (columns, classes) = (all.columns, classes(game, level)?);
        let n_classes = game.indexer(0)?.size(0)? as usize;
        let (mut rows, mut sizes) = (try_vec(0, n_classes * columns)?, try_vec(0, n_classes)?);
        for (&class, sums) in classes.iter().zip(all.sums.chunks_exact(columns)) {
            let class = class as usize;
            sizes[class] += 1;
            rows[class * columns..][..columns].iter_mut().zip(sums).for_each(|(row, sum)| *row += sum);
        }
        for (row, size) in rows.chunks_exact_mut(columns).zip(sizes) {
            for sum in row {
                *sum /= size;
            }
        }
        Ok(rows)
    }

    /// Adds what the hands of the last whole board are worth.
    fn add(&mut self, weight: u64) {
        let hands = self.board.hands();
        if self.board.n_clusters() > 1 {
            for (cluster, &hand) in self.cluster_of.iter_mut().zip(hands) {
                *cluster = self.cluster_of_slot[slot(&self.place, hand)];
            }
        }
        self.board.compare(&self.cluster_of, &mut self.met);
        let columns = self.columns;
        let n_clusters = self.board.n_clusters();
        for (&hand, met) in self.board.hands().iter().zip(self.met.chunks_exact(n_clusters)) {
            let row = &mut self.sums[slot(&self.place, hand) * columns..][..columns];
            let value = u64::from(2 * met[0].wins + met[0].ties);
            match &self.measure {
                Measure::Value => row[0] += weight * value,
                Measure::Square => row[0] += weight * value * value,
                Measure::Bin { of_value, .. } => row[usize::from(of_value[value as usize])] += weight,
                Measure::Clusters(_) => {
                    let (values, ofs) = row.split_at_mut(n_clusters);
                    for ((sum, of), met) in values.iter_mut().zip(ofs).zip(met) {
                        *sum += weight * u64::from(2 * met.wins + met.ties);
                        *of += weight * u64::from(2 * met.all);
                    }
                }
                Measure::Outcomes => {
                    let lost = met[0].all - met[0].wins - met[0].ties;
                    for (sum, more) in row.iter_mut().zip([met[0].wins, met[0].ties, lost]) {
                        *sum += weight * u64::from(more);
                    }
                }
            }
        }
    }
}

impl Sweep for DeckSums {
    type Count = u64;

    fn take(&mut self, board: &[u8], may_go_on: &mut MayGoOn<'_>) -> Result<()> {
        self.sums.fill(0);
        let left = self.game.deck().cards() - CardSet::from_ids(board)?;
        let mut whole = [0; MAX_HAND_CARDS];
        let whole = &mut whole[..self.game.whole_board()];
        whole[..board.len()].copy_from_slice(board);
        for more in card_subsets(left, (1 << (whole.len() - board.len())) - 1) {
            may_go_on()?;
            whole[board.len()..].iter_mut().zip(more.ids()).for_each(|(to, card)| *to = card);
            self.board.take(whole);
            self.add(1);
        }
        Ok(())
    }

    fn row(&mut self, low: u8, high: u8) -> &[u64] {
        &self.sums[slot(&self.place, [low, high]) * self.columns..][..self.columns]
    }
}

/// The place of each card in the deck.
pub(super) fn places(game: &DeckGame) -> [usize; DECK as usize] {
    let mut place = [0; DECK as usize];
    game.deck().cards().ids().zip(0..).for_each(|(card, at)| place[usize::from(card)] = at);
    place
}

/// The place of a hand among all hands of a deck.
pub(super) fn slot(place: &[usize; DECK as usize], [low, high]: [u8; 2]) -> usize {
    let (i, k) = (place[usize::from(low)], place[usize::from(high)]);
    if low == high { k } else { pairs(k) + i }
}

/// The class before the board of the hand at each slot.
pub(super) fn classes(game: &DeckGame, level: Proven) -> Result<Vec<u64>> {
    let mut classes = try_vec(0, hands_off(game.deck().cards(), game.hole_cards(), &[]).count())?;
    index_hands(&game.indexer(0)?.at(level), 0, &[], &mut classes)?;
    Ok(classes)
}
