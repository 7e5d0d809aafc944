"""One short call of everything that is public, to be made in a process that has not used it before.

Long calls are stopped by their progress functions: the first use of their parts comes before. Left out are OpenSpiel,
whose tests are apart from the others, and `opponent_clusters`, which takes seconds and has forks of its own.
"""

import pickle
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path

import numpy as np

import pokerbits as pb


class Enough(Exception):  # noqa: N818
    """A call has gone on for long enough."""


def enough(done: int, total: int) -> None:
    raise Enough


def evaluation() -> None:
    hands = np.array([[51, 47, 43, 39, 35, 0, 5], [50, 46, 42, 38, 34, 1, 6]], dtype=np.uint8)
    strengths = pb.evaluate(hands, num_threads=2)
    pb.evaluate("AsKs", board="QsJsTs", rules="short_deck")
    pb.evaluate("As2s3d4c", rules="badugi")
    pb.evaluate_combos("AhKhQhJhTh")
    pb.evaluate_omaha("AsKsQdJd", "Ts9s8s2c3c")
    pb.evaluate_omaha_low("AsKsQdJd", "Ts9s8s2c3c")
    pb.best_five(hands)
    pb.outs("AsKs", "QsJs2d", villain="2c2h")
    pb.category_odds("AsKs", "QsJs2d")
    pb.hand_percentile(["AsKs", "7c2d"])
    pb.hand_percentile("AsKsQdJd", game="omaha")
    pb.describe(strengths)
    pb.category(strengths)
    pb.describe(pb.category(7462))
    pb.example_hand("full house")
    pb.evaluator.category_census(5)
    pb.example_hand(pb.MAX_STRENGTH)
    pb.evaluator.from_cactus_kev(pb.evaluator.to_cactus_kev(strengths))
    pb.random_hands(5000, 7, rng=1)
    pb.evaluator.keys.find_rank_keys(3)
    pb.evaluator.keys.find_suit_keys(5)
    pb.evaluator.keys.find_flush_keys(5)
    pb.evaluator.keys.KeyScheme(*pb.evaluator.keys.FIVE_CARD).is_valid()
    pb.evaluator.keys.SEVEN_CARD.is_valid()
    pb.evaluator.keys.folding_points(pb.evaluator.keys.FIVE_CARD)


def cards() -> None:
    pb.cards.format_cards(pb.cards.parse_cards("AsKd"))
    pb.cards.card_name(pb.cards.parse_card("As"))
    pb.cards.combo_class(pb.cards.combo_id("AsKd"))
    pb.cards.hand_class(["AsKd", "2c2d"])
    pb.cards.omaha_hand_id(["AsKdQcJh", "2c2d3h3s"])
    str(pb.CardSet("AsKd") | pb.CardSet("2c"))
    pb.Range("QQ+, AKs:0.5").text  # noqa: B018
    pb.Range.top(0.15) * 0.5
    pb.OmahaRange.top(0.15)
    str(pb.OmahaRange("AA$ds"))


def wrong_cards() -> None:
    for name, wrong in [
        ("InvalidCardError", lambda: pb.evaluate("AsKsQsJsZs")),
        ("DuplicateCardError", lambda: pb.evaluate("AsKsQsJsAs")),
        ("CardCountError", lambda: pb.evaluate("AsKs")),
        ("InvalidRangeError", lambda: pb.Range("AKQ")),
        ("InvalidArgumentError", lambda: pb.equity("AsKs")),
        ("OutOfRangeError", lambda: pb.HandIndexer((2,)).unindex(169)),
        ("NotFittedError", lambda: pb.abstraction.PercentileBuckets(2).predict([[1.0]])),
    ]:
        try:
            wrong()
        except pb.PokerbitsError as error:
            assert type(error) is getattr(pb.exceptions, name), (name, error)  # noqa: PT017
        else:
            raise AssertionError(name)


