// The program judges each line of its standard input: verb, hand, winning tile, self_draw, ready, event, wild,
// forbidden, wilds.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

var (
	judges   = map[string]func([]string) string{}
	measures = map[string]func([]string) (func() bool, func() bool){}
)

func main() {
	scanner := bufio.NewScanner(os.Stdin)
	scanner.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var lines []string
	for scanner.Scan() {
		lines = append(lines, scanner.Text())
	}
	if len(os.Args) > 2 {
		measure(lines)
		return
	}
	for _, line := range lines {
		fmt.Fprintln(out, judges[os.Args[1]](strings.Split(line, "\t")))
	}
}

func measure(lines []string) {
	byText, byHand := measures[os.Args[1]](lines)
	for _, run := range []func() bool{byText, byHand} {
		won, best := 0, time.Hour
		for round := 0; round < 40; round++ {
			begin := time.Now()
			won = 0
			for range lines {
				if run() {
					won++
				}
			}
			if taken := time.Since(begin); taken < best {
				best = taken
			}
		}
		fmt.Print(won, " ", best.Nanoseconds()/int64(len(lines)), " ")
	}
}

func number(text string) int {
	found, _ := strconv.Atoi(text)
	return found
}

func numbers(text string) []int {
	var found []int
	for _, one := range strings.Fields(text) {
		found = append(found, number(one))
	}
	return found
}

func mask(text string) uint64 {
	found, _ := strconv.ParseUint(text, 10, 64)
	return found
}
