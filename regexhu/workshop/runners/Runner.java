@ABOUT@
//
// Save as @CLASS@.java.
//
//     @CLASS@.wins("123m456p789s11122z")                 // true or false
//     @CLASS@.Hand hand = @CLASS@.read("123m456p78s9s,11-1z");
//     hand.selfDraw = true;
//     @CLASS@.wins(hand)
//     @CLASS@.waits(@CLASS@.read("123m456p789s1122z"))   // [27, 28]
//
// A hand is read from MPSZ text (0 is a red five; a tile that is written last and apart is the winning one), or filled in.
// Kinds of tile are 0 to 33: 1m-9m, 1p-9p, 1s-9s, 1z-7z. What can't be judged is an IllegalArgumentException.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Which hands win. */
public final class @CLASS@ {
    /** A declared meld is one of these and the kind of its first tile. */
    public static final int SEQUENCE = 0, TRIPLET = 34, KONG = 68, ADDED_KONG = 102, CONCEALED_KONG = 136;

    /** A hand and what is known of it; null is not known. */
    public static final class Hand {
        /** How many concealed tiles of each kind, the winning tile among them. */
        public int[] tiles = new int[34];
        /** The declared melds. */
        public List<Integer> melds = new ArrayList<>();
        /** The kind of the winning tile. */
        public Integer winningTile;
        /** Whether it was won by self-draw, whether it was declared ready. */
        public Boolean selfDraw, ready;
        /** What the win came by, such as robbed-kong; null: nothing special. */
        public String event;
        /** A bit for each kind. */
        public Long wild, forbidden;
        /** Wild tiles that are of no kind, beside those in tiles. */
        public int wilds;
    }

    private static final int WIDTH = @WIDTH@, WILDS = @WILDS@, CLASSES = @CLASSES@, FACTS = @FACTS@, ALIKE = @ALIKE@, COPIES = @COPIES@;
    private static final int[] FIRST = {@FIRST@};
    private static final int[][] LETTERS = {@COLUMNS@};
    private static final int[] MELDS = {@MELDS@};
    private static final int[] MOST = {@MOST@};
    private static final char[] ROOTS = {@ROOTS@};
    private static final int[] WINNERS = {@WINNERS@};
    private static final List<String> EVENTS = Arrays.asList(@EVENTS@);
    private static final char[] CELLS = decoded();
    private static final String UNREADABLE = "no text in the notation of hands";

    private @CLASS@() {
    }

    /** Whether the hand of a text in MPSZ wins. */
    public static boolean wins(String text) {
        return wins(read(text));
    }

    /** The hand that a text in MPSZ describes; nothing else is known of it. */
    public static Hand read(String text) {
        Hand hand = new Hand();
        boolean[] seen = new boolean[4];
        check(text.length() <= 10000, UNREADABLE);
        for (int at = 0; at < text.length(); at++) {
            if (" \t\r\n,".indexOf(text.charAt(at)) >= 0) {
                continue;
            }
            int[] of = new int[9];
            int number = 0, place = 0, lowest = 8, highest = 0;
            boolean hasZero = false;
            char mark = 0;
            for (; at < text.length() && "0123456789-=+".indexOf(text.charAt(at)) >= 0; at++) {
                char digit = text.charAt(at);
                if (digit < '0' || digit > '9') {
                    check(mark == 0 && number > 0, UNREADABLE);
                    mark = digit;
                    place = number;
                    continue;
                }
                int rank = digit == '0' ? 4 : digit - '1';
                of[rank]++;
                lowest = Math.min(lowest, rank);
                highest = Math.max(highest, rank);
                hasZero |= digit == '0';
                number++;
            }
            int suit = at < text.length() ? "mpsz".indexOf(text.charAt(at)) : -1;
            check(suit >= 0 && number > 0, UNREADABLE);
            check(suit < 3 || !hasZero && highest < 7, UNREADABLE);
            if (mark == 0) {
                for (int rank = 0; rank < 9; rank++) {
                    if (of[rank] > 0) {
                        hand.tiles[9 * suit + rank] += of[rank];
                    }
                }
                hand.winningTile = number == 1 && seen[suit] ? Integer.valueOf(9 * suit + lowest) : null;
                seen[suit] = true;
                continue;
            }
            boolean isAlike = of[lowest] == number;
            boolean inRow = suit < 3 && lowest < 7 && of[lowest + 1] == 1 && of[lowest + 2] == 1;
            check(number == 4 && isAlike && (mark == '-' || mark == '+' == (place == 4))
                || number == 3 && mark == '-' && (isAlike || inRow), UNREADABLE);
            int kong = mark == '-' ? KONG : mark == '=' ? ADDED_KONG : CONCEALED_KONG;
            hand.melds.add((number == 4 ? kong : isAlike ? TRIPLET : SEQUENCE) + 9 * suit + lowest);
        }
        return hand;
    }

