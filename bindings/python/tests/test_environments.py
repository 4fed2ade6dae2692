"""The environments, by the tests of those whose interfaces they implement."""

import numpy as np
import pytest

import parlor_games as pg


@pytest.fixture(params=pg.games())
def name(request):
    return request.param


def test_pettingzoo_accepts_the_environment(name):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from parlor_games import pettingzoo

    api_test(pettingzoo.env(name), num_cycles=200)
    seed_test(lambda: pettingzoo.env(name), num_cycles=50)


def test_an_episode_ends_with_the_returns_of_the_game(name):
    pytest.importorskip("pettingzoo")
    from parlor_games import pettingzoo

    env = pettingzoo.raw_env(name, render_mode="ansi")
    env.reset()
    generator = np.random.default_rng(1)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        done = terminated or truncated
        env.step(None if done else int(generator.choice(np.flatnonzero(observation["action_mask"]))))
    assert list(rewards.values()) == env.state_of_game.returns()
    assert env.render() == str(env.state_of_game)


def test_openspiel_accepts_the_games(name):
    pyspiel = pytest.importorskip("pyspiel")
    import parlor_games.openspiel  # noqa: F401

    game = pyspiel.load_game(f"parlor_{name}")
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)
    state = game.new_initial_state()
    assert state.legal_actions() == pg.State(name).legal_actions()
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(twin) != str(state)


def test_openspiel_plays_with_other_agreements():
    pyspiel = pytest.importorskip("pyspiel")
    import parlor_games.openspiel  # noqa: F401

    game = pyspiel.load_game("parlor_othello(size=6x6)")
    assert game.num_distinct_actions() == 37
    observer = game.make_py_observer()
    state = game.new_initial_state()
    observer.set_from(state, 0)
    assert observer.dict["observation"].shape == (3, 6, 6) and observer.tensor.sum() == 4
