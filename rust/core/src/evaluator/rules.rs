//! Rules as data: the five-card hands of a game, and their order.
//!
//! The strength of a hand is the place of its kind in that order, from 1. Under the standard rule there are 7,462 kinds,
//! 7-5-4-3-2 to the royal flush. Hands of five, six and seven cards share one scale: a larger hand has the strength of its
//! best five cards. The build script includes this file, to make the evaluator's tables of the standard rule.

use crate::combinatorics::choose_small;

/// The order of hands in one game.
pub struct Rule {
    /// Ranks of the deck, which has four suits. The highest rank is the ace.
    pub n_ranks: u8,
    /// The categories that count, weakest first among high hands. If a category does not count, its hands belong to the next
    /// lower one: without straights, a straight is a high card.
    pub categories: &'static [Category],
    /// The ace may stand below the lowest rank in a straight.
    pub wheel: bool,
    /// The ace is the lowest rank in everything.
    pub ace_low: bool,
    /// The weakest high hand wins: the order is reversed.
    pub low: bool,
    /// Number of the weakest kinds that do not qualify: their strength is 0, and that of the next is 1.
    pub unqualified: u16,
}

impl Rule {
    /// High hands of the full deck.
    pub const STANDARD: Self =
        Self { n_ranks: 13, categories: &Category::ALL, wheel: true, ace_low: false, low: false, unqualified: 0 };

    /// High hands of the deck without the cards below the six: a flush beats a full house, as there are fewer.
    pub const SHORT_DECK: Self = Self {
        n_ranks: 9,
        categories: &[
            Category::HighCard,
            Category::Pair,
            Category::TwoPair,
            Category::ThreeOfAKind,
            Category::Straight,
            Category::FullHouse,
            Category::Flush,
            Category::FourOfAKind,
            Category::StraightFlush,
        ],
        ..Self::STANDARD
    };

    /// The same, but three of a kind beats a straight.
    pub const SHORT_DECK_TRIPS: Self = Self {
        categories: &[
            Category::HighCard,
            Category::Pair,
            Category::TwoPair,
            Category::Straight,
            Category::ThreeOfAKind,
            Category::FullHouse,
            Category::Flush,
            Category::FourOfAKind,
            Category::StraightFlush,
        ],
        ..Self::SHORT_DECK
    };

    /// Low hands without straights and flushes, the ace below the deuce: California lowball, razz.
    pub const ACE_TO_FIVE: Self = Self {
        categories: &[
            Category::HighCard,
            Category::Pair,
            Category::TwoPair,
            Category::ThreeOfAKind,
            Category::FullHouse,
            Category::FourOfAKind,
        ],
        wheel: false,
        ace_low: true,
        low: true,
        ..Self::STANDARD
    };

    /// Low hands with straights and flushes, the ace above the king: Kansas City lowball.
    pub const DEUCE_TO_SEVEN: Self = Self { wheel: false, low: true, ..Self::STANDARD };

    /// Ace to five of five different ranks, none above the eight.
    pub const EIGHT_OR_BETTER: Self =
        Self { unqualified: Self::ACE_TO_FIVE.count_all() - choose_small(8, 5) as u16, ..Self::ACE_TO_FIVE };

    /// Number of kinds of hands, including those that do not qualify.
    pub const fn count_all(&self) -> u16 {
        let mut all = 0;
        let mut i = 0;
        while i < self.categories.len() {
            all += self.count(self.categories[i]);
            i += 1;
        }
        all
    }

    /// The largest strength.
    pub const fn max_strength(&self) -> u16 {
        self.count_all() - self.unqualified
    }

    /// Number of kinds of hands of a category, including those that do not qualify.
    pub const fn count(&self, category: Category) -> u16 {
        let n = self.n_ranks as usize;
        let straights = n as u32 - 4 + self.wheel as u32;
        let unpaired = choose_small(n, 5) - if self.has(Category::Straight) { straights } else { 0 };
        let count = match category {
            Category::HighCard | Category::Flush => unpaired,
            Category::Pair => n as u32 * choose_small(n - 1, 3),
            Category::TwoPair | Category::ThreeOfAKind => n as u32 * choose_small(n - 1, 2),
            Category::Straight | Category::StraightFlush => straights,
            Category::FullHouse | Category::FourOfAKind => (n * (n - 1)) as u32,
        };
        count as u16
    }

