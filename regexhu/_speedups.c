/* What runs at C speed: verdicts on MPSZ text by an automaton that grows while it is used; see _speedups.pyi.

   A judge answers what it was taught, and hands every other call to its fallback, which is Python. So nothing here tells
   what is wrong with a hand: a text that isn't plainly right is one that the judge can't answer. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <limits.h>
#include <stdint.h>
#include <structmember.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { KINDS = 34, HONOURS = 27, RED = 5, MELDS = 5, MOST_MELDS = 8, NO_MELD = 255, LONGEST = 200 };
enum { LOST, WON, UNKNOWN = -1, FROM_TEXT = -1, NOT_READ = -2, MOST_TESTS = 8, MOST_CONTEXTS = 256, MOST_SIZE = 255 };
#define UNTAUGHT UINT32_MAX
#define MOST_CELLS (1LL << 28)
#define ENDED(at) ((at) - 1 >= UNTAUGHT - 1) /* lost, or not taught */
#define BIT(kind) (UINT64_C(1) << (kind))
#define HAS(mask, kind) ((int)((mask) >> (kind) & 1))

/* ---- The text of a hand ------------------------------------------------------------------------------------------- */

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
            low = Py_MIN(low, kind), high = Py_MAX(high, kind), sum += kind;
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
static int read_hand(const uint8_t *text, Py_ssize_t length, Hand *hand) {
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
static int shown_winner(const Hand *hand, const uint8_t *text, Py_ssize_t length) {
    for (const uint8_t *at = text + length, *end; at > text;) {
        int marked = 0, suit = SUITS[*(end = --at)];
        for (; at > text && !SUITS[at[-1]] && at[-1] != ','; at--)
            marked |= at[-1] < '0' || at[-1] > '9';
        if (suit && !marked)
            return end - at == 1 && hand->counts[BLOCKS + suit] > 1 ? PLACE[suit][*at] : -1;
    }
    return -1;
}

/* ---- A judge ------------------------------------------------------------------------------------------------------ */

typedef struct {
    PyObject *key; /* (names of the keywords, value, value ...), or None; NULL: not taught */
    uint64_t wild, held[MOST_TESTS], claimed[MOST_TESTS], kong[MOST_TESTS], won[MOST_TESTS];
    int winner, tests;
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
    int context_number, real, own, marks, alike, width;
} Judge;

static Root *root_of(Root *roots, size_t places, uint64_t key) {
    size_t at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32);
    while (roots[at &= places - 1].key && roots[at].key != key)
        at++;
    return roots + at;
}

static uint64_t root_key(long long context, long long size, long long wilds, long long bits, long long wild_winner) {
    return (uint64_t)((((context << 8 | size) << 8 | wilds) << 8 | bits) << 8 | (wild_winner + 2));
}

