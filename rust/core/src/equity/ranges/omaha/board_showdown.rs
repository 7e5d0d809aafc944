//! All deals of several ranges on one board: each hand is evaluated once, then compared with the hands of the others.
//!
//! Two large ranges are not compared pair by pair. Their hands are sorted by strength. For each hand of the smaller range,
//! the hands of the other range without a common card that are weaker, and those that are equal, are counted.

use super::sorted_sweep::{OnBoard, WithoutPairs, without_pairs};
use crate::cards::{CardSet, combo_id};
use crate::equity::costs::SECONDS_PER_OMAHA_PAIR;
use crate::equity::counts::ShowdownCounts;
use crate::error::Result;
use crate::evaluator::{ComboStrengths, OmahaBoard, OmahaBoards, OmahaHole, evaluate_combos};
use crate::game::{Game, HoleCardsUsed, pairs_of_three};
use crate::memory::{try_collect, try_reserve};
use crate::runtime::MayGoOn;

/// A hand of a player, prepared for any board.
struct ReadyHand {
    cards: CardSet,
    hole: Hole,
    /// How often the other of two ranges has the same hand.
    duplicates: u32,
}

/// The hole cards of a hand.
enum Hole {
    ExactlyTwo(OmahaHole),
    /// The numbers of the combinations of two of three cards.
    AtMostTwo([u16; 3]),
}

impl Hole {
    fn new(used: HoleCardsUsed, cards: CardSet) -> Self {
        if used != HoleCardsUsed::AtMostTwo {
            return Self::ExactlyTwo(OmahaHole::of(cards));
        }
        let mut ids = [0; 3];
        ids.iter_mut().zip(cards.ids()).for_each(|(to, card)| *to = card);
        Self::AtMostTwo(pairs_of_three(&ids).map(|[low, high]| combo_id(low, high)))
    }
}

/// A board with all that decides the strength of a hand on it.
enum Board<'a> {
    ExactlyTwo(OmahaBoard),
    AtMostTwo(&'a ComboStrengths),
}

impl Board<'_> {
    #[inline(always)]
    fn strength(&self, hole: &Hole) -> u16 {
        match (self, hole) {
            (Self::ExactlyTwo(board), Hole::ExactlyTwo(hole)) => board.strength(hole),
            (Self::AtMostTwo(strengths), Hole::AtMostTwo(combos)) => {
                combos.iter().fold(0, |best, &combo| best.max(strengths[usize::from(combo)]))
            }
            // Boards and hands are of one game.
            _ => 0,
        }
    }

    #[inline(always)]
    fn low(&self, hole: &Hole) -> u8 {
        match (self, hole) {
            (Self::ExactlyTwo(board), Hole::ExactlyTwo(hole)) => board.low(hole),
            _ => 0,
        }
    }
}

/// The prepared hands of a player.
pub(crate) struct ReadyHands(Vec<ReadyHand>);

impl ReadyHands {
    /// The prepared hands of all players.
    pub(crate) fn of_all(game: Game, players: &[Vec<CardSet>]) -> Result<Vec<Self>> {
        let mut all = try_collect(players.iter().map(|hands| {
            let hand = |&cards| Ok(ReadyHand { cards, hole: Hole::new(game.used(), cards), duplicates: 0 });
            try_collect(hands.iter().map(hand)).map(Self)
        }))?;
        if let ([Self(first), Self(second)], [of_first, of_second]) = (&mut all[..], players) {
            for (own, other) in [(first, of_second), (second, of_first)] {
                let mut sorted = try_collect(other.iter().map(|hand| Ok(hand.bits())))?;
                sorted.sort_unstable();
                for hand in own {
                    let from = sorted.partition_point(|&cards| cards < hand.cards.bits());
                    hand.duplicates =
                        sorted[from..].iter().take_while(|&&cards| cards == hand.cards.bits()).count() as u32;
                }
            }
        }
        Ok(all)
    }
}

