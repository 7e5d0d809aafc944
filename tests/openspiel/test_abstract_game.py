"""The abstract game is the game that it wraps, except for the players' view of the cards."""

import itertools
import pickle
import re

import numpy as np
import pyspiel
import pytest
from games import (
    HOLDEM,
    LEDUC,
    LEDUC_LOSSLESS,
    LOSSLESS,
    THREE_SUITS,
    TWO_CARDS,
    Cards,
    Categories,
    OneBucket,
    Pairs,
    decisions,
    load,
    poker,
    random_game,
    states,
)
from open_spiel.python.observation import make_observation

import pokerbits as pb
from pokerbits.abstraction import TableLookup
from pokerbits.exceptions import InvalidArgumentError
from pokerbits.openspiel import IndexerLookup, abstract_game

PLAYED = {
    "leduc": LEDUC,
    "holdem": HOLDEM,
    "every bet": HOLDEM.replace(")", ",bettingAbstraction=fullgame)"),
    "three hole cards": poker(ranks=13, suits=4, hole=3, board="0 3 1 1", raises=3),
    "three players": poker(ranks=6, suits=4, hole=2, board="0 3 1", players=3),
    "rounds without cards": poker(ranks=4, suits=3, board="0 0 2 0"),
    "a board at once": poker(ranks=4, suits=4, board="1 2"),
}


def buckets(text):
    """Return the buckets in an information state."""
    return [int(bucket) for bucket in re.search(r"\[Bucket:([^]]*)\]", text)[1].split()]


@pytest.mark.parametrize(("ranks", "suits"), [*itertools.product((3, 4, 9, 13), (1, 2, 3, 4))])
def test_every_card_is_the_one_that_openspiel_names(ranks, suits):
    abstract = abstract_game(poker(ranks=ranks, suits=suits), lookup=OneBucket())
    start = abstract.wrapped.new_initial_state()
    for outcome, _ in start.chance_outcomes():
        named = start.action_to_string(outcome).split()[-1]
        assert pb.cards.card_name(abstract.root.after(outcome).dealt[0]) == named
    assert len(start.chance_outcomes()) == ranks * suits


@pytest.mark.parametrize("text", PLAYED.values(), ids=PLAYED)
def test_it_plays_as_the_wrapped_game(text):
    rng = np.random.default_rng(5)
    seen = Cards()
    game = abstract_game(text, lookup=seen)
    real = load(text)
    assert game.num_players() == real.num_players()
    assert game.num_distinct_actions() == real.num_distinct_actions()
    assert (game.min_utility(), game.max_utility()) == (real.min_utility(), real.max_utility())
    assert game.utility_sum() == real.utility_sum() == 0
    assert (game.max_chance_outcomes(), game.max_game_length()) == (real.max_chance_outcomes(), real.max_game_length())
    assert game.max_chance_nodes_in_history() == real.max_chance_nodes_in_history()
    looked_at = 0
    for _ in range(30):
        state, wrapped = game.new_initial_state(), real.new_initial_state()
        for action in random_game(real, rng):
            assert state.current_player() == wrapped.current_player()
            assert state.legal_actions() == wrapped.legal_actions()
            assert state.is_chance_node() == wrapped.is_chance_node()
            assert state.action_to_string(action) == wrapped.action_to_string(action)
            if state.is_chance_node():
                assert state.chance_outcomes() == wrapped.chance_outcomes()
            else:
                told = wrapped.to_struct()
                for player in range(game.num_players()):
                    (bucket,) = buckets(state.information_state_string(player))
                    hole, board = told.player_hands[player], told.board_cards
                    assert seen.hands[bucket] == tuple(frozenset(pb.cards.parse_cards(text)) for text in (hole, board))
                    looked_at += 1
                assert state.information_state_string() == state.information_state_string(state.current_player())
            state.apply_action(action)
            wrapped.apply_action(action)
        assert state.is_terminal()
        assert wrapped.is_terminal()
        assert state.returns() == wrapped.returns()
        assert state.history() == wrapped.history()
        assert str(state) == str(wrapped)
    assert looked_at > 100


