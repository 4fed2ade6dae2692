"""The games themselves: rules, notations, formats, engines and solvers."""

import copy
import pickle
import random
import threading

import pytest

import parlor_games as pg

# The number of lines from the start, by depth: figures that every program of the field agrees on.
PERFT = {"othello": [4, 12, 56, 244, 1396], "ataxx": [16, 256, 6460], "loa": [36, 1244, 44952]}
# The first problem of the FFO collection, worth 18 discs to Black.
FFO_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


@pytest.fixture(params=pg.games())
def name(request):
    return request.param


def test_the_games_are_these():
    assert pg.games() == ["othello", "ataxx", "loa"]


def test_perft_counts_the_known_numbers(name):
    assert [pg.Game(name).perft(depth + 1) for depth in range(len(PERFT[name]))] == PERFT[name]


def test_five_lines_play_a_game_against_the_engine():
    game, engine = pg.Game("othello"), pg.Engine("othello", "level=2", seed=1)
    while not game.is_over:
        moves = game.legal_moves()
        game.play(engine.choose(game) if game.turn == "white" else moves[0])
    assert game.winner in ("black", "white", "draw")
    assert game.end_reason == "count"


def test_an_illegal_move_changes_nothing_and_says_why(name):
    game = pg.Game(name)
    before = game.position
    with pytest.raises(ValueError, match="."):
        game.play("a1")
    assert game.position == before and len(game) == 0


def test_undo_and_redo(name):
    game = pg.Game(name)
    start = game.position
    played = game.play(game.legal_moves()[0])
    after = game.position
    assert game.undo() and game.position == start and not game.undo()
    assert game.redo() and game.position == after and game.history() == [played]


def test_every_notation_reads_what_it_writes(name):
    game = pg.Game(name)
    assert game.notations
    for notation in game.notations:
        for usual, text in zip(game.legal_moves(), game.legal_moves(notation=notation)):
            twin = game.copy()
            assert twin.play(text, notation=notation) == usual
            assert twin.history(notation=notation) == [text]
    with pytest.raises(ValueError, match="klingon"):
        game.legal_moves(notation="klingon")


def test_every_format_of_a_game_is_read_back(name):
    random.seed(1)
    game = pg.Game(name)
    for _ in range(12):
        game.play(random.choice(game.legal_moves()))
    game.players = ("Ann", "Bob")
    for code in game.formats:
        (read,) = pg.read(game.write(code))
        assert read.position == game.position, code
    (read,) = pg.read(game.write())
    assert read.players == ("Ann", "Bob") and read == game
    with pytest.raises(ValueError, match="formats are parlor"):
        game.write("pdf")


def test_games_and_states_are_pickled_and_copied(name):
    game = pg.Game(name)
    game.play(game.legal_moves()[0])
    state = game.state()
    state.apply_action(state.legal_actions()[0])
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), game.copy()):
        assert twin == game
    for twin in (pickle.loads(pickle.dumps(state)), copy.copy(state), state.clone()):
        assert twin.position == state.position and twin.history() == state.history()
        twin.apply_action(twin.legal_actions()[0])
        assert twin.position != state.position


def test_agreements():
    assert pg.Game("othello", size="6x6").rows() == ["------", "------", "--ox--", "--xo--", "------", "------"]
    assert pg.Game("loa", limit=0).moves_left is None and pg.Game("loa").moves_left == 60
    assert "#" in str(pg.Game("ataxx", blocks="c"))
    with pytest.raises(ValueError, match="Ataxx has no agreement on its size"):
        pg.Game("ataxx", size="6x6")
    with pytest.raises(ValueError, match="chess"):
        pg.Game("chess")


def test_limits_of_an_engine_are_kept(name):
    game = pg.Game(name)
    engine = pg.Engine(name)
    thought = engine.think(game, nodes=2000, lines=3)
    assert thought.best == thought.lines[0].moves[0] and len(thought.lines) == 3
    assert thought.lines[0].score >= thought.lines[1].score and thought.nodes <= 3000
    assert pg.Engine(name).think(game, depth=2).depth == 2
    only = game.legal_moves()[-1]
    assert engine.think(game.state(), depth=1, moves=[only]).best == only
    with pytest.raises(ValueError, match="this engine plays"):
        other = next(other for other in pg.games() if other != name)
        pg.Engine(other).think(game)


def test_the_same_seed_plays_the_same_game():
    def moves():
        game, engine = pg.Game("ataxx"), pg.Engine("ataxx", "level=2", seed=7)
        for _ in range(12):
            game.play(engine.choose(game))
        return game.history()

    assert moves() == moves()


def test_the_solver_proves_an_endgame():
    game = pg.Game("othello", position=FFO_1)
    proof = pg.Solver().solve(game)
    assert (proof.proven, proof.score, proof.line[0]) == ("discs", 18, "g8")
    assert pg.Solver().solve(game.state()).score == 18
    with pytest.raises(ValueError, match="no solver for Ataxx"):
        pg.Solver().solve(pg.Game("ataxx"))


def test_other_threads_run_while_an_engine_thinks():
    counted = 0
    done = threading.Event()

    def think():
        pg.Engine("loa").think(pg.Game("loa"), nodes=300_000)
        done.set()

    thread = threading.Thread(target=think)
    thread.start()
    while not done.is_set():
        counted += 1
        done.wait(0.001)
    thread.join()
    assert counted > 1
