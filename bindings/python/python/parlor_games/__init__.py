"""Othello, Ataxx and Lines of Action: exact rules, strong engines, solvers, and fast environments for learning.

>>> import parlor_games as pg
>>> game = pg.Game("othello")
>>> engine = pg.Engine("othello", "level=3", seed=1)
>>> while not game.is_over:
...     _ = game.play(engine.choose(game))
>>> game.winner in ("black", "white", "draw")
True
"""

from ._native import (
    Batch,
    Engine,
    Game,
    Line,
    Proof,
    Solver,
    State,
    Thought,
    __version__,
    games,
    read,
)

__all__ = [
    "Batch",
    "Engine",
    "Game",
    "Line",
    "Proof",
    "Solver",
    "State",
    "Thought",
    "__version__",
    "games",
    "read",
]


def _game(text: str, players: tuple[str | None, str | None]) -> Game:
    """Unpickles a game."""
    game = read(text)[0]
    game.players = players
    return game


def _state(start: str, actions: list[int]) -> State:
    """Unpickles a state."""
    state = read(start)[0].state()
    for action in actions:
        state.apply_action(action)
    return state