def test_buckets_are_those_of_the_deal_street_by_street():
    indexer = pb.HandIndexer((2, 3, 1, 1))
    lookup = IndexerLookup(indexer)
    forgets, remembers = (abstract_game(HOLDEM, lookup=lookup, recall=recall) for recall in ("imperfect", "perfect"))
    assert (forgets.recall, remembers.recall) == ("imperfect", "perfect")
    deal = pb.cards.parse_cards("4cJd Ah3c 6h4dTs Tc Jc").tolist()
    holes, board = [deal[:2], deal[2:4]], deal[4:]
    now, all_streets = forgets.new_initial_state(), remembers.new_initial_state()
    for street, cards in enumerate((deal[:4], board[:3], board[3:4], board[4:])):
        for state in (now, all_streets):
            for action in [*cards[::-1], *cards] if street == 1 else cards:
                if action in state.legal_actions() and state.is_chance_node():
                    state.apply_action(action)
        for player in range(2):
            indices = indexer.index_all(holes[player] + board).tolist()[: street + 1]
            assert buckets(all_streets.information_state_string(player)) == indices
            assert buckets(now.information_state_string(player)) == indices[-1:]
        for state in (now, all_streets):
            state.apply_action(1)
            state.apply_action(1)
    assert now.is_terminal()


def canonical(text, suits):
    """Return the least text of an information state of `universal_poker` under all suit permutations."""
    names = "cdhs"[:suits]
    private, public = (re.search(rf"\[{field}: (\w*)\]", text)[1] for field in ("Private", "Public"))

    def renamed(cards, new):
        table = str.maketrans(dict(zip(names, new, strict=True)))
        return sorted(cards[at] + cards[at + 1].translate(table) for at in range(0, len(cards), 2))

    cards = min((renamed(private, new), renamed(public, new)) for new in itertools.permutations(names))
    return str(cards), re.sub(r"\[(Private|Public): \w*\]", "", text)


# Of other decks


@pytest.fixture(scope="module")
def abstraction():
    """Return a card abstraction, of 52 cards."""
    return pb.CardAbstraction.build({"flop": 3, "turn": 3, "river": 3}, features="percentile")


@pytest.mark.parametrize(("ranks", "suits"), [(6, 4), (13, 3), (12, 4), (9, 4)])
def test_an_abstraction_of_another_deck_is_refused(abstraction, ranks, suits):
    """One of 52 cards had buckets for all cards of a smaller deck: those of hands that are low among 52."""
    small = poker(ranks=ranks, suits=suits, hole=2, board="0 3 1 1")
    indexer = pb.HandIndexer((2, 3, 1, 1))
    message = f"a deck of 13 ranks and 4 suits, and the game has {ranks} ranks and {suits} suits"
    for lookup in (abstraction, IndexerLookup(indexer), TableLookup(indexer, [None] * 4)):
        with pytest.raises(InvalidArgumentError, match=message):
            abstract_game(small, lookup=lookup)
    same = IndexerLookup(pb.HandIndexer((2, 3, 1, 1), n_ranks=ranks, n_suits=suits))
    assert abstract_game(small, lookup=same).num_players() == 2
    if ranks < 13:
        above = IndexerLookup(pb.HandIndexer((2, 3, 1, 1), n_ranks=ranks, n_suits=suits, lowest_rank="3"))
        with pytest.raises(
            InvalidArgumentError, match=f"deck of {ranks} ranks from the 3 up .* ranks from the 2 up and"
        ):
            abstract_game(small, lookup=above)
    with pytest.raises(InvalidArgumentError, match=f"a deck of {ranks} ranks and {suits} suits, and the game has 13"):
        abstract_game(HOLDEM, lookup=same)
    assert abstract_game(HOLDEM, lookup=abstraction).num_players() == 2
    # What says nothing of its deck is asked.
    assert abstract_game(small, lookup=Categories()).num_players() == 2


@pytest.mark.parametrize("text", LOSSLESS, ids=["leduc", "three suits", "two cards"])
def test_lossless_information_states_are_the_real_ones_up_to_suits(text):
    game = abstract_game(text, lookup=LOSSLESS[text])
    suits = load(text).get_parameters()["numSuits"]
    pairs = set()
    real = set()
    for state in decisions(game):
        known = state.node.wrapped.information_state_string()
        real.add(known)
        pairs.add((canonical(known, suits), state.information_state_string()))
    assert len({classes for classes, _ in pairs}) == len({abstract for _, abstract in pairs}) == len(pairs)
    assert len(pairs) < len(real)
    if text == LEDUC:
        assert (len(real), len(pairs)) == (936, 468)


