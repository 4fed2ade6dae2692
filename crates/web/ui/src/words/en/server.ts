// English: a sentence for every code of the server.

import type { Side } from '../../wire';
import { sentence, signed, type Context, type ServerWords, type Sides } from '../catalogue';
import { plurals } from '../plurals';

const named = (sides: Sides, side: Side) => sides[side === 'black' ? 0 : 1];
const lower = (sides: Sides, side: Side) => named(sides, side).toLowerCase();
const other = (side: Side): Side => (side === 'black' ? 'white' : 'black');
const count = plurals('en');
const moves = (number: number) => count(number, { one: '# move', other: '# moves' });
const squares = (number: number) => count(number, { one: '# square', other: '# squares' });
const rows = (number: number) => count(number, { one: '# row', other: '# rows' });
/** A quoted text, with its position if known. */
const quoted = (text: string, at?: number) => `“${text}”${at === undefined ? '' : ` at character ${at + 1}`}`;
const now = (reason: string) => `this is not possible now: ${reason}`;
const turns = (number: number) => (number ? ` and turns ${number}` : '');
const fromTo = (text: string) => text.replace('-', ' to ');

/** Who won, for endings that have a loser and a winner. */
function won({ winner, sides }: Context, how: (loser: string, winner: string) => string): string {
  return winner ? how(named(sides, other(winner)), lower(sides, winner)) : 'Tie game.';
}