/* Where the word of a hand begins, with this winning tile (-1: none or not read). */
static uint32_t root(const Judge *judge, const Context *context, const Hand *hand, int winner) {
    int wilds = 0, bits = 0;
    uint64_t held = 0;
    for (int kind = 0; kind < KINDS && (context->wild || context->tests); kind++) {
        held |= (uint64_t)!!hand->counts[kind] << kind;
        wilds += HAS(context->wild, kind) * hand->counts[kind];
    }
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

/* The context of a call's keywords; NULL where it isn't taught, or with an exception set. */
static const Context *context_of(const Judge *judge, PyObject *const *values, PyObject *names) {
    Py_ssize_t given = names ? PyTuple_GET_SIZE(names) : 0;
    const Context *context = judge->contexts;
    PyObject *key = given && context ? PyTuple_New(given + 1) : NULL;
    if (!key)
        return context && !given && context->key ? context : NULL;
    PyTuple_SET_ITEM(key, 0, Py_NewRef(names));
    for (Py_ssize_t at = 0; at < given; at++)
        PyTuple_SET_ITEM(key, at + 1, Py_NewRef(values[at]));
    PyObject *number = PyDict_GetItemWithError(judge->known, key);
    long found = number ? PyLong_AsLong(number) : LONG_MAX; /* comparing keys may have run anything, forget() too */
    context = found < judge->context_number && judge->contexts[found].key ? judge->contexts + found : NULL;
    for (Py_ssize_t at = 1; context && at <= given; at++) /* True equals 1, and is told from it */
        if (!Py_IS_TYPE(PyTuple_GET_ITEM(key, at), Py_TYPE(PyTuple_GET_ITEM(context->key, at))))
            context = NULL;
    if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Clear();
    Py_DECREF(key);
    return context;
}

/* ---- What a hand waits for: all draws in one walk ----------------------------------------------------------------- */

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

/* judge.waits(text, ...): the set of kinds which win when they are drawn, or None where that isn't known. */
static PyObject *waits(Judge *judge, PyObject *const *args, Py_ssize_t given, PyObject *names) {
    const Context *context = given == 1 ? context_of(judge, args + 1, names) : NULL;
    Hand hand;
    if (!context && PyErr_Occurred())
        return NULL;
    if (!context || context->winner >= 0 || !PyUnicode_CheckExact(args[0]) || !PyUnicode_IS_COMPACT_ASCII(args[0]) ||
        !read_hand(PyUnicode_DATA(args[0]), PyUnicode_GET_LENGTH(args[0]), &hand))
        Py_RETURN_NONE;
    return waits_of(judge, context, &hand);
}

static PyObject *fall_back(Judge *judge, PyObject *const *args, size_t nargsf, PyObject *names) {
    if (Py_EnterRecursiveCall(" while judging a hand"))
        return NULL;
    PyObject *fallback = Py_NewRef(judge->fallback), *found = PyObject_Vectorcall(fallback, args, nargsf, names);
    Py_DECREF(fallback);
    Py_LeaveRecursiveCall();
    return found;
}

static PyObject *judge_call(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *names) {
    Judge *judge = (Judge *)self;
    if (PyVectorcall_NARGS(nargsf) == 1 && PyUnicode_CheckExact(args[0]) && PyUnicode_IS_COMPACT_ASCII(args[0])) {
        const Context *context = context_of(judge, args + 1, names);
        if (!context && PyErr_Occurred())
            return NULL;
        int won = context ? verdict(judge, context, PyUnicode_DATA(args[0]), PyUnicode_GET_LENGTH(args[0])) : UNKNOWN;
        if (won != UNKNOWN)
            return PyBool_FromLong(won);
    }
    return fall_back(judge, args, nargsf, names);
}

/* ---- What a judge is taught --------------------------------------------------------------------------------------- */

static int in_range(const char *what, long long number, long long low, long long high) {
    if (low <= number && number <= high)
        return 1;
    PyErr_Format(PyExc_ValueError, "%s is a number from %lld to %lld, not %lld", what, low, high, number);
    return 0;
}

/* Make room for the cells of a state. */
static int reach(Judge *judge, long long state) {
    size_t width = (size_t)judge->width, number = judge->cell_number;
    if (!in_range("a state", state, 0, MOST_CELLS / judge->width - 1))
        return 0;
    while (number < ((size_t)state + 1) * width)
        number = number ? 2 * number : 64 * width;
    if (number == judge->cell_number)
        return 1;
    uint32_t *cells = PyMem_Realloc(judge->cells, number * sizeof *cells);
    if (!cells)
        return PyErr_NoMemory() != NULL;
    memset(cells + judge->cell_number, 0xFF, (number - judge->cell_number) * sizeof *cells);
    judge->cells = cells;
    judge->cell_number = number;
    return 1;
}

static PyObject *teach(Judge *judge, PyObject *args) {
    long long state, column, target;
    if (!PyArg_ParseTuple(args, "LLL:teach", &state, &column, &target) ||
        !in_range("a column", column, 0, judge->width - 1) || !reach(judge, state) || !reach(judge, target))
        return NULL;
    judge->cells[state * judge->width + column] = (uint32_t)(target * judge->width);
    Py_RETURN_NONE;
}

static PyObject *teach_root(Judge *judge, PyObject *args) {
    long long context, size, wilds, bits, wild_winner, state;
    if (!PyArg_ParseTuple(args, "LLLLLL:teach_root", &context, &size, &wilds, &bits, &wild_winner, &state) ||
        !in_range("a context", context, 0, judge->context_number - 1) || !in_range("a size", size, 0, 255) ||
        !in_range("wilds", wilds, 0, 255) || !in_range("bits", bits, 0, 255) ||
        !in_range("a kind or none", wild_winner, -1, KINDS - 1) || !reach(judge, state))
        return NULL;
    if (2 * judge->taken >= judge->places) {
        size_t places = judge->places ? 2 * judge->places : 64;
        Root *roots = PyMem_Calloc(places, sizeof *roots);
        if (!roots)
            return PyErr_NoMemory();
        for (size_t at = 0; at < judge->places; at++)
            if (judge->roots[at].key)
                *root_of(roots, places, judge->roots[at].key) = judge->roots[at];
        PyMem_Free(judge->roots);
        judge->roots = roots;
        judge->places = places;
    }
    Root *root = root_of(judge->roots, judge->places, root_key(context, size, wilds, bits, wild_winner));
    judge->taken += !root->key;
    *root = (Root){root_key(context, size, wilds, bits, wild_winner), (uint32_t)(state * judge->width)};
    Py_RETURN_NONE;
}

/* The number of the context, or -1 where there are too many. */
static PyObject *teach_context(Judge *judge, PyObject *args) {
    PyObject *key, *tests, *number = NULL;
    Context new = {0};
    long long wild;
    if (!PyArg_ParseTuple(args, "OLiO!:teach_context", &key, &wild, &new.winner, &PyList_Type, &tests) ||
        !in_range("wild", wild, 0, (1LL << KINDS) - 1) || !in_range("a winner", new.winner, -2, KINDS - 1) ||
        !in_range("the number of tests", PyList_GET_SIZE(tests), 0, MOST_TESTS))
        return NULL;
    new.wild = (uint64_t)wild;
    for (; new.tests < PyList_GET_SIZE(tests); new.tests++) {
        PyObject *test = PyList_GET_ITEM(tests, new.tests), *reserved;
        int at = new.tests;
        if (!PyTuple_Check(test) || !PyArg_ParseTuple(test, "KKKKO:test", new.held + at, new.claimed + at, new.kong + at,
                                                      new.won + at, &reserved))
            return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "a test is a tuple, not %R", test);
    }
    if (key != Py_None) {
        if (!PyTuple_Check(key) || PyTuple_GET_SIZE(key) < 2 || !PyTuple_CheckExact(PyTuple_GET_ITEM(key, 0)) ||
            PyTuple_GET_SIZE(PyTuple_GET_ITEM(key, 0)) != PyTuple_GET_SIZE(key) - 1)
            return PyErr_Format(PyExc_TypeError, "a key is None or (names, value, value ...), not %R", key);
        number = PyDict_GetItemWithError(judge->known, key);
    }
    int at = key == Py_None ? 0 : number ? (int)PyLong_AsLong(number) : Py_MAX(judge->context_number, 1);
    if (PyErr_Occurred() || at > MOST_CONTEXTS)
        return PyErr_Occurred() ? NULL : PyLong_FromLong(-1);
    if (key != Py_None && !number) {
        if (!(number = PyLong_FromLong(at)) || PyDict_SetItem(judge->known, key, number) < 0)
            return NULL; /* numbers up to 256 are never freed */
    }
    if (at >= judge->context_number) {
        Context *contexts = PyMem_Realloc(judge->contexts, ((size_t)at + 1) * sizeof *contexts);
        if (!contexts)
            return PyErr_NoMemory();
        memset(contexts + judge->context_number, 0, (size_t)(at + 1 - judge->context_number) * sizeof *contexts);
        judge->contexts = contexts;
        judge->context_number = at + 1;
    }
    PyObject *old = judge->contexts[at].key;
    new.key = Py_NewRef(key);
    judge->contexts[at] = new;
    Py_XDECREF(old);
    return PyLong_FromLong(at);
}

