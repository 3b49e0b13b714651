/* Many hands at once. Other threads run meanwhile. */

#pragma once

#include <Python.h>

#include "_text.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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
