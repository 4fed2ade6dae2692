//! A game-tree search that knows no concrete game.
