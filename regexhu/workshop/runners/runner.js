@ABOUT@
//
// import { wins, waits } from "./@NAME@.js";
// wins("123m456p789s11122z")                            // true or false
// wins("123m456p78s9s,11-1z", { selfDraw: true })       // a tile that is written last and apart is the winning one
// waits("123m456p789s1122z")                            // ["1z", "2z"]
//
// A hand is MPSZ text (0 is a red five) or an object { tiles, melds, winningTile }: 34 counts of concealed tiles, a list
// of melds (`MELDS.triplet + kind`), a kind. Kinds are 0 to 33: 1m-9m, 1p-9p, 1s-9s, 1z-7z. What else is known of it:
// winningTile ("5p"), selfDraw, ready, event ("robbed-kong"), wild and forbidden (kinds as text, "" for none), and wilds
// (wild tiles that are of no kind, beside those in the hand). What can't be judged is a HandError, never a verdict.

const FIRST = [@FIRST@];
const LETTERS = [@COLUMNS@];
const MELD_LETTERS = [@MELDS@];
const MOST = [@MOST@];
const ROOTS = [@ROOTS@];
const WINNERS = [@WINNERS@];
const EVENTS = [@EVENTS@];
const WIDTH = @WIDTH@, WILDS = @WILDS@, CLASSES = @CLASSES@, FACTS = @FACTS@, ALIKE = @ALIKE@, COPIES = @COPIES@;

/** A declared meld is one of these and the kind of its first tile. */
export const MELDS = { sequence: 0, triplet: 34, kong: 68, addedKong: 102, concealedKong: 136 };
export const KINDS = ["m", "p", "s"].flatMap(suit => [1, 2, 3, 4, 5, 6, 7, 8, 9].map(rank => rank + suit))
  .concat([1, 2, 3, 4, 5, 6, 7].map(rank => rank + "z"));

/** What can't be judged: `code` is unreadable, untold, tooWild or other. */
export class HandError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** The hand that a text in MPSZ describes. */
export function read(text) {
  if (typeof text !== "string" || text.length > 10000) throw new HandError("unreadable", "a hand is text or an object");
  const hand = { tiles: new Array(34).fill(0), melds: [], winningTile: undefined };
  let seen = 0, ranks = [], mark = "", place = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at], suit = "mpsz".indexOf(char), begun = ranks.length > 0;
    if (char >= "0" && char <= "9") {
      ranks.push(char === "0" ? 4 : char.charCodeAt(0) - 49);
      if (char === "0" || char > "7") seen |= 16;
    } else if (begun && !mark && "-=+".includes(char)) {
      mark = char;
      place = ranks.length;
    } else if (suit >= 0 && begun && !(suit === 3 && seen & 16)) {
      if (mark) hand.melds.push(meldOf(ranks, mark, place, suit));
      else {
        for (const rank of ranks) hand.tiles[9 * suit + rank]++;
        hand.winningTile = ranks.length === 1 && seen >> suit & 1 ? 9 * suit + ranks[0] : undefined;
        seen |= 1 << suit;
      }
      ranks = [];
      mark = "";
      seen &= 15;
    } else if (begun || !" \t\r\n,".includes(char)) throw new HandError("unreadable", `not in the notation, at ${at}: ${text}`);
  }
  if (ranks.length) throw new HandError("unreadable", `the last tiles have no suit: ${text}`);
  return hand;
}

function meldOf(ranks, mark, place, suit) {
  const number = ranks.length, lowest = Math.min(...ranks), isAlike = ranks.every(rank => rank === lowest);
  const inRow = suit < 3 && ranks.includes(lowest + 1) && ranks.includes(lowest + 2);
  const kong = { "-": MELDS.kong, "=": MELDS.addedKong, "+": MELDS.concealedKong }[mark];
  if (!(number === 4 && isAlike && (mark === "-" || (mark === "+") === (place === 4)))
    && !(number === 3 && mark === "-" && (isAlike || inRow))) throw new HandError("unreadable", "no meld");
  return (number === 4 ? kong : isAlike ? MELDS.triplet : MELDS.sequence) + 9 * suit + lowest;
}

