package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"lectern/backend/store/storetest"
)

// smallLibrary and largeLibrary are the numbers of documents of the two compared libraries. growthWords is the number
// of words on the page of each document. growthHits is the number of hits of each searched word.
const (
	smallLibrary  = 1_000
	largeLibrary  = 1_000_000
	growthWords   = 25
	growthHits    = 40
	growthQueries = smallLibrary / growthHits // number of different words that are searched for
	growthRounds  = 200                       // number of repetitions of each request
)

// growth measures how much slower requests become as a library on PostgreSQL grows. It sends the same requests
// alternately to a small and to a large library.
func (b *bench) growth(ctx context.Context) error {
	s, err := b.openShared(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	var libraries []*sizedServer
	for _, size := range []int{largeLibrary, smallLibrary} {
		g, err := s.grow(ctx, size)
		if err != nil {
			return err
		}
		defer g.stop()
		libraries = append(libraries, g)
	}
	for _, operation := range []struct {
		name string
		do   func(*sizedServer, context.Context, int) (time.Duration, error)
	}{
		{"post", (*sizedServer).timePost},
		{"get", (*sizedServer).timeGet},
		{"list, the newest 100", (*sizedServer).timeNewest},
		{"list, 100 from the middle by its link", (*sizedServer).timeMiddle},
		{fmt.Sprintf("search with %d hits", growthHits), (*sizedServer).timeSearch},
	} {
		var pairs []pair
		for i := range growthRounds {
			large, err := operation.do(libraries[0], ctx, i)
			if err != nil {
				return fmt.Errorf("%s: %w", operation.name, err)
			}
			small, err := operation.do(libraries[1], ctx, i)
			if err != nil {
				return fmt.Errorf("%s: %w", operation.name, err)
			}
			pairs = append(pairs, pair{milliseconds(large), milliseconds(small)})
		}
		r := compare("1,000,000 documents ÷ 1,000, on PostgreSQL: "+operation.name, "ms", 1.5, pairs[1:], 0)
		r.ratio = r.ours / r.peer // not the median of the ratios, because the two requests of a pair are independent
		b.report(r)
	}
	return nil
}

// sizedServer is a server with a library of a certain size.
type sizedServer struct {
	*server
	client    *http.Client
	size      int
	sample    []byte
	random    *rand.Rand
	middleURL string // URL of the second half of the list
}

// grow creates a library, and starts a server on it. The argument size is the number of documents of the library.
func (s *shared) grow(ctx context.Context, size int) (*sizedServer, error) {
	name := fmt.Sprintf("grown-%d", size)
	env, err := s.library(ctx, name)
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	if err := storetest.FillPostgres(ctx, strings.TrimPrefix(env[len(env)-2], "LECTERN_DATABASE="), growthDocuments(size)); err != nil {
		return nil, err
	}
	nodes, err := s.nodes(ctx, name, env, 1)
	if err != nil {
		return nil, err
	}
	fmt.Printf("a library of %d documents in %.0f s\n", size, time.Since(begin).Seconds())
	g := &sizedServer{server: nodes[0], client: new(http.Client), size: size, random: rand.New(rand.NewPCG(3, 4))}
	if g.sample, err = os.ReadFile(filepath.Join(s.bench.samples, "testdata", "sample.pdf")); err == nil {
		g.middleURL, err = g.findMiddle(ctx)
	}
	return g, err
}

// growthDocuments returns the documents of a library. The words that are searched for are spread evenly over the
// documents.
func growthDocuments(size int) iter.Seq[storetest.Document] {
	begin := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	l := newTextLibrary()
	return func(yield func(storetest.Document) bool) {
		apart := size / smallLibrary
		for number := range size {
			page := make([]string, growthWords)
			for i := range page {
				page[i] = l.words[l.zipf.Uint64()]
			}
			if number%apart == 0 {
				page[0] = searchedWord(number / apart)
			}
			d := storetest.Document{Name: fmt.Sprintf("Document %d.pdf", number), CreatedAt: begin.Add(time.Duration(number) * time.Second),
				Pages: []string{strings.Join(page, " ")}}
			if !yield(d) {
				return
			}
		}
	}
}

// searchedWord returns the i-th searched word. Generated pages do not contain it by chance.
func searchedWord(i int) string { return fmt.Sprintf("sought%d", i%growthQueries) }

func (g *sizedServer) timePost(ctx context.Context, i int) (time.Duration, error) {
	own := append(bytes.Clone(g.sample), fmt.Sprintf("\n%%%d\n", i)...)
	begin := time.Now()
	doc, err := g.Post(ctx, "a.pdf", own)
	took := time.Since(begin)
	if err == nil {
		_, err = g.Wait(ctx, doc.ID, "ready") // waits, because the conversion would slow down the next request
	}
	return took, err
}

func (g *sizedServer) timeGet(ctx context.Context, _ int) (time.Duration, error) {
	_, _, took, err := g.time(ctx, g.APIBase+"/document/"+storetest.ID(1+g.random.IntN(g.size)))
	return took, err
}

func (g *sizedServer) timeNewest(ctx context.Context, _ int) (time.Duration, error) {
	_, _, took, err := g.time(ctx, g.APIBase+"/document?limit=100")
	return took, err
}

func (g *sizedServer) timeMiddle(ctx context.Context, _ int) (time.Duration, error) {
	_, _, took, err := g.time(ctx, g.middleURL)
	return took, err
}

func (g *sizedServer) timeSearch(ctx context.Context, i int) (time.Duration, error) {
	_, text, took, err := g.time(ctx, g.APIBase+"/search?q="+url.QueryEscape(searchedWord(i)))
	var found struct{ Documents []any }
	if err == nil {
		err = json.Unmarshal(text, &found)
	}
	if err == nil && len(found.Documents) == 0 {
		err = fmt.Errorf("a search that must have results has none: %s", text)
	}
	return took, err
}

// time sends a request that must succeed, and measures its duration.
func (g *sizedServer) time(ctx context.Context, address string) (header http.Header, text []byte, duration time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, nil, 0, err
	}
	r.Header.Set("Authorization", g.Key)
	begin := time.Now()
	answer, err := g.client.Do(r)
	if err != nil {
		return nil, nil, 0, err
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	duration = time.Since(begin)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s %s", address, answer.Status, text)
	}
	return answer.Header, text, duration, err
}

// linkURL matches the URL in a Link header (RFC 8288).
var linkURL = regexp.MustCompile(`<([^>]+)>`)

func (g *sizedServer) findMiddle(ctx context.Context) (string, error) {
	header, _, _, err := g.time(ctx, fmt.Sprintf("%s/document?limit=100&offset=%d", g.APIBase, g.size/2))
	if err != nil {
		return "", err
	}
	found := linkURL.FindStringSubmatch(header.Get("Link"))
	if found == nil {
		return "", fmt.Errorf("the header Link has no next page: %q", header.Get("Link"))
	}
	base, err := url.Parse(g.APIBase)
	if err != nil {
		return "", err
	}
	next, err := base.Parse(found[1])
	if err != nil {
		return "", err
	}
	return next.String(), nil
}
