package main

import (
	"runners/hu"
	"strconv"
	"strings"
)

func init() {
	judges["hu"] = judgeHu
	measures["hu"] = measureHu
}

func saidHu(field string) hu.Known {
	return map[string]hu.Known{"1": hu.Yes, "0": hu.No}[field]
}

func judgeHu(fields []string) string {
	var hand hu.Hand
	var err error
	if fields[0] == "c" {
		counts := numbers(fields[1])
		copy(hand.Tiles[:], counts)
		hand.Melds = counts[34:]
	} else if hand, err = hu.Read(fields[1]); err != nil {
		return failedHu(err)
	}
	if fields[2] != "" {
		hand.WinningTile = 1 + number(fields[2])
	}
	hand.SelfDraw, hand.Ready, hand.Event = saidHu(fields[3]), saidHu(fields[4]), fields[5]
	if fields[6] != "" {
		hand.Wild = hu.Told | mask(fields[6])
	}
	if fields[7] != "" {
		hand.Forbidden = hu.Told | mask(fields[7])
	}
	hand.Wilds = number(fields[8])
	if fields[0] == "w" {
		kinds, err := hand.Waits()
		found := make([]string, len(kinds))
		for at, kind := range kinds {
			found[at] = strconv.Itoa(kind) + " "
		}
		if err != nil {
			return failedHu(err)
		}
		return strings.Join(found, "")
	}
	wins, err := hand.Wins()
	switch {
	case err != nil:
		return failedHu(err)
	case wins:
		return "1"
	}
	return "0"
}

func failedHu(err error) string {
	switch err {
	case hu.ErrUnreadable, hu.ErrUntold, hu.ErrTooWild, hu.ErrOther:
		return "!"
	}
	return "?"
}

func measureHu(texts []string) (func() bool, func() bool) {
	hands := make([]hu.Hand, len(texts))
	for at, text := range texts {
		hands[at], _ = hu.Read(text)
	}
	at, to := 0, 0
	return func() bool {
			hand, _ := hu.Read(texts[at])
			wins, _ := hand.Wins()
			at = (at + 1) % len(texts)
			return wins
		}, func() bool {
			wins, _ := hands[to].Wins()
			to = (to + 1) % len(texts)
			return wins
		}
}