    private static void check(boolean isRight, String message) {
        if (!isRight) {
            throw new IllegalArgumentException(message);
        }
    }

    /** How many tiles of each kind the hand holds, those of its melds among them. */
    private static int[] held(Hand hand) {
        int[] held = hand.tiles.clone();
        for (int at = 0; at < hand.melds.size(); at++) {
            int meld = hand.melds.get(at), first = meld % 34;
            held[first] += meld < TRIPLET ? 1 : meld < KONG ? 3 : 4;
            if (meld < TRIPLET) {
                held[first + 1]++;
                held[first + 2]++;
            }
        }
        return held;
    }

    private static void checkHand(Hand hand) {
        check(hand.tiles.length == 34 && hand.wilds >= 0, "a hand has 34 counts");
        for (int number : hand.tiles) {
            check(number >= 0, "a count is a number from 0 up");
        }
        for (int at = 0; at < hand.melds.size(); at++) {
            int meld = hand.melds.get(at);
            check(meld >= 0 && meld < 170 && (meld >= TRIPLET || meld < 27 && meld % 9 < 7), "no such meld");
        }
    }

    /** Whether the tiles and melds win from a root: one look-up for each meld and each kind. */
    private static boolean walk(Hand hand, int[] tiles, int state, long wild, int won) {
        int[] melds = new int[hand.melds.size()];
        for (int at = 0; at < melds.length; at++) {
            melds[at] = hand.melds.get(at);
        }
        for (int kind = 0; kind < 34; kind++) {
            int isWild = (int) (wild >> kind & 1);
            for (int at = 0; at < melds.length; at++) {
                if (melds[at] % 34 == kind) {
                    state = CELLS[FIRST[kind] + state * WIDTH + MELDS[melds[at] / 34]];
                }
            }
            if (tiles[kind] > MOST[isWild]) {
                return false;
            }
            state = CELLS[FIRST[kind] + state * WIDTH + LETTERS[isWild + (kind == won ? 2 : 0)][tiles[kind]]];
        }
        return state == 1;
    }
@if tiles

    /** Whether a tile of these kinds lies there: 1 concealed, 2 claimed or in an added kong, 4 in a concealed kong, 8 won. */
    private static boolean lies(Hand hand, long kinds, int where) {
        for (int kind = 0; kind < 34; kind++) {
            if ((kinds >> kind & 1) == 0) {
                continue;
            }
            boolean isWon = hand.winningTile != null && hand.winningTile == kind;
            if ((where & 1) != 0 && hand.tiles[kind] > 0 || (where & 8) != 0 && isWon) {
                return true;
            }
            for (int meld : hand.melds) {
                int from = kind - meld % 34;
                if ((where & (meld < CONCEALED_KONG ? 2 : 4)) != 0 && from >= 0 && from < (meld < TRIPLET ? 3 : 1)) {
                    return true;
                }
            }
        }
        return false;
    }
@end
@if waits

    /** Whether the hand without its winning tile wins from a root with one more tile of these kinds. */
    private static boolean waited(Hand hand, long kinds, int root, int copies) {
        Hand other = new Hand();
        other.tiles = hand.tiles.clone();
        other.melds = hand.melds;
        if (hand.winningTile != null) {
            other.tiles[hand.winningTile]--;
        }
        int[] held = held(other);
        for (int kind = 0; kind < 34; kind++) {
            if ((kinds >> kind & 1) == 0 || held[kind] >= copies) {
                continue;
            }
            other.tiles[kind]++;
            boolean wins = walk(other, other.tiles, root, 0, -1);
            other.tiles[kind]--;
            if (wins) {
                return true;
            }
        }
        return false;
    }
@end