def test_what_is_forgotten_with_imperfect_recall():
    without_cards, forgets, remembers = (
        {state.information_state_string() for state in decisions(abstract_game(LEDUC, lookup=lookup, recall=recall))}
        for lookup, recall in ((OneBucket(), "imperfect"), (Pairs(), "imperfect"), (Pairs(), "perfect"))
    )
    later = sum("|" in text for text in without_cards)
    first = len(without_cards) - later
    assert (first, later) == (6, 30)
    assert len(forgets) == 3 * first + 2 * later
    # Each rank, paired or not.
    assert len(remembers) == 3 * first + 3 * 2 * later


@pytest.mark.parametrize("recall", ["imperfect", "perfect"])
def test_tensors_say_what_the_texts_say(recall):
    game = abstract_game(THREE_SUITS, lookup=LOSSLESS[THREE_SUITS], recall=recall)
    told, observed = set(), set()
    for state in decisions(game):
        for player in range(2):
            tensor = state.information_state_tensor(player)
            assert len(tensor) == game.information_state_tensor_size()
            told.add((state.information_state_string(player), tuple(tensor)))
            tensor = state.observation_tensor(player)
            assert len(tensor) == game.observation_tensor_size()
            observed.add((state.observation_string(player), tuple(tensor)))
    for pairs in (told, observed):
        assert len(pairs) == len({text for text, _ in pairs}) == len({tensor for _, tensor in pairs})
    assert len(observed) < len(told)


def test_the_bits_of_a_bucket():
    class Wide:
        def lookup(self, hole, board):
            return np.uint32(0x80000005)

    game = abstract_game(LEDUC, lookup=Wide())
    state = game.new_initial_state()
    for action in (0, 1, 1, 1, 2):
        state.apply_action(action)
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    observation.set_from(state, 1)
    assert observation.dict["player"].tolist() == [0, 1]
    bits = [0.0] * 32
    bits[0] = bits[2] = bits[31] = 1
    assert observation.dict["buckets"].tolist() == [[[0.0] * 33, [1.0, *bits]]]


@pytest.mark.parametrize("perfect_recall", [True, False])
@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("private", [pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS])
def test_observers_show_what_they_are_asked_for(perfect_recall, public, private):
    game = abstract_game(LEDUC, lookup=LEDUC_LOSSLESS)
    kind = pyspiel.IIGObservationType(perfect_recall=perfect_recall, public_info=public, private_info=private)
    observation = make_observation(game, kind)
    state = game.new_initial_state()
    for action in (5, 0, 2, 1, 3):
        state.apply_action(action)
    observation.set_from(state, 0)
    everyone = private == pyspiel.PrivateInfoType.ALL_PLAYERS
    shown = {"player"} | ({"buckets"} if everyone else set())
    shown |= ({"betting"} if perfect_recall else {"street", "contributions"}) if public else set()
    assert set(observation.dict) == shown
    own = [buckets(state.information_state_string(player)) for player in range(2)]
    text = observation.string_from(state, 0)
    assert [[int(found)] for found in re.findall(r"Bucket: (\d+)", text)] == (own if everyone else [])
    assert ("[Betting: 2 1 |]" in text) == (public and perfect_recall)
    assert ("[Street: 1][Contributions: 3 3]" in text) == (public and not perfect_recall)


def test_openspiels_own_check_of_games():
    for recall in ("imperfect", "perfect"):
        game = abstract_game(LEDUC, lookup=LEDUC_LOSSLESS, recall=recall, name=f"checked_{recall}")
        pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)


def test_a_hand_is_looked_up_once():
    seen = Cards()
    game = abstract_game(LEDUC, lookup=seen)
    tried = len(seen.hands)
    for _ in range(2):
        for state in states(game):
            if not state.is_chance_node():
                state.information_state_string(0)
    asked = seen.hands[tried:]
    assert len(asked) == len(set(asked)) == 6 + 6 * 5


def test_states_of_a_named_game_can_be_pickled():
    game = abstract_game(LEDUC, lookup=LEDUC_LOSSLESS, name="pickled_leduc")
    state = game.new_initial_state()
    for action in (5, 2, 1, 1, 0, 2):
        state.apply_action(action)
    again = pickle.loads(pickle.dumps(state))
    bucket = LEDUC_LOSSLESS.lookup("3c", board="2c")
    assert again.information_state_string() == f"[Player: 1][Bucket: {bucket}][Betting: 1 1 | 2]"
    assert again.information_state_string() == state.information_state_string()
    assert again.history() == state.history()
    assert again.legal_actions() == state.legal_actions()
    with pytest.raises(pickle.PicklingError, match="make it with `name`"):
        abstract_game(LEDUC, lookup=LEDUC_LOSSLESS).new_initial_state().serialize()


