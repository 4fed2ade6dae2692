// English: studying games.

export const study = {
  /** The label of the comment field. */
  comment: 'Comment',
  commentHint: 'Write a comment on this move',
  judge: 'Judge this move',
  glyphs: {
    1: 'Good move',
    2: 'Mistake',
    3: 'Brilliant move',
    4: 'Blunder',
    5: 'Interesting move',
    6: 'Dubious move',
  } as Record<number, string>,
  change: 'Edit the study',
  promote: 'Move this variation up',
  delete: 'Delete from here',
  undo: 'Undo the last change',
  redo: 'Redo the change',
  draw: 'Draw arrows and circles',
  drawNote: 'Press a square for a circle, drag for an arrow. With a mouse, the right button always draws.',
  brushes: { green: 'Green', red: 'Red', blue: 'Blue', yellow: 'Yellow' },
  brush: 'Colour',
  clear: 'Clear the drawings',
  lines: 'Lines',
  allMoves: 'all moves',
  time: 'Time per position',
  seconds: (number: number) => `${number} s`,
  infinite: 'no limit',
  threads: 'Threads',
  memory: 'Memory',
  mebibytes: (number: number) => `${number} MiB`,
  settings: 'Analysis settings',
  onBoard: 'Show the value of every move on the board',
  bestLines: 'Best lines',
  addLine: (move: string) => `Add the line with ${move} to the variations`,
  ranking: (moves: number) => `All ${moves} moves`,
  move: 'Move',
  value: 'Value',
  loss: 'Loses',
  percent: (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`,
  exact: 'exact',
  estimate: 'estimate',
  /** How sure the solver is of the final score, and how far away the end is. */
  end: (plies: number, percent: number) =>
    percent === 100 ? `Solved, ${plies} plies: exact` : `Solving, ${plies} plies: ${percent} %`,
  sure: (percent: number) => `${percent} %`,
  solved: (exact: number, moves: number) =>
    exact === moves
      ? 'all moves exact (100 %)'
      : `${exact} of ${moves} moves exact (${Math.floor((exact / moves) * 100)} %)`,
  squares: (side: string) =>
    `Values on the board and in the table are for ${side.toLowerCase()}; = is exact.`,
  mistakes: {
    title: 'Learn from your mistakes',
    count: (number: number, total: number, solved: number) =>
      `Mistake ${number} of ${total}${solved ? ` · ${solved} solved` : ''}`,
    question: (number: number, move: string, kind: string) =>
      `Move ${number}, ${move}, was ${kind}. Find a better move.`,
    kinds: { inaccuracy: 'an inaccuracy', mistake: 'a mistake', blunder: 'a blunder' },
    judging: (move: string) => `Looking at ${move}…`,
    best: (move: string) => `${move} is the best move.`,
    asGood: (move: string) => `${move} is as good as the best move.`,
    worse: (move: string, kind: string, percent: number) =>
      `${move} is ${kind} too: it loses ${percent} % of the chances to win. Here is why.`,
    revealed: (move: string) => `The best move was ${move}.`,
    line: 'Moves that show why',
    back: 'One move back along the line',
    forward: 'One move on along the line',
    again: 'Try again',
    toQuestion: 'Back to the question',
    reveal: 'Show the best move',
    next: 'Next mistake',
    stop: 'Stop',
    finish: 'Back to the review',
  },
  variations: (move: number) => `Variations at move ${move}`,
  entry: (text: string, number: number, words: string) => `${text}, variation, move ${number}: ${words}`,
};