static int clear(Judge *judge) {
    Context *contexts = judge->contexts;
    int number = judge->context_number;
    PyMem_Free(judge->roots);
    PyMem_Free(judge->cells);
    judge->contexts = NULL, judge->roots = NULL, judge->cells = NULL;
    judge->context_number = 0, judge->places = 0, judge->taken = 0, judge->cell_number = 0;
    while (number--)
        Py_XDECREF(contexts[number].key);
    PyMem_Free(contexts);
    return 0;
}

static PyObject *forget(Judge *judge, PyObject *nothing) {
    PyDict_Clear(judge->known);
    clear(judge);
    Py_RETURN_NONE;
}

/* ---- is_win(text, rules=name): the judges of rule sets by their names ----------------------------------------------- */

static PyObject *is_win_call(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *names) {
    Judge *is_win = (Judge *)self;
    if (PyVectorcall_NARGS(nargsf) == 1 && names && PyTuple_GET_SIZE(names) == 1 && PyUnicode_CheckExact(args[1]) &&
        !PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), "rules")) {
        PyObject *judge = PyDict_GetItemWithError(is_win->known, args[1]);
        if (judge) {
            PyObject *found = PyObject_Vectorcall(Py_NewRef(judge), args, 1, NULL);
            Py_DECREF(judge);
            return found;
        }
        if (PyErr_Occurred())
            return NULL;
    }
    return fall_back(is_win, args, nargsf, names);
}

