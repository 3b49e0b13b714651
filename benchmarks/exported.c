/* The runner that `regexhu export riichi --to c` writes, over rows of counts.
 *
 * With WALK only its table is used, by a loop that checks as little as lookup.cpp does. */
#include RUNNER

#include "rows.h"

static void prepare(void)
{
}

static int judge(const unsigned char *row, int wild)
{
#ifdef WALK
    unsigned state = RIICHI_ROOTS[wild < 0 ? 0 : row[wild] * RIICHI_CLASSES];
    int kind;
    for (kind = 0; kind < 34; kind++) {
        if (row[kind] > 4) return 0;
        state = RIICHI_CELLS[RIICHI_FIRST[kind] + state * RIICHI_WIDTH + RIICHI_LETTERS[kind == wild][row[kind]]];
    }
    return state == 1;
#else
    static riichi_hand hand;
    int kind;
    for (kind = 0; kind < 34; kind++) hand.tiles[kind] = row[kind];
    hand.wild = wild < 0 ? 0 : RIICHI_TOLD | UINT64_C(1) << wild;
    return riichi_wins(&hand) == 1;
#endif
}
