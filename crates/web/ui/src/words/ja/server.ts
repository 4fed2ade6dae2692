// Japanese: a sentence for every code of the server.

import type { Side } from '../../wire';
import { sentence, signed, type Context, type ServerWords, type Sides } from '../catalogue';
import { plurals } from '../plurals';

const count = plurals('ja');
const named = (sides: Sides, side: Side) => sides[side === 'black' ? 0 : 1];
const other = (side: Side): Side => (side === 'black' ? 'white' : 'black');
const moves = (number: number) => count(number, { other: '#手' });
const squares = (number: number) => count(number, { other: '#マス' });
/** A quoted text, with its position if known. */
const quoted = (text: string, at?: number) => `${at === undefined ? '' : `${at + 1}文字目の`}「${text}」`;
const now = (reason: string) => `今はできません。${reason}`;
const turns = (number: number) => (number ? `、${count(number, { other: '#個' })}返す` : '');
const fromTo = (text: string) => `${text.replace('-', 'から')}へ`;

/** Who won, for endings that have a loser and a winner. */
function won({ winner, sides }: Context, how: (loser: string, winner: string) => string): string {
  return winner ? how(named(sides, other(winner)), named(sides, winner)) : '引き分け。';
}

export const server: ServerWords = {
  games: { othello: 'オセロ', ataxx: 'アタックス', loa: 'ラインズ・オブ・アクション' },
  colours: { black: '黒', white: '白', red: '赤', blue: '青' },
  rules: {
    othello: {
      pass: { title: '標準ルール', text: '打てない側はパス。最後に石が多い側の勝ちです。' },
      'no-move-loses': {
        title: '打てなければ負け',
        text: '自分の番で打てる手がない側は、石の数に関わらず負けです。',
      },
    },
    ataxx: {
      cs61b: { title: '標準ルール', text: '増殖のないまま跳躍が45回続くと、駒が多い側の勝ちです。' },
      tools: { title: '大会ルール', text: '増殖のないまま100手続くと引き分けです。' },
      jumps25: { title: '跳躍25回', text: '増殖のないまま跳躍が25回続くと、駒が多い側の勝ちです。' },
    },
    loa: {
      'mover-wins': {
        title: '同時連結は指した側の勝ち',
        text: '一手で双方がつながったときは、指した側の勝ちです。',
      },
      draw: { title: '同時連結は引き分け', text: '一手で双方がつながったときは引き分けです。' },
    },
  },
  opponents: [
    {
      name: 'ピップ',
      title: '入門',
      text: '何もかも初めてで、次の一手しか見えません。最初の対局にぴったり。',
    },
    { name: 'モモ', title: '初心', text: '早打ちでうっかり屋。自分の手も相手の手もよく見落とします。' },
    { name: 'クローバー', title: '初級', text: 'やりたいことは分かっていても、やり方をよく見逃します。' },
    { name: 'タマ', title: '気楽', text: 'のんびり屋で、ときどき居眠りをします。' },
    { name: 'ラスティ', title: '中級', text: '手堅く指し、たまに間違えます。' },
    { name: 'ブルーノ', title: '上級', text: '指し慣れた相手。うかつな手は高くつきます。' },
    { name: 'ストリクス', title: '強豪', text: '先までよく読み、めったに間違えません。' },
    { name: 'ルーパ', title: '達人', text: '達人です。作戦を立てて挑みましょう。' },
    { name: 'ラジャ', title: '名人', text: '深く読み、うっかりした間違いをしません。' },
    { name: 'ファフニール', title: '全力', text: '持ち時間のうちにエンジンが出せる力のすべて。' },
  ],
  formats: {
    parlor: 'Parlorの棋譜',
    transcript: '手順',
    ggf: 'GGF',
    wthor: 'WTHOR',
    sgf: 'SGF',
    moves: '手の一覧',
    position: '局面',
    'ataxx.position': '局面（FEN）',
  },
  agreement: (name, value, game) => {
    if (name === 'rules') return server.rules[game]?.[value]?.title ?? value;
    if (name === 'size') return value.replace('x', '×');
    if (name === 'blocks') return `ブロック${value}`;
    if (name === 'limit') return value === 'none' ? '手数制限なし' : `最大${moves(Number(value))}`;
    return value;
  },

  moveProblem: {
    over: () => '対局は終わっています',
    missing: () => '手がありません',
    unreadable: ({ text, at, example }) =>
      `${quoted(text, at)}は手として読めません。${example}のように書きます`,
    off_board: ({ square }) => `${quoted(square)}は盤の外です`,
    occupied: ({ square }) => `${square}には既に駒があります`,
    turns_nothing: ({ square }) => `${square}に置いても何もはさめません`,
    must_move: () => '打てる手があるのでパスはできません',
    no_piece: ({ square }) => `${square}にあなたの駒はありません`,
    opponents_piece: ({ square }) => `${square}の駒は相手のものです`,
    blocked: ({ square }) => `${square}はブロックです`,
    nothing_near: ({ square }) => `${square}の隣にあなたの駒がありません`,
    too_far: ({ from, to }) => `${to}は${from}から2マスより離れています`,
    too_near: ({ from, to }) => `${to}は跳ぶには${from}に近すぎます`,
    stays_put: ({ square }) => `${square}の駒は別のマスへ動かなければなりません`,
    own_piece: ({ square }) => `${square}には自分の駒があります`,
    not_straight: ({ from, to }) => `${from}と${to}は一直線上にありません`,
    wrong_distance: ({ needed, got }) =>
      `この線には駒が${count(needed, { other: '#個' })}あるので、進むのは${squares(needed)}です（${squares(got)}ではありません）`,
    enemy_between: ({ square }) => `${square}の相手の駒が邪魔をしています`,
  },
  setupProblem: {
    unknown_game: ({ text }) => `${quoted(text)}というゲームはありません`,
    unknown_rules: ({ text }) => `このゲームに${quoted(text)}というルールはありません`,
    bad_size: ({ text }) => `大きさは${quoted(text)}ではなく8x8のように書きます`,
    no_such_size: ({ rows, columns }) =>
      `盤の行と列は4から16までの偶数です（${rows}×${columns}は使えません）`,
    no_block_named: () => 'ブロックの名前がありません。文字a–hか数字1–6で書きます',
    unknown_block: ({ text }) => `${quoted(text)}というブロックはありません。文字a–hか数字1–6で書きます`,
    bad_limit: ({ text }) => `${quoted(text)}は手数ではありません`,
    limit_too_small: ({ limit, made }) => `制限の${limit}は既に指された${moves(made)}を超えていません`,
    block_on_piece: ({ square }) => `${square}の駒の上にブロックは置けません`,
    off_board: ({ square }) => `盤に${square}はありません`,
    not_a_board: () => 'これはこのゲームの盤ではありません',
    empty: () => '局面が空です',
    bad_square: ({ text, at }) => `${quoted(text, at)}はマスとして読めません`,
    wrong_squares: ({ found, needed }) => `${squares(needed)}必要ですが、${squares(found)}あります`,
    wrong_row: ({ text, found, needed }) =>
      `行${quoted(text)}は${squares(found)}で、${squares(needed)}ではありません`,
    wrong_rows: ({ found, needed }) => `${needed}行必要ですが、${found}行あります`,
    no_turn: () => '盤の後に手番がありません',
    bad_turn: ({ text }) => `${quoted(text)}は手番ではありません。手番はxかoです`,
    bad_number: ({ text }) => `${quoted(text)}は数ではありません`,
    trailing: ({ text }) => `局面の後に余分な${quoted(text)}があります`,
    two_pieces: ({ square }) => `${square}に駒が二つあります`,
    no_pieces: () => '駒がありません',
    clock_too_high: ({ clock, limit }) => `カウンターが${clock}で、上限の${limit}を超えています`,
  },
  importProblem: {
    unknown: () => 'Parlorが知っている棋譜でも局面でもありません',
    names_only: () => 'これはWTHORの名前の一覧です。対局の.wtbファイルと一緒に選んでください',
    unreadable: ({ format }) => `この${server.formats[format] ?? format}ファイルは読めません`,
    no_game: ({ format, game, problem }) =>
      [
        `この${server.formats[format] ?? format}ファイルには再現できる対局がありません`,
        ...(game === null ? [] : [`${game}局目`]),
        ...(problem === null ? [] : [sentence(server.gameProblem, problem)]),
      ].join('：'),
    game: ({ problem }) => `この棋譜は読めません：${sentence(server.gameProblem, problem)}`,
  },
  gameProblem: {
    bad_tag: ({ text }) => `${quoted(text)}は[Name "value"]のようなタグではありません`,
    no_game_tag: () => 'タグ[Game "…"]がありません',
    setup: ({ problem }) => sentence(server.setupProblem, problem),
    move: ({ number, text, problem }) =>
      `${number}手目${text ? quoted(text) : ''}：${sentence(server.moveProblem, problem)}`,
    bad_move: ({ text }) => `${quoted(text)}は手ではありません`,
    out_of_turn: ({ number, text }) => `${number}手目${quoted(text)}は手番が違います`,
    open_comment: () => '注釈が閉じられていません',
    too_long: () => '手が多すぎます',
  },
  storeFailure: {
    full: () => 'ディスクがいっぱいです',
    in_use: ({ file, process }) =>
      `${file}の対局は${process ? `プロセス${process}` : '別のParlor'}が使っており、応答がありません`,
    deleted: () => '対局は削除されました',
    database: ({ detail }) => `対局のデータベースの異常：${detail}`,
    damaged: ({ game, detail }) => `対局${game}のデータが壊れています：${detail}`,
    too_new: ({ found, known }) =>
      `対局のデータベースは版${found}で、このParlorが知る版${known}より新しいものです`,
    folder: ({ folder, detail }) => `フォルダー${folder}を作れません：${detail}`,
    no_folder: () => 'データのフォルダーがありません。XDG_DATA_HOMEもHOMEも設定されていません',
    not_asked: () => '保存しないよう指定されています',
    invited: () => 'このページは招待した人のプログラムのもので、それと一緒に閉じます',
    ending: () => 'プログラムが終了しようとしています',
  },
  roomProblem: {
    no_name: () => '対局のIDがありません。半角の英数字と下線を使います',
    long_name: ({ most }) => `IDは${most}文字までです`,
    bad_name: ({ text }) => `IDに${quoted(text)}は使えません。半角の英数字と下線を使います`,
    taken: ({ room }) => `${room}という対局は既に募集されています`,
    no_such_room: ({ room }) => `${room}という対局を募集している人はいません`,
    already_joined: ({ room }) => `対局${room}には既に参加者がいます`,
    not_this_game: ({ game }) => `${server.games[game] ?? game}は端末のプログラムとは対局できません`,
    misspoke: () => '相手のプログラムが決まりにないことを言いました',
    not_begun: ({ reason }) => `対局は始まりませんでした：${reason}`,
  },
  refusal: {
    not_yours: () => 'こちら側はあなたの担当ではありません',
    not_your_turn: () => 'あなたの番ではありません',
    stale: () => '対局は先へ進んでいます',
    over: () => '対局は終わっています',
    move: ({ problem }) => sentence(server.moveProblem, problem),
    nothing_to_take_back: () => now('取り消せる手がありません'),
    nothing_to_redo: () => now('やり直せる手がありません'),
    cannot_play_from: () => now('新しい対局を始められるのは自分の対局からだけです'),
    cannot_edit: () => now('編集できるのは、対局中でない自分の対局だけです'),
    deleted: () => 'この対局は削除されました。離れるまでは見ることができます',
    cannot_switch: () => now('担当を変えられるのは自分だけの対局です'),
    nothing_asked: () => now('何も申し込まれていません'),
    nothing_to_resign: () => now('投了する対局がありません'),
    no_rematch: () => now('再戦できるのは、終わった自分の対局の後です'),
    server_full: () => '満席です',
    too_many: ({ what, whose, most }) => {
      const things = {
        connections: '開いているページ',
        tables: '同時に開いている対局',
        imports: '一分間の読み込み',
        searches: '同時のヒントと解析',
      };
      const owner = whose === 'person' ? '' : '同じアドレスの全員を合わせて、';
      return `${owner}${things[what]}は${most}までです。少し待ってからお試しください`;
    },
    failed: () => 'サーバーで失敗しました。対局は前のままです',
    no_such_level: ({ level }) => `${quoted(level)}という強さはありません`,
    no_help: () => '人同士の対局中はできません',
    no_such_format: () => 'この対局はその形式では書けません',
    nothing_open: () => '開いている対局がありません',
    seat_taken: () => '席は埋まっているか、招待が正しくありません。観戦だけできます',
    setup: ({ problem }) => sentence(server.setupProblem, problem),
    clock: () => '持ち時間は10秒から5時間、加算は一手10分までです',
    clock_at_terminal: () =>
      '端末のプログラムは持ち時間を扱えません。時計か、端末のための部屋のどちらかを選んでください',
    no_such_game: () => 'そのような対局はここにありません',
    not_opened: () => '対局を開けませんでした。もう一度お試しください',
    unreachable: () => '対局に届きませんでした。もう一度開いてください',
    not_understood: ({ line, column }) => `この通信は${line}行${column}列で理解できません`,
    too_long: () => 'この通信は長すぎます',
    file_broken: () => 'ファイルが完全に届きませんでした',
    not_in_file: () => 'ファイルにそのような対局はありません',
    import: ({ problem }) => sentence(server.importProblem, problem),
    import_failed: () => '読み込みに失敗しました',
    store: ({ failure }) => sentence(server.storeFailure, failure),
    room: ({ problem }) => sentence(server.roomProblem, problem),
    needs_server: () =>
      'ほかの端末と対局するにはParlorのサーバーが必要ですが、このページにはサーバーがありません',
  },
  notice: {
    declined: ({ kind }) => (kind === 'takeback' ? '相手は待ったを断りました' : '相手は再戦を断りました'),
    deleted: () => 'この対局は削除されました',
    joined_room: ({ room }) => `${room}に参加しました。相手が対局を始めます。`,
  },
  status: {
    over: () => '対局は終わりました',
    waiting_for_opponent: () => '対戦相手を待っています',
    skip_turn: ({ side }, sides) => `${named(sides, side)}は打てる手がありません。パスしてください`,
    watching: ({ side }, sides) => `観戦中：${named(sides, side)}の番`,
    thinking: ({ side }, sides) => `${named(sides, side)}が考えています…`,
    your_turn: ({ side }, sides) => `あなたの番です（${named(sides, side)}）`,
    to_move: ({ side }, sides) => `${named(sides, side)}の番`,
  },
  ending: {
    count: ({ counts: [black, white] }, { winner, sides }) =>
      winner
        ? `${named(sides, winner)}の勝ち、${Math.max(black, white)}対${Math.min(black, white)}。`
        : `引き分け、${black}対${white}。`,
    no_move: (_, context) =>
      won(context, (loser, winner) => `${loser}は打てる手がありません。${winner}の勝ち。`),
    connected: (_, { winner, sides }) =>
      winner ? `${named(sides, winner)}の勝ち。駒がすべてつながりました。` : '引き分け。',
    both_connected: () => '双方がつながり、引き分け。',
    stuck: () => '双方とも動けず、引き分け。',
    move_limit: ({ moves: number }) => `${moves(number)}の制限に達し、引き分け。`,
    resigned: (_, context) => won(context, (loser, winner) => `${loser}の投了。${winner}の勝ち。`),
    out_of_time: (_, context) => won(context, (loser, winner) => `${loser}の時間切れ。${winner}の勝ち。`),
    forfeited: (_, context) => won(context, (loser, winner) => `${loser}が退席しました。${winner}の不戦勝。`),
    recorded: ({ text }) => text,
  },
  outlook: {
    wins: ({ plies }) => `であと${moves(plies)}で勝ちです`,
    lost: ({ plies }) => `が最も粘れますが、あと${moves(plies)}で負けです`,
    difficult: () => 'が苦しい中での最善です',
    behind: () => 'で差を縮めにいけます',
    balanced: () => 'で互角を保てます',
    ahead: () => 'で少し有利です',
    clear_advantage: () => 'ではっきり有利です',
  },
  story: {
    ahead_all_the_way: ({ winner }, sides) => `${named(sides, winner)}が終始優勢でした。`,
    turned: ({ ply, mover, played, better }, sides) =>
      `分かれ目は${ply}手目。${named(sides, mover)}は${played}と指しましたが、${better}が優りました。`,
    ahead_from: ({ ply, played, winner }, sides) =>
      `${ply}手目の${played}から${named(sides, winner)}が優勢でした。`,
    lost_most: ({ ply, mover, played, better }, sides) =>
      `${named(sides, mover)}が最も損をしたのは${ply}手目の${played}。${better}が優りました。`,
    no_mistake: () => '双方とも間違いのない対局でした。',
  },
  score: {
    pieces: ({ pieces }) => signed(pieces),
    win: ({ side, plies }) => `${side === 'black' ? '+' : '−'}#${plies}`,
    result: ({ winner }) => (winner === null ? '½–½' : winner === 'black' ? '1–0' : '0–1'),
  },
  player: {
    named: ({ name }) => name,
    you: () => 'あなた',
    unnamed: (_, side) => side,
    me: () => '自分',
    guest: () => 'ゲスト',
    terminal: () => '端末の対局者',
    computer: ({ level }) => server.opponents[level - 1]?.name ?? 'コンピューター',
  },
  action: {
    place: (side, text, turned) => `${side}が${text}に打つ${turns(turned)}`,
    extend: (side, text, turned) => `${side}が${fromTo(text)}増やす${turns(turned)}`,
    jump: (side, text, turned) => `${side}が${fromTo(text)}跳ぶ${turns(turned)}`,
    slide: (side, text) => `${side}が${fromTo(text)}動く`,
    capture: (side, text) => `${side}が${fromTo(text)}動いて取る`,
    pass: (side) => `${side}は打てる手がなくパス`,
  },
  choice: ({ number, names, moves: played, discs, event, year, worth }) => {
    const start = number === null ? '' : `${number}. `;
    if (played === 0 && !names[0] && !names[1])
      return `局面${number ?? 1}${worth === null ? '' : `、評価${worth < 0 ? worth : `+${worth}`}`}`;
    const score = discs ? `${discs[0]}–${discs[1]}` : moves(played);
    return `${start}${[`${names[0] ?? '?'} – ${names[1] ?? '?'}`, score, event, year].filter((part) => part !== null).join('、')}`;
  },
  notSaving: (why) => `対局は保存されていません：${why}`,
  importReport: ({ imported, known, unreadable }, problem, failure) => {
    const games = (number: number) => count(number, { other: '#局' });
    const parts = [`${games(imported)}を読み込みました`];
    if (known) parts.push(`${games(known)}は既にあります`);
    if (unreadable) parts.push(`${games(unreadable)}は読めません${problem ? `（${problem}）` : ''}`);
    else if (problem) parts.push(problem);
    if (failure) parts.push(`その後停止しました：${failure}`);
    return parts.join('。');
  },
};
