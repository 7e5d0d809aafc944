//! All deals of several ranges on one board: each hand is evaluated once, then every player's meets every other's.

use crate::cards::CardSet;
use crate::equity::counts::ShowdownCounts;
use crate::error::Result;
use crate::evaluator::{OmahaBoards, OmahaHole};
use crate::memory::{try_collect, try_reserve};
use crate::runtime::MayGoOn;

/// The hands of a player, ready for any board.
pub(super) struct Hands(Vec<(CardSet, OmahaHole)>);

impl Hands {
    pub(super) fn new(hands: &[CardSet]) -> Result<Self> {
        try_collect(hands.iter().map(|&hand| Ok((hand, OmahaHole::of(hand))))).map(Self)
    }
}

/// The hands of one player that a board leaves: cards, strengths and, where they count, lows.
#[derive(Default)]
struct OnBoard {
    cards: Vec<u64>,
    strengths: Vec<u16>,
    lows: Vec<u8>,
}

/// The hands of all players on a board.
pub(super) struct Meeting {
    boards: OmahaBoards,
    players: Vec<OnBoard>,
}

impl Meeting {
    /// Room for the hands of players.
    pub(super) fn new(players: &[Hands]) -> Result<Self> {
        let players = try_collect(players.iter().map(|Hands(hands)| {
            let mut on_board = OnBoard::default();
            try_reserve(&mut on_board.cards, hands.len())?;
            try_reserve(&mut on_board.strengths, hands.len())?;
            try_reserve(&mut on_board.lows, hands.len())?;
            Ok(on_board)
        }))?;
        Ok(Self { boards: OmahaBoards::get()?, players })
    }

    /// Adds every deal on a board to the element of `counts` that says who has the best low; where there is one, lows win
    /// nothing.
    pub(super) fn count(
        &mut self,
        hands: &[Hands],
        board: CardSet,
        counts: &mut [ShowdownCounts],
        may_go_on: &mut MayGoOn<'_>,
    ) -> Result<()> {
        let has_lows = counts.len() > 1;
        let on = self.boards.of(board);
        for (of, Hands(hands)) in self.players.iter_mut().zip(hands) {
            of.cards.clear();
            of.strengths.clear();
            of.lows.clear();
            for (cards, hole) in hands.iter().filter(|(cards, _)| (*cards & board).is_empty()) {
                of.cards.push(cards.bits());
                of.strengths.push(on.strength(hole));
                of.lows.push(if has_lows { on.low(hole) } else { 0 });
            }
        }
        match (&self.players[..], counts) {
            ([first, second], [counts]) => two_players(first, second, counts, may_go_on),
            (players, counts) => deal(players, 0, Dealt::default(), counts, may_go_on),
        }
    }
}

/// Every hand of one player against every hand of the other.
fn two_players(
    first: &OnBoard,
    second: &OnBoard,
    counts: &mut ShowdownCounts,
    may_go_on: &mut MayGoOn<'_>,
) -> Result<()> {
    for (&cards, &strength) in first.cards.iter().zip(&first.strengths) {
        may_go_on()?;
        // Without branches: which of two hands is better is a matter of chance.
        let (mut deals, mut wins, mut ties) = (0, 0, 0);
        for (&other_cards, &other) in second.cards.iter().zip(&second.strengths) {
            let is_deal = u64::from(cards & other_cards == 0);
            deals += is_deal;
            wins += is_deal & u64::from(strength > other);
            ties += is_deal & u64::from(strength == other);
        }
        counts.add(0b01, wins);
        counts.add(0b11, ties);
        counts.add(0b10, deals - wins - ties);
    }
    Ok(())
}

/// The hands of the first players, and who of them is best.
#[derive(Clone, Copy, Default)]
struct Dealt {
    cards: u64,
    strength: u16,
    winners: usize,
    low: u8,
    low_winners: usize,
}

/// Deals hands to the players from `player` on, in every way.
fn deal(
    players: &[OnBoard],
    player: usize,
    before: Dealt,
    counts: &mut [ShowdownCounts],
    may_go_on: &mut MayGoOn<'_>,
) -> Result<()> {
    let Some(own) = players.get(player) else {
        counts[before.low_winners].add(before.winners, 1);
        return Ok(());
    };
    // Not for every deal, but once for all hands of the last player.
    if player + 1 == players.len() {
        may_go_on()?;
    }
    for ((&cards, &strength), &low) in own.cards.iter().zip(&own.strengths).zip(&own.lows) {
        if cards & before.cards != 0 {
            continue;
        }
        let mut dealt = Dealt { cards: before.cards | cards, ..before };
        if strength >= dealt.strength {
            dealt.winners = 1 << player | if strength == dealt.strength { dealt.winners } else { 0 };
            dealt.strength = strength;
        }
        if low > 0 && low >= dealt.low {
            dealt.low_winners = 1 << player | if low == dealt.low { dealt.low_winners } else { 0 };
            dealt.low = low;
        }
        deal(players, player + 1, dealt, counts, may_go_on)?;
    }
    Ok(())
}
