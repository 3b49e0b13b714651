/*
@ABOUT@
 *
 * hu_read reads a hand from MPSZ text such as "123m456p78s9s,11-1z" (0 is a red five; a tile that is written last and
 * apart is the winning one), or fill in hu_hand from {0}. Kinds of tile are 0 to 33: 1m-9m, 1p-9p, 1s-9s, 1z-7z.
 *
 *     hu_hand hand;
 *     if (hu_read("123m456p789s11122z", &hand) == 0 && hu_wins(&hand) == 1) ...
 */
#include <stdint.h>
#include <stddef.h>
#include <string.h>

/* What a function returns where it has no verdict. */
enum {
    HU_UNREADABLE = -1, /* no text in the notation, or no hand */
    HU_UNTOLD = -2,     /* the rule set has to know more: winning tile, self_draw, ready, wild, forbidden */
    HU_TOO_WILD = -3,   /* more wild tiles than the table has */
    HU_OTHER = -4       /* the table was made for other hands than are told of, or knows no such event */
};

/* A declared meld is one of these and the kind of its first tile. */
enum { HU_SEQUENCE = 0, HU_TRIPLET = 34, HU_KONG = 68, HU_ADDED_KONG = 102, HU_CONCEALED_KONG = 136, HU_MOST_MELDS = 24 };

#define HU_TOLD (UINT64_C(1) << 34)
#define HU_KINDS (HU_TOLD - 1)

typedef struct {
    int tiles[34];             /* how many concealed tiles of each kind, the winning tile among them */
    int melds[HU_MOST_MELDS];  /* the declared melds */
    int number_of_melds;
    int winning_tile;          /* 1 and its kind, or 0: not known */
    int self_draw, ready;      /* 1: yes, -1: no, 0: not known */
    const char *event;         /* what the win came by, such as "robbed-kong", or NULL: nothing special */
    uint64_t wild, forbidden;  /* HU_TOLD and a bit for each kind, or 0: not known */
    int wilds;                 /* wild tiles that are of no kind, beside those in tiles */
} hu_hand;

static const uint16_t HU_CELLS[@NUMBER@]; /* the table: at the end of the file */
static const int HU_FIRST[34] = {@FIRST@};
static const unsigned char HU_LETTERS[4][@LETTERS@] = {@COLUMNS@};
static const unsigned char HU_MELDS[5] = {@MELDS@};
static const int HU_MOST[2] = {@MOST@};
static const uint16_t HU_ROOTS[] = {@ROOTS@};
static const unsigned char HU_WINNERS[34] = {@WINNERS@};
enum { HU_WIDTH = @WIDTH@, HU_WILDS = @WILDS@, HU_CLASSES = @CLASSES@, HU_FACTS = @FACTS@, HU_ALIKE = @ALIKE@, HU_COPIES = @COPIES@ };

/* Read a text into the hand's tiles, melds and winning tile; nothing else is known then. 0, or an error. */
int hu_read(const char *text, hu_hand *hand)
{
    static const char suits[] = "mpsz";
    unsigned seen = 0;
    memset(hand, 0, sizeof *hand);
    if (strlen(text) > 10000) return HU_UNREADABLE;
    while (*(text += strspn(text, " \t\r\n,"))) {
        const char *end = text + strspn(text, "0123456789-=+"), *suit = *end ? strchr(suits, *end) : NULL;
        int of[9] = {0}, number = 0, place = 0, lowest = 8, first, rank, meld;
        char mark = 0;
        if (!suit) return HU_UNREADABLE;
        first = 9 * (int)(suit - suits);
        for (; text < end; text++) {
            if (*text < '0' || *text > '9') {
                if (mark || !number) return HU_UNREADABLE;
                mark = *text;
                place = number;
                continue;
            }
            if (first == 27 && (*text == '0' || *text > '7')) return HU_UNREADABLE;
            rank = *text == '0' ? 4 : *text - '1';
            if (rank < lowest) lowest = rank;
            of[rank]++;
            number++;
        }
        text++;
        if (!number) return HU_UNREADABLE;
        if (!mark) {
            for (rank = 0; rank < 9; rank++) if (of[rank]) hand->tiles[first + rank] += of[rank];
            hand->winning_tile = number == 1 && seen >> (first / 9) & 1 ? 1 + first + lowest : 0;
            seen |= 1u << (first / 9);
            continue;
        }
        if (number != 4 && (mark != '-' || number != 3)) return HU_UNREADABLE;
        if ((mark == '=' && place == 4) || (mark == '+' && place != 4)) return HU_UNREADABLE;
        if (of[lowest] == number) {
            meld = number == 3 ? HU_TRIPLET : mark == '-' ? HU_KONG : mark == '=' ? HU_ADDED_KONG : HU_CONCEALED_KONG;
        } else {
            if (number == 4 || first == 27 || lowest > 6 || !of[lowest + 1] || !of[lowest + 2]) return HU_UNREADABLE;
            meld = HU_SEQUENCE;
        }
        if (hand->number_of_melds < HU_MOST_MELDS) hand->melds[hand->number_of_melds] = meld + first + lowest;
        hand->number_of_melds++;
    }
    return 0;
}

