// Package bytesize formats sizes in bytes for sentences.
package bytesize

import (
	"math"

	"lectern/backend/sentence"
)

// unit is a unit of sizes.
type unit struct {
	size float64 // in bytes
	form sentence.Sentence
}

// units are the units in powers of ten, as file managers show them. The smallest unit comes first.
var units = []unit{
	{1, sentence.New("bytes", "{count} bytes")},
	{1e3, sentence.New("kilobytes", "{count} kB")},
	{1e6, sentence.New("megabytes", "{count} MB")},
	{1e9, sentence.New("gigabytes", "{count} GB")},
}

// Sentence returns a size with at most two decimals. It uses the smallest unit in which the size is below a thousand,
// or the largest unit if there is none.
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

// count returns n bytes in the unit, rounded to two decimals.
func (u unit) count(n int64) float64 { return math.Round(float64(n)/u.size*100) / 100 }

// Text returns the size in English.
func Text(n int64) string { return Sentence(n).String() }
