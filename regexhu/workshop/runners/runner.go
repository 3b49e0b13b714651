@ABOUT@
//
// Read reads a hand from MPSZ text such as "123m456p78s9s,11-1z" (0 is a red five; a tile that is written last and
// apart is the winning one), or fill in a Hand. Kinds of tile are 0 to 33: 1m-9m, 1p-9p, 1s-9s, 1z-7z.
//
//	hand, err := Read("123m456p789s11122z")
//	wins, err := hand.Wins()
package @PACKAGE@

import (
	"encoding/base64"
	"errors"
	"strings"
)

// What a function returns where it has no verdict.
var (
	ErrUnreadable = errors.New("@PACKAGE@: no text in the notation, or no hand")
	ErrUntold     = errors.New("@PACKAGE@: the rule set has to know more: WinningTile, SelfDraw, Ready, Wild, Forbidden")
	ErrTooWild    = errors.New("@PACKAGE@: more wild tiles than the table has")
	ErrOther      = errors.New("@PACKAGE@: the table was made for other hands than are told of, or knows no such event")
)

// A declared meld is one of these and the kind of its first tile.
const (
	Sequence      = 0
	Triplet       = 34
	Kong          = 68
	AddedKong     = 102
	ConcealedKong = 136
)

// Known says whether something is so, as far as that is known.
type Known int8

// What may be known.
const (
	Unknown Known = iota
	Yes
	No
)

// Told is set in a set of kinds that is known, beside a bit for each kind.
const Told uint64 = 1 << 34

// Hand is a hand and what is known of it.
type Hand struct {
	Tiles           [34]int // how many concealed tiles of each kind, the winning tile among them
	Melds           []int   // the declared melds
	WinningTile     int     // 1 and its kind, or 0: not known
	SelfDraw, Ready Known
	Event           string // what the win came by, such as "robbed-kong", or "": nothing special
	Wild, Forbidden uint64 // Told and a bit for each kind, or 0: not known
	Wilds           int    // wild tiles that are of no kind, beside those in Tiles
}

const (
	width   = @WIDTH@
	wildest = @WILDS@
	classes = @CLASSES@
	facts   = @FACTS@
	alike   = @ALIKE@
	copies  = @COPIES@
)

var (
	first       = [34]int{@FIRST@}
	letters     = [4][@LETTERS@]int{@COLUMNS@}
	meldLetters = [5]int{@MELDS@}
	most        = [2]int{@MOST@}
	roots       = [...]uint16{@ROOTS@}
	winners     = [34]int{@WINNERS@}
	events      = []string{@EVENTS@}
	cells       = decoded()
)

// Read reads a text into the hand's tiles, melds and winning tile; nothing else is known then.
func Read(text string) (Hand, error) {
	var hand Hand
	seen := [4]bool{}
	if len(text) > 10000 {
		return hand, ErrUnreadable
	}
	for text = strings.TrimLeft(text, " \t\r\n,"); text != ""; text = strings.TrimLeft(text, " \t\r\n,") {
		end := len(text) - len(strings.TrimLeft(text, "0123456789-=+"))
		if end == len(text) {
			return hand, ErrUnreadable
		}
		suit := strings.IndexByte("mpsz", text[end])
		if suit < 0 {
			return hand, ErrUnreadable
		}
		of, number, place, lowest, mark := [9]int{}, 0, 0, 8, byte(0)
		for _, char := range []byte(text[:end]) {
			if char < '0' || char > '9' {
				if mark != 0 || number == 0 {
					return hand, ErrUnreadable
				}
				mark, place = char, number
				continue
			}
			if suit == 3 && (char == '0' || char > '7') {
				return hand, ErrUnreadable
			}
			rank := int(char) - '1'
			if char == '0' {
				rank = 4
			}
			if rank < lowest {
				lowest = rank
			}
			of[rank]++
			number++
		}
		if text = text[end+1:]; number == 0 {
			return hand, ErrUnreadable
		}
		if mark == 0 {
			for rank, tiles := range of {
				if tiles > 0 {
					hand.Tiles[9*suit+rank] += tiles
				}
			}
			hand.WinningTile = 0
			if number == 1 && seen[suit] {
				hand.WinningTile = 1 + 9*suit + lowest
			}
			seen[suit] = true
			continue
		}
		if number != 4 && (mark != '-' || number != 3) || mark == '=' && place == 4 || mark == '+' && place != 4 {
			return hand, ErrUnreadable
		}
		meld := Sequence
		switch isAlike := of[lowest] == number; {
		case isAlike && number == 3:
			meld = Triplet
		case isAlike:
			meld = map[byte]int{'-': Kong, '=': AddedKong, '+': ConcealedKong}[mark]
		case number == 4 || suit == 3 || lowest > 6 || of[lowest+1] == 0 || of[lowest+2] == 0:
			return hand, ErrUnreadable
		}
		hand.Melds = append(hand.Melds, meld+9*suit+lowest)
	}
	return hand, nil
}

// held is how many tiles of each kind the hand holds, those of its melds among them.
func (hand *Hand) held() [34]int {
	found := hand.Tiles
	for _, meld := range hand.Melds {
		switch first := meld % 34; {
		case meld < Triplet:
			found[first]++
			found[first+1]++
			found[first+2]++
		case meld < Kong:
			found[first] += 3
		default:
			found[first] += 4
		}
	}
	return found
}

// isBroken says whether it is no hand: counts or melds that can't be.
func (hand *Hand) isBroken() bool {
	for _, meld := range hand.Melds {
		if meld < 0 || meld > 169 || meld < Triplet && (meld >= 27 || meld%9 > 6) {
			return true
		}
	}
	for _, number := range hand.Tiles {
		if number < 0 {
			return true
		}
	}
	return hand.WinningTile < 0 || hand.WinningTile > 34 || hand.Wilds < 0
}

