// English: puzzles.

export const puzzles = {
  daily: 'Puzzle of the day',
  number: (number: number, total: number) => `Puzzle ${number} of ${total}`,
  grade: (level: string) => `Solved from level ${level} on`,
  hardest: 'No level solves it',
  goals: {
    win: (side: string) => `${side} to move. Find the forced win.`,
    wins: (side: string) => `${side} to move. Only one move wins.`,
    draws: (side: string) => `${side} to move. Only one move saves a draw.`,
    good: (side: string) => `${side} to move. Find the only good move.`,
  },
  solved: (move: string) => `${move} is the solution.`,
  wrong: (move: string) => `${move} is not the solution.`,
  gaveUp: (move: string) => `The solution is ${move}.`,
  worth: (move: string, score: string) => `${move}: ${score}`,
  why: (score: string, other: string, otherScore: string, percent: number) =>
    `It is worth ${score}. The best other move is ${other} (${otherScore}): it loses ${percent} % of the chances to win.`,
  refuted: (other: string, score: string) => `After ${other} the other side answers well: ${score}.`,
  hint: 'Hint',
  hinted: (square: string) => `Look at ${square}.`,
  giveUp: 'Show the solution',
  again: 'Try again',
  next: 'Next puzzle',
  today: 'Puzzle of the day',
  analyse: 'Analyse this position',
  line: 'Moves that show why',
  back: 'One move back along the line',
  forward: 'One move on along the line',
  difficulty: 'Difficulty',
  level: (level: string) => `Level ${level}`,
  progress: 'Your progress',
  done: (solved: number, tried: number, total: number) =>
    `${solved} solved at the first attempt, ${tried} of ${total} tried`,
  streak: (now: number, best: number) => `${now} in a row, ${best} at best`,
  days: (days: number) =>
    days === 1 ? 'Daily puzzle solved: 1 day' : `Daily puzzle solved: ${days} days in a row`,
  all: 'You have answered every puzzle.',
  none: 'There are no puzzles for this game.',
};
