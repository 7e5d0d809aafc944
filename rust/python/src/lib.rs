//! `pokerbits._native`: the core for Python. Functions take arrays that the Python layer has brought to the right dtype,
//! shape and order; they convert, enter the core, and convert back.

// PyO3's macros pass arguments by value.
#![allow(clippy::needless_pass_by_value)]

mod abstraction;
mod any_deck;
mod borrow;
mod callable;
mod cards;
mod combo_equity;
mod endgame;
mod enter;
mod equity;
mod errors;
mod evaluator;
mod few_hands;
mod game_equity;
mod hand_strength;
mod indexer;
mod lists;
mod monte_carlo;
mod odds;
mod omaha;
mod omaha_hands;
mod omaha_ranges;
mod one_hand;
mod plain;
mod preflop;
mod ranges;
mod ranked_boards;
mod rows;
mod runtime;
mod scalars;
mod tables;
mod wide_indexer;

use pyo3::prelude::*;
use pyo3::types::PyCFunction;

/// The compiled core of the package; its names are private.
#[pymodule(gil_used = false)]
mod _native {
    use super::*;

    #[pymodule_export]
    use crate::combo_equity::combo_deals;
    #[pymodule_export]
    use crate::equity::{SpotCounts, equity, equity_rows, exact_counts, range_equity};
    #[pymodule_export]
    use crate::hand_strength::{
        ars_lookup, ars_means, clusters_by_equity, expected_hand_strength, expected_strength, hand_strength,
        strength_histogram, strength_now,
    };
    #[pymodule_export]
    use crate::odds::{
        OddsOfOne, count_disjoint, losses, odds_by_cliques, odds_rows, odds_vs_random, preflop_odds, total_deals,
    };
    #[pymodule_export]
    use abstraction::buckets::{bucket_moments, bucket_transitions, lookup, nested_moments, relabel};
    #[pymodule_export]
    use abstraction::features::{next_street_table, ochs_bytes_table};
    #[pymodule_export]
    use abstraction::outcomes::{OutcomeClasses, outcome_classes};
    #[pymodule_export]
    use abstraction::{cluster_histograms, distinct_rows, optimal_cuts, percentile_cuts};
    #[pymodule_export]
    use any_deck::DeckGame;
    #[pymodule_export]
    use callable::put_before;
    #[pymodule_export]
    use cards::{combo_id_one, hand_class_one, parse_cards, random_hands};
    #[pymodule_export]
    use combo_equity::combo_equity;
    #[pymodule_export]
    use endgame::{Endgame, EndgameSolver};
    #[pymodule_export]
    use enter::{keep_num_threads, kept_num_threads};
    #[pymodule_export]
    use evaluator::{
        best_five, best_five_rows, category, category_census, describe, evaluate, evaluate_combos, evaluate_rows,
        example_hand, hand_kind, keep_categories, keep_words, max_strength, outs, outs_of,
    };
    #[pymodule_export]
    use few_hands::plain_below;
    #[pymodule_export]
    use game_equity::{game_counts, game_range_counts, sampled_game_equity};
    #[pymodule_export]
    use indexer::{
        Indexer, deal_indices_plain, rank_group_index, rank_group_size, rank_group_unindex, rank_set_index,
        rank_set_unindex, state_words, street_index_plain,
    };
    #[pymodule_export]
    use lists::{read_characters, read_column, read_rows, read_texts};
    #[pymodule_export]
    use monte_carlo::sampled_equity;
    #[pymodule_export]
    use omaha::{evaluate_omaha, evaluate_omaha_low, evaluate_omaha_rows, omaha_low_rows};
    #[pymodule_export]
    use omaha_hands::{omaha_hand_equity, omaha_preflop_counts, omaha_top_shares, top_shares};
    #[pymodule_export]
    use omaha_ranges::omaha_range;
    #[pymodule_export]
    use preflop::{preflop_class_equities, preflop_combo_counts, three_way_outcomes};
    #[pymodule_export]
    use ranges::{check_range, exact_weights, parse_range, range_difference, range_text};
    #[pymodule_export]
    use ranked_boards::RankedBoards;
    #[pymodule_export]
    use rows::pack_rows;
    #[pymodule_export]
    use runtime::{build_info, cpu_features, cpu_level, cpu_levels, philox4x64};
    #[pymodule_export]
    use tables::{BlockTable, odds_table, strength_table, three_way_table};
    #[pymodule_export]
    use wide_indexer::WideIndexer;

    // Constants of both languages, defined once, in the core.
    #[pymodule_export]
    const CARD_COUNT: u8 = pokerbits::cards::DECK;
    #[pymodule_export]
    const COMBO_COUNT: usize = pokerbits::cards::COMBO_COUNT;
    #[pymodule_export]
    const OMAHA_HANDS: usize = pokerbits::equity::OMAHA_HANDS;
    #[pymodule_export]
    const OMAHA_PREFLOP_PARTS: usize = pokerbits::equity::OMAHA_PREFLOP_PARTS;
    #[pymodule_export]
    const MAX_BINS: usize = pokerbits::hand_strength::histogram::Bins::MAX;
    #[pymodule_export]
    const MAX_POWER: u32 = pokerbits::hand_strength::ars::MAX_POWER;
    #[pymodule_export]
    const MAX_PLAYERS: usize = pokerbits::equity::MAX_PLAYERS;
    #[pymodule_export]
    const MAX_STRENGTH: u16 = pokerbits::evaluator::MAX_STRENGTH;
    #[pymodule_export]
    const MAX_THREADS: usize = pokerbits::runtime::run::MAX_THREADS;
    #[pymodule_export]
    const RANKS: &str = text(&pokerbits::cards::RANK_CHARS);
    #[pymodule_export]
    const SUITS: &str = text(&pokerbits::cards::SUIT_CHARS);

    const fn text(characters: &'static [u8]) -> &'static str {
        match str::from_utf8(characters) {
            Ok(text) => text,
            Err(_) => panic!("the names of ranks and suits are text"),
        }
    }

    /// The level is chosen now; later changes of the environment do not matter. With an override that cannot be honoured,
    /// every function raises the error, except those that the package calls during its import. So there is no silent
    /// default, and a program can still report the error in its own way.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        if let Err(error) = pokerbits::runtime::cpu::requested() {
            for (name, value) in module.dict() {
                let name = name.extract::<String>()?;
                if value.is_callable()
                    && !["build_info", "hand_kind", "keep_categories", "put_before"].contains(&&*name)
                {
                    let error = error.clone();
                    let refuse = move |_: &Bound<'_, _>, _: Option<&Bound<'_, _>>| {
                        Err::<(), _>(errors::to_python(error.clone()))
                    };
                    module.setattr(name, PyCFunction::new_closure(module.py(), None, None, refuse)?)?;
                }
            }
        }
        pokerbits::runtime::cpu::level();
        errors::import_all(module.py());
        borrow::prepare(module.py())
    }
}
