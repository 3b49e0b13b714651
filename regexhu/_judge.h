/* A judge: an automaton that grows, and how hands are read by it. */

#pragma once

#include <Python.h>
#include <limits.h>

#include "_text.h"

enum { LOST, WON, UNKNOWN = -1, FROM_TEXT = -1, NOT_READ = -2, MOST_TESTS = 8, MOST_CONTEXTS = 4096,
       MOST_KEYWORDS = 16 };
#define UNTAUGHT UINT32_MAX
#define ENDED(at) ((at) - 1 >= UNTAUGHT - 1) /* lost, or not taught */
#define MOST_CELLS (1LL << 28)
#define HAS(mask, kind) ((int)((mask) >> (kind) & 1))

typedef struct {
    PyObject *key; /* (names of the keywords, value, value ...), or None; NULL: not taught */
    uint64_t wild, held[MOST_TESTS], claimed[MOST_TESTS], kong[MOST_TESTS], won[MOST_TESTS];
    int winner, tests, lowest; /* the lowest wild kind */
} Context;

typedef struct {
    uint64_t key; /* 0: a free place */
    uint32_t at;
} Root;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *fallback, *known;         /* known: the number of the context of each key; the judges of an IsWin by name */
    Context *contexts;                  /* the first is that of calls without keywords */
    Root *roots;                        /* open addressing, a power of two of places, at most half of them taken */
    uint32_t *cells;                    /* where a state and a column lead: to the first cell of a state, or UNTAUGHT */
    size_t cell_number, places, taken;
    int context_number, recent, real, own, marks, alike, width; /* recent: the context of the last call with keywords */
} Judge;

static Root *root_of(Root *roots, size_t places, uint64_t key) {
    size_t at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32);
    while (roots[at &= places - 1].key && roots[at].key != key)
        at++;
    return roots + at;
}

static uint64_t root_key(ptrdiff_t context, int size, int wilds, int bits, int wild_winner) {
    return (uint64_t)context << 32 | (uint64_t)(((size << 8 | wilds) << 8 | bits) << 6 | (wild_winner + 2));
}

/* Where the word of a hand begins, with this winning tile (-1: none or not read). */
static uint32_t root(const Judge *judge, const Context *context, const Hand *hand, int winner) {
    int wilds = 0, bits = 0;
    uint64_t held = 0;
    for (int kind = context->lowest; context->wild >> kind; kind++)
        wilds += HAS(context->wild, kind) * hand->counts[kind];
    for (int kind = 0; kind < KINDS && context->tests; kind++)
        held |= (uint64_t)!!hand->counts[kind] << kind;
    for (int at = 0; at < context->tests; at++) {
        int holds = (held & context->held[at]) || (hand->claimed & context->claimed[at]) ||
                    (hand->kong & context->kong[at]) || (winner >= 0 && HAS(context->won[at], winner));
        bits |= holds << at;
    }
    int wild_winner = winner >= 0 && HAS(context->wild, winner) ? winner : -1;
    uint64_t key = root_key(context - judge->contexts, hand->size, wilds, bits, wild_winner);
    const Root *found = judge->places ? root_of(judge->roots, judge->places, key) : NULL;
    return found && found->key ? found->at : UNTAUGHT;
}

/* Where the melds from `meld` on that begin at a kind lead. */
static uint32_t after_melds(const Judge *judge, const uint8_t **meld, int kind, uint32_t at) {
    for (; **meld < MELDS * (kind + 1); ++*meld)
        if (!ENDED(at))
            at = judge->cells[at + (uint32_t)(judge->width - MELDS + **meld % MELDS)];
    return at;
}

/* Where the concealed tiles of a kind lead, with one more that was drawn. */
static uint32_t after_tiles(const Judge *judge, const Hand *hand, uint64_t wild, int winner, int kind, int drawn,
                            uint32_t at) {
    int column = hand->counts[kind] + drawn, is_wild = HAS(wild, kind);
    if (ENDED(at))
        return at;
    if (column > (is_wild ? judge->own : judge->real) || column + hand->open[kind] > judge->alike)
        return LOST;
    column += is_wild && column ? judge->real : 0;
    column += kind == winner && judge->marks ? judge->real + judge->own : 0;
    return judge->cells[at + (uint32_t)column];
}