export const server: ServerWords = {
  games: { othello: 'Othello', ataxx: 'Ataxx', loa: 'Lines of Action' },
  colours: { black: 'Black', white: 'White', red: 'Red', blue: 'Blue' },
  rules: {
    othello: {
      pass: {
        title: 'Usual rules',
        text: 'A player without a move passes; the side with more discs at the end wins.',
      },
      'no-move-loses': {
        title: 'No move loses',
        text: 'A player without a move loses at once, even with more discs.',
      },
    },
    ataxx: {
      cs61b: {
        title: 'Usual rules',
        text: 'After 45 jumps in a row without an extension, the side with more pieces wins.',
      },
      tools: {
        title: 'Tournament rules',
        text: 'After 100 moves in a row without an extension, the game is a draw.',
      },
      jumps25: {
        title: '25 jumps',
        text: 'After 25 jumps in a row without an extension, the side with more pieces wins.',
      },
    },
    loa: {
      'mover-wins': {
        title: 'Both connected: mover wins',
        text: 'A move that connects both sides wins for the mover.',
      },
      draw: { title: 'Both connected: draw', text: 'A move that connects both sides is a draw.' },
    },
  },
  opponents: [
    {
      name: 'Pip',
      title: 'Beginner',
      text: 'New to everything and sees little beyond the next move: just right for a first game.',
    },
    { name: 'Momo', title: 'Novice', text: 'Quick and careless. Overlooks many moves, her own and yours.' },
    { name: 'Clover', title: 'Learner', text: 'Knows what she wants, and often misses how to get it.' },
    { name: 'Tama', title: 'Casual', text: 'A relaxed opponent who dozes off now and then.' },
    { name: 'Rusty', title: 'Regular', text: 'Plays sensibly and errs once in a while.' },
    { name: 'Bruno', title: 'Club player', text: 'A practised player. Careless moves cost you dearly.' },
    { name: 'Strix', title: 'Strong', text: 'Looks well ahead and rarely errs.' },
    { name: 'Lupa', title: 'Expert', text: 'An expert. You will need a plan.' },
    { name: 'Raja', title: 'Master', text: 'Looks deep and makes no careless mistakes.' },
    { name: 'Fafnir', title: 'Full strength', text: 'Everything the engine can do in its time.' },
  ],
  formats: {
    parlor: 'Parlor game',
    transcript: 'Transcript',
    ggf: 'GGF',
    wthor: 'WTHOR',
    sgf: 'SGF',
    moves: 'Moves',
    position: 'Position',
    'ataxx.position': 'Position (FEN)',
  },
  agreement: (name, value, game) => {
    if (name === 'rules') return server.rules[game]?.[value]?.title ?? value;
    if (name === 'size') return value.replace('x', ' × ');
    if (name === 'blocks') return `blocks ${value}`;
    if (name === 'limit') return value === 'none' ? 'no move limit' : `${moves(Number(value))} at most`;
    return value;
  },

  moveProblem: {
    over: () => 'the game is over',
    missing: () => 'the move is missing',
    unreadable: ({ text, at, example }) => `${quoted(text, at)} is not a move: write it like ${example}`,
    off_board: ({ square }) => `${quoted(square)} is not on the board`,
    occupied: ({ square }) => `${square} is occupied`,
    turns_nothing: ({ square }) => `a disc on ${square} encloses nothing`,
    must_move: () => 'you have a move, so you may not pass',
    no_piece: ({ square }) => `there is no piece of yours on ${square}`,
    opponents_piece: ({ square }) => `the piece on ${square} is the opponent’s`,
    blocked: ({ square }) => `${square} is blocked`,
    nothing_near: ({ square }) => `no piece of yours is next to ${square}`,
    too_far: ({ from, to }) => `${to} is more than two squares from ${from}`,
    too_near: ({ from, to }) => `${to} is too near to ${from} for a jump`,
    stays_put: ({ square }) => `the piece on ${square} must move to another square`,
    own_piece: ({ square }) => `your own piece stands on ${square}`,
    not_straight: ({ from, to }) => `${from} and ${to} are not in a straight line`,
    wrong_distance: ({ needed, got }) =>
      `this line has ${count(needed, { one: '# piece', other: '# pieces' })}, so a move along it goes ${squares(needed)}, not ${got}`,
    enemy_between: ({ square }) => `the enemy on ${square} is in the way`,
  },
  setupProblem: {
    unknown_game: ({ text }) => `there is no game called ${quoted(text)}`,
    unknown_rules: ({ text }) => `this game has no rule set ${quoted(text)}`,
    bad_size: ({ text }) => `a size is written like 8x8, not ${quoted(text)}`,
    no_such_size: ({ rows, columns }) =>
      `a board has an even number of rows and columns from 4 to 16, not ${rows} by ${columns}`,
    no_block_named: () => 'name the blocks with letters a–h or digits 1–6',
    unknown_block: ({ text }) => `no block is called ${quoted(text)}: use letters a–h or digits 1–6`,
    bad_limit: ({ text }) => `${quoted(text)} is not a number of moves`,
    limit_too_small: ({ limit, made }) =>
      `the limit of ${limit} is not above the ${moves(made)} already made`,
    block_on_piece: ({ square }) => `a block would cover the piece on ${square}`,
    off_board: ({ square }) => `the board has no ${square}`,
    not_a_board: () => 'these squares are not a board of this game',
    empty: () => 'the position is empty',
    bad_square: ({ text, at }) => `${quoted(text, at)} is not a square`,
    wrong_squares: ({ found, needed }) =>
      `there ${count(found, { one: 'is # square', other: 'are # squares' })} where ${needed} are needed`,
    wrong_row: ({ text, found, needed }) => `the row ${quoted(text)} has ${squares(found)}, not ${needed}`,
    wrong_rows: ({ found, needed }) =>
      `there ${count(found, { one: 'is', other: 'are' })} ${rows(found)}, not ${needed}`,
    no_turn: () => 'the side to move is missing after the board',
    bad_turn: ({ text }) => `${quoted(text)} is not a side to move: write x or o`,
    bad_number: ({ text }) => `${quoted(text)} is not a number`,
    trailing: ({ text }) => `${quoted(text)} follows a complete position`,
    two_pieces: ({ square }) => `there are two pieces on ${square}`,
    no_pieces: () => 'there are no pieces',
    clock_too_high: ({ clock, limit }) => `the clock stands at ${clock}, past its limit of ${limit}`,
  },
  importProblem: {
    unknown: () => 'Parlor does not recognise a game or position in this',
    names_only: () =>
      'this file has only the names of a WTHOR database: choose it together with its .wtb file',
    unreadable: ({ format }) => `this ${server.formats[format] ?? format} file cannot be read`,
    no_game: ({ format, game, problem }) =>
      [
        `no game of this ${server.formats[format] ?? format} file can be replayed`,
        ...(game === null ? [] : [`game ${game}`]),
        ...(problem === null ? [] : [sentence(server.gameProblem, problem)]),
      ].join(': '),
    game: ({ problem }) => `this game cannot be read: ${sentence(server.gameProblem, problem)}`,
  },
  gameProblem: {
    bad_tag: ({ text }) => `${quoted(text)} is not a tag like [Name "value"]`,
    no_game_tag: () => 'there is no tag [Game "…"]',
    setup: ({ problem }) => sentence(server.setupProblem, problem),
    move: ({ number, text, problem }) =>
      `move ${number}${text ? `, ${quoted(text)}` : ''}: ${sentence(server.moveProblem, problem)}`,
    bad_move: ({ text }) => `${quoted(text)} is not a move`,
    out_of_turn: ({ number, text }) => `move ${number}, ${quoted(text)}, is out of turn`,
    open_comment: () => 'a comment does not end',
    too_long: () => 'it has too many moves',
  },
  storeFailure: {
    full: () => 'the disk is full',
    in_use: ({ file, process }) =>
      `${process ? `process ${process}` : 'another Parlor'} is using the games in ${file} and does not answer`,
    deleted: () => 'the game was deleted',
    database: ({ detail }) => `the database of games failed: ${detail}`,
    damaged: ({ game, detail }) => `the game ${game} is damaged: ${detail}`,
    too_new: ({ found, known }) =>
      `the database of games has version ${found}, but this Parlor reads only up to ${known}`,
    folder: ({ folder, detail }) => `the folder ${folder} cannot be created: ${detail}`,
    no_folder: () => 'there is no folder for data: neither XDG_DATA_HOME nor HOME is set',
    not_asked: () => 'the program was told not to',
    invited: () => 'this page belongs to the program that invited you, and closes with it',
    ending: () => 'the program is ending',
  },
  roomProblem: {
    no_name: () => 'the game has no ID: use letters, digits and underscores',
    long_name: ({ most }) => `the ID has more than ${most} characters`,
    bad_name: ({ text }) => `${quoted(text)} is not allowed in an ID: use letters, digits and underscores`,
    taken: ({ room }) => `a game called ${room} is already offered here`,
    no_such_room: ({ room }) => `nobody offers a game called ${room}`,
    already_joined: ({ room }) => `somebody has already joined the game ${room}`,
    not_this_game: ({ game }) => `${server.games[game] ?? game} cannot be played with a terminal program`,
    misspoke: () => 'the other program sent a message that is not allowed',
    not_begun: ({ reason }) => `the game did not start: ${reason}`,
  },
  refusal: {
    not_yours: () => 'you do not play this side',
    not_your_turn: () => 'it is not your turn',
    stale: () => 'the game has moved on',
    over: () => 'the game is over',
    move: ({ problem }) => sentence(server.moveProblem, problem),
    nothing_to_take_back: () => now('there is no move of yours to take back'),
    nothing_to_redo: () => now('there is nothing to play again'),
    cannot_play_from: () => now('you can start a game only from a game of your own'),
    cannot_edit: () => now('you can edit only a game of your own that nobody is playing'),
    deleted: () => 'this game was deleted: you can look at it until you leave',
    cannot_switch: () => now('you can switch sides only in a game of your own'),
    nothing_asked: () => now('nobody has asked for anything'),
    nothing_to_resign: () => now('you have nothing to resign'),
    no_rematch: () => now('you can ask for a rematch only after a game of your own'),
    server_full: () => 'the server is full',
    too_many: ({ what, whose, most }) => {
      const things = {
        connections: 'open pages',
        tables: 'games open at once',
        imports: 'imports per minute',
        searches: 'hints and analyses at once',
      };
      const owner = whose === 'person' ? 'you' : 'all visitors from your address together';
      return `${owner} can have at most ${most} ${things[what]}: try again in a moment`;
    },
    failed: () => 'something went wrong on the server; the game has not changed',
    no_such_level: ({ level }) => `there is no level ${quoted(level)}`,
    no_help: () => 'this is not possible in a game that two people are playing',
    no_such_format: () => 'this game cannot be written in that format',
    nothing_open: () => 'no game is open',
    seat_taken: () => 'this seat is taken, or the invitation is not valid: you can only watch',
    setup: ({ problem }) => sentence(server.setupProblem, problem),
    clock: () => 'a clock needs between 10 seconds and 5 hours, and at most 10 minutes more per move',
    clock_at_terminal: () => 'programs at a terminal have no clock: choose either a clock or a room',
    no_such_game: () => 'there is no such game here',
    not_opened: () => 'the game could not be opened; try again',
    unreachable: () => 'the game could not be reached; open it again',
    not_understood: ({ line, column }) =>
      `the server does not understand this message at line ${line}, column ${column}`,
    too_long: () => 'this message is too long',
    file_broken: () => 'the file arrived incomplete',
    not_in_file: () => 'there is no such game in the file',
    import: ({ problem }) => sentence(server.importProblem, problem),
    import_failed: () => 'the import failed',
    store: ({ failure }) => sentence(server.storeFailure, failure),
    room: ({ problem }) => sentence(server.roomProblem, problem),
    needs_server: () => 'playing on other machines needs a Parlor server, and this page has none',
  },
  notice: {
    declined: ({ kind }) =>
      kind === 'takeback' ? 'The other side declines the takeback' : 'The other side declines the rematch',
    deleted: () => 'This game was deleted',
    joined_room: ({ room }) => `You have joined ${room}. The other side begins the game.`,
  },
  status: {
    over: () => 'The game is over',
    waiting_for_opponent: () => 'Waiting for your opponent',
    skip_turn: ({ side }, sides) => `No move for ${lower(sides, side)}: skip the turn`,
    watching: ({ side }, sides) => `You are watching: ${named(sides, side)} to move`,
    thinking: ({ side }, sides) => `${named(sides, side)} is thinking…`,
    your_turn: ({ side }, sides) => `Your turn: ${named(sides, side)} to move`,
    to_move: ({ side }, sides) => `${named(sides, side)} to move`,
  },
  ending: {
    count: ({ counts: [black, white] }, { winner, sides, game }) =>
      winner
        ? `${named(sides, winner)} wins ${Math.max(black, white)}–${Math.min(black, white)}.`
        : `${game === 'ataxx' ? 'A draw' : 'A tie'}, ${black}–${white}.`,
    no_move: (_, context) =>
      won(context, (loser, winner) => `No moves for ${loser.toLowerCase()}: ${winner} wins.`),
    connected: (_, { winner, sides }) =>
      winner ? `${named(sides, winner)} wins: all its pieces are connected.` : 'Tie game.',
    both_connected: () => 'Tie game.',
    stuck: () => 'Tie game.',
    move_limit: ({ moves: number }) => `Tie game: the limit of ${moves(number)} is reached.`,
    resigned: (_, context) => won(context, (loser, winner) => `${loser} resigns: ${winner} wins.`),
    out_of_time: (_, context) => won(context, (loser, winner) => `${loser} is out of time: ${winner} wins.`),
    forfeited: (_, context) =>
      won(context, (loser, winner) => `${loser} has left: ${winner} wins by forfeit.`),
    recorded: ({ text }) => text,
  },
  outlook: {
    wins: ({ plies }) => `wins in ${plies}`,
    lost: ({ plies }) => `holds out longest: the game is lost in ${plies}`,
    difficult: () => 'is the best in a difficult position',
    behind: () => 'keeps the damage small',
    balanced: () => 'keeps the balance',
    ahead: () => 'is a little better for you',
    clear_advantage: () => 'keeps a clear advantage',
  },
  story: {
    ahead_all_the_way: ({ winner }, sides) => `${named(sides, winner)} was ahead all the way.`,
    turned: ({ ply, mover, played, better }, sides) =>
      `The game turned at move ${ply}: ${named(sides, mover)} played ${played}, and ${better} was better.`,
    ahead_from: ({ ply, played, winner }, sides) =>
      `${named(sides, winner)} was ahead from move ${ply} (${played}) on.`,
    lost_most: ({ ply, mover, played, better }, sides) =>
      `${named(sides, mover)} lost most at move ${ply} with ${played}: ${better} was better.`,
    no_mistake: () => 'Neither side made a mistake.',
  },
  score: {
    pieces: ({ pieces }) => signed(pieces),
    win: ({ side, plies }) => `${side === 'black' ? '+' : '−'}#${plies}`,
    result: ({ winner }) => (winner === null ? '½–½' : winner === 'black' ? '1–0' : '0–1'),
  },
  player: {
    named: ({ name }) => name,
    you: () => 'You',
    unnamed: (_, side) => side,
    me: () => 'Me',
    guest: () => 'Guest',
    terminal: () => 'Terminal player',
    computer: ({ level }) => server.opponents[level - 1]?.name ?? 'Computer',
  },
  action: {
    place: (side, text, turned) => `${side} plays ${text}${turns(turned)}`,
    extend: (side, text, turned) => `${side} extends ${fromTo(text)}${turns(turned)}`,
    jump: (side, text, turned) => `${side} jumps ${fromTo(text)}${turns(turned)}`,
    slide: (side, text) => `${side} moves ${fromTo(text)}`,
    capture: (side, text) => `${side} captures, ${fromTo(text)}`,
    pass: (side) => `${side} has no move and passes`,
  },
  choice: ({ number, names, moves: played, discs, event, year, worth }) => {
    const start = number === null ? '' : `${number}. `;
    if (played === 0 && !names[0] && !names[1])
      return `Position ${number ?? 1}${worth === null ? '' : `, worth ${worth < 0 ? worth : `+${worth}`}`}`;
    const score = discs ? `${discs[0]}–${discs[1]}` : moves(played);
    return `${start}${[`${names[0] ?? '?'} – ${names[1] ?? '?'}`, score, event, year].filter((part) => part !== null).join(', ')}`;
  },
  notSaving: (why) => `Games are not being saved: ${why}`,
  importReport: ({ imported, known, unreadable }, problem, failure) => {
    const games = (number: number) => count(number, { one: '# game', other: '# games' });
    const parts = [`${games(imported)} imported`];
    if (known) parts.push(`${games(known)} already known`);
    if (unreadable) parts.push(`${games(unreadable)} not readable${problem ? ` (${problem})` : ''}`);
    else if (problem) parts.push(problem);
    if (failure) parts.push(`then it stopped: ${failure}`);
    return parts.join('; ');
  },
};
