//! Strength: the 7,462 kinds of five-card hand in ascending order, 1 (7-5-4-3-2) to 7462 (royal flush).
//!
//! One scale serves hands of five, six and seven cards: a larger hand has the strength of its best five cards.

/// The largest strength, of a royal flush.
pub const MAX_STRENGTH: u16 = 7462;

/// What a hand is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Category {
    /// Nothing.
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
    /// Every category, weakest first.
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

    /// How many strengths it has.
    pub const fn count(self) -> u16 {
        match self {
            Self::HighCard | Self::Flush => 1277,
            Self::Pair => 2860,
            Self::TwoPair | Self::ThreeOfAKind => 858,
            Self::Straight | Self::StraightFlush => 10,
            Self::FullHouse | Self::FourOfAKind => 156,
        }
    }

    /// The category of a strength; `None` outside 1..=7462.
    pub const fn of(strength: u16) -> Option<Self> {
        let mut last = 0;
        let mut i = 0;
        while i < Self::ALL.len() {
            last += Self::ALL[i].count();
            if strength <= last {
                return if strength == 0 { None } else { Some(Self::ALL[i]) };
            }
            i += 1;
        }
        None
    }
}

/// A kind of five-card hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandKind {
    /// Its category.
    pub category: Category,
    /// Its five ranks, the most telling first: a full house of kings over sevens is `[11, 11, 11, 5, 5]`.
    pub ranks: [u8; 5],
}

impl HandKind {
    /// The kind of a strength; `None` outside 1..=7462.
    pub fn of(strength: u16) -> Option<Self> {
        static KINDS: std::sync::OnceLock<Vec<HandKind>> = std::sync::OnceLock::new();
        KINDS.get_or_init(kinds).get(usize::from(strength).checked_sub(1)?).copied()
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

/// Every kind, weakest first: strength `s` is element `s - 1`.
pub fn kinds() -> Vec<HandKind> {
    let mut all = Vec::with_capacity(MAX_STRENGTH as usize);
    for category in Category::ALL {
        let mut add = |ranks| all.push(HandKind { category, ranks });
        match category {
            Category::HighCard | Category::Flush => {
                unpaired(5, &[]).filter(|set| straight_top(set).is_none()).for_each(|set| add(five(&[], &set)));
            }
            Category::Straight | Category::StraightFlush => {
                for top in 3..13u8 {
                    // The five-high straight counts its ace low.
                    add(std::array::from_fn(|i| (top + 13 - i as u8) % 13));
                }
            }
            Category::Pair | Category::ThreeOfAKind | Category::FourOfAKind => {
                let copies = match category {
                    Category::Pair => 2,
                    Category::ThreeOfAKind => 3,
                    _ => 4,
                };
                for rank in 0..13 {
                    unpaired(5 - copies, &[rank]).for_each(|set| add(five(&vec![rank; copies], &set)));
                }
            }
            Category::TwoPair => {
                for high in 0..13 {
                    for low in 0..high {
                        unpaired(1, &[high, low]).for_each(|set| add(five(&[high, high, low, low], &set)));
                    }
                }
            }
            Category::FullHouse => {
                for three in 0..13 {
                    (0..13).filter(|&two| two != three).for_each(|two| add([three, three, three, two, two]));
                }
            }
        }
    }
    all
}

/// The sets of `size` ranks without those of `except`, each descending, weakest first.
fn unpaired(size: usize, except: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let except = except.iter().fold(0u16, |bits, r| bits | 1 << r);
    // Of two sets of ranks, the one with the larger highest difference wins: the order of the masks as numbers.
    (0..1u16 << 13)
        .filter(move |mask| mask & except == 0 && mask.count_ones() as usize == size)
        .map(|mask| (0..13).rev().filter(|r| mask >> r & 1 != 0).collect())
}

fn five(paired: &[u8], kickers: &[u8]) -> [u8; 5] {
    let mut ranks = [0; 5];
    for (to, &from) in ranks.iter_mut().zip(paired.iter().chain(kickers)) {
        *to = from;
    }
    ranks
}

/// The top rank of five different ranks, descending, that make a straight.
fn straight_top(ranks: &[u8]) -> Option<u8> {
    match ranks {
        [12, 3, 2, 1, 0] => Some(3),
        &[top, .., bottom] if top - bottom == 4 => Some(top),
        _ => None,
    }
}
