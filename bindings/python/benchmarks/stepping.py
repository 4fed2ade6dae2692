"""Random moves per second and core, next to OpenSpiel in the same run.

The first column is the same loop for both: ask for the list of legal actions, choose one, apply it. The second steps a
batch of games: the lists of legal actions of all games in one array, choices drawn by NumPy, one call to apply them.
Seconds are those of the processor, so that a busy machine changes little. With `--check`, fails when a figure is below
a million moves a second or five times OpenSpiel's.
"""

import argparse
import random
import time

import numpy as np

import parlor_games as pg

SECONDS = 2.0
BATCH = 1024
OPENSPIEL = {"othello": "othello", "loa": "lines_of_action"}


def playout(state) -> int:
    """Plays random moves to the end and counts them. Python 3.11 optimises a function only from its ninth call on, so
    that a benchmark in one function would measure the loop more than the games."""
    moves, draw = 0, random.random
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(draw() * len(legal))])
        moves += 1
    return moves


def single(new_state) -> float:
    """Moves per second of one state after the other."""
    moves, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        moves += playout(new_state())
    return moves / (time.process_time() - start)


def batched(name: str) -> float:
    """Moves per second of many games together, with all lists of legal actions."""
    batch, generator = pg.Batch(name, BATCH), np.random.default_rng(1)
    moves, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        for _ in range(20):
            offsets, actions = batch.legal_actions()
            first, counts = offsets[:-1], np.diff(offsets)
            batch.step(actions[first + (generator.random(BATCH) * counts).astype(np.int32)])
        moves += 20 * BATCH
    return moves / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    import pyspiel

    failed = []
    print(f"{'game':9} {'one by one':>12} {'batched':>12} {'OpenSpiel':>12} {'times':>14}")
    for name in pg.games():
        one, many = single(lambda: pg.State(name)), batched(name)
        line = f"{name:9} {one:12,.0f} {many:12,.0f}"
        if name in OPENSPIEL:
            game = pyspiel.load_game(OPENSPIEL[name])
            theirs = single(game.new_initial_state)
            line += f" {theirs:12,.0f} {one / theirs:6.1f} {many / theirs:6.1f}"
            if many < 5 * theirs or one < 5 * theirs:
                failed.append(f"{name}: less than five times OpenSpiel")
        print(line, flush=True)
        if many < 1e6:
            failed.append(f"{name}: {many:,.0f} moves a second")
    if check and failed:
        raise SystemExit("; ".join(failed))


if __name__ == "__main__":
    main()