/** Whether the hand wins. */
export function wins(hand, told = {}) {
  return judge(...met(hand, told));
}

/** The kinds that complete a hand which is one tile short, in order. */
export function waits(hand, told = {}) {
  const [short, known] = met(hand, { ...told, winningTile: undefined });
  const held = heldBy(short);
  return KINDS.filter((name, kind) => {
    if (held[kind] >= COPIES) return false;
    const tiles = short.tiles.slice();
    tiles[kind]++;
    return judge({ ...short, tiles, winningTile: kind }, known);
  });
}

/** The set of the kinds that a text names, such as "19m7z". */
function kindsOf(text) {
  const found = new Set();
  if (typeof text !== "string" || !/^\s*(?:[1-9]+[mpsz]\s*)*$/.test(text)) throw new HandError("unreadable", `no kinds: ${text}`);
  for (const [, ranks, suit] of text.matchAll(/([1-9]+)([mpsz])/g))
    for (const rank of ranks) {
      if (!KINDS.includes(rank + suit)) throw new HandError("unreadable", `no kind: ${rank}${suit}`);
      found.add(KINDS.indexOf(rank + suit));
    }
  return found;
}

/** A hand with its winning tile, and what is told of it. */
function met(hand, told) {
  const found = typeof hand === "string" ? read(hand) : checked(hand);
  const known = { ...told };
  if (told.winningTile != null) {
    found.winningTile = KINDS.indexOf(String(told.winningTile).replace(/^0([mps])$/, "5$1"));
    if (found.winningTile < 0) throw new HandError("unreadable", `no kind: ${told.winningTile}`);
  }
  if (found.winningTile !== undefined && !(found.tiles[found.winningTile] > 0))
    throw new HandError("unreadable", "the winning tile is a concealed tile");
  for (const role of ["wild", "forbidden"]) if (told[role] != null) known[role] = kindsOf(told[role]);
  return [found, known];
}

function checked({ tiles, melds = [], winningTile }) {
  const found = { tiles: [...tiles ?? []], melds, winningTile: winningTile ?? undefined };
  if (found.tiles.length !== 34 || !found.tiles.every(number => Number.isInteger(number) && number >= 0))
    throw new HandError("unreadable", "a hand has 34 counts");
  for (const meld of melds)
    if (!Number.isInteger(meld) || meld < 0 || meld > 169 || (meld < 34 && (meld >= 27 || meld % 9 > 6)))
      throw new HandError("unreadable", `no meld: ${meld}`);
  return found;
}

/** How many tiles of each kind the hand holds, those of its melds among them. */
function heldBy(hand) {
  const held = hand.tiles.slice();
  for (const meld of hand.melds) {
    held[meld % 34] += meld < 34 ? 1 : meld < 68 ? 3 : 4;
    if (meld < 34) for (const kind of [meld + 1, meld + 2]) held[kind]++;
  }
  return held;
}

/** Whether the tiles and melds win from a root: one look-up for each meld and each kind. */
function walk(hand, tiles, state, wild, won) {
  for (let kind = 0; kind < 34; kind++) {
    const isWild = wild.size && wild.has(kind) ? 1 : 0;
    for (const meld of hand.melds)
      if (meld % 34 === kind) state = CELLS[FIRST[kind] + state * WIDTH + MELD_LETTERS[Math.floor(meld / 34)]];
    if (tiles[kind] > MOST[isWild]) return false;
    state = CELLS[FIRST[kind] + state * WIDTH + LETTERS[isWild + (kind === won ? 2 : 0)][tiles[kind]]];
  }
  return state === 1;
}
@if tiles