def indexing() -> None:
    indexer = pb.HandIndexer((2, 3))
    pb.HandIndexer.game("holdem")
    hands = indexer.unindex(range(2000), num_threads=2)
    indexer.index_all(hands)
    indexer.canonical(hands)
    indexer.multiplicity(indexer.index(hands))
    indexer.children(5, round=0)
    indexer.index_board(hands[:, 2:])
    indexer.hole_combos("AsKsQs")
    pb.indexing.DealState(**vars(indexer.extend(indexer.start(), hands[:, :2])))
    pb.indexing.rank_group_unindex(pb.indexing.rank_group_index([3, 4]), counts=[2, 1])
    pb.indexing.rank_group_size([2, 1])
    pb.indexing.rank_set_unindex(pb.indexing.rank_set_index(5), size=2)


def equities() -> None:
    results = [
        pb.equity("AhKh", "QsQd", "7c2d"),
        pb.equity("AKs", "QQ+", board="Kd7s8c"),
        pb.equity("AKs", "QQ+", "random", n_samples=5000, rng=1),
        pb.equity("As2sKhQd", "Ac2cKdJd", board="3d4d5h", game="omaha_hilo"),
        pb.equity("AA$ds", "KK", board="Kd7s2cTh", game="omaha"),
        pb.equity("AA", "*", game="omaha5", n_samples=5000, rng=1),
        pb.equity("AKs", "QQ+", board="Kd7s8c", game="short_deck"),
        pb.equity_rows([["AhKh", "QsQd"]], board=["2c3d4h5s9c"]),
        pb.odds_vs_random("AsKd", board="QhJh2c"),
        pb.odds_vs_random("AsKd", board="QhJh2c3d4d", n_opponents=2, method="cliques"),
        pb.odds.losses("AsKd", board="QhJh2c3d4d"),
    ]
    for result in results:
        str(result)
        result.to_dict()
        result.to_columns()
        assert pickle.loads(pickle.dumps(result)) == result
        assert result._repr_html_()
    pb.RankedBoards(["QhJh2c3d4d"]).outcomes(np.full(1326, 0.5))
    pb.combo_equity("QQ+", boards="QhJh2c3d4d")
    pb.combo_equity("QQ+", boards="QhJh2c3d4d", game="omaha")
    pb.odds.count_disjoint(pb.COMBOS[:50], sizes=[1, 2])
    pb.preflop_equities()
    pb.preflop_counts()
    pb.odds.omaha_preflop_counts("omaha")
    with suppress(Enough):
        pb.preflop_odds([1], progress=enough)


def strengths() -> None:
    pb.hand_strength("AsKd", board="QhJh2c")
    pb.expected_hand_strength("AsKd", board="QhJh2c3d4d")
    pb.strength.hand_strength_histogram("AsKd", board="QhJh2c3d")
    with suppress(Enough):
        pb.expected_hand_strength("AsKd", board="QhJh2c", progress=enough)
    with suppress(Enough):
        pb.strength.average_rank_strength("AsKd", board="QhJh2c3d4d", progress=enough)
    with suppress(Enough):
        pb.strength_table("ehs", street="flop", progress=enough)
    with suppress(Enough):
        pb.strength.ars_table("flop", progress=enough)


def files() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "preflop.npy"
        pb.strength_table("ehs", street="preflop", path=path, progress=True)
        pb.strength.check_table(path)
        with ThreadPoolExecutor(1) as executor:
            pb.combo_equity("QQ+", boards=["QhJh2c3d4d"], executor=executor)
        with suppress(Enough):
            pb.CardAbstraction.build({"flop": 4, "turn": 4, "river": 4}, path=Path(folder) / "buckets", progress=enough)


def abstractions() -> None:
    points = np.array([[4, 0, 0], [3, 1, 0], [0, 0, 4], [0, 1, 3]])
    abstraction = pb.abstraction
    abstraction.HistogramKMeans(2, random_state=0).fit_predict(points)
    abstraction.PercentileBuckets(2).fit_predict(points[:, :1])
    abstraction.OptimalScalarBuckets(2).fit_predict(points[:, :1])
    abstraction.distinct_rows(points.astype(np.uint8))
    assert isinstance(abstraction.IndexerLookup(pb.HandIndexer((2, 3))), abstraction.CardLookup)
    abstraction.TableLookup(pb.HandIndexer((2,)), [np.arange(169)]).lookup("AsKd")
    one_card = pb.HandIndexer((1,), n_ranks=3, n_suits=1)
    abstraction.game_outcome_classes(one_card, strengths=np.arange(3))
    with suppress(Enough):
        pb.abstraction.outcome_classes("turn", progress=enough)
    with suppress(Enough):
        abstraction.winrate_history("turn", progress=enough)


