"""Files of TexasSolver and of noambrown/poker_solver: the trees that they mean, and what is refused."""

import json
from pathlib import Path

import pytest

import pokerbits as pb
from pokerbits.cards import combo_id
from pokerbits.endgame import Deal, Decision, Fold, Showdown, Solver, read_config
from pokerbits.endgame._files import config_of
from pokerbits.exceptions import ForeignFileError, InvalidArgumentError, InvalidRangeError

DATA = Path(__file__).parent / "data" / "other_solvers"
TURN, RIVER = DATA / "texas_solver_turn.txt", DATA / "poker_solver_river.json"


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a file and returns its path."""

    def written(text, name="spot.txt"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


def after(tree, *actions):
    """Return the node after these actions; cards are dealt in between."""
    node = tree.root
    for action in actions:
        node = node.children[node.actions.index(action)]
        while isinstance(node, Deal):
            node = node.child
    return node


def weights_of(game, player):
    """Return the weights of a player's hands by their names."""
    return {
        "".join(pb.cards.format_cards(pb.COMBOS[combo][::-1])): weight
        for combo, weight in zip(game.combos[player].tolist(), game.weights[player].tolist(), strict=True)
    }


class TestTexasSolver:
    """Texts of TexasSolver."""

    def test_a_tree_has_the_chips_that_the_percentages_mean(self):
        """Pot 40, stack 100; with half of the pot a player has 120, so more than 90, a bet above 70, is all-in."""
        tree = read_config(TURN).tree
        assert (tree.pot, tree.stack, tree.n_streets) == (40, 100, 2)
        # 25% and 100% of 40; no line adds the stack.
        assert tree.root.actions == ("check", "bet 10", "bet 40")
        # 75% of 40.
        assert after(tree, "check").actions == ("check", "bet 30", "bet 100")
        # 10 and 50% of the pot of 60 after the call.
        assert after(tree, "bet 10").actions == ("fold", "call", "raise 40", "raise 100")
        # 40 and 50% of 120 is 100: once.
        assert after(tree, "bet 40").actions == ("fold", "call", "raise 100")
        # The limit of 2 counts the bet, and the first player has no raises.
        assert after(tree, "bet 10", "raise 40").actions == ("fold", "call")
        assert after(tree, "check", "bet 30").actions == ("fold", "call")

    def test_donk_bets_are_those_after_a_street_on_which_the_last_player_bet(self):
        tree = read_config(TURN).tree
        # 25% of 100, on top of 30, and the stack.
        assert after(tree, "check", "bet 30", "call").actions == ("check", "bet 55", "bet 100")
        # 50% of 40 after two checks, and 50% of 60 on top of the own bet of 10.
        assert after(tree, "check", "check").actions == ("check", "bet 20", "bet 100")
        assert after(tree, "bet 10", "call").actions == ("check", "bet 40", "bet 100")
        # A player who leads without donk sizes still has the stack, if the line is there, and nothing else.
        assert tree.sizes[1][0].donk == (0.25, float("inf"))
        assert tree.sizes[0][0].donk == ()

    def test_a_bet_above_the_threshold_is_all_in(self):
        tree = read_config(TURN).tree
        # 50% of 120 on top of 40 is 100; 25% of 120 on top of 40 is 70, which is not above 70.
        assert after(tree, "bet 40", "call").actions == ("check", "bet 100")
        assert after(tree, "bet 10", "raise 40", "call").actions == ("check", "bet 70", "bet 100")
        assert after(tree, "bet 10", "raise 40", "call", "check").actions == ("check", "bet 100")
        assert after(tree, "bet 10", "call", "check").actions == ("check", "bet 70")
        # Both have called with all chips.
        shown = after(tree, "check", "bet 100", "call")
        assert (type(shown), shown.stake) == (Showdown, 120)

    @pytest.mark.parametrize(
        ("threshold", "actions"),
        [
            # S = 100 + 100 / 2; a bet of 25 makes 75, one of 50 makes 100, one of 75 makes 125.
            ("0.49", "bet 100"),
            ("0.5", "bet 25, bet 100"),
            ("0.66", "bet 25, bet 100"),
            ("0.67", "bet 25, bet 50, bet 100"),
            ("0.84", "bet 25, bet 50, bet 75"),
            ("1", "bet 25, bet 50, bet 75"),
            ("1.5", "bet 25, bet 50, bet 75"),
            # 0.67
            (None, "bet 25, bet 50, bet 100"),
        ],
    )
    def test_a_threshold_is_a_share_of_stack_and_half_pot(self, write, threshold, actions):
        line = () if threshold is None else (f"set_allin_threshold {threshold}",)
        tree = read_config(write(river("set_bet_sizes oop,river,bet,25,50,75", *line))).tree
        assert ", ".join(tree.root.actions[1:]) == actions

    @pytest.mark.parametrize(("limit", "bets"), [(None, 4), ("0", 1), ("1", 1), ("3", 3)])
    def test_a_limit_counts_the_first_bet_and_never_stops_it(self, write, limit, bets):
        sizes = [f"set_bet_sizes {seat},river,{kind},10" for seat in ("oop", "ip") for kind in ("bet", "raise")]
        line = () if limit is None else (f"set_raise_limit {limit}",)
        node = read_config(write(river(*sizes, *line))).tree.root
        found = 0
        while len(node.actions) > 2 or node.actions[0] == "check":
            node, found = node.children[-1], found + 1
        assert found == bets

    def test_weights_and_board(self):
        game = read_config(TURN)
        assert pb.cards.format_cards(game.board) == "Kd7h7c2s"
        hero = weights_of(game, 0)
        assert (len(hero), hero["AsAh"], hero["KsQs"], hero["Tc9c"]) == (13, 0.5, 1, 0.25)
        assert weights_of(game, 1) == dict.fromkeys(weights_of(pb_game("QQ,JJ"), 0), 1.0) | {"Ad7d": 0.75, "As7s": 0.75}

    def test_what_a_file_asks_of_a_solver_is_kept(self, write):
        config = config_of(TURN)
        assert (config.target, config.max_iterations) == (0.015, 60)
        config = config_of(write(river()))
        assert (config.target, config.max_iterations) == (None, None)

    def test_the_form_of_lines_does_not_matter(self, write):
        text = TURN.read_text(encoding="utf-8")
        for other in (
            text.replace("\n", "\r\n"),
            "\ufeff" + text,
            text.replace("\n", "  \n\n"),
            text.replace(",", ", "),
            text.replace("Kd,7h,7c,2s", "Kd7h7c2s"),
            text.rstrip("\n"),
            f"set_mode holdem\n{text}",
        ):
            assert same(read_config(write(other)), read_config(TURN))

    def test_it_can_be_solved(self):
        solver = Solver(read_config(TURN))
        solver.run(target=0.01, max_iterations=1000)
        assert solver.exploitability() <= 0.01