    /// Whether a category counts.
    pub const fn has(&self, category: Category) -> bool {
        let mut i = 0;
        while i < self.categories.len() {
            if self.categories[i] as u8 == category as u8 {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The category of a strength; `None` if no hand has it.
    pub const fn category(&self, strength: u16) -> Option<Category> {
        if strength == 0 || strength > self.max_strength() {
            return None;
        }
        let place = strength + self.unqualified;
        let mut last = 0;
        let mut i = 0;
        while i < self.categories.len() {
            let at = if self.low { self.categories.len() - 1 - i } else { i };
            last += self.count(self.categories[at]);
            if place <= last {
                return Some(self.categories[at]);
            }
            i += 1;
        }
        None
    }

    /// Every kind that qualifies, weakest first: strength `s` is element `s - 1`.
    pub fn kinds(&self) -> Vec<HandKind> {
        self.kinds_in(vec![])
    }

    /// [`kinds`](Self::kinds), in an empty vector. It grows to [`count_all`](Self::count_all).
    pub fn kinds_in(&self, mut all: Vec<HandKind>) -> Vec<HandKind> {
        for &category in self.categories {
            self.add_kinds(category, &mut all);
        }
        if self.low {
            all.reverse();
        }
        all.drain(..usize::from(self.unqualified));
        all
    }

    /// The kinds of one category, ascending.
    fn add_kinds(&self, category: Category, all: &mut Vec<HandKind>) {
        let n = self.n_ranks;
        let mut add = |places: [u8; 5]| all.push(HandKind { category, ranks: places.map(|place| self.rank_at(place)) });
        match category {
            Category::HighCard | Category::Flush => {
                self.unpaired(5, &[]).filter(|set| !self.is_straight(set)).for_each(|set| add(five(&[], &set)));
            }
            Category::Straight | Category::StraightFlush => {
                for top in 4 - u8::from(self.wheel)..n {
                    // The lowest straight counts its ace low.
                    add(std::array::from_fn(|i| (top + n - i as u8) % n));
                }
            }
            Category::Pair | Category::ThreeOfAKind | Category::FourOfAKind => {
                let copies = match category {
                    Category::Pair => 2,
                    Category::ThreeOfAKind => 3,
                    _ => 4,
                };
                for rank in 0..n {
                    self.unpaired(5 - copies, &[rank]).for_each(|set| add(five(&vec![rank; copies], &set)));
                }
            }
            Category::TwoPair => {
                for high in 0..n {
                    for low in 0..high {
                        self.unpaired(1, &[high, low]).for_each(|set| add(five(&[high, high, low, low], &set)));
                    }
                }
            }
            Category::FullHouse => {
                for three in 0..n {
                    (0..n).filter(|&two| two != three).for_each(|two| add([three, three, three, two, two]));
                }
            }
        }
    }

    /// The rank whose place in the order of ranks is `place`.
    fn rank_at(&self, place: u8) -> u8 {
        if self.ace_low { (place + self.n_ranks - 1) % self.n_ranks } else { place }
    }

    /// The sets of `size` places without those of `except`, each descending, weakest first.
    fn unpaired(&self, size: usize, except: &[u8]) -> impl Iterator<Item = Vec<u8>> + use<> {
        let except = except.iter().fold(0u16, |bits, r| bits | 1 << r);
        let n = self.n_ranks;
        // Of two sets of ranks, the one with the larger highest difference wins: the order of the masks as numbers.
        (0..1u16 << n)
            .filter(move |mask| mask & except == 0 && mask.count_ones() as usize == size)
            .map(move |mask| (0..n).rev().filter(|r| mask >> r & 1 != 0).collect())
    }

    /// Whether five different ranks, descending, make a straight that counts.
    fn is_straight(&self, ranks: &[u8]) -> bool {
        let ace = self.n_ranks - 1;
        let in_a_row = ranks[0] - ranks[4] == 4 || self.wheel && ranks == [ace, 3, 2, 1, 0];
        in_a_row && self.has(Category::Straight)
    }
}

/// The largest strength, of a royal flush.
pub const MAX_STRENGTH: u16 = 7462;

/// The category of a five-card hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Category {
    /// No other category.
    HighCard,
    /// Two of a rank.
    Pair,
    /// Two pairs.
    TwoPair,
    /// Three of a rank.
    ThreeOfAKind,
    /// Five ranks in a row; the ace may stand below the deuce.
    Straight,
    /// Five of a suit.
    Flush,
    /// Three of a rank and two of another.
    FullHouse,
    /// Four of a rank.
    FourOfAKind,
    /// A straight of one suit.
    StraightFlush,
}

impl Category {
    /// Every category, weakest first under the standard rule.
    pub const ALL: [Self; 9] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPair,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
    ];

    /// The least strength of the category.
    pub(crate) const fn least(self) -> u16 {
        let (mut least, mut below) = (1, 0);
        while below < self as usize {
            least += Self::ALL[below].count();
            below += 1;
        }
        least
    }

    /// Number of strengths of the category.
    pub const fn count(self) -> u16 {
        Rule::STANDARD.count(self)
    }

    /// The category of a strength; `None` outside 1 to 7462.
    pub const fn of(strength: u16) -> Option<Self> {
        Rule::STANDARD.category(strength)
    }
}

impl std::fmt::Display for Category {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::HighCard => "high card",
            Self::Pair => "pair",
            Self::TwoPair => "two pair",
            Self::ThreeOfAKind => "three of a kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full house",
            Self::FourOfAKind => "four of a kind",
            Self::StraightFlush => "straight flush",
        })
    }
}

