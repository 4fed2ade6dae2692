// Two levels play Othello against each other, and the strongest engine evaluates the final position. Run it with
// `node example.mjs`.

import { load } from './index.js';

const parlor = await load();
const game = parlor.newGame('othello');
const players = { black: parlor.player('othello', { level: 3, seed: 1 }), white: parlor.player('othello', { level: 5, seed: 2 }) };

let state = game.state();
while (!state.outcome) {
  game.play(players[state.turn].think(game).best);
  state = game.state();
}
console.log(state.moves.join(' '));
console.log(state.outcome === 'draw' ? 'a draw' : `${state.winner} wins`, state.counts.join('–'));

for (let n = 0; n < 12; n++) game.undo();
const analysis = parlor.player('othello').think(game, { nodes: 200_000, lines: 3 });
for (const { score, exact, moves } of analysis.lines) {
  console.log(`${(score / 100).toFixed(2)}${exact ? ' (proven)' : ''}: ${moves.join(' ')}`);
}
