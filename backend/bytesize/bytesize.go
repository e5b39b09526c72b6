// Package bytesize writes sizes as sentences have them.
package bytesize

import (
	"math"
	"strconv"

	"lectern/backend/sentence"
)

// Sentence tells so many bytes, in the largest unit that there is one of. Units are powers of ten, as
// file managers show them.
func Sentence(n int64) sentence.Sentence {
	in := func(unit sentence.Sentence, size float64) sentence.Sentence {
		return unit.With("count", strconv.FormatFloat(math.Round(float64(n)/size*100)/100, 'f', -1, 64))
	}
	switch {
	case n >= 1e9:
		return in(sentence.New("gigabytes", "{count} GB"), 1e9)
	case n >= 1e6:
		return in(sentence.New("megabytes", "{count} MB"), 1e6)
	case n >= 1e3:
		return in(sentence.New("kilobytes", "{count} kB"), 1e3)
	case n == 1:
		return sentence.New("byte", "1 byte")
	}
	return in(sentence.New("bytes", "{count} bytes"), 1)
}

// Text gives the same in English.
func Text(n int64) string { return Sentence(n).String() }
