/* The text of a hand, read. */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { KINDS = 34, HONOURS = 27, RED = 5, MELDS = 5, MOST_MELDS = 8, NO_MELD = 255, LONGEST = 200 };
#define BIT(kind) (UINT64_C(1) << (kind))

enum { SUITED = 8, NO_TILE = KINDS, BLOCKS = KINDS - SUITED, SPECIAL = KINDS + 5, PLACES = KINDS + 6 };
static const uint8_t SUITS[128] = {['m'] = SUITED + 1, ['p'] = SUITED + 2, ['s'] = SUITED + 3, ['z'] = SUITED + 4};
static uint8_t PLACE[SUITED + 5][128]; /* by suit (0: none) and character: a kind, NO_TILE, BLOCKS + suit, or SPECIAL */

typedef struct {
    uint8_t counts[PLACES];        /* concealed tiles by kind; then by suit how many blocks of tiles there are */
    uint8_t open[KINDS];           /* tiles of declared melds */
    uint8_t melds[MOST_MELDS + 1]; /* MELDS * first kind + number of the kind of meld, ascending, then NO_MELD */
    uint64_t claimed, kong;        /* kinds in claimed and added melds, in concealed kongs */
    int melded, size;              /* melds; tiles, a kong's as three */
} Hand;

static void fill_places(void) {
    memset(PLACE, SPECIAL, sizeof PLACE);
    for (int suit = 0; suit < SUITED + 5; suit++)
        for (int letter = 0; letter < 128; letter++) {
            int rank = letter - '0', has = suit == SUITED + 4 ? 0 < rank && rank < 8 : suit > SUITED;
            if (0 <= rank && rank < 10)
                PLACE[suit][letter] = (uint8_t)(has ? 9 * (suit - SUITED - 1) + (rank ? rank : RED) - 1 : NO_TILE);
            else if (SUITS[letter])
                PLACE[suit][letter] = (uint8_t)(BLOCKS + SUITS[letter]);
        }
}

static int read_meld(Hand *hand, const uint8_t *start, const uint8_t *mark, const uint8_t *end) {
    int digits = (int)(end - start) - 1, after = (int)(mark - start), low = KINDS, high = 0, sum = 0, number = 0;
    if (digits < 3 || digits > 4 || hand->melded == MOST_MELDS || !after)
        return 0;
    for (; start < end; start++) {
        int kind = PLACE[SUITS[*end]][*start];
        if (kind == NO_TILE)
            return 0;
        if (start != mark)
            low = kind < low ? kind : low, high = kind > high ? kind : high, sum += kind;
    }
    if (low == high) {
        if (*mark != '-' && (digits == 3 || (*mark == '+') != (after == 4)))
            return 0;
        number = *mark == '-' ? digits - 2 : *mark == '=' ? 3 : 4;
    } else if (*mark != '-' || digits == 4 || low >= HONOURS || high != low + 2 || sum != 3 * low + 3)
        return 0;
    for (int tile = 0; tile < digits; tile++) {
        int kind = number ? low : low + tile;
        hand->open[kind]++;
        *(number == 4 ? &hand->kong : &hand->claimed) |= BIT(kind);
    }
    int place = hand->melded++, meld = MELDS * low + number;
    for (; place && hand->melds[place - 1] > meld; place--)
        hand->melds[place] = hand->melds[place - 1];
    hand->melds[place] = (uint8_t)meld;
    return 1;
}

/* Whether a text is a hand, which is filled in, from the end on; blanks and face-down tiles are left to Python. */
static int read_hand(const uint8_t *text, ptrdiff_t length, Hand *hand) {
    int suit = 0, letter = 0, empty = 0;
    if (length > LONGEST)
        return 0;
    memset(hand, 0, sizeof *hand);
    hand->size = (int)length;
    for (const uint8_t *at = text + length; at-- > text;) {
        int place = PLACE[suit][*at], before = letter;
        if (place != SPECIAL) { /* no branch on what it is: that would be guessed wrong for each block */
            letter = SUITS[*at];
            suit = letter ? letter : suit;
            empty |= letter & before;
            hand->counts[place]++;
            continue;
        }
        if (*at == ',') {
            empty |= letter;
            hand->size--;
        } else if (*at == '-' || *at == '=' || *at == '+') {
            const uint8_t *start = at, *end = at + 1;
            for (; end < text + length && *end >= '0' && *end <= '9'; end++)
                hand->counts[PLACE[suit][*end]]--;
            while (start > text && start[-1] >= '0' && start[-1] <= '9')
                start--;
            if (end == text + length || !SUITS[*end] || !read_meld(hand, start, at, end))
                return 0;
            hand->counts[BLOCKS + suit]--;
            hand->size += 3 - (int)(end + 1 - start);
            at = start;
        } else
            return 0;
        suit = letter = 0;
    }
    memset(hand->melds + hand->melded, NO_MELD, sizeof hand->melds - (size_t)hand->melded);
    for (int at = SUITED + 1; at < SUITED + 5; at++)
        hand->size -= hand->counts[BLOCKS + at];
    return !empty && !letter && !hand->counts[NO_TILE];
}

/* The kind of the last tile, where it stands apart from others of its suit, which is how a text shows the winning tile;
   -1 where it doesn't. The text is that of the hand. */
static int shown_winner(const Hand *hand, const uint8_t *text, ptrdiff_t length) {
    for (const uint8_t *at = text + length, *end; at > text;) {
        int marked = 0, suit = SUITS[*(end = --at)];
        for (; at > text && !SUITS[at[-1]] && at[-1] != ','; at--)
            marked |= at[-1] < '0' || at[-1] > '9';
        if (suit && !marked)
            return end - at == 1 && hand->counts[BLOCKS + suit] > 1 ? PLACE[suit][*at] : -1;
    }
    return -1;
}
