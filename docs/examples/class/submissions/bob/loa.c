/* Lines of Action by Bob, in C, without the course's board. He writes "*a2-c2" where "* a2-c2" is asked for. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char cells[8][8]; /* [row][column]: '-', 'b' or 'w' */
static char turn;
static int over, made[2], limit;
static unsigned long long chance = 1;

typedef struct { int c, r, to_c, to_r; } Move;

static char other(char side) { return side == 'b' ? 'w' : 'b'; }
static const char *name(char side) { return side == 'b' ? "black" : "white"; }
static int on_board(int c, int r) { return c >= 0 && c < 8 && r >= 0 && r < 8; }

static void start(void) {
    memset(cells, '-', sizeof cells);
    for (int i = 1; i < 7; i++) {
        cells[0][i] = cells[7][i] = 'b';
        cells[i][0] = cells[i][7] = 'w';
    }
    turn = 'b';
    over = made[0] = made[1] = 0;
    limit = 60;
}

static int legal(Move m) {
    int dc = (m.to_c > m.c) - (m.to_c < m.c), dr = (m.to_r > m.r) - (m.to_r < m.r);
    int across = abs(m.to_c - m.c), up = abs(m.to_r - m.r), steps = across > up ? across : up, count = 0;
    if (!on_board(m.c, m.r) || !on_board(m.to_c, m.to_r) || steps == 0 || (across && up && across != up)) return 0;
    if (cells[m.r][m.c] != turn || cells[m.to_r][m.to_c] == turn) return 0;
    for (int k = -7; k <= 7; k++)
        if (on_board(m.c + k * dc, m.r + k * dr)) count += cells[m.r + k * dr][m.c + k * dc] != '-';
    if (count != steps) return 0;
    for (int k = 1; k < steps; k++)
        if (cells[m.r + k * dr][m.c + k * dc] == other(turn)) return 0;
    return 1;
}

static int list(Move *moves) {
    int n = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++)
            for (int to_r = 0; to_r < 8; to_r++)
                for (int to_c = 0; to_c < 8; to_c++) {
                    Move m = {c, r, to_c, to_r};
                    if (legal(m)) moves[n++] = m;
                }
    return n;
}

static void visit(char side, int c, int r, char seen[8][8]) {
    if (!on_board(c, r) || seen[r][c] || cells[r][c] != side) return;
    seen[r][c] = 1;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++) visit(side, c + dc, r + dr, seen);
}

static int connected(char side) {
    char seen[8][8] = {{0}};
    int found = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            if (cells[r][c] != side || seen[r][c]) continue;
            if (found++) return 0;
            visit(side, c, r, seen);
        }
    return found;
}

static void play(Move m) {
    char mover = turn;
    cells[m.to_r][m.to_c] = cells[m.r][m.c];
    cells[m.r][m.c] = '-';
    made[mover == 'w']++;
    turn = other(mover);
    over = 1;
    if (connected(mover)) printf("* %s wins.\n", mover == 'b' ? "Black" : "White");
    else if (connected(turn)) printf("* %s wins.\n", turn == 'b' ? "Black" : "White");
    else if (made[0] + made[1] >= limit) printf("* Tie game.\n");
    else over = 0;
}

static Move choose(void) {
    Move moves[256];
    int n = list(moves);
    for (int i = 0; i < n; i++) {
        char before[8][8];
        memcpy(before, cells, sizeof cells);
        cells[moves[i].to_r][moves[i].to_c] = turn;
        cells[moves[i].r][moves[i].c] = '-';
        int wins = connected(turn);
        memcpy(cells, before, sizeof cells);
        if (wins) return moves[i];
    }
    chance = chance * 6364136223846793005ULL + 1442695040888963407ULL;
    return moves[(chance >> 33) % (unsigned)n];
}

static void dump(void) {
    printf("===\n");
    for (int r = 7; r >= 0; r--) {
        printf("   ");
        for (int c = 0; c < 8; c++) printf(" %c", cells[r][c]);
        printf("\n");
    }
    printf("Next move: %s\n===\n", name(turn));
}

int main(void) {
    char line[1024], word[4][64];
    int automatic[2] = {0, 1};
    start();
    for (;;) {
        Move moves[256];
        while (!over && automatic[turn == 'w']) {
            if (!list(moves)) {
                turn = other(turn);
                continue;
            }
            Move m = choose();
            printf("*%c%d-%c%d\n", 'a' + m.c, m.r + 1, 'a' + m.to_c, m.to_r + 1);
            play(m);
        }
        printf("%s> ", over ? "-" : name(turn));
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) return 0;
        for (char *p = line; *p; p++) *p = (char)tolower((unsigned char)*p);
        memset(word, 0, sizeof word);
        int n = sscanf(line, "%63s %63s %63s %63s", word[0], word[1], word[2], word[3]);
        if (n <= 0 || word[0][0] == '#') continue;
        int from_c, from_r, to_c, to_r;
        if (!strcmp(word[0], "quit")) return 0;
        else if (!strcmp(word[0], "new")) start();
        else if (!strcmp(word[0], "dump")) dump();
        else if (!strcmp(word[0], "auto") && n > 1) automatic[word[1][0] == 'w'] = 1;
        else if (!strcmp(word[0], "manual") && n > 1) automatic[word[1][0] == 'w'] = 0;
        else if (!strcmp(word[0], "seed") && n > 1) chance = strtoull(word[1], NULL, 10) | 1;
        else if (!strcmp(word[0], "limit") && n > 1 && atoi(word[1]) > made[0] && atoi(word[1]) > made[1]) limit = 2 * atoi(word[1]);
        else if (!strcmp(word[0], "help")) printf("new, auto, manual, set, dump, seed, limit, quit, moves\n");
        else if (!strcmp(word[0], "set") && n == 4 && on_board(word[1][0] - 'a', word[1][1] - '1')) {
            cells[word[1][1] - '1'][word[1][0] - 'a'] = word[2][0];
            turn = word[3][0];
        } else if (strlen(word[0]) == 5 && word[0][2] == '-') {
            from_c = word[0][0] - 'a', from_r = word[0][1] - '1', to_c = word[0][3] - 'a', to_r = word[0][4] - '1';
            Move m = {from_c, from_r, to_c, to_r};
            if (!over && legal(m)) play(m);
            else fprintf(stderr, "error: %s is not a legal move\n", word[0]);
        } else fprintf(stderr, "error: %s is not a command\n", word[0]);
    }
}