/** Whether a tile of these kinds lies there: 1 concealed, 2 in a claimed meld or added kong, 4 in a concealed kong, 8 won. */
function lies(hand, kinds, where) {
  return [...kinds].some(kind => (where & 1 && hand.tiles[kind]) || (where & 8 && hand.winningTile === kind)
    || hand.melds.some(meld => where & (meld < 136 ? 2 : 4) && kind >= meld % 34 && kind < meld % 34 + (meld < 34 ? 3 : 1)));
}
@end
@if waits

/** Whether the hand without its winning tile wins from a root with one more tile of these kinds. */
function waited(hand, kinds, root, copies) {
  const short = { ...hand, tiles: hand.tiles.map((number, kind) => number - (kind === hand.winningTile ? 1 : 0)) };
  const held = heldBy(short);
  return [...kinds].some(kind => held[kind] < copies
    && walk(short, short.tiles.map((number, at) => number + (at === kind ? 1 : 0)), root, new Set(), -1));
}
@end

function judge(hand, told) {
  const won = hand.winningTile ?? -1, wild = @WILD@;
@if forbidden
  const forbidden = @FORBIDDEN@;
@end
@if fixed_self_draw
  if (told.selfDraw === @OTHER_SELF_DRAW@) throw new HandError("other", "the table was made for another selfDraw");
@end
@if fixed_ready
  if (told.ready === @OTHER_READY@) throw new HandError("other", "the table was made for another ready");
@end
@if fixed_event
  if (@OTHER_EVENT@) throw new HandError("other", "the table was made for another event");
@end
@if fixed_wild
  if (told.wild != null && !(told.wild.size === wild.size && [...wild].every(kind => told.wild.has(kind))))
    throw new HandError("other", "the table was made for other wild kinds");
@end
@if fixed_forbidden
  if (told.forbidden != null && !(told.forbidden.size === forbidden.size && [...forbidden].every(kind => told.forbidden.has(kind))))
    throw new HandError("other", "the table was made for other forbidden kinds");
@end
@if needs_winning_tile
  if (won < 0) throw new HandError("untold", "winningTile has to be known");
@end
@if needs_self_draw
  if (told.selfDraw == null) throw new HandError("untold", "selfDraw has to be known");
@end
@if needs_ready
  if (told.ready == null) throw new HandError("untold", "ready has to be known");
@end
@if needs_wild
  if (told.wild == null) throw new HandError("untold", "wild has to be known");
@end
@if needs_forbidden
  if (told.forbidden == null) throw new HandError("untold", "forbidden has to be known");
@end
  if (told.event != null && !EVENTS.includes(told.event)) throw new HandError("other", `no event: ${told.event}`);
@if no_wild
  if (wild.size) throw new HandError("other", "the rule set has no wild tiles");
@end
@if no_count
  if (told.wilds) throw new HandError("untold", "wild has to be known, not wilds alone");
@end
@if waits
  if (wild.size) throw new HandError("other", "the table judges no deals with wild kinds");
@end
  let wilds = told.wilds ?? 0, facts = 0;
  if (!Number.isInteger(wilds) || wilds < 0) throw new HandError("unreadable", "wilds is a number from 0 up");
  for (const kind of wild) wilds += hand.tiles[kind];
  if (wilds > WILDS) throw new HandError("tooWild", `at most ${WILDS} wild tiles`);
  for (const number of heldBy(hand)) if (number > ALIKE) return false;
@FACT_LINES@
  const root = (wilds * CLASSES + (wild.has(won) ? WINNERS[won] : 0)) * 2 ** FACTS + facts;
  return walk(hand, hand.tiles, ROOTS[root], wild, won);
}

// The table: 16-bit numbers, the least byte first, in base 64.
const BYTES = atob(`
@CELLS@
`);
const CELLS = Uint16Array.from({ length: BYTES.length / 2 }, (_, at) => BYTES.charCodeAt(2 * at) | BYTES.charCodeAt(2 * at + 1) << 8);
