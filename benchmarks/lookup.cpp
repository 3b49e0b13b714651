// A table look-up of the kind that game servers use, written for this benchmark: a table for the suits and one for the
// honours says of the counts in it whether they are melds with at most one pair, and with how many wild tiles more.
// Four melds and a pair, seven different pairs, thirteen orphans, of 14 tiles. HASHED keeps the tables in hash maps, as
// most servers do, and not in arrays.
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rows.h"

namespace {

constexpr int kMostWild = 4;
constexpr int kSizes[2] = {1953125, 78125};  // 5 to the power of 9 and of 7: a digit for each kind
constexpr int kPower[9] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};

#ifdef HASHED
std::unordered_map<int, std::uint8_t> tables[2];
unsigned look(int table, int key) {
    auto found = tables[table].find(key);
    return found == tables[table].end() ? 0 : found->second;
}
#else
std::vector<std::uint8_t> tables[2];
unsigned look(int table, int key) { return tables[table][key]; }
#endif

// Bit w of an entry: complete with w wild tiles more. How many melds that is, and whether there is a pair, follows from
// the number of tiles.
struct Builder {
    int kinds;
    std::vector<std::uint8_t> complete;
    std::vector<int> keys;
    int counts[9] = {};

    explicit Builder(int table) : kinds(table ? 7 : 9), complete(kSizes[table]) {
        take(0, 4, true);
        for (int wild = 1; wild <= kMostWild; wild++) {
            std::vector<int> before = std::move(keys);
            keys.clear();
            for (int key : before)
                for (int kind = 0; kind < kinds; kind++)
                    if (key / kPower[kind] % 5) mark(key - kPower[kind], wild);
        }
    }

    void mark(int key, int wild) {
        if (complete[key] >> wild & 1) return;
        complete[key] |= 1 << wild;
        keys.push_back(key);
    }

    // Every set of melds from a kind on, with or without a pair; a key is marked once, however it is made.
    void take(int kind, int melds, bool pair) {
        if (kind == kinds) {
            int key = 0;
            for (int i = 0; i < kinds; i++) key += counts[i] * kPower[i];
            mark(key, 0);
            return;
        }
        take(kind + 1, melds, pair);
        if (melds && add(kind, 3)) {
            take(kind + 1, melds - 1, pair);
            add(kind, -3);
        }
        if (pair && add(kind, 2)) {
            take(kind, melds, false);
            add(kind, -2);
        }
        if (melds && kinds == 9 && kind < 7 && counts[kind] < 4 && counts[kind + 1] < 4 && counts[kind + 2] < 4) {
            for (int i = 0; i < 3; i++) counts[kind + i]++;
            take(kind, melds - 1, pair);
            for (int i = 0; i < 3; i++) counts[kind + i]--;
        }
    }

    bool add(int kind, int n) {
        if (counts[kind] + n > 4) return false;
        counts[kind] += n;
        return true;
    }
};

bool is_orphan(int kind) { return kind >= 27 || kind % 9 == 0 || kind % 9 == 8; }

}  // namespace

static void prepare() {
    for (int table = 0; table < 2; table++) {
        Builder built(table);
#ifdef HASHED
        for (int key = 0; key < kSizes[table]; key++)
            if (built.complete[key]) tables[table].emplace(key, built.complete[key]);
#else
        tables[table] = std::move(built.complete);
#endif
    }
}

static int judge(const unsigned char *row, int wild) {
    int keys[4], tiles[4], total = 0, wilds = 0;
    int alone = 0, pairs = 0, more = 0, inner = 0;
    for (int suit = 0; suit < 4; suit++) {
        int key = 0, sum = 0;
        for (int i = 0, kind = 9 * suit; i < (suit == 3 ? 7 : 9); i++, kind++) {
            int n = row[kind];
            if (n > 4) return 0;
            if (kind == wild) {
                wilds = n;
                continue;
            }
            key += n * kPower[i];
            sum += n;
            alone += n == 1;
            pairs += n == 2;
            more += n > 2;
            inner += n && !is_orphan(kind);
        }
        keys[suit] = key;
        tiles[suit] = sum;
        total += sum;
    }
    if (total + wilds != 14) return 0;
    if (!more && alone <= wilds) return 1;  // seven pairs: what is alone takes a wild tile, the others pair up
    if (!more && !inner && pairs <= 1) return 1;
    unsigned complete[4];
    for (int suit = 0; suit < 4; suit++)
        if (!(complete[suit] = look(suit == 3, keys[suit]))) return 0;
    // Every way to lay out the wild tiles; one part has the pair, and with it two tiles more than its melds.
    for (int a = 0; a <= wilds; a++) {
        if (!(complete[0] >> a & 1)) continue;
        for (int b = 0; a + b <= wilds; b++) {
            if (!(complete[1] >> b & 1)) continue;
            for (int c = 0; a + b + c <= wilds; c++) {
                int d = wilds - a - b - c;
                if (!(complete[2] >> c & 1) || !(complete[3] >> d & 1)) continue;
                int with_pair = ((tiles[0] + a) % 3 == 2) + ((tiles[1] + b) % 3 == 2) + ((tiles[2] + c) % 3 == 2) +
                                ((tiles[3] + d) % 3 == 2);
                if (with_pair == 1) return 1;
            }
        }
    }
    return 0;
}
