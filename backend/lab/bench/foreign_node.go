package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"lectern/converters/pdf/pdftest"
)

// The document that one node converts and another node shows.
const (
	foreignPages   = 125 // a PDF of 1 MB
	foreignPage    = 70  // the page that is requested
	foreignRounds  = 30
	foreignRepeats = 20 // number of requests after the first
)

// foreignNode compares the time of a page request on the node that has converted the document with the time on another
// node, both for the first request and for later requests.
func (b *bench) foreignNode(ctx context.Context) error {
	s, err := b.openShared(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	env, err := s.library(ctx, "foreign")
	if err != nil {
		return err
	}
	nodes, err := s.nodes(ctx, "foreign", env, 2, "--workers", "1")
	if err != nil {
		return err
	}
	defer stopAll(nodes)
	var first, then []pair
	for round := range foreignRounds {
		file := filepath.Join(s.folder, fmt.Sprintf("foreign-%d.pdf", round))
		if err := os.WriteFile(file, foreignDocument(round), 0o600); err != nil {
			return err
		}
		a, b, err := foreignTimes(ctx, nodes, file, round)
		if err != nil {
			return err
		}
		first, then = append(first, a), append(then, b)
	}
	bounds := make([]pair, len(first))
	for i, p := range first {
		bounds[i] = pair{p.ours, 1.5*p.peer + 30}
	}
	b.report(
		compare("a page on a node that did not convert its document of 1 MB, asked for first ÷ on the one that did", "ms", 0, first, 0),
		compare("the same ÷ 1.5 times that and 30 ms", "ms", 1, bounds, 0),
		compare("the same, asked for again", "ms", 1.1, then, 0))
	return nil
}

// foreignDocument returns the document for a round. Its bytes are different in each round.
func foreignDocument(round int) []byte {
	return append(pdftest.Long(foreignPages), fmt.Sprintf("\n%%%d\n", round)...)
}

// foreignTimes posts a document to the first node. It returns the times in milliseconds of page requests on the second
// and on the first node. The result named first has the times of the first request, and the result named later has the
// times of later requests. The order of the nodes alternates between rounds.
func foreignTimes(ctx context.Context, nodes []*server, file string, round int) (first, later pair, err error) {
	doc, _, _, err := nodes[0].post(ctx, file)
	if err == nil && doc.PageCount != foreignPages {
		err = errIncomplete(file, doc)
	}
	if err != nil {
		return first, later, err
	}
	path := fmt.Sprintf("/document/%s/page/%d.svg", doc.ID, foreignPage)
	took := make([][]float64, len(nodes))
	for again := range foreignRepeats + 1 {
		for turn := range nodes {
			at := (turn + round + again) % len(nodes)
			begin := time.Now()
			if _, err := nodes[at].Fetch(ctx, http.MethodGet, nodes[at].APIBase+path, nil); err != nil {
				return first, later, err
			}
			took[at] = append(took[at], milliseconds(time.Since(begin)))
		}
	}
	return pair{took[1][0], took[0][0]}, pair{median(took[1][1:]), median(took[0][1:])}, nil
}
