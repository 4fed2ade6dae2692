"""Learns 6×6 Othello from nothing but its own games, with NumPy alone, in about a minute.

A network of one hidden layer estimates, for every action, how the game will end for the side that plays it. A batch of
games is played with mostly the best action and sometimes any other; how each game ended is what its actions should have
been estimated at. Every few rounds the network plays against random moves.

    python examples/learn.py
"""

import argparse

import numpy as np

import parlor_games as pg

GAME, AGREEMENTS = "othello", {"size": "6x6"}
HIDDEN = 96
N_GAMES = 256


class Network:
    """Estimates in (-1, 1) for every action, from the planes of a position."""

    def __init__(self, n_inputs: int, n_actions: int, generator: np.random.Generator) -> None:
        self.weights = [
            generator.normal(0, n_inputs**-0.5, (n_inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros((HIDDEN, n_actions), np.float32),
            np.zeros(n_actions, np.float32),
        ]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.n_steps = 0

    def __call__(self, planes: np.ndarray) -> np.ndarray:
        first, first_bias, second, second_bias = self.weights
        return np.tanh(np.maximum(planes @ first + first_bias, 0) @ second + second_bias)

    def learn(self, planes: np.ndarray, actions: np.ndarray, results: np.ndarray, rate: float) -> None:
        """One step of Adam towards the results of the chosen actions."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(planes @ first + first_bias, 0)
        index = np.arange(len(actions))
        estimates = np.tanh(np.einsum("ij,ij->i", hidden, second[:, actions].T) + second_bias[actions])
        error = (estimates - results) * (1 - estimates**2) / len(actions)
        of_output = np.zeros((len(actions), second.shape[1]), np.float32)
        of_output[index, actions] = error
        of_hidden = (of_output @ second.T) * (hidden > 0)
        gradients = [planes.T @ of_hidden, of_hidden.sum(0), hidden.T @ of_output, of_output.sum(0)]
        self.n_steps += 1
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self.moments):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            corrected = mean / (1 - 0.9**self.n_steps)
            weight -= rate * corrected / (np.sqrt(square / (1 - 0.999**self.n_steps)) + 1e-8)


def planes_of(batch: pg.Batch) -> np.ndarray:
    return batch.observations().reshape(len(batch), -1).astype(np.float32)


def play_round(network: Network, batch: pg.Batch, exploration: float, generator: np.random.Generator):
    """A game in each place of the batch: positions, actions, and how the game ended for their player."""
    batch.reset()
    seen = []
    results = np.zeros(len(batch), np.int8)
    going = np.ones(len(batch), bool)
    while going.any():
        planes, players = planes_of(batch), batch.current_players()
        estimates = np.where(batch.legal_actions_mask(), network(planes), -2)
        explores = generator.random(len(batch)) < exploration
        actions = np.where(explores, batch.random_actions(), estimates.argmax(1)).astype(np.int32)
        seen.append((planes[going], actions[going], players[going], np.flatnonzero(going)))
        # A game that has ended begins again and is played on for nothing until the last one ends.
        outcomes, ended = batch.step(actions)
        results[going & ended] = outcomes[going & ended]
        going &= ~ended
    planes, actions, players, games = (np.concatenate(parts) for parts in zip(*seen))
    return planes, actions, (results[games] * (1 - 2 * players)).astype(np.float32)


def score_against_random(network: Network, batch: pg.Batch) -> float:
    """The share of points that the network makes, with either side in half of the games."""
    batch.reset()
    own = np.arange(len(batch)) % 2
    points = np.full(len(batch), np.nan)
    while np.isnan(points).any():
        estimates = np.where(batch.legal_actions_mask(), network(planes_of(batch)), -2)
        is_own = batch.current_players() == own
        actions = np.where(is_own, estimates.argmax(1), batch.random_actions()).astype(np.int32)
        outcomes, ended = batch.step(actions)
        new = ended & np.isnan(points)
        points[new] = (1 + outcomes[new] * (1 - 2 * own[new])) / 2
    return float(points.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    generator = np.random.default_rng(arguments.seed)
    batch = pg.Batch(GAME, N_GAMES, seed=arguments.seed, **AGREEMENTS)
    network = Network(int(np.prod(batch.observation_shape)), batch.num_distinct_actions(), generator)
    for round_number in range(arguments.rounds + 1):
        if round_number % 20 == 0:
            share = score_against_random(network, batch)
            print(f"round {round_number:3}: {share:.1%} of the points against random moves", flush=True)
        exploration = max(0.05, 0.5 * (1 - 1.2 * round_number / arguments.rounds))
        planes, actions, results = play_round(network, batch, exploration, generator)
        order = generator.permutation(len(actions))
        for part in np.array_split(order, len(order) // 512):
            network.learn(planes[part], actions[part], results[part], rate=1e-3)


if __name__ == "__main__":
    main()