def test_copies_go_their_own_ways():
    state = abstract_game(LEDUC, lookup=LEDUC_LOSSLESS).new_initial_state()
    for action in (5, 2, 1):
        state.apply_action(action)
    copy, child = state.clone(), state.child(2)
    copy.apply_action(1)
    assert state.history() == [5, 2, 1]
    assert copy.history() == [5, 2, 1, 1]
    assert child.history() == [5, 2, 1, 2]
    assert copy.is_chance_node()
    assert not child.is_chance_node()


def test_names():
    named = abstract_game(LEDUC, lookup=LEDUC_LOSSLESS, name="lossless_leduc")
    assert pyspiel.load_game("lossless_leduc") is named
    assert abstract_game(LEDUC, lookup=LEDUC_LOSSLESS, name="lossless_leduc") is named
    coarse = abstract_game(LEDUC, lookup=OneBucket(), name="coarse_leduc")
    assert pyspiel.load_game("coarse_leduc") is coarse
    texts = []
    for name in ("lossless_leduc", "coarse_leduc"):
        state = pyspiel.load_game(name).new_initial_state()
        for action in (5, 2):
            state.apply_action(action)
        texts.append(state.information_state_string())
    assert texts == ["[Player: 0][Bucket: 2][Betting:]", "[Player: 0][Bucket: 0][Betting:]"]
    with pytest.raises(InvalidArgumentError, match="'lossless_leduc' is taken by Poker on buckets of hands, imperfect"):
        abstract_game(LEDUC, lookup=OneBucket(), name="lossless_leduc")
    with pytest.raises(InvalidArgumentError, match="taken"):
        abstract_game(LEDUC, lookup=LEDUC_LOSSLESS, recall="perfect", name="lossless_leduc")
    with pytest.raises(InvalidArgumentError, match="'kuhn_poker' is a game of OpenSpiel"):
        abstract_game(LEDUC, lookup=OneBucket(), name="kuhn_poker")
    for wrong in ("", "leduc(1)", 5):
        with pytest.raises(InvalidArgumentError, match="expected an identifier"):
            abstract_game(LEDUC, lookup=OneBucket(), name=wrong)


def test_a_process_that_has_registered_a_game_ends_well(run_python):
    code = f"""
import pokerbits as pb
lookup = pb.openspiel.IndexerLookup(pb.HandIndexer((1, 1), n_ranks=3, n_suits=2))
game = pb.openspiel.abstract_game({LEDUC!r}, lookup=lookup, name="until_the_end")
print(game.new_initial_state().current_player())
"""
    done = run_python(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "-1\n", "")


WRONG_GAMES = {
    "kuhn_poker": "expected 'universal_poker', found 'kuhn_poker'",
    "": "expected 'universal_poker'",
    "universal_poker(ranks=3)": "Unknown parameter 'ranks'",
    HOLDEM.replace(")", ",boardCards=2c3c)"): "boardCards is 2c3c: expected 3 or 4 or 5 different cards",
}


@pytest.mark.parametrize("game", WRONG_GAMES, ids=range(len(WRONG_GAMES)))
def test_games_that_cannot_be_wrapped(game):
    with pytest.raises(InvalidArgumentError, match=rf"^game: .*{re.escape(WRONG_GAMES[game])}"):
        abstract_game(game, lookup=OneBucket())


def test_what_is_no_game():
    for wrong in (None, 3, load("kuhn_poker"), abstract_game(LEDUC, lookup=OneBucket())):
        with pytest.raises(InvalidArgumentError, match=r"^game: expected 'universal_poker', found"):
            abstract_game(wrong, lookup=OneBucket())


class Answers:
    """An abstraction that gives one answer."""

    def __init__(self, answer):
        self.answer = answer

    def lookup(self, hole, board):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("answer", [-1, 1.5, "seven", None, np.array([1, 2]), KeyError("river"), ValueError("no")])
def test_answers_that_are_no_buckets(answer):
    with pytest.raises(InvalidArgumentError, match=r"^lookup: no bucket for street 0 of this game, such as 4d on '': "):
        abstract_game(LEDUC, lookup=Answers(answer))


