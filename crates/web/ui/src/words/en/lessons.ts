// English: the lessons.

import type { Lessons } from '../later';

export const lessons: Lessons = {
  othello: {
    place: {
      title: 'Place a disc',
      task: 'You play black. The dots show where you may place a disc. Press one of them.',
      done: 'A white disc stood between your new disc and another one of yours, so it turned black.',
    },
    line: {
      title: 'Enclose a line',
      task: 'Discs turn when they stand in a straight, unbroken line between your new disc and another of yours. Enclose the line of three white discs.',
      done: 'All three turned at once.',
      miss: 'That turned only one disc. The longer line is in the row above.',
    },
    lines: {
      title: 'Several lines at once',
      task: 'One disc can enclose discs in all eight directions, diagonals too. Find the square that turns white discs in three lines.',
      done: 'Across, down and diagonally: three lines turned with one disc.',
      miss: 'There is a square that turns more: look where lines from several black discs meet.',
    },
    only: {
      title: 'No line, no move',
      task: 'You may only place a disc where it turns something. Here there is a single such square. Find it; if you press another square, you see why it does not count.',
      done: 'Right: the two white discs on the diagonal were the only ones you could enclose.',
    },
    pass: {
      title: 'A turn can be lost',
      task: 'A player who cannot turn anything must pass. Play so that White has no move, and you move twice in a row.',
      done: 'White has nothing to enclose and must pass: it is your turn again.',
      miss: 'White still has a move in the top row. Leave White nothing to enclose.',
    },
    corner: {
      title: 'Corners are for ever',
      task: 'A disc in a corner can never be enclosed, so it never turns again. Take the corner.',
      done: 'It is yours until the end, and it protects its neighbours.',
      miss: 'A fair move, but corners are worth more than many discs.',
    },
    xsquare: {
      title: 'Do not open the corner',
      task: 'The square diagonally beside a corner is dangerous: a disc there often gives the corner away. Move so that White cannot take the marked corner.',
      done: 'The corner stays closed to White.',
      miss: 'White took the corner at once, over the disc that you put beside it.',
    },
    mobility: {
      title: 'Few discs, many choices',
      task: 'Having many discs early is no advantage: what counts is who has moves. Find a move that leaves White at most three replies.',
      done: 'The fewer replies White has, the sooner a bad one must be played.',
      miss: 'White has more than three replies now. Look for a move that leaves White fewer squares.',
    },
    win: {
      title: 'Count at the end',
      task: 'When nobody can move, more discs win. White is ahead by one: play the last disc and count again.',
      done: 'You won. That is all there is to know; the rest is playing.',
      miss: 'White has more discs now. Count what each square would turn.',
    },
  },
  ataxx: {
    grow: {
      title: 'Grow',
      task: 'You play red. Choose your piece, then a filled dot beside it: a new piece appears there, and the old one stays.',
      done: 'Now you have two pieces.',
      miss: 'That was a jump: your piece left its square. The filled dots beside it grow.',
    },
    jump: {
      title: 'Jump',
      task: 'A piece can also jump two squares away, to a ring, over anything. Its old square becomes empty. Jump.',
      done: 'You still have one piece, but it went far.',
      miss: 'That was growing. The rings, two squares away, are jumps.',
    },
    touch: {
      title: 'What you touch turns red',
      task: 'Wherever a piece arrives, every enemy piece beside it changes to your colour. Turn both blue pieces in the middle.',
      done: 'Both turned red.',
      miss: 'Arrive where both blue pieces are neighbours.',
    },
    best: {
      title: 'Look for the best place',
      task: 'You have only one piece, but one jump turns four blue ones. Find it.',
      done: 'Five red pieces out of one.',
      miss: 'There is a square that touches four blue pieces.',
    },
    stay: {
      title: 'Grow rather than jump',
      task: 'Two of your pieces can reach the same square. Turn three pieces by growing, so that you lose nothing.',
      done: 'Three turned, and you have one piece more as well.',
      miss: 'Turn three pieces at once, and by growing: the piece next to that square must do it.',
    },
    wall: {
      title: 'Over the wall',
      task: 'Blocks are squares that nobody can use. Your piece is shut in, but a jump goes over anything.',
      done: 'Blocks stop growing, not jumping.',
    },
    hole: {
      title: 'Close the hole',
      task: 'A hole among your pieces is dangerous: Blue can jump into the marked square and turn all around it. Prevent that.',
      done: 'Blue cannot land there any more.',
      miss: 'Blue jumped into the hole and turned everything around it.',
    },
    stuck: {
      title: 'No way out',
      task: 'A side that has pieces but no move skips its turn. Leave Blue without a move.',
      done: 'Blue has no empty square within two and must skip the turn.',
      miss: 'Blue can still move. Close the last square that Blue can jump to.',
    },
    win: {
      title: 'Own the board',
      task: 'The game ends when the board is full. Fill the last square so that nothing is left empty, and win.',
      done: 'More red pieces than blue ones: you won.',
      miss: 'A jump left another square empty, so the game goes on. Fill it by growing.',
    },
  },
  loa: {
    count: {
      title: 'Count the pieces on the line',
      task: 'You play black. A piece moves exactly as many squares as there are pieces on its line, of both colours. The marked piece shares its column with one other: move it two squares along the column.',
      done: 'Two pieces on the line, two squares.',
      miss: 'That is a legal move along another line. Now try the column: two pieces, two squares.',
    },
    three: {
      title: 'Three on the line',
      task: 'Pieces of both colours count. The row of the marked piece holds three: move it along that row.',
      done: 'Three pieces, three squares.',
      miss: 'Move the marked piece along its row.',
    },
    over: {
      title: 'Over your own',
      task: 'A piece may pass over pieces of its own colour. Move the marked piece over its neighbour.',
      done: 'Your own pieces are never in your way.',
      miss: 'Move the marked piece along its row, over the piece beside it.',
    },
    wall: {
      title: 'Never over the enemy',
      task: 'White stands in the way on the right. Move the marked piece along its row in the other direction.',
      done: 'Enemy pieces block your lines; use that against them too.',
      miss: 'Move the marked piece along its row, away from White.',
    },
    capture: {
      title: 'Capture',
      task: 'A piece that ends its move on an enemy piece captures it. A ring marks a capture. Capture a white piece.',
      done: 'Captured. But mind: fewer pieces are easier to connect.',
      miss: 'Look along the diagonal: two pieces, two squares.',
    },
    connect: {
      title: 'Connect and win',
      task: 'You win when all your pieces form one group. One of yours is still outside: bring it home.',
      done: 'All your pieces are connected: you won.',
      miss: 'Not all your pieces are together yet. Which one is alone?',
    },
    diagonal: {
      title: 'Diagonals connect too',
      task: 'Pieces that touch at a corner are connected. Win with one move.',
      done: 'A diagonal chain is a group like any other.',
      miss: 'One piece is still apart. Bring it beside the others, diagonally.',
    },
    trap: {
      title: 'A gift for the enemy',
      task: 'The marked white piece is the only one outside White’s group. Capturing it would connect all the rest, and White would win. Play something else.',
      done: 'Good: sometimes the best capture is none.',
      miss: 'Now all of White’s pieces are connected: White has won.',
    },
    block: {
      title: 'Block by counting',
      task: 'White wants to move two squares to the marked square and connect. Put a piece on that row: then the line counts three, and the move is impossible.',
      done: 'Three on the line: White cannot stop on that square any more.',
      miss: 'White connected. Bring a piece onto the row of the marked square, or in between.',
    },
    start: {
      title: 'From the start',
      task: 'This is how a game begins. Pieces in the middle are near to everything: bring one of yours there.',
      done: 'You know all the rules. Now play.',
      miss: 'A legal move, but aim for the middle: the third to the sixth row and column.',
    },
  },
};
