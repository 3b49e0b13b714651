/* The runner that `regexhu export riichi --to c` writes, over rows of counts. */
#include RUNNER

#include "rows.h"

static void prepare(void)
{
}

static int judge(const unsigned char *row, int wild)
{
    static riichi_hand hand;
    int kind;
    for (kind = 0; kind < 34; kind++) hand.tiles[kind] = row[kind];
    hand.wild = wild < 0 ? 0 : RIICHI_TOLD | UINT64_C(1) << wild;
    return riichi_wins(&hand) == 1;
}
