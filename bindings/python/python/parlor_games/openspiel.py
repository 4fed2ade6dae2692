"""The games in OpenSpiel's Python interface: importing this module registers them.

>>> import pyspiel
>>> import parlor_games.openspiel
>>> ataxx = pyspiel.load_game("parlor_ataxx")

They are called `parlor_othello`, `parlor_ataxx` and `parlor_loa`, next to OpenSpiel's own `othello` and `lines_of_action`.
Parameters are the agreements of `parlor_games.State`: `pyspiel.load_game("parlor_othello(size=6x6)")`.
"""

from __future__ import annotations

import numpy as np
import pyspiel

from . import State, games

__all__ = ["ParlorGame", "ParlorObserver", "ParlorState"]

_TITLES = {"othello": "Othello", "ataxx": "Ataxx", "loa": "Lines of Action"}
_PARAMETERS = {"rules": "", "size": "", "blocks": "", "limit": -1}


def _game_type(name: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"parlor_{name}",
        long_name=f"{_TITLES.get(name, name)} (Parlor)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_PARAMETERS,
    )


class ParlorGame(pyspiel.Game):
    """A game of Parlor as a game of OpenSpiel."""

    def __init__(self, name: str, game_type: pyspiel.GameType, params: dict | None = None) -> None:
        params = params or {}
        agreements = {key: value for key, value in params.items() if key in _PARAMETERS and value not in ("", -1)}
        self.start = State(name, **agreements)
        _, rows, columns = self.start.observation_shape
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.num_distinct_actions(),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_longest(name, rows * columns, agreements),
        )
        super().__init__(game_type, info, params)

    def new_initial_state(self) -> ParlorState:
        return ParlorState(self)

    def make_py_observer(self, iig_obs_type=None, params=None) -> ParlorObserver:
        return ParlorObserver(self, params)


def _longest(name: str, area: int, agreements: dict) -> int:
    """No game is longer. Pieces of Ataxx never become fewer, so that its clock bounds the game; the moves of Lines of
    Action are limited, and without a limit OpenSpiel's own length is as good as any."""
    if name == "othello":
        return 2 * area
    if name == "ataxx":
        return 2 * area * 101
    return 2 * agreements.get("limit", 60) or 1000


class ParlorState(pyspiel.State):
    """A state of OpenSpiel around one of ours."""

    def __init__(self, game: ParlorGame) -> None:
        super().__init__(game)
        self.state = game.start.clone()

    def current_player(self) -> int:
        return self.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(action)

    def is_terminal(self) -> bool:
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        return self.state.returns()

    def __str__(self) -> str:
        return str(self.state)


class ParlorObserver:
    """Three planes: the observing player's pieces, the opponent's, and blocks."""

    def __init__(self, game: ParlorGame, params: dict | None) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        shape = game.start.observation_shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: ParlorState, player: int) -> None:
        self.dict["observation"][:] = state.state.observation(player)

    def string_from(self, state: ParlorState, player: int) -> str:
        return str(state)


def _register(name: str) -> None:
    game_type = _game_type(name)

    class Registered(ParlorGame):
        def __init__(self, params: dict | None = None) -> None:
            super().__init__(name, game_type, params)

    pyspiel.register_game(game_type, Registered)


for _name in games():
    _register(_name)