/* ---- Many hands at once: other threads run meanwhile --------------------------------------------------------------- */

enum { BLOCK = 2048, CHUNKS = 5, BUFFERS = 2 + CHUNKS + CHUNKS - 1 };

/* are_texts(texts): whether all are str. */
static PyObject *are_texts(PyObject *module, PyObject *texts) {
    Py_ssize_t at = PyList_CheckExact(texts) ? PyList_GET_SIZE(texts) : 0;
    while (at && PyUnicode_CheckExact(PyList_GET_ITEM(texts, at - 1)))
        at--;
    return PyBool_FromLong(!at && PyList_CheckExact(texts));
}

/* counts(texts, start, counts, plain): the counts of texts without melds, from the first on, and which texts those are. */
static PyObject *counts_of(PyObject *module, PyObject *args) {
    PyObject *texts, *held[BLOCK];
    Py_ssize_t start;
    Py_buffer counts, plain;
    if (!PyArg_ParseTuple(args, "O!nw*w*:counts", &PyList_Type, &texts, &start, &counts, &plain))
        return NULL;
    Py_ssize_t number = Py_MIN(plain.len, counts.len / KINDS);
    for (Py_ssize_t first = 0; first < number; first += BLOCK) {
        int rows = (int)Py_MIN(BLOCK, number - first);
        for (int row = 0; row < rows; row++) {
            Py_ssize_t at = start + first + row;
            held[row] = Py_NewRef(0 <= at && at < PyList_GET_SIZE(texts) ? PyList_GET_ITEM(texts, at) : Py_None);
        }
        Py_BEGIN_ALLOW_THREADS
        for (int row = 0; row < rows; row++) {
            Hand hand;
            int reads = PyUnicode_CheckExact(held[row]) && PyUnicode_IS_COMPACT_ASCII(held[row]) &&
                        read_hand(PyUnicode_DATA(held[row]), PyUnicode_GET_LENGTH(held[row]), &hand) && !hand.melded;
            ((uint8_t *)plain.buf)[first + row] = (uint8_t)reads;
            memcpy((uint8_t *)counts.buf + (first + row) * KINDS, hand.counts, KINDS);
        }
        Py_END_ALLOW_THREADS
        for (int row = 0; row < rows; row++)
            Py_DECREF(held[row]);
    }
    PyBuffer_Release(&counts);
    PyBuffer_Release(&plain);
    Py_RETURN_NONE;
}

/* The numbers in base 5 that eight counts each are, the first kind highest; whether there are so many tiles, at most four
   of a kind. Other numbers of tiles are added to a set of them, in which 63 is any from there on. */
