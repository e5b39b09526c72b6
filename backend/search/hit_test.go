package search

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// TestHyphenatedPhrase searches for the longest possible phrase on a page on which every word is hyphenated. The search
// must need less than a megabyte of memory.
func TestHyphenatedPhrase(t *testing.T) {
	text := strings.Repeat("a-\n", 1000)
	q, err := Parse(`"`+strings.Repeat("a ", MaxQuery/2-2), within)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	hits := q.Find(t.Context(), text)
	runtime.ReadMemStats(&after)
	if len(hits) != 1 || hits[0].Start != 0 || hits[0].End != len(text)-2 {
		t.Errorf("%v", hits)
	}
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<20 {
		t.Errorf("%d bytes are taken for a page of %d", taken, len(text))
	}
}

// TestFindEnds searches with a cancelled context. There must be no hits.
func TestFindEnds(t *testing.T) {
	q, err := Parse("word", within)
	if err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if hits := q.Find(gone, "a word"); hits != nil {
		t.Errorf("%v", hits)
	}
}

// prose returns pages of 400 words. Some words are hyphenated at the end of a line.
func prose(pages int) []string {
	vocabulary := strings.Fields("the of and to a in that it is was he for on with as his they be at one have this from or had by " +
		"document viewer reading something considerable morning evening letters answers government understanding walked looking " +
		"house water people little great through between country question important nothing always children company")
	random := rand.New(rand.NewPCG(1, 2))
	texts := make([]string, pages)
	for page := range texts {
		var text strings.Builder
		for word := range 400 {
			next := vocabulary[int(float64(len(vocabulary))*random.Float64()*random.Float64())]
			switch {
			case word%12 == 11 && len(next) > 6:
				next = next[:4] + "-\n" + next[4:] + " "
			case word%12 == 11:
				next += ".\n"
			default:
				next += " "
			}
			text.WriteString(next)
		}
		texts[page] = text.String()
	}
	return texts
}

// BenchmarkFind searches 5,000 pages.
func BenchmarkFind(b *testing.B) {
	texts := prose(5000)
	for _, bench := range []struct {
		name, query string
		options     Options
	}{
		{"word", "the", Options{Word: true}.inDocument()},
		{"part", "ing", within},
		{"phrase", `"one of the`, within},
		{"absent", "zebra", within},
	} {
		b.Run(bench.name, func(b *testing.B) {
			q, err := Parse(bench.query, bench.options)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, text := range texts {
					q.Find(b.Context(), text)
				}
			}
		})
	}
}
