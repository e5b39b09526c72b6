// Package nearest finds what somebody may have meant by a name that there is not.
package nearest

import (
	"fmt"
	"strings"
)

// Of gives the name that takes the fewest changes of a letter to become wrong, whatever its
// capitals; a stretch that both have counts for twice as many, so that a name is found by one
// of its words, too. It is "" where no name is near: where more letters would
// have to be changed than that stretch counts for.
func Of(wrong string, names []string) string {
	best, least := "", 0
	wrong = strings.ToLower(wrong)
	for _, name := range names {
		lower := strings.ToLower(name)
		if n := distance(wrong, lower) - 2*common(wrong, lower); n <= 0 && (best == "" || n < least) {
			best, least = name, n
		}
	}
	return best
}

// Asked gives a sentence without its end, and behind it the question whether a name was meant, unless it is "".
func Asked(sentence, meant string) string {
	if meant == "" {
		return sentence + "."
	}
	return fmt.Sprintf("%s; did you mean %q?", sentence, meant)
}

// common counts the bytes of the longest stretch that two texts have in common.
func common(a, b string) int {
	longest := 0
	row := make([]int, len(b)+1) // of each place of b how long the stretch is that ends there
	for i := range len(a) {
		for j := len(b); j > 0; j-- {
			if row[j] = 0; a[i] == b[j-1] {
				row[j] = row[j-1] + 1
				longest = max(longest, row[j])
			}
		}
	}
	return longest
}

// distance counts the bytes to insert, delete or replace between two texts
// (Levenshtein's distance), row by row.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
