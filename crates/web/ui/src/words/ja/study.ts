// 日本語：検討のときの言葉。

import type { StudyWords } from '../later';

export const study: StudyWords = {
  comment: 'コメント',
  commentHint: 'この手にコメントを書く',
  judge: 'この手の評価',
  glyphs: { 1: '好手', 2: '疑問手', 3: '妙手', 4: '大悪手', 5: '面白い手', 6: '怪しい手' },
  change: '検討の編集',
  promote: 'この変化を上へ',
  delete: 'ここから先を削除',
  undo: '直前の編集を取り消す',
  redo: '編集をやり直す',
  draw: '矢印と丸を描く',
  drawNote: 'マスを押すと丸、ドラッグすると矢印になります。マウスの右ボタンならいつでも描けます。',
  brushes: { green: '緑', red: '赤', blue: '青', yellow: '黄' },
  brush: '色',
  clear: '描いたものを消す',
  lines: '読み筋の数',
  allMoves: 'すべての手',
  time: '一局面の時間',
  seconds: (number) => `${number}秒`,
  infinite: '無制限',
  threads: 'スレッド',
  memory: 'メモリ',
  mebibytes: (number) => `${number} MiB`,
  settings: '解析の設定',
  onBoard: 'すべての手の値を盤に表示',
  bestLines: '最善の読み筋',
  addLine: (move) => `${move}からの読み筋を変化に加える`,
  ranking: (moves) => `全${moves}手`,
  move: '手',
  value: '評価値',
  loss: '損失',
  percent: (share) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`,
  exact: '確定',
  estimate: '推定',
  solved: (exact, moves) =>
    exact === moves
      ? '全手確定（100 %）'
      : `${moves}手中${exact}手確定（${Math.floor((exact / moves) * 100)} %）`,
  squares: (side) => `盤と表の値は${side}から見たものです。＝は確定値です。`,
  variations: (move) => `${move}手目の変化`,
  entry: (text, number, words) => `${text}、変化、${number}手目：${words}`,
};
