"""States and batches, against each other, against games, and against OpenSpiel."""

import random

import numpy as np
import pytest

import parlor_games as pg


@pytest.fixture(params=pg.games())
def name(request):
    return request.param


def playouts(name, n_games, **agreements):
    """Every state of some random games."""
    random.seed(n_games)
    for _ in range(n_games):
        state = pg.State(name, **agreements)
        while not state.is_terminal():
            yield state
            state.apply_action(random.choice(state.legal_actions()))
        yield state


def test_actions_are_the_moves_of_the_game(name):
    for state in playouts(name, 3):
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        names = [state.action_to_string(action) for action in actions]
        assert sorted(names) == sorted(state.game().legal_moves())
        assert [state.string_to_action(text) for text in names] == actions
        assert list(np.flatnonzero(state.legal_actions_mask())) == actions
        assert bool(actions) != state.is_terminal()


def test_the_end_of_a_state_is_the_end_of_the_game(name):
    for state in playouts(name, 5):
        game = state.game()
        assert game.is_over == state.is_terminal() and game.position == state.position
        winner = {None: None, "draw": [0, 0], game.sides[0]: [1, -1], game.sides[1]: [-1, 1]}[game.winner]
        assert state.returns() == (winner or [0, 0])
        assert state.current_player() == (-4 if game.is_over else game.sides.index(game.turn))


def test_every_number_is_accepted_or_refused(name):
    state = pg.State(name)
    legal = set(state.legal_actions())
    for action in range(state.num_distinct_actions()):
        twin = state.clone()
        if action in legal:
            twin.apply_action(action)
        else:
            with pytest.raises(ValueError, match="not legal"):
                twin.apply_action(action)
            assert twin.position == state.position
    with pytest.raises(ValueError, match="no move at all"):
        state.apply_action(state.num_distinct_actions())


@pytest.mark.parametrize("name, agreements", [("othello", {"size": "6x10"}), ("ataxx", {"blocks": "c"}), ("loa", {})])
def test_planes_show_the_board(name, agreements):
    for state in playouts(name, 2, **agreements):
        _, rows, columns = state.observation_shape
        game = state.game()
        pieces = [state.observation(player)[0] for player in (0, 1)]
        board = state.rows() if name == "othello" else state.rows()[::-1]
        for row in range(rows):
            for column in range(columns):
                letter = board[row][column]
                assert pieces[0][row, column] == (letter == "x") and pieces[1][row, column] == (letter == "o")
                assert state.observation(0)[2, row, column] == (letter == "#")
        assert (pieces[0].sum(), pieces[1].sum()) == game.counts
        if not state.is_terminal():
            assert (state.observation() == state.observation(state.current_player())).all()


def test_a_batch_is_as_many_states(name):
    n = 16
    batch = pg.Batch(name, n, seed=3)
    states = [pg.State(name) for _ in range(n)]
    finished = 0
    for _ in range(150):
        offsets, actions = batch.legal_actions()
        mask, planes, players = batch.legal_actions_mask(), batch.observations(), batch.current_players()
        for index, state in enumerate(states):
            assert list(actions[offsets[index] : offsets[index + 1]]) == state.legal_actions()
            assert (mask[index] == state.legal_actions_mask()).all()
            assert (planes[index] == state.observation()).all()
            assert players[index] == state.current_player()
        chosen = batch.random_actions()
        results, ended = batch.step(chosen)
        for index, state in enumerate(states):
            state.apply_action(int(chosen[index]))
            assert ended[index] == state.is_terminal()
            assert results[index] == state.returns()[0]
            if state.is_terminal():
                finished += 1
                states[index] = pg.State(name)
    assert finished > 0


def test_a_batch_plays_nothing_when_one_action_is_illegal(name):
    batch = pg.Batch(name, 3)
    actions = batch.random_actions()
    before = batch.position(0)
    actions[2] = -1
    with pytest.raises(ValueError, match="action -1 is not legal in game 2"):
        batch.step(actions)
    assert batch.position(0) == before
    with pytest.raises(ValueError, match="2 actions for 3 games"):
        batch.step(actions[:2])
    with pytest.raises(IndexError):
        batch.position(3)


def test_a_batch_that_does_not_restart_waits(name):
    batch = pg.Batch(name, 2, auto_reset=False, seed=1)
    while not batch.is_terminal().any():
        batch.step(batch.random_actions())
    with pytest.raises(ValueError, match="is over: reset it"):
        batch.step(batch.random_actions())
    batch.reset()
    assert not batch.is_terminal().any() and batch.position(0) == batch.initial_state().position


def test_othello_and_lines_of_action_are_those_of_openspiel():
    pyspiel = pytest.importorskip("pyspiel")
    for state in playouts("othello", 4):
        theirs = pyspiel.load_game("othello").new_initial_state()
        for action in state.history():
            theirs.apply_action(action)
        assert theirs.legal_actions() == state.legal_actions() and theirs.is_terminal() == state.is_terminal()
    random.seed(1)
    for _ in range(3):
        ours, theirs = pg.State("loa", limit=0), pyspiel.load_game("lines_of_action").new_initial_state()
        # They also end a game at a position that has come three times.
        while not theirs.is_terminal():
            names = {theirs.action_to_string(action).replace("x", "-"): action for action in theirs.legal_actions()}
            assert sorted(names) == sorted(ours.action_to_string(action) for action in ours.legal_actions())
            chosen = random.choice(sorted(names))
            theirs.apply_action(names[chosen])
            ours.play(chosen)
        assert not ours.is_terminal() or ours.returns() == theirs.returns()