/// The hands of all players on a board.
pub(crate) struct BoardShowdown {
    /// The boards of games in which exactly two cards count.
    boards: Option<OmahaBoards>,
    players: Vec<OnBoard>,
    without_pairs: Option<WithoutPairs>,
}

impl BoardShowdown {
    /// Memory for the hands of these players.
    pub(crate) fn new(game: Game, players: &[ReadyHands]) -> Result<Self> {
        let players = try_collect(players.iter().map(|ReadyHands(hands)| {
            let mut on_board = OnBoard::default();
            try_reserve(&mut on_board.cards, hands.len())?;
            try_reserve(&mut on_board.strengths, hands.len())?;
            try_reserve(&mut on_board.lows, hands.len())?;
            try_reserve(&mut on_board.duplicates, hands.len())?;
            Ok(on_board)
        }))?;
        let boards = if game.used() == HoleCardsUsed::AtMostTwo { None } else { Some(OmahaBoards::get()?) };
        Ok(Self { boards, players, without_pairs: None })
    }

    /// Adds every deal on a board, `times` times. Counts without room for lows belong to games without lows.
    pub(crate) fn count(
        &mut self,
        hands: &[ReadyHands],
        board: CardSet,
        times: u64,
        counts: &mut ShowdownCounts,
        may_go_on: &mut MayGoOn<'_>,
    ) -> Result<()> {
        let has_lows = counts.has_low();
        let of_combos;
        let on = if let Some(boards) = self.boards {
            Board::ExactlyTwo(boards.of(board))
        } else {
            of_combos = evaluate_combos(board)?;
            Board::AtMostTwo(&of_combos)
        };
        for (of, ReadyHands(hands)) in self.players.iter_mut().zip(hands) {
            of.cards.clear();
            of.strengths.clear();
            of.lows.clear();
            of.duplicates.clear();
            for hand in hands.iter().filter(|hand| (hand.cards & board).is_empty()) {
                of.cards.push(hand.cards.bits());
                of.strengths.push(on.strength(&hand.hole));
                of.lows.push(if has_lows { on.low(&hand.hole) } else { 0 });
                of.duplicates.push(hand.duplicates);
            }
        }
        match &self.players[..] {
            [first, second] if !has_lows => {
                let hole_cards = first.cards.first().map_or(0, |hand| hand.count_ones()) as usize;
                let (of_hand, of_board) = without_pairs(hole_cards);
                let [one, other] = [first, second].map(|of| of.cards.len() as f64);
                if one * other * SECONDS_PER_OMAHA_PAIR < (one + other) * of_hand + of_board {
                    return pair_by_pair(first, second, times, counts, may_go_on);
                }
                let found = match &mut self.without_pairs {
                    Some(found) => found,
                    none => none.insert(WithoutPairs::new(hole_cards)?),
                };
                let is_first = one <= other;
                let (own, others) = if is_first { (first, second) } else { (second, first) };
                let [wins, ties, losses] = found.count(own, others, may_go_on)?;
                counts.add(0b01, times * if is_first { wins } else { losses });
                counts.add(0b10, times * if is_first { losses } else { wins });
                counts.add(0b11, times * ties);
                Ok(())
            }
            players => deal(players, 0, DealtHands::default(), times, counts, may_go_on),
        }
    }
}

/// Compares every hand of one player with every hand of the other.
fn pair_by_pair(
    first: &OnBoard,
    second: &OnBoard,
    times: u64,
    counts: &mut ShowdownCounts,
    may_go_on: &mut MayGoOn<'_>,
) -> Result<()> {
    for (&cards, &strength) in first.cards.iter().zip(&first.strengths) {
        may_go_on()?;
        // Without branches: a comparison of two hands is unpredictable.
        let (mut deals, mut wins, mut ties) = (0, 0, 0);
        for (&other_cards, &other) in second.cards.iter().zip(&second.strengths) {
            let is_deal = u64::from(cards & other_cards == 0);
            deals += is_deal;
            wins += is_deal & u64::from(strength > other);
            ties += is_deal & u64::from(strength == other);
        }
        counts.add(0b01, times * wins);
        counts.add(0b11, times * ties);
        counts.add(0b10, times * (deals - wins - ties));
    }
    Ok(())
}

