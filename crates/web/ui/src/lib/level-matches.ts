/**
 * The matches behind the ratings of the levels: for each game, the result of every level from the second on against
 * the one below it, as wins, draws and losses.
 *
 * The numbers are those of docs/levels.md, which says how they were measured (`parlor match GAME level=3 level=2
 * --games 200`). When you measure the levels again, write the results there and here; there is no other copy.
 */
export const levelMatches: Record<string, [won: number, drawn: number, lost: number][]> = {
  othello: [
    [169, 1, 30],
    [165, 6, 29],
    [142, 3, 55],
    [172, 4, 24],
    [159, 5, 36],
    [168, 4, 28],
    [180, 4, 16],
    [163, 13, 24],
    [145, 17, 38],
  ],
  ataxx: [
    [171, 0, 29],
    [185, 0, 15],
    [186, 0, 14],
    [179, 0, 21],
    [173, 0, 27],
    [175, 0, 25],
    [183, 0, 17],
    [181, 0, 19],
    [181, 0, 19],
  ],
  loa: [
    [176, 0, 24],
    [133, 0, 67],
    [174, 0, 26],
    [156, 0, 44],
    [178, 0, 22],
    [176, 2, 22],
    [166, 2, 32],
    [155, 6, 39],
    [159, 2, 39],
  ],
};
