// 日本語：問題の言葉。

import type { PuzzleWords } from '../later';

export const puzzles: PuzzleWords = {
  daily: '今日の問題',
  number: (number, total) => `問題 ${number}／${total}`,
  grade: (level) => `レベル${level}から解けます`,
  hardest: 'どのレベルも解けません',
  goals: {
    win: (side) => `${side}の番です。必勝の手を見つけてください。`,
    wins: (side) => `${side}の番です。勝てる手は一つだけです。`,
    draws: (side) => `${side}の番です。引き分けにできる手は一つだけです。`,
    good: (side) => `${side}の番です。ただ一つの良い手を見つけてください。`,
  },
  solved: (move) => `正解は${move}です。`,
  wrong: (move) => `${move}は正解ではありません。`,
  gaveUp: (move) => `正解は${move}です。`,
  worth: (move, score) => `${move}：${score}`,
  why: (score, other, otherScore, percent) =>
    `評価は${score}です。次に良い手は${other}（${otherScore}）で、勝率が${percent} %下がります。`,
  refuted: (other, score) => `${other}には良い応手があります：${score}。`,
  hint: 'ヒント',
  hinted: (square) => `${square}に注目してください。`,
  giveUp: '正解を見る',
  again: 'もう一度',
  next: '次の問題',
  today: '今日の問題',
  analyse: 'この局面を解析',
  line: '理由を示す手順',
  back: '手順を一手戻す',
  forward: '手順を一手進める',
  difficulty: '難しさ',
  level: (level) => `レベル${level}`,
  progress: 'これまでの成績',
  done: (solved, tried, total) => `一回で正解${solved}問、挑戦${tried}／${total}問`,
  streak: (now, best) => `連続正解${now}問、最高${best}問`,
  days: (days) => `今日の問題：${days}日連続正解`,
  all: 'すべての問題に答えました。',
  none: 'このゲームの問題はありません。',
};