def test_abstractions_that_lack_a_street_or_a_card():
    flop = IndexerLookup(pb.HandIndexer((2, 3)))
    with pytest.raises(InvalidArgumentError, match=r"^lookup: no bucket for street 2 .* board: expected 0 or 3 cards"):
        abstract_game(HOLDEM, lookup=flop)
    small = IndexerLookup(pb.HandIndexer((2, 3, 1, 1), n_ranks=9))
    with pytest.raises(InvalidArgumentError, match=r"^lookup: an abstraction for a deck of 9 ranks and 4 suits"):
        abstract_game(HOLDEM, lookup=small)
    with pytest.raises(InvalidArgumentError, match="no bucket for street 0"):
        abstract_game(HOLDEM, lookup=IndexerLookup(pb.HandIndexer((1, 1))))
    with pytest.raises(InvalidArgumentError, match=r"^lookup: expected an object with a method"):
        abstract_game(HOLDEM, lookup=pb.HandIndexer((2, 3, 1, 1)))


def test_abstractions_of_small_decks_play():
    deck = pb.strength.CardGame((2, 1), n_ranks=3, n_suits=2)
    made = pb.CardAbstraction.build({"preflop": 2, "flop": 3}, game=deck)
    game = abstract_game(TWO_CARDS, lookup=made)
    state = game.new_initial_state()
    for card in pb.cards.parse_cards("4c4d 2c3d").tolist():
        # The deck has two suits: its cards are numbered without gaps.
        state.apply_action(card // 4 * 2 + card % 4)
    assert state.information_state_string(0) == f"[Player: 0][Bucket: {made.lookup('4c4d')}][Betting:]"
    solver = pyspiel.CFRSolver(game)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    lossless = abstract_game(TWO_CARDS, lookup=LOSSLESS[TWO_CARDS])
    whole = pyspiel.CFRSolver(lossless)
    whole.evaluate_and_update_policy()
    tables = [solver.tabular_average_policy().policy_table() for solver in (solver, whole)]
    assert 0 < len(tables[0]) < len(tables[1])


def test_abstractions_of_another_deck_are_refused_with_the_game_to_build():
    royal = pb.CardAbstraction.build(2, features="ehs", game="royal")
    small = poker(ranks=5, suits=4, hole=2, board="0 3 1 1")
    words = r"5 ranks from the T up .* build one with game=CardGame\(\(2, 3, 1, 1\), n_ranks=5, n_suits=4\)"
    with pytest.raises(InvalidArgumentError, match=words):
        abstract_game(small, lookup=royal)
    same = pb.CardAbstraction.build(2, features="ehs", game=pb.strength.CardGame((2, 3, 1, 1), n_ranks=5, n_suits=4))
    assert abstract_game(small, lookup=same).wrapped.num_players() == 2
    with pytest.raises(InvalidArgumentError, match=r"n_ranks=13, n_suits=4\)"):
        abstract_game(HOLDEM, lookup=same)


def test_recalls_and_players_that_do_not_exist():
    with pytest.raises(InvalidArgumentError, match=r"^recall: expected 'imperfect' or 'perfect', found 'total'"):
        abstract_game(LEDUC, lookup=OneBucket(), recall="total")
    state = abstract_game(LEDUC, lookup=OneBucket()).new_initial_state()
    for player in (None, -1, 2):
        with pytest.raises(InvalidArgumentError, match=r"out of range \(0 to 1\)"):
            state.information_state_string(player)


def test_holdem_in_few_buckets():
    game = abstract_game(HOLDEM, lookup=Categories(), recall="perfect")
    state = game.new_initial_state()
    for card in pb.cards.parse_cards("AsAh KdKc").tolist():
        state.apply_action(card)
    state.apply_action(1)
    state.apply_action(1)
    for card in pb.cards.parse_cards("Kh7d2c").tolist():
        state.apply_action(card)
    aces, kings = pb.HandIndexer((2,)).index(["AsAh", "KdKc"]).tolist()
    pair, three = int(pb.Category.PAIR), int(pb.Category.THREE_OF_A_KIND)
    assert state.information_state_string(0) == f"[Player: 0][Bucket: {aces} {pair}][Betting: 1 1 |]"
    assert state.information_state_string(1) == f"[Player: 1][Bucket: {kings} {three}][Betting: 1 1 |]"
