// Package nearest finds the name that a person probably meant by a wrong one. The server and the converters use it.
package nearest

import (
	"fmt"
	"strings"
)

// Name returns the name that is most similar to a wrong one, or "" if none is similar. Upper and lower case are equal.
// Two names are similar if a long part of them is equal, such as a word, or if few characters differ.
func Name(wrong string, names []string) string {
	best, least := "", 0
	wrong = strings.ToLower(wrong)
	for _, name := range names {
		lower := strings.ToLower(name)
		if n := Distance(wrong, lower) - 2*longestCommon(wrong, lower); n <= 0 && (best == "" || n < least) {
			best, least = name, n
		}
	}
	return best
}

// Suggest extends a sentence, which is given without its full stop, by the question whether name was meant. If name is
// "", it only adds the full stop.
func Suggest(sentence, name string) string {
	if name == "" {
		return sentence + "."
	}
	return fmt.Sprintf("%s; did you mean %q?", sentence, name)
}

// longestCommon returns the length in bytes of the longest text that is part of both texts.
func longestCommon(a, b string) int {
	longest := 0
	row := make([]int, len(b)+1) // for each end in b: the length of the common text that ends there
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
