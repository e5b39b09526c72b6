package main

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend/library"
	"lectern/backend/store/storetest"
)

// The size of the searched library: the number of documents, of pages in each document, and of words on each page.
const (
	libraryDocuments = 100_000
	libraryPages     = 10
	libraryWords     = 100
)

// searches is the number of queries of each kind. They are sent one after the other.
const searches = 40

// search measures searches of a large library over HTTP, each with a different query.
func (b *bench) search(ctx context.Context) error {
	data := filepath.Join(b.temp, "search")
	path, err := library.DatabasePath(data)
	if err != nil {
		return err
	}
	if err := b.prepared.fill(ctx, "search", path, newTextLibrary().documents()); err != nil {
		return err
	}
	texts := newTextLibrary()
	server, err := startServer(ctx, b.bin, b.libreOffice, data)
	if err != nil {
		return err
	}
	defer server.stop()
	rare, common := texts.wordsBetween(0.001, 0.01), texts.wordsBetween(0.4, 0.6)
	for _, kind := range []struct {
		name   string
		target float64 // in milliseconds; 0 for none
		query  func(int) string
	}{
		{"a word on 0.1 to 1 % of the pages", 50, func(i int) string { return pick(rare, i) }},
		{"a word on half of the pages", 300, func(i int) string { return pick(common, i) }},
		{"two words on half of the pages", 0, func(i int) string { return pick(common, i) + " " + pick(common, i+1+i/len(common)) }},
		{"a phrase of two such words", 0, func(i int) string { return `"` + pick(common, i) + " " + pick(common, i+1+i/len(common)) + `"` }},
		{"the first letter of words", 0, func(i int) string { return pick(common, i)[:1] + "*" }},
		{"the first letters of rarer words", 0, func(i int) string {
			word := pick(rare, i)
			return word[:min(4, len(word))] + "*"
		}},
	} {
		took, err := server.timeSearches(ctx, kind.query)
		if err != nil {
			return err
		}
		b.report(row{measure: "search in 1,000,000 pages: " + kind.name, unit: "ms",
			ours: median(took), target: kind.target, targetOurs: kind.target > 0, pairs: len(took)})
	}
	return nil
}

func pick(words []string, i int) string { return words[i%len(words)] }

// timeSearches sends queries that must have hits, and returns the times in milliseconds.
func (s *server) timeSearches(ctx context.Context, query func(int) string) ([]float64, error) {
	var took []float64
	for i := range searches {
		begin := time.Now()
		text, err := s.Fetch(ctx, http.MethodGet, s.APIBase+"/search?q="+url.QueryEscape(query(i)), nil)
		if err != nil {
			return nil, err
		}
		took = append(took, milliseconds(time.Since(begin)))
		var found struct{ Documents []any }
		if err := json.Unmarshal(text, &found); err != nil || len(found.Documents) == 0 {
			return nil, fmt.Errorf("a search that must have results has none: %s: %w", query(i), err)
		}
	}
	return took, nil
}

// textLibrary generates documents whose words have the frequencies of a natural language.
type textLibrary struct {
	words []string
	zipf  *rand.Zipf
}

// The size of the vocabulary, and the parameters of Zipf's law, which describes the frequency of a word by its rank.
// zipfOffset makes the most frequent words a little less frequent than the pure law says, as they are in real
// languages.
const (
	libraryVocabulary = 100_000
	zipfExponent      = 1.05
	zipfOffset        = 4
)

func newTextLibrary() *textLibrary {
	random := rand.New(rand.NewPCG(1, 2))
	l := &textLibrary{zipf: rand.NewZipf(random, zipfExponent, zipfOffset, libraryVocabulary-1)}
	known := make(map[string]bool)
	for len(l.words) < libraryVocabulary {
		if word := newWord(random, 1+len(l.words)/20); !known[word] {
			known[word] = true
			l.words = append(l.words, word)
		}
	}
	return l
}

// newWord returns a random word. The rarer a word is, the longer it may be.
func newWord(random *rand.Rand, rarity int) string {
	const consonants, vowels = "bcdfghjklmnprstvwz", "aeiou"
	var word strings.Builder
	for range 1 + random.IntN(min(2+rarity/4, 5)) {
		word.WriteByte(consonants[random.IntN(len(consonants))])
		word.WriteByte(vowels[random.IntN(len(vowels))])
	}
	if random.IntN(2) == 0 {
		word.WriteByte(consonants[random.IntN(len(consonants))])
	}
	return word.String()
}

func (l *textLibrary) documents() iter.Seq[storetest.Document] {
	begin := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return func(yield func(storetest.Document) bool) {
		for number := range libraryDocuments {
			d := storetest.Document{Name: fmt.Sprintf("Document %d.pdf", number), CreatedAt: begin.Add(time.Duration(number) * time.Second)}
			for range libraryPages {
				d.Pages = append(d.Pages, l.page())
			}
			if !yield(d) {
				return
			}
		}
	}
}

func (l *textLibrary) page() string {
	var text strings.Builder
	for i := range libraryWords {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(l.words[l.zipf.Uint64()])
	}
	return text.String()
}

// sampledPages is the number of generated pages from which word frequencies are estimated.
const sampledPages = 10_000

// wordsBetween returns the words that occur on a certain fraction of the pages, the most frequent words first. The
// arguments minShare and maxShare are the minimum and the maximum of this fraction.
func (l *textLibrary) wordsBetween(minShare, maxShare float64) []string {
	pages := make(map[string]int)
	for range sampledPages {
		seen := make(map[string]bool)
		for word := range strings.FieldsSeq(l.page()) {
			if !seen[word] {
				seen[word] = true
				pages[word]++
			}
		}
	}
	var found []string
	for _, word := range l.words {
		if share := float64(pages[word]) / sampledPages; share >= minShare && share <= maxShare {
			found = append(found, word)
		}
	}
	return found
}
