"""Holds random games of ours against OpenSpiel: openspiel.py GAME < games (see src/bin/dump-games.rs)."""

import sys

import pyspiel

NAMES = {"othello": "othello", "loa": "lines_of_action"}


def common(action_text):
    """OpenSpiel's name of a move as ours: a capture is written with x there, a pass in words."""
    text = action_text.strip().lower().replace("x", "-")
    return "pass" if text.startswith("pass") else text


def result(state):
    """The winner as dump-games names it, or a dash."""
    if not state.is_terminal():
        return "-"
    black = state.returns()[0]
    return "draw" if black == 0 else "black" if black > 0 else "white"


def main():
    game = pyspiel.load_game(NAMES[sys.argv[1]])
    state, games, positions, repeated = game.new_initial_state(), 0, 0, 0
    for number, line in enumerate(sys.stdin, 1):
        line = line.rstrip("\n")
        if not line:
            state, games = game.new_initial_state(), games + 1
            continue
        if state is None:
            continue
        positions += 1
        moves, outcome, chosen = line.split("\t")
        if sys.argv[1] == "loa" and outcome == "-" and result(state) == "draw":
            # OpenSpiel draws when a position comes back; our rules ignore repetition.
            state, repeated = None, repeated + 1
            continue
        theirs = {} if state.is_terminal() else {common(state.action_to_string(a)): a for a in state.legal_actions()}
        if sorted(moves.split()) != sorted(theirs) or outcome != result(state):
            print(f"line {number}: ours {moves} ({outcome}), theirs {sorted(theirs)} ({result(state)})\n{state}")
            return 1
        if chosen != "-":
            state.apply_action(theirs[chosen])
    print(f"{sys.argv[1]}: {games} games, {positions} positions agree with OpenSpiel; {repeated} cut short by repetition")
    return 0 if games and repeated * 2 < games else 1


if __name__ == "__main__":
    sys.exit(main())