static int verdict(const Judge *judge, const Context *context, const uint8_t *text, Py_ssize_t length) {
    Hand hand;
    if (!read_hand(text, length, &hand))
        return UNKNOWN;
    int winner = context->winner == FROM_TEXT ? shown_winner(&hand, text, length) : context->winner;
    if (winner == -1 || (context->winner >= 0 && (!hand.counts[winner] || memchr(text, '0', (size_t)length))))
        return UNKNOWN;
    uint32_t at = root(judge, context, &hand, winner);
    uint64_t special = context->wild | hand.claimed | hand.kong | (winner >= 0 ? BIT(winner) : 0);
    const uint8_t *meld = hand.melds;
    int most = Py_MIN(judge->real, judge->alike);
    for (int kind = 0; kind < KINDS && !ENDED(at); kind++) {
        if (HAS(special, kind))
            at = after_tiles(judge, &hand, context->wild, winner, kind, 0, after_melds(judge, &meld, kind, at));
        else if (hand.counts[kind] > most)
            return LOST;
        else
            at = judge->cells[at + hand.counts[kind]];
    }
    return at == UNTAUGHT ? UNKNOWN : at == (uint32_t)(WON * judge->width);
}

typedef struct {
    uint32_t at;
    int drawn;
    uint64_t kinds; /* that are drawn, or will be */
} Branch;

/* The number of branches with one more, where it isn't lost; those that are at the same place are one. -1: not known. */
static int with_branch(Branch *branches, int number, uint32_t at, int drawn, uint64_t kinds) {
    int same = 0;
    if (at == LOST || !kinds || number < 0)
        return number;
    while (same < number && (branches[same].at != at || branches[same].drawn != drawn))
        same++;
    branches[same] = (Branch){at, drawn, kinds | (same < number ? branches[same].kinds : 0)};
    return at == UNTAUGHT ? UNKNOWN : Py_MAX(number, same + 1);
}

static PyObject *waits_of(const Judge *judge, const Context *context, Hand *hand) {
    Branch branches[2][KINDS], *now = branches[0], *next = branches[1], *old;
    int number = 0, is_read = context->winner == FROM_TEXT, is_one = !context->wild && !context->tests;
    const uint8_t *meld = hand->melds, *from = meld;
    hand->size++;
    for (int kind = 0; kind < (is_one ? 1 : KINDS); kind++) {
        hand->counts[kind]++;
        uint32_t at = root(judge, context, hand, is_read ? kind : NOT_READ);
        number = with_branch(now, number, at, 0, is_one ? BIT(KINDS) - 1 : BIT(kind));
        hand->counts[kind]--;
    }
    for (int kind = 0; kind < KINDS && number > 0; kind++, meld = from, old = now, now = next, next = old) {
        int later = 0;
        for (Branch *branch = now; branch < now + number; branch++) {
            uint32_t at = after_melds(judge, (from = meld, &from), kind, branch->at);
            uint64_t here = branch->drawn ? 0 : branch->kinds & BIT(kind);
            if (here)
                later = with_branch(next, later, after_tiles(judge, hand, context->wild, is_read ? kind : NOT_READ, kind, 1,
                                                             at), 1, here);
            later = with_branch(next, later, after_tiles(judge, hand, context->wild, NOT_READ, kind, 0, at), branch->drawn,
                                branch->kinds & ~here);
        }
        number = later;
    }
    uint64_t found = 0;
    for (int at = 0; at < number; at++)
        found |= now[at].drawn && now[at].at == (uint32_t)(WON * judge->width) ? now[at].kinds : 0;
    return number < 0 ? Py_NewRef(Py_None) : PyLong_FromUnsignedLongLong(found);
}