def river(*lines):
    """Return a text of TexasSolver with these lines: pot 100, stack 100, AA against KK and QQ."""
    start = ["set_pot 100", "set_effective_stack 100", "set_board Jh,8d,5c,3s,2s"]
    return "\n".join([*start, "set_range_oop AA", "set_range_ip KK,QQ", *lines, "build_tree", ""])


def pb_game(hero):
    """Return a game on the board of the turn."""
    tree = pb.endgame.BettingTree(40, 100, [pb.endgame.BetSizes(())] * 2)
    return pb.endgame.Endgame("Kd7h7c2s", hero, "KK", tree)


def same(game, other):
    """Return whether two games have the same hands and trees."""
    return (
        [node.actions for node in game.tree.decisions] == [node.actions for node in other.tree.decisions]
        and [weights_of(game, player) for player in (0, 1)] == [weights_of(other, player) for player in (0, 1)]
        and game.board.tolist() == other.board.tolist()
    )


class TestPokerSolver:
    """Subgames of noambrown/poker_solver."""

    def test_a_tree_has_the_chips_that_the_fractions_mean(self):
        tree = read_config(RIVER).tree
        assert (tree.pot, tree.stack, tree.n_streets) == (100, 300, 1)
        # 0.25 of 100, and the stack; the last player's empty list stands for bet_sizes.
        assert tree.root.actions == ("check", "bet 25", "bet 300")
        assert after(tree, "check").actions == ("check", "bet 50", "bet 300")
        # 25 and half of 150; 100 and the whole of 300 is more than the stack.
        assert after(tree, "bet 25").actions == ("fold", "call", "raise 100", "raise 300")
        assert after(tree, "bet 25", "raise 100").actions == ("fold", "call", "raise 300")
        # 50 and the whole of 200, then the limit of 3 bets and raises.
        assert after(tree, "check", "bet 50").actions == ("fold", "call", "raise 250", "raise 300")
        assert after(tree, "check", "bet 50", "raise 250").actions == ("fold", "call", "raise 300")
        assert after(tree, "check", "bet 50", "raise 250", "raise 300").actions == ("fold", "call")
        folded = after(tree, "bet 25", "fold")
        assert (type(folded), folded.player, folded.stake) == (Fold, "villain", 50)

    def test_hands_and_weights(self):
        game = read_config(RIVER)
        assert pb.cards.format_cards(game.board) == "Ah9h6d3s3c"
        # The board blocks AhKh.
        assert weights_of(game, 0) == {"AsKs": 1, "AdKd": 1, "7s7d": 0.5}
        assert weights_of(game, 1) == {"QsJs": 1, "9d9c": 0.25}

    def test_defaults(self, write):
        data = {
            "board": ["Ah", "9h", "6d", "3s", "3c"],
            "pot": 10,
            "stack": 100,
            "bet_sizes": [1],
            "players": [{"hands": ["AsKs"]}, {"hands": ["QsJs", "7s7d"]}],
        }
        tree = read_config(write(json.dumps(data))).tree
        # 10, 10 + 30, 40 + 90 > 100: no limit, and the stack is always there.
        assert after(tree, "bet 10", "raise 40").actions == ("fold", "call", "raise 100")
        assert weights_of(read_config(write(json.dumps(data))), 1) == {"QsJs": 1, "7s7d": 1}
        tree = read_config(write(json.dumps(data | {"include_all_in": False, "max_raises": 0}))).tree
        assert tree.root.actions == ("check", "bet 10")
        assert after(tree, "bet 10").actions == ("fold", "call")

    def test_many_small_raises_are_refused_and_large_ones_end_before_the_limit(self, write):
        data = json.loads(RIVER.read_text(encoding="utf-8"))
        data = {name: data[name] for name in ("board", "players")} | {"pot": 100, "include_all_in": False}
        large = read_config(write(json.dumps(data | {"stack": 10_000, "bet_sizes": [0.5], "max_raises": 1000})))
        # Two decisions without a bet, and one after each of 50, 150, 350, ... 6,350, 10,000, of either player.
        assert len(large.tree.decisions) == 2 + 2 * 8
        small = data | {"stack": 10_000, "bet_sizes": [0.001]}
        with pytest.raises(InvalidArgumentError, match="players can raise more than 50 times: set it to at most 50"):
            read_config(write(json.dumps(small | {"max_raises": 51})))
        assert len(read_config(write(json.dumps(small | {"max_raises": 50}))).tree.decisions) == 102
        # The pot grows by 0.2% a bet: 50 (1.002^49 - 1) = 5.14, 50 (1.002^50 - 1) = 5.25, so the fiftieth is all-in.
        last = small | {"stack": 5.2, "max_raises": 1000}
        assert len(read_config(write(json.dumps(last))).tree.decisions) == 102

    def test_it_can_be_solved(self):
        solver = Solver(read_config(RIVER))
        solver.run(target=0.01, max_iterations=1000)
        assert solver.strategy(0)[:, 0, combo_id("AsKs")].sum() == pytest.approx(1)


