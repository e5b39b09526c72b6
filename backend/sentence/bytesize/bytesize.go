// Package bytesize writes sizes as sentences have them.
package bytesize

import (
	"math"

	"lectern/backend/sentence"
)

// unit is one in which sizes are told.
type unit struct {
	size float64 // in bytes
	form sentence.Sentence
}

// units are powers of ten, as file managers show them, the smallest first.
var units = []unit{
	{1, sentence.New("bytes", "{count} bytes")},
	{1e3, sentence.New("kilobytes", "{count} kB")},
	{1e6, sentence.New("megabytes", "{count} MB")},
	{1e9, sentence.New("gigabytes", "{count} GB")},
}

// Sentence tells so many bytes, with two decimals at most, in the smallest unit in which they are
// then less than a thousand, or else in the largest.
func Sentence(n int64) sentence.Sentence {
	if n == 1 {
		return sentence.New("byte", "1 byte")
	}
	last := len(units) - 1
	for _, u := range units[:last] {
		if count := u.count(n); count < 1000 {
			return u.form.With("count", count)
		}
	}
	return units[last].form.With("count", units[last].count(n))
}

// count gives how many of the unit so many bytes are, with two decimals at most.
func (u unit) count(n int64) float64 { return math.Round(float64(n)/u.size*100) / 100 }

// Text gives the same in English.
func Text(n int64) string { return Sentence(n).String() }