/* How many tiles of each kind the hand holds, those of its melds among them. */
static void hu_hold(const hu_hand *hand, int held[34])
{
    int at;
    memcpy(held, hand->tiles, 34 * sizeof *held);
    for (at = 0; at < hand->number_of_melds; at++) {
        int type = hand->melds[at] / 34, first = hand->melds[at] % 34;
        held[first] += type == 0 ? 1 : type == 1 ? 3 : 4;
        if (type == 0) held[first + 1]++, held[first + 2]++;
    }
}

/* Whether the tiles and melds win from a root: one look-up for each meld and each kind. */
static int hu_walk(const hu_hand *hand, const int tiles[34], unsigned state, uint64_t wild, int won)
{
    int kind, at;
    for (kind = 0; kind < 34; kind++) {
        int is_wild = (int)(wild >> kind & 1);
        for (at = 0; at < hand->number_of_melds; at++)
            if (hand->melds[at] % 34 == kind)
                state = HU_CELLS[HU_FIRST[kind] + state * HU_WIDTH + HU_MELDS[hand->melds[at] / 34]];
        if (tiles[kind] > HU_MOST[is_wild]) return 0;
        state = HU_CELLS[HU_FIRST[kind] + state * HU_WIDTH + HU_LETTERS[is_wild + 2 * (kind == won)][tiles[kind]]];
    }
    return state == 1;
}
@if tiles

/* Whether a tile of these kinds lies there: 1 concealed, 2 in a claimed meld or added kong, 4 in a concealed kong, 8 won. */
static int hu_lies(const hu_hand *hand, uint64_t kinds, int where)
{
    int kind, at;
    for (kind = 0; kind < 34; kind++)
        if (kinds >> kind & 1) {
            if ((where & 1 && hand->tiles[kind]) || (where & 8 && hand->winning_tile == kind + 1)) return 1;
            for (at = 0; at < hand->number_of_melds; at++) {
                int from = kind - hand->melds[at] % 34, type = hand->melds[at] / 34;
                if (where & (type == 4 ? 4 : 2) && from >= 0 && from < (type ? 1 : 3)) return 1;
            }
        }
    return 0;
}
@end
@if waits

/* Whether the hand without its winning tile wins from a root with one more tile of these kinds. */
static int hu_waited(const hu_hand *hand, uint64_t kinds, unsigned root, int copies)
{
    hu_hand other = *hand;
    int kind, held[34];
    if (hand->winning_tile) other.tiles[hand->winning_tile - 1]--;
    hu_hold(&other, held);
    for (kind = 0; kind < 34; kind++) {
        int wins;
        if (!(kinds >> kind & 1) || held[kind] >= copies) continue;
        other.tiles[kind]++;
        wins = hu_walk(&other, other.tiles, root, 0, -1);
        other.tiles[kind]--;
        if (wins) return 1;
    }
    return 0;
}
@end
@if event

static int hu_came_by(const hu_hand *hand, const char *event)
{
    return hand->event && strcmp(hand->event, event) == 0;
}
@end