    /** Whether the hand wins. */
    public static boolean wins(Hand hand) {
        long wild = @WILD@;
@if forbidden
        long forbidden = @FORBIDDEN@;
@end
        int won = hand.winningTile == null ? -1 : hand.winningTile, wilds = hand.wilds, facts = 0;
        checkHand(hand);
        check(won < 34 && (won < 0 || hand.tiles[won] > 0), "the winning tile is a concealed tile");
@if fixed_self_draw
        check(hand.selfDraw == null || hand.selfDraw != @OTHER_SELF_DRAW@, "the table was made for another selfDraw");
@end
@if fixed_ready
        check(hand.ready == null || hand.ready != @OTHER_READY@, "the table was made for another ready");
@end
@if fixed_event
        check(!(@OTHER_EVENT@), "the table was made for another event");
@end
@if fixed_wild
        check(hand.wild == null || hand.wild == wild, "the table was made for other wild kinds");
@end
@if fixed_forbidden
        check(hand.forbidden == null || hand.forbidden == forbidden, "the table was made for other forbidden kinds");
@end
@if needs_winning_tile
        check(won >= 0, "winningTile has to be known");
@end
@if needs_self_draw
        check(hand.selfDraw != null, "selfDraw has to be known");
@end
@if needs_ready
        check(hand.ready != null, "ready has to be known");
@end
@if needs_wild
        check(hand.wild != null, "wild has to be known");
@end
@if needs_forbidden
        check(hand.forbidden != null, "forbidden has to be known");
@end
        check(hand.event == null || EVENTS.contains(hand.event), "no such event");
@if no_wild
        check(wild == 0, "the rule set has no wild tiles");
@end
@if no_count
        check(wilds == 0, "wild has to be known, not wilds alone");
@end
@if waits
        check(wild == 0, "the table judges no deals with wild kinds");
@end
        for (int kind = 0; kind < 34 && wild >> kind != 0; kind++) {
            wilds += (wild >> kind & 1) == 0 ? 0 : hand.tiles[kind];
        }
        check(wilds <= WILDS, "the table has at most " + WILDS + " wild tiles");
        for (int number : held(hand)) {
            if (number > ALIKE) {
                return false;
            }
        }
@FACT_LINES@
        int root = wilds * CLASSES + (won >= 0 && (wild >> won & 1) == 1 ? WINNERS[won] : 0);
        return walk(hand, hand.tiles, ROOTS[(root << FACTS) + facts], wild, won);
    }

    /** The kinds that complete a hand which is one tile short, in order. */
    public static List<Integer> waits(Hand hand) {
        List<Integer> kinds = new ArrayList<>();
        Hand drawn = new Hand();
        drawn.tiles = hand.tiles.clone();
        drawn.melds = hand.melds;
        drawn.selfDraw = hand.selfDraw;
        drawn.ready = hand.ready;
        drawn.event = hand.event;
        drawn.wild = hand.wild;
        drawn.forbidden = hand.forbidden;
        drawn.wilds = hand.wilds;
        checkHand(hand);
        int[] held = held(hand);
        for (int kind = 0; kind < 34; kind++) {
            if (held[kind] < COPIES) {
                drawn.tiles[kind]++;
                drawn.winningTile = kind;
                if (wins(drawn)) {
                    kinds.add(kind);
                }
                drawn.tiles[kind]--;
            }
        }
        return kinds;
    }

    private static char[] decoded() {
        byte[] data = Base64.getDecoder().decode(String.join("", Table.TEXT));
        char[] cells = new char[data.length / 2];
        for (int at = 0; at < cells.length; at++) {
            cells[at] = (char) (data[2 * at] & 255 | (data[2 * at + 1] & 255) << 8);
        }
        return cells;
    }

    /** The table: 16-bit numbers, the least byte first, in base 64. */
    private static final class Table {
        static final String[] TEXT = {
@CELLS@
        };
    }
}