/// A kind of five-card hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandKind {
    pub(super) category: Category,
    pub(super) ranks: [u8; 5],
}

impl HandKind {
    /// Its category.
    pub const fn category(self) -> Category {
        self.category
    }

    /// Its five ranks, the most significant first: a full house of kings over sevens is `[11, 11, 11, 5, 5]`.
    pub const fn ranks(self) -> [u8; 5] {
        self.ranks
    }

    /// A hand of this kind, as card ids.
    pub fn example(self) -> [u8; 5] {
        let suited = matches!(self.category, Category::Flush | Category::StraightFlush);
        let mut cards = [0; 5];
        for (i, &rank) in self.ranks.iter().enumerate() {
            // Spades first; equal ranks stand side by side and take the suits downward.
            let copies = self.ranks[..i].iter().filter(|&&r| r == rank).count() as u8;
            // An unsuited hand of five ranks must not become a flush: its last card is a heart.
            let other = u8::from(!suited && i == 4 && copies == 0);
            cards[i] = 4 * rank + 3 - copies - other;
        }
        cards
    }
}

fn five(paired: &[u8], kickers: &[u8]) -> [u8; 5] {
    let mut ranks = [0; 5];
    for (to, &from) in ranks.iter_mut().zip(paired.iter().chain(kickers)) {
        *to = from;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds of a rule, after a check that they are all different and have the expected number.
    fn checked(rule: &Rule) -> Vec<HandKind> {
        let kinds = rule.kinds();
        for (i, kind) in kinds.iter().enumerate() {
            assert_eq!(rule.category(i as u16 + 1), Some(kind.category));
            assert!(kind.ranks.iter().all(|&rank| rank < rule.n_ranks));
        }
        assert_eq!(rule.category(kinds.len() as u16 + 1), None);
        let mut different: Vec<_> = kinds.iter().map(|kind| (kind.category as u8, kind.ranks)).collect();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), kinds.len());
        kinds
    }

    /// Number of hands of five cards of these kinds, in four suits.
    fn hands(kinds: &[HandKind], rule: &Rule) -> u32 {
        let of_ranks = |ranks: &[u8; 5]| -> u32 {
            let copies = |rank| ranks.iter().filter(|&&r| r == rank).count();
            (0..rule.n_ranks).map(|rank| choose_small(4, copies(rank))).product()
        };
        let suited = rule.has(Category::Flush);
        let of_kind = |kind: &HandKind| match kind.category {
            Category::Flush | Category::StraightFlush => 4,
            Category::HighCard | Category::Straight if suited => of_ranks(&kind.ranks) - 4,
            _ => of_ranks(&kind.ranks),
        };
        kinds.iter().map(of_kind).sum()
    }

    #[test]
    fn the_standard_rule_has_7462_kinds() {
        let kinds = checked(&Rule::STANDARD);
        assert_eq!(kinds.len(), usize::from(MAX_STRENGTH));
        assert_eq!(kinds[0].ranks, [5, 3, 2, 1, 0]);
        assert_eq!(kinds[7461], HandKind { category: Category::StraightFlush, ranks: [12, 11, 10, 9, 8] });
        assert_eq!(hands(&kinds, &Rule::STANDARD), choose_small(52, 5));
        assert_eq!(usize::from(Rule::STANDARD.n_ranks), crate::cards::Deck::STANDARD.n_ranks());
    }

    #[test]
    fn other_games_are_other_data() {
        for (rule, trips) in [(Rule::SHORT_DECK, 877), (Rule::SHORT_DECK_TRIPS, 883)] {
            let short = checked(&rule);
            assert_eq!(short.len(), 1404);
            assert_eq!(Category::ALL.map(|category| rule.count(category)), [120, 504, 252, 252, 6, 120, 72, 72, 6]);
            // The lowest straight is A-6-7-8-9.
            let lowest = short.iter().find(|kind| kind.category == Category::Straight).unwrap();
            assert_eq!(lowest.ranks, [3, 2, 1, 0, 8]);
            assert_eq!(short.iter().position(|kind| kind.category == Category::ThreeOfAKind), Some(trips - 1));
            assert_eq!(hands(&short, &rule), choose_small(36, 5));
        }

        let ace_to_five = checked(&Rule::ACE_TO_FIVE);
        assert_eq!(ace_to_five.len(), 6175);
        // The best is 5-4-3-2-A, the worst four kings and a queen.
        assert_eq!(ace_to_five[6174].ranks, [3, 2, 1, 0, 12]);
        assert_eq!(ace_to_five[0].ranks, [11, 11, 11, 11, 10]);
        assert_eq!(hands(&ace_to_five, &Rule::ACE_TO_FIVE), choose_small(52, 5));

        let deuce_to_seven = checked(&Rule::DEUCE_TO_SEVEN);
        assert_eq!(deuce_to_seven.len(), 7462);
        // The best is 7-5-4-3-2; 5-4-3-2-A is a high card of an ace, the least of them.
        assert_eq!(deuce_to_seven[7461].ranks, [5, 3, 2, 1, 0]);
        let wheel = HandKind { category: Category::HighCard, ranks: [12, 3, 2, 1, 0] };
        let place = deuce_to_seven.iter().position(|&kind| kind == wheel).unwrap();
        assert!(deuce_to_seven[..place].iter().any(|kind| kind.ranks == [12, 4, 2, 1, 0]));
        assert_eq!(deuce_to_seven[place + 1].ranks, [11, 10, 9, 8, 6]);
        assert_eq!(hands(&deuce_to_seven, &Rule::DEUCE_TO_SEVEN), choose_small(52, 5));

        let eight_or_better = checked(&Rule::EIGHT_OR_BETTER);
        assert_eq!(eight_or_better.len(), 56);
        assert_eq!((eight_or_better[0].ranks, eight_or_better[55].ranks), ([6, 5, 4, 3, 2], [3, 2, 1, 0, 12]));
        assert_eq!(eight_or_better, ace_to_five[6175 - 56..]);
    }
}