def reports() -> None:
    made = pb.reports
    pb.flops()
    report = pb.flop_report("QQ+", "AKs", boards=["QhJh2c", "7h8d9c"])
    made.equity_distribution("QQ+", "AKs", board="QhJh2c").hero.histogram()
    made.hand_breakdown("QQ+", board="QhJh2c")
    made.range_advantage("QQ+", "AKs", board="QhJh2c")
    made.nut_advantage("QQ+", "AKs", board="QhJh2c")
    made.runout_report("QQ+", "AKs", board="QhJh2c3d")
    made.range_equity_rows(["QQ+", "JJ"], "AKs", board="QhJh2c3d", num_threads=2)
    with suppress(Enough):
        made.flop_subset(2, progress=enough)
    assert report.plot()


def endgames() -> None:
    endgame = pb.endgame
    tree = endgame.BettingTree(100, 100, endgame.BetSizes(1, max_bets=1))
    game = endgame.Endgame("QhJh2c3d4d", "QQ+", "AKs", tree)
    solver = endgame.Solver(game, endgame.percentile_labels("QhJh2c3d4d", n_buckets=3))
    solver.run(3, progress=True)
    assert solver.strategy(tree.root).shape == (2, 1, 1326)
    endgame.exploitability(game, labels=None, iterations=3)
    score = endgame.score_abstraction(None, n_boards=1, hero="QQ+", villain="AKs", tree=tree, iterations=3)
    assert pb.plot.abstraction_score(score).figure


def plots() -> None:
    plot = pb.plot
    rng = np.random.default_rng(0)
    report = pb.abstraction.AbstractionReport(
        "", "imperfect", {"flop": 2}, {"flop": "ehs"}, {"flop": 9}, *[{"flop": np.array([0.25, 0.75])}] * 4
    )
    axes = [
        plot.abstraction_buckets(report),
        plot.abstraction_inertia(report),
        plot.hand_matrix(rng.random(169)),
        plot.range_matrix("QQ+, AKs"),
        plot.equity_matrix("QQ+, AKs", rng.random(1326)),
        plot.action_matrix({"raise": "QQ+", "call": "AKs"}),
        plot.runout_matrix(pb.reports.runout_report("QQ+", "AKs", board="QhJh2c3d")),
        plot.ars_heatmap(np.ones((7463, 169))),
        plot.equity_bars(pb.equity("AhKh", "QsQd", board="2c3d4h5s")),
        plot.equity_graph(pb.reports.equity_distribution("QQ+", "AKs", board="QhJh2c3d4d")),
        plot.board_report(pb.flop_report("QQ+", "AKs", boards=["QhJh2c", "7h8d9c"])),
        plot.rank_frequencies(rng.random(7463)),
        plot.strength_histogram(rng.random(50)),
    ]
    plot.hand_grid(range(169))
    assert all(ax.figure for ax in axes)


def strategies() -> None:
    testing = pb.testing
    for strategy in (testing.boards, testing.card_names, testing.cards, testing.hands):
        assert strategy() is not None


def settings() -> None:
    pb.set_num_threads(3)
    assert pb.get_num_threads() == 3
    pb.set_num_threads(None)
    pb.build_info()
    pb.cpu_features()
    with redirect_stdout(StringIO()):
        pb.show_versions()


USES: dict[str, Callable[[], None]] = {
    use.__name__: use
    for use in (
        *(evaluation, cards, wrong_cards, indexing, equities, strengths),
        *(files, abstractions, reports, endgames, plots, strategies, settings),
    )
}


def in_order_of(seed: int) -> Iterator[Callable[[], None]]:
    """Yield all uses in an order that depends on the seed."""
    yield from (USES[name] for name in np.random.default_rng(seed).permutation(list(USES)))
