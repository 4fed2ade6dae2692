"""The games as PettingZoo environments (AEC).

>>> from parlor_games.pettingzoo import env
>>> ataxx = env("ataxx")
>>> ataxx.reset(seed=1)

An observation is a dictionary: `observation` has the shape (rows, columns, 3), with planes for the observer's pieces, the
opponent's and blocks; `action_mask` has a 1 for every legal action. The actions are those of `parlor_games.State`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import State

__all__ = ["ParlorEnv", "env", "raw_env"]


def env(game: str, *, render_mode: str | None = None, **agreements: Any) -> AECEnv:
    """An environment that refuses actions out of turn and ends a game at an illegal one."""
    wrapped: AECEnv = raw_env(game, render_mode=render_mode, **agreements)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(game: str, *, render_mode: str | None = None, **agreements: Any) -> ParlorEnv:
    """The environment without wrappers."""
    return ParlorEnv(game, render_mode=render_mode, **agreements)


class ParlorEnv(AECEnv):
    """One game for two agents, `player_0` (who has the first move) and `player_1`."""

    metadata = {"name": "parlor_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 2}

    def __init__(self, game: str, *, render_mode: str | None = None, **agreements: Any) -> None:
        super().__init__()
        self._start = State(game, **agreements)
        self._state = self._start.clone()
        self.metadata = {**self.metadata, "name": f"parlor_{game}_v0"}
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = list(self.possible_agents)
        planes, rows, columns = self._start.observation_shape
        n_actions = self._start.num_distinct_actions()
        self.action_spaces = {agent: spaces.Discrete(n_actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (rows, columns, planes), np.int8),
                    "action_mask": spaces.Box(0, 1, (n_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    @property
    def state_of_game(self) -> State:
        """The state of the game; stepping it behind the environment's back confuses both."""
        return self._state

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        planes = self._state.observation(self.possible_agents.index(agent))
        mask = self._state.legal_actions_mask()
        if agent != self.agent_selection:
            mask = np.zeros_like(mask)
        return {
            "observation": np.ascontiguousarray(planes.transpose(1, 2, 0)).astype(np.int8),
            "action_mask": mask.astype(np.int8),
        }

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        self._state = self._start.clone()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(self._state.current_player(), 0)]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        self._cumulative_rewards[mover] = 0.0
        self._state.apply_action(int(action))
        if self._state.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self._state.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self._other(mover)
        else:
            self._clear_rewards()
            self.agent_selection = self.possible_agents[self._state.current_player()]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        text = str(self._state)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Nothing is open."""

    def _other(self, agent: str) -> str:
        return self.possible_agents[1 - self.possible_agents.index(agent)]