/* Whether it is no hand: counts or melds that can't be. */
static int hu_is_broken(const hu_hand *hand)
{
    int at, kind;
    if (hand->number_of_melds < 0 || hand->wilds < 0 || hand->winning_tile < 0 || hand->winning_tile > 34) return 1;
    for (kind = 0; kind < 34; kind++) if (hand->tiles[kind] < 0 || hand->tiles[kind] > 10000) return 1;
    for (at = 0; at < hand->number_of_melds && at < HU_MOST_MELDS; at++) {
        int meld = hand->melds[at];
        if (meld < 0 || meld > 169 || (meld < HU_TRIPLET && (meld >= 27 || meld % 9 > 6))) return 1;
    }
    return 0;
}

/* Whether the hand wins: 1 or 0, or an error. */
int hu_wins(const hu_hand *hand)
{
    static const char *const events[] = {@EVENTS@};
    uint64_t wild = @WILD@;
@if forbidden
    uint64_t forbidden = @FORBIDDEN@;
@end
    int won = hand->winning_tile - 1, wilds = hand->wilds, is_over = hand->number_of_melds > HU_MOST_MELDS;
    unsigned facts = 0, at;
    int kind, held[34];
    if (hu_is_broken(hand) || (won >= 0 && hand->tiles[won] < 1)) return HU_UNREADABLE;
@if fixed_self_draw
    if (hand->self_draw == @OTHER_SELF_DRAW@) return HU_OTHER;
@end
@if fixed_ready
    if (hand->ready == @OTHER_READY@) return HU_OTHER;
@end
@if fixed_event
    if (@OTHER_EVENT@) return HU_OTHER;
@end
@if fixed_wild
    if (hand->wild && (hand->wild & HU_KINDS) != wild) return HU_OTHER;
@end
@if fixed_forbidden
    if (hand->forbidden && (hand->forbidden & HU_KINDS) != forbidden) return HU_OTHER;
@end
@if needs_winning_tile
    if (won < 0) return HU_UNTOLD;
@end
@if needs_self_draw
    if (!hand->self_draw) return HU_UNTOLD;
@end
@if needs_ready
    if (!hand->ready) return HU_UNTOLD;
@end
@if needs_wild
    if (!hand->wild) return HU_UNTOLD;
@end
@if needs_forbidden
    if (!hand->forbidden) return HU_UNTOLD;
@end
    for (at = 0; hand->event && strcmp(hand->event, events[at]) != 0;)
        if (++at == sizeof events / sizeof *events) return HU_OTHER;
@if no_wild
    if (wild) return HU_OTHER;
@end
@if no_count
    if (wilds) return HU_UNTOLD;
@end
@if waits
    if (wild) return HU_OTHER;
@end
    for (kind = 0; kind < 34 && wild >> kind; kind++) if (wild >> kind & 1) wilds += hand->tiles[kind];
    if (wilds > HU_WILDS) return HU_TOO_WILD;
    if (is_over) return 0;
    hu_hold(hand, held);
    for (kind = 0; kind < 34; kind++) if (held[kind] > HU_ALIKE) return 0;
@FACT_LINES@
    at = (unsigned)(wilds * HU_CLASSES + (won >= 0 && wild >> won & 1 ? HU_WINNERS[won] : 0));
    return hu_walk(hand, hand->tiles, HU_ROOTS[(at << HU_FACTS) + facts], wild, won);
}

/* The kinds that complete a hand which is one tile short, in order; how many they are, or an error. */
int hu_waits(const hu_hand *hand, int kinds[34])
{
    hu_hand drawn = *hand;
    int kind, number = 0, held[34];
    if (hu_is_broken(hand)) return HU_UNREADABLE;
    if (hand->number_of_melds > HU_MOST_MELDS) return 0;
    hu_hold(hand, held);
    for (kind = 0; kind < 34; kind++) {
        int verdict;
        if (held[kind] >= HU_COPIES) continue;
        drawn.tiles[kind]++;
        drawn.winning_tile = kind + 1;
        verdict = hu_wins(&drawn);
        drawn.tiles[kind]--;
        if (verdict < 0) return verdict;
        if (verdict) kinds[number++] = kind;
    }
    return number;
}

static const uint16_t HU_CELLS[@NUMBER@] = {
@CELLS@
};