class TestBadFiles:
    """Errors name the file, the line and the reason."""

    def test_paths(self, tmp_path):
        with pytest.raises(FileNotFoundError) as caught:
            read_config(tmp_path / "nowhere.txt")
        assert caught.value.filename == str(tmp_path / "nowhere.txt")
        with pytest.raises(ForeignFileError, match="is not an ordinary file"):
            read_config(tmp_path)

    @pytest.mark.parametrize("text", ["", " \n\n", "\ufeff"])
    def test_empty(self, write, text):
        with pytest.raises(InvalidArgumentError, match=r"spot\.txt: the file is empty"):
            read_config(write(text))

    def test_another_encoding(self, write):
        for data, line in ((b"set_pot 50\n\xff\xfes", 2), (TURN.read_bytes() + b"\xe9", 27)):
            with pytest.raises(InvalidArgumentError, match=f"line {line}: byte 0x.. is not UTF-8"):
                read_config(write(data))
        with pytest.raises(InvalidArgumentError, match="line 1: byte 0xff is not UTF-8"):
            read_config(write("set_pot 50".encode("utf-16")))

    def test_every_text_that_is_cut_short(self, write):
        text = TURN.read_text(encoding="utf-8")
        end = text.index("build_tree") + len("build_tree")
        for size in range(end):
            with pytest.raises(pb.PokerbitsError, match=r"spot\.txt") as caught:
                read_config(write(text[:size]))
            assert isinstance(caught.value, ValueError)
        assert same(read_config(write(text[:end])), read_config(TURN))
        with pytest.raises(InvalidArgumentError, match="no build_tree: the file is cut short, or lacks that line"):
            read_config(write(text[: end - len("build_tree")]))

    def test_every_json_that_is_cut_short(self, write):
        text = RIVER.read_text(encoding="utf-8").rstrip()
        for size in range(len(text)):
            with pytest.raises(InvalidArgumentError, match=r"spot\.json"):
                read_config(write(text[:size], "spot.json"))
        with pytest.raises(InvalidArgumentError, match=r"is not valid JSON, or cut short: .*line 6"):
            read_config(write(text[:120], "spot.json"))

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            (
                "set_pot 40",
                "set_pott 40",
                r"spot.txt, line 1: setting: .* found 'set_pott' \(did you mean 'set_pot'\?\)",
            ),
            ("set_pot 40", "# a comment", "line 1: setting: expected"),
            ("set_thread_num", "set_rake 0.05\nset_thread_num", "line 19: setting: expected"),
            ("set_pot 40\n", "", "spot.txt: there is no set_pot"),
            ("set_range_ip QQ,JJ,A7s:0.75\n", "", "there is no set_range_ip"),
            ("set_pot 40", "set_pot", "line 1: set_pot: expected a number such as 50 or 0.75, found ''"),
            ("set_pot 40", "set_pot forty", "line 1: set_pot: expected a number .* found 'forty'"),
            ("set_pot 40", "set_pot 4_0", "found '4_0'"),
            ("set_pot 40", "set_pot nan", "found 'nan'"),
            ("set_pot 40", "set_pot 1e300", "found '1e300'"),
            ("set_pot 40", "set_pot 0", "line 1: set_pot: number = 0.0: expected a number above 0"),
            ("set_pot 40", "set_pot -40", "number = -40.0: expected a number above 0"),
            ("set_pot 40", "set_pot 4" + "0" * 400, "spot.txt: pot = inf: expected a number from 1e-09 to"),
            ("stack 100", "stack 9999999", "spot.txt: stack: expected at most 100000 pots of 40"),
            ("set_pot 40", "set_pot 40\nset_pot 50", "line 2: set_pot is there already, in line 1"),
            ("oop,turn,raise,", "oop,turn,bet,50", "line 8: set_bet_sizes oop,turn,bet is there already, in line 7"),
            ("set_thread_num", "set_pot 50\nset_thread_num", "line 19: set_pot comes after build_tree: move it up"),
            (
                "dump_result",
                "start_solve\ndump_result",
                "start_solve is there already, in line 24; a file has one game",
            ),
            (
                "set_pot 40",
                "set_mode shortdeck\nset_pot 40",
                "line 1: set_mode: mode: expected 'holdem', found 'shortd",
            ),
            ("Kd,7h,7c,2s", "", "line 3: set_board: board: expected 3, 4 or 5 cards, found 0"),
            ("Kd,7h,7c,2s", "Kd,7h", "line 3: set_board: board: expected 3, 4 or 5 cards, found 2"),
            ("Kd,7h,7c,2s", "Kd,7h,7c,7h", "line 3: set_board: card 7h .id 22. appears more than once"),
            ("Kd,7h,7c,2s", "Kd,7x,7c,2s", "line 3: set_board: board: cannot read a card at position 3"),
            ("AA:0.5,KQs", "AA:0.5,KZ", 'line 4: set_range_oop: cannot read "KZ" at position 7'),
            ("AA:0.5,KQs", "AA:0.5,AA", "line 4: set_range_oop: .* name each once"),
            ("AA:0.5,KQs", "AA:5", "line 4: set_range_oop: .* a weight is a decimal from 0 to 1"),
            ("QQ,JJ,A7s:0.75", "", "spot.txt: villain: the range has no hand"),
            ("QQ,JJ,A7s:0.75", "KdKs", "spot.txt: villain: the range has no hand without a card of Kd7h7c2s"),
            ("oop,turn,bet", "hero,turn,bet", "line 7: player: expected 'oop' or 'ip', found 'hero'"),
            ("oop,turn,bet", "oop,preflop,bet", "line 7: street: expected 'flop', 'turn' or 'river', found 'preflop'"),
            ("oop,turn,bet", "oop,turm,bet", "found 'turm' .did you mean 'turn'.."),
            ("oop,turn,bet", "oop,turn,check", "line 7: kind of size: expected 'bet', 'raise', 'donk' or 'allin'"),
            ("oop,turn,bet,25,100", "oop", "line 7: street: expected 'flop', 'turn' or 'river', found ''"),
            ("ip,turn,allin", "ip,turn,allin,50", "line 11: set_bet_sizes ip,turn,allin takes no sizes, found '50'"),
            ("bet,25,100", "bet,25,0", "line 7: set_bet_sizes: size = 0.0: expected a number"),
            ("bet,25,100", "bet,-25", "line 7: set_bet_sizes: size = -0.25: expected a number"),
            ("bet,25,100", "bet,nan", "line 7: set_bet_sizes: expected a number such as 50 or 0.75, found 'nan'"),
            ("bet,25,100", "bet,1e300", "found '1e300'"),
            ("bet,25,100", "bet,25" + "0" * 300, "size = 2.5e.299: expected a number from 0 to 100000"),
            ("bet,25,100", "bet,25,,100", "line 7: set_bet_sizes: expected a number such as 50 or 0.75, found ''"),
            ("bet,25,100", "bet,2.5x", "found '2.5x'"),
            ("threshold 0.75", "threshold 0", "line 16: set_allin_threshold: number = 0.0: expected a number above 0"),
            ("threshold 0.75", "threshold", "line 16: set_allin_threshold: expected a number"),
            ("limit 2", "limit 51", "line 17: set_raise_limit: limit = 51: expected 0 to 50"),
            ("limit 2", "limit 2.5", "line 17: set_raise_limit: expected a whole number, found '2.5'"),
            ("accuracy 1.5", "accuracy no", "line 20: set_accuracy: expected a number"),
            ("accuracy 1.5", "accuracy 0", "line 20: set_accuracy: number = 0.0: expected a number above 0"),
            ("iteration 60", "iteration 0", "line 21: set_max_iteration: number = 0: expected 1 to"),
            ("iteration 60", "iteration 6.5", "line 21: set_max_iteration: expected a whole number, found '6.5'"),
        ],
    )
    def test_lines(self, write, old, new, message):
        text = TURN.read_text(encoding="utf-8")
        assert text.count(old) >= 1
        with pytest.raises(pb.PokerbitsError, match=message) as caught:
            read_config(write(text.replace(old, new, 1)))
        assert isinstance(caught.value, ValueError)
        assert len(str(caught.value)) < 1000

    def test_a_range_that_cannot_be_read_has_its_class_and_its_caret(self, write):
        with pytest.raises(InvalidRangeError) as caught:
            read_config(write(river().replace("KK,QQ", "KK,QZ")))
        assert caught.value.position == 3
        assert str(caught.value).endswith("KK,QZ\n     ^^")

    def test_a_tree_that_is_too_large(self, write):
        sizes = ",".join(map(str, range(1, 40)))
        lines = [f"set_bet_sizes {seat},river,{kind},{sizes}" for seat in ("oop", "ip") for kind in ("bet", "raise")]
        with pytest.raises(InvalidArgumentError, match=r"spot\.txt: sizes: the tree has more than 100,000 nodes"):
            read_config(write(river(*lines, "set_raise_limit 9")))

    @pytest.mark.parametrize(
        ("key", "value", "message"),
        [
            ("bet_size", [1], r"spot.json, line 2: key: expected .* found 'bet_size' \(did you mean 'bet_sizes'\?\)"),
            ("rake", 0.05, "line 2: key: expected"),
            ("board", "Ah9h6d3s3c", "line 2: board: expected a list of texts"),
            ("board", ["Ah", 5], "board: expected a list of texts"),
            ("board", [], "board: expected a list of texts"),
            ("board", ["Ah", "9h", "6d", "3s"], "board: expected 5 cards, found 4"),
            ("board", ["Ah", "9h", "6d", "3s", "3s"], "card 3s .* appears more than once"),
            ("board", ["Ah", "9h", "6d", "3s", "1s"], "board: row 4: cannot read a card"),
            ("pot", 0, "line 2: pot = 0: expected a number above 0"),
            ("pot", "100", "pot = '100': expected a number above 0; write 100 without quotes"),
            ("pot", True, "pot: expected a number, found True"),
            ("pot", None, "pot = None: expected a number"),
            ("pot", 10**400, "pot = "),
            ("stack", -5, "stack = -5: expected a number above 0"),
            ("stack", 1e300, "spot.json: stack = 1e.300"),
            ("stack", [300], "stack = .300.: expected a number"),
            ("bet_sizes", [0.5, 0], "bet_sizes = 0: expected"),
            ("bet_sizes", [1e300], "bet_sizes = 1e.300: expected a number from 0 to 100000"),
            ("bet_sizes", 0.5, "bet_sizes: expected a list of sizes"),
            ("bet_sizes", ["0.5"], "bet_sizes = '0.5': expected a number above 0; write 0.5 without quotes"),
            ("oop_first_bets", None, "oop_first_bets: expected a list of sizes"),
            ("oop_next_raises", [2], "oop_first_raises and oop_next_raises differ, which has no equal here: give both"),
            ("ip_next_raises", [2], "line 2: ip_first_raises and ip_next_raises differ"),
            ("include_all_in", 1, "include_all_in: expected true or false, found 1"),
            ("max_raises", -1, "max_raises = -1: expected 0 to"),
            ("max_raises", 2.5, "max_raises = 2.5: expected an integer"),
            ("players", [], "players: expected a list of two"),
            ("players", [{"hands": ["AsKs"]}, 5], r"players\[1\]: expected hands and weights, found 5"),
            ("players", [{"hands": ["AsKs"]}, {}], r"players\[1\]: hands: expected a list of texts, found None"),
            ("players", [{"hands": ["AsKs"], "weight": [1]}, {}], r"players\[0\]: key: expected 'hands' or 'weights'"),
            ("players", [{"hands": ["AsKs"], "weights": [1, 1]}, {}], r"players\[0\]: expected 1 weights, found shape"),
            ("players", [{"hands": ["AsKs"], "weights": ["1"]}, {}], r"players\[0\]: weights: expected numbers"),
            ("players", [{"hands": ["AsAs"]}, {}], r"players\[0\]: hands: row 0: card As .* appears more than once"),
            ("players", [{"hands": ["AKs"]}, {}], r"line 2: players\[0\]: hands: row 0: cannot read a card"),
            ("players", [{"hands": ["AsKs", "2c2d", "KsAs"]}, {}], r"players\[0\]: AsKs and KsAs are one hand"),
            (
                "players",
                [{"hands": ["AsKs"], "weights": [-1]}, {"hands": ["QsJs"]}],
                "spot.json: hero: the weight of combo .* is -1.0",
            ),
            ("players", [{"hands": ["AhKs"]}, {"hands": ["QsJs"]}], "spot.json: hero: the range has no hand"),
        ],
    )
    def test_keys(self, write, key, value, message):
        data = json.loads(RIVER.read_text(encoding="utf-8"))
        data.pop(key, None)
        text = json.dumps({key: value} | data).replace("{", "{\n", 1)
        with pytest.raises(pb.PokerbitsError, match=message) as caught:
            read_config(write(text, "spot.json"))
        assert isinstance(caught.value, ValueError)
        assert len(str(caught.value)) < 1000

    def test_different_raises_are_nothing_if_there_is_one(self, write):
        data = json.loads(RIVER.read_text(encoding="utf-8")) | {"oop_next_raises": [2], "max_raises": 2}
        assert after(read_config(write(json.dumps(data))).tree, "check", "bet 50").actions[2] == "raise 250"

    @pytest.mark.parametrize("key", ["board", "pot", "stack", "bet_sizes", "players"])
    def test_a_missing_key(self, write, key):
        data = json.loads(RIVER.read_text(encoding="utf-8"))
        del data[key]
        with pytest.raises(InvalidArgumentError, match=f"spot.json: there is no '{key}'"):
            read_config(write(json.dumps(data), "spot.json"))

    @pytest.mark.parametrize(
        "text", ['{"pot": 1, "pot": 2}', '{"pot": NaN}', '{"pot": Infinity}', "{" * 100_000, '{"a":' * 100_000, "{}}"]
    )
    def test_json_with_several_meanings(self, write, text):
        with pytest.raises(InvalidArgumentError, match=r"spot\.json is not valid JSON"):
            read_config(write(text, "spot.json"))


def test_every_node_of_both_files_is_one_of_four_kinds():
    """The trees are whole: each action leads to a node."""
    for path in (TURN, RIVER):
        for node in read_config(path).tree.decisions:
            assert len(node.actions) == len(node.children) == len(set(node.actions))
            assert all(isinstance(child, Decision | Deal | Fold | Showdown) for child in node.children)