// walk says whether the tiles and melds win from a root: one look-up for each meld and each kind.
func (hand *Hand) walk(tiles *[34]int, state uint16, wild uint64, won int) bool {
	for kind := range tiles {
		letter := int(wild >> kind & 1)
		for _, meld := range hand.Melds {
			if meld%34 == kind {
				state = cells[first[kind]+int(state)*width+meldLetters[meld/34]]
			}
		}
		if tiles[kind] > most[letter] {
			return false
		}
		if kind == won {
			letter += 2
		}
		state = cells[first[kind]+int(state)*width+letters[letter][tiles[kind]]]
	}
	return state == 1
}
@if tiles

// lies says whether a tile of these kinds lies there: 1 concealed, 2 in a claimed meld or added kong, 4 in a concealed
// kong, 8 as the winning tile.
func (hand *Hand) lies(kinds uint64, where int) bool {
	for kind := 0; kind < 34; kind++ {
		if kinds>>kind&1 == 0 {
			continue
		}
		if where&1 != 0 && hand.Tiles[kind] > 0 || where&8 != 0 && hand.WinningTile == kind+1 {
			return true
		}
		for _, meld := range hand.Melds {
			from, place := kind-meld%34, 2
			if meld >= ConcealedKong {
				place = 4
			}
			if where&place != 0 && (from == 0 || meld < Triplet && from > 0 && from < 3) {
				return true
			}
		}
	}
	return false
}
@end
@if waits

// waited says whether the hand without its winning tile wins from a root with one more tile of these kinds.
func (hand *Hand) waited(kinds uint64, root uint16, copies int) bool {
	short := *hand
	if hand.WinningTile > 0 {
		short.Tiles[hand.WinningTile-1]--
	}
	for kind, number := range short.held() {
		if kinds>>kind&1 == 0 || number >= copies {
			continue
		}
		tiles := short.Tiles
		tiles[kind]++
		if short.walk(&tiles, root, 0, -1) {
			return true
		}
	}
	return false
}
@end

// Wins says whether the hand wins.
func (hand *Hand) Wins() (bool, error) {
	wild := @WILD@
	won, wilds, known := hand.WinningTile-1, hand.Wilds, 0
@if forbidden
	forbidden := @FORBIDDEN@
@end
	if hand.isBroken() || won >= 0 && hand.Tiles[won] < 1 {
		return false, ErrUnreadable
	}
@if fixed_self_draw
	if hand.SelfDraw == @OTHER_SELF_DRAW@ {
		return false, ErrOther
	}
@end
@if fixed_ready
	if hand.Ready == @OTHER_READY@ {
		return false, ErrOther
	}
@end
@if fixed_event
	if @OTHER_EVENT@ {
		return false, ErrOther
	}
@end
@if fixed_wild
	if hand.Wild != 0 && hand.Wild&(Told-1) != wild {
		return false, ErrOther
	}
@end
@if fixed_forbidden
	if hand.Forbidden != 0 && hand.Forbidden&(Told-1) != forbidden {
		return false, ErrOther
	}
@end
@if needs_winning_tile
	if won < 0 {
		return false, ErrUntold
	}
@end
@if needs_self_draw
	if hand.SelfDraw == Unknown {
		return false, ErrUntold
	}
@end
@if needs_ready
	if hand.Ready == Unknown {
		return false, ErrUntold
	}
@end
@if needs_wild
	if hand.Wild == 0 {
		return false, ErrUntold
	}
@end
@if needs_forbidden
	if hand.Forbidden == 0 {
		return false, ErrUntold
	}
@end
	isKnown := hand.Event == ""
	for _, event := range events {
		isKnown = isKnown || hand.Event == event
	}
	if !isKnown {
		return false, ErrOther
	}
@if no_wild
	if wild != 0 {
		return false, ErrOther
	}
@end
@if no_count
	if wilds > 0 {
		return false, ErrUntold
	}
@end
@if waits
	if wild != 0 {
		return false, ErrOther
	}
@end
	for kind := 0; wild>>kind != 0; kind++ {
		wilds += hand.Tiles[kind] * int(wild>>kind&1)
	}
	if wilds > wildest {
		return false, ErrTooWild
	}
	for _, number := range hand.held() {
		if number > alike {
			return false, nil
		}
	}
@FACT_LINES@
	root := wilds * classes
	if won >= 0 && wild>>won&1 == 1 {
		root += winners[won]
	}
	return hand.walk(&hand.Tiles, roots[root<<facts+known], wild, won), nil
}

// Waits lists the kinds that complete a hand which is one tile short, in order.
func (hand *Hand) Waits() ([]int, error) {
	var kinds []int
	if hand.isBroken() {
		return nil, ErrUnreadable
	}
	for kind, number := range hand.held() {
		if number >= copies {
			continue
		}
		drawn := *hand
		drawn.Tiles[kind]++
		drawn.WinningTile = kind + 1
		wins, err := drawn.Wins()
		if err != nil {
			return nil, err
		}
		if wins {
			kinds = append(kinds, kind)
		}
	}
	return kinds, nil
}

func decoded() []uint16 {
	data, err := base64.StdEncoding.DecodeString(table)
	if err != nil {
		panic(err)
	}
	found := make([]uint16, len(data)/2)
	for at := range found {
		found[at] = uint16(data[2*at]) | uint16(data[2*at+1])<<8
	}
	return found
}

// The table: 16-bit numbers, the least byte first, in base 64.
const table = `
@CELLS@
`