/// The hands of the first players, and who of them has the best one.
#[derive(Clone, Copy, Default)]
pub(crate) struct DealtHands {
    pub(crate) cards: u64,
    pub(crate) strength: u16,
    pub(crate) winners: usize,
    low: u8,
    low_winners: usize,
}

impl DealtHands {
    /// These hands and that of the next player, whose number is `player`.
    #[inline(always)]
    pub(crate) fn with(self, player: usize, cards: u64, strength: u16, low: u8) -> Self {
        let mut dealt = Self { cards: self.cards | cards, ..self };
        if strength >= dealt.strength {
            dealt.winners = 1 << player | if strength == dealt.strength { dealt.winners } else { 0 };
            dealt.strength = strength;
        }
        if low > 0 && low >= dealt.low {
            dealt.low_winners = 1 << player | if low == dealt.low { dealt.low_winners } else { 0 };
            dealt.low = low;
        }
        dealt
    }
}

/// Deals all hands to the players from `player` on.
pub(crate) fn deal(
    players: &[OnBoard],
    player: usize,
    before: DealtHands,
    times: u64,
    counts: &mut ShowdownCounts,
    may_go_on: &mut MayGoOn<'_>,
) -> Result<()> {
    let Some(own) = players.get(player) else {
        counts.add_with_low(before.winners, before.low_winners, times);
        return Ok(());
    };
    // Once for all hands of the last player, not for every deal.
    if player + 1 == players.len() {
        may_go_on()?;
    }
    for ((&cards, &strength), &low) in own.cards.iter().zip(&own.strengths).zip(&own.lows) {
        if cards & before.cards != 0 {
            continue;
        }
        let dealt = before.with(player, cards, strength, low);
        deal(players, player + 1, dealt, times, counts, may_go_on)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::rng::Philox;
    use crate::testing::shuffle_front;
    use std::cmp::Ordering;

    /// Ranges of unequal size, the smaller or the larger one first, on a board that stands for three.
    #[test]
    fn large_ranges_on_a_board_equal_all_pairs_of_hands() {
        let mut rng = Philox::new([16, 3], [0; 4]);
        let mut deck: Vec<u8> = (0..52).collect();
        let mut hand = || {
            shuffle_front(&mut rng, &mut deck, 4);
            CardSet::from_ids(&deck[..4]).unwrap()
        };
        let ranges = [200, 300].map(|n| (0..n).map(|_| hand()).collect::<Vec<_>>());
        let board: CardSet = "Kd 7s 2c 3c 9h".parse().unwrap();
        let boards = OmahaBoards::get().unwrap();
        let on = boards.of(board);
        for players in [[0, 1], [1, 0]].map(|order| order.map(|at: usize| ranges[at].clone())) {
            let mut expected = [0; 4];
            let free = |player: usize| players[player].iter().filter(|&&hand| (hand & board).is_empty());
            for &own in free(0) {
                for &other in free(1).filter(|&&other| (own & other).is_empty()) {
                    let [own, other] = [own, other].map(|hand| on.strength(&OmahaHole::of(hand)));
                    expected[match own.cmp(&other) {
                        Ordering::Greater => 0b01,
                        Ordering::Less => 0b10,
                        Ordering::Equal => 0b11,
                    }] += 3;
                }
            }
            assert!(expected[1..].iter().all(|&deals| deals > 3), "{expected:?}");
            let game = Game::omaha(4, false).unwrap();
            let hands = ReadyHands::of_all(game, &players).unwrap();
            let mut showdown = BoardShowdown::new(game, &hands).unwrap();
            let mut found = ShowdownCounts::new(2, false).unwrap();
            showdown.count(&hands, board, 3, &mut found, &mut || Ok(())).unwrap();
            assert!(showdown.without_pairs.is_some());
            assert_eq!(found.by_winners(), expected);
        }
    }
}
