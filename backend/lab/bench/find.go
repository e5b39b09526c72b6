package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"lectern/backend/lab/trial"
	"lectern/converters/pdf/pdftest"
)

// find measures searches in a PDF of many pages. In the viewer it measures the time from typing a word that is on every
// page until the first hit is painted. On the server it measures the time of a search for a string that is on no page.
func (b *bench) find(ctx context.Context) error {
	server, err := b.startOwn(ctx, "find")
	if err != nil {
		return err
	}
	defer server.stop()
	doc, err := server.postLong(ctx, filepath.Join(b.temp, "find.pdf"))
	if err != nil {
		return err
	}
	session, err := server.Call(ctx, "POST", "/session?documentId="+doc.ID, nil)
	if err != nil {
		return err
	}
	var took struct{ Marked, Counted []float64 }
	if err := inBrowser(ctx, &took, "e2e/bench/find.mjs", session.ViewerURL); err != nil {
		return fmt.Errorf("measure the search: %w", err)
	}
	missed, err := server.timeMisses(ctx, doc.ID)
	if err != nil {
		return err
	}
	b.report(
		row{measure: "letters that none of 5,000 pages has: asked to answered", unit: "ms", ours: median(missed), target: 300, targetOurs: true,
			pairs: len(missed)},
		row{measure: "common word in 5,000 pages: typed to first hit painted", unit: "ms", ours: median(took.Marked), target: 200,
			targetOurs: true, pairs: len(took.Marked)},
		row{measure: "common word in 5,000 pages: typed to all hits counted", unit: "ms", ours: median(took.Counted), pairs: len(took.Counted)})
	return nil
}

// timeMisses searches for strings that the document does not contain, and returns the times in milliseconds.
func (s *server) timeMisses(ctx context.Context, document string) ([]float64, error) {
	var took []float64
	for i := range searches {
		begin := time.Now()
		text, err := s.Fetch(ctx, http.MethodGet, fmt.Sprintf("%s/document/%s/search?count=false&q=zq%d", s.APIBase, document, i), nil)
		if err != nil {
			return nil, err
		}
		took = append(took, milliseconds(time.Since(begin)))
		var found struct{ Pages []any }
		if err := json.Unmarshal(text, &found); err != nil || len(found.Pages) > 0 {
			return nil, fmt.Errorf("a search that must have no results has some: %s: %w", text, err)
		}
	}
	return took, nil
}

// postLong posts a PDF of many pages and waits until it is ready.
func (s *server) postLong(ctx context.Context, file string) (doc trial.Document, err error) {
	if err := os.WriteFile(file, pdftest.Long(longPages), 0o600); err != nil {
		return doc, err
	}
	doc, _, _, err = s.post(ctx, file)
	if err == nil && doc.PageCount != longPages {
		err = errIncomplete(file, doc)
	}
	return doc, err
}

// inBrowser runs a measuring script of the front end in a browser and decodes the JSON that it prints.
func inBrowser(ctx context.Context, result any, script string, args ...string) error {
	node := exec.CommandContext(ctx, "node", append([]string{script}, args...)...)
	node.Dir, node.Stderr = "frontend", os.Stderr
	out, err := node.Output()
	if err != nil {
		return err
	}
	return json.Unmarshal(out, result)
}