static inline int numbers_of(const uint8_t *counts, unsigned size, uint32_t numbers[CHUNKS], uint64_t *others) {
    unsigned total = counts[32] + counts[33], more = counts[32] > 4 || counts[33] > 4;
    numbers[4] = 5u * counts[32] + counts[33];
#ifdef __SSE2__
    const __m128i zero = _mm_setzero_si128(), fives = _mm_set1_epi32(5 | 1 << 16), fours = _mm_set1_epi8(4);
    __m128i low = _mm_loadu_si128((const __m128i *)counts), high = _mm_loadu_si128((const __m128i *)(counts + 16));
    __m128i sums = _mm_add_epi64(_mm_sad_epu8(low, zero), _mm_sad_epu8(high, zero));
    __m128i over = _mm_cmpeq_epi8(_mm_subs_epu8(_mm_max_epu8(low, high), fours), zero);
    total += (unsigned)(_mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4));
    more |= _mm_movemask_epi8(over) != 0xFFFF;
    low = _mm_packs_epi32(_mm_madd_epi16(_mm_unpacklo_epi8(low, zero), fives),
                          _mm_madd_epi16(_mm_unpackhi_epi8(low, zero), fives));
    high = _mm_packs_epi32(_mm_madd_epi16(_mm_unpacklo_epi8(high, zero), fives),
                           _mm_madd_epi16(_mm_unpackhi_epi8(high, zero), fives));
    const __m128i squares = _mm_set1_epi32(25 | 1 << 16), fourths = _mm_set1_epi32(625 | 1 << 16);
    low = _mm_packs_epi32(_mm_madd_epi16(low, squares), _mm_madd_epi16(high, squares));
    _mm_storeu_si128((__m128i *)numbers, _mm_madd_epi16(low, fourths));
#else
    for (int kind = 0; kind < 32; kind++) {
        numbers[kind / 8] = (kind % 8 ? 5 * numbers[kind / 8] : 0) + counts[kind];
        total += counts[kind];
        more |= counts[kind] > 4;
    }
#endif
    if (total == size)
        return !more;
    *others |= BIT(Py_MIN(total, 63));
    return 0;
}

/* verdicts(rows, verdicts, size, classes, compose): set the verdicts on rows of counts that hold so many tiles, at most
   four of a kind; tell which other numbers of tiles there are. The tables are those of tables.Tables, unchecked. */
static PyObject *verdicts(PyObject *module, PyObject *args) {
    Py_buffer b[BUFFERS];
    unsigned size;
    if (!PyArg_ParseTuple(args, "y*w*I(y*y*y*y*y*)(y*y*y*y*):verdicts", b, b + 1, &size, b + 2, b + 3, b + 4, b + 5, b + 6,
                          b + 7, b + 8, b + 9, b + 10))
        return NULL;
    Py_ssize_t rows = Py_MIN(b[1].len, b[0].len / KINDS);
    const uint8_t *counts = b[0].buf;
    uint8_t *won = b[1].buf;
    const uint16_t *classes[CHUNKS] = {b[2].buf, b[3].buf, b[4].buf, b[5].buf, b[6].buf};
    const int32_t *compose[CHUNKS] = {NULL, b[7].buf, b[8].buf, b[9].buf, b[10].buf};
    uint64_t others = 0;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t row = 0; row < rows; row++, counts += KINDS) {
        uint32_t numbers[CHUNKS];
        if (numbers_of(counts, size, numbers, &others)) {
            int32_t place = classes[0][numbers[0]];
            for (int chunk = 1; chunk < CHUNKS; chunk++)
                place = compose[chunk][place + classes[chunk][numbers[chunk]]];
            won[row] = !place;
        }
    }
    Py_END_ALLOW_THREADS
    for (int at = 0; at < BUFFERS; at++)
        PyBuffer_Release(b + at);
    return PyLong_FromUnsignedLongLong(others);
}

/* ---- Types and module --------------------------------------------------------------------------------------------- */

static PyObject *made(PyTypeObject *type, vectorcallfunc call, PyObject *fallback, PyObject *known) {
    Judge *judge = known ? (Judge *)type->tp_alloc(type, 0) : NULL;
    if (judge) {
        judge->vectorcall = call;
        judge->fallback = Py_NewRef(fallback);
        judge->known = Py_NewRef(known);
    }
    return (PyObject *)judge;
}

static PyObject *new_judge(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"fallback", "real", "own", "marks", "alike", NULL};
    PyObject *fallback;
    int real, own, marks, alike;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "Oiipi:Judge", names, &fallback, &real, &own, &marks, &alike) ||
        !in_range("real", real, 0, LONGEST) || !in_range("own", own, 0, LONGEST))
        return NULL;
    PyObject *known = PyDict_New();
    Judge *judge = (Judge *)made(type, judge_call, fallback, known);
    Py_XDECREF(known);
    if (judge) {
        judge->real = real, judge->own = own, judge->marks = marks, judge->alike = alike < 0 ? INT_MAX : alike;
        judge->width = 1 + (1 + marks) * (real + own) + MELDS;
    }
    return (PyObject *)judge;
}

static PyObject *new_is_win(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"loaded", "fallback", NULL};
    PyObject *loaded, *fallback;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!O:IsWin", names, &PyDict_Type, &loaded, &fallback))
        return NULL;
    return made(type, is_win_call, fallback, loaded);
}

static int traverse(Judge *judge, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(judge));
    Py_VISIT(judge->fallback);
    Py_VISIT(judge->known);
    for (int at = 0; at < judge->context_number; at++)
        Py_VISIT(judge->contexts[at].key);
    return 0;
}

static int clear_all(Judge *judge) {
    Py_XSETREF(judge->fallback, Py_NewRef(Py_None)); /* what is called once more by a finalizer has one still */
    return clear(judge);
}

static void dealloc(Judge *judge) {
    PyTypeObject *type = Py_TYPE(judge);
    PyObject_GC_UnTrack(judge);
    clear(judge);
    Py_XDECREF(judge->fallback);
    Py_XDECREF(judge->known);
    type->tp_free(judge);
    Py_DECREF(type);
}

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Judge, vectorcall), READONLY},
    {"fallback", T_OBJECT, offsetof(Judge, fallback), READONLY},
    {NULL},
};
static PyMethodDef judge_methods[] = {
    {"teach_context", (PyCFunction)teach_context, METH_VARARGS, NULL},
    {"teach_root", (PyCFunction)teach_root, METH_VARARGS, NULL},
    {"teach", (PyCFunction)teach, METH_VARARGS, NULL},
    {"forget", (PyCFunction)forget, METH_NOARGS, NULL},
    {"waits", (PyCFunction)(void (*)(void))waits, METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL},
};
#define SLOTS(new, methods)                                                                                             \
    {{Py_tp_new, new}, {Py_tp_methods, methods}, {Py_tp_members, members}, {Py_tp_call, PyVectorcall_Call},             \
     {Py_tp_traverse, traverse}, {Py_tp_clear, clear_all}, {Py_tp_dealloc, dealloc}, {0, NULL}}
#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Slot judge_slots[] = SLOTS(new_judge, judge_methods), is_win_slots[] = SLOTS(new_is_win, judge_methods + 5);
static PyType_Spec judge_spec = {"regexhu._speedups.Judge", sizeof(Judge), 0, FLAGS, judge_slots};
static PyType_Spec is_win_spec = {"regexhu._speedups.IsWin", sizeof(Judge), 0, FLAGS, is_win_slots};

static int add_types(PyObject *module) {
    fill_places();
    PyType_Spec *specs[] = {&judge_spec, &is_win_spec};
    for (int at = 0; at < 2; at++) {
        PyObject *type = PyType_FromModuleAndSpec(module, specs[at], NULL);
        int failed = !type || PyModule_AddType(module, (PyTypeObject *)type) < 0;
        Py_XDECREF(type);
        if (failed)
            return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, add_types}, {0, NULL}};
static PyMethodDef functions[] = {
    {"are_texts", are_texts, METH_O, NULL},
    {"counts", counts_of, METH_VARARGS, NULL},
    {"verdicts", verdicts, METH_VARARGS, NULL},
    {NULL},
};
static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "regexhu._speedups", .m_methods = functions, .m_slots = slots};

PyMODINIT_FUNC PyInit__speedups(void) {
    return PyModuleDef_Init(&definition);
}
