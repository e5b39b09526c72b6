package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"lectern/backend/internal/trial"
	"lectern/converters/pdf/pdftest"
)

// find measures the search in the viewer of a PDF of many pages, of which each has the words
// that are searched for: from the word in the field until its first hit is painted.
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
	if err := inBrowser(ctx, &took, "e2e/find.mjs", session.ViewerURL); err != nil {
		return fmt.Errorf("measure the search: %w", err)
	}
	b.table.rows = append(b.table.rows,
		row{measure: "common word in 5,000 pages: typed to first hit painted", unit: "ms", ours: median(took.Marked), target: 200, targetOurs: true, pairs: len(took.Marked)},
		row{measure: "common word in 5,000 pages: typed to all hits counted", unit: "ms", ours: median(took.Counted), pairs: len(took.Counted)})
	return nil
}

// postLong posts a PDF of many pages, and waits until it is ready.
func (s *server) postLong(ctx context.Context, file string) (doc trial.Document, err error) {
	if err := os.WriteFile(file, pdftest.Long(longPages), 0o600); err != nil {
		return doc, err
	}
	doc, _, _, err = s.post(ctx, file)
	if err == nil && doc.PageCount != longPages {
		err = errShort(file, doc)
	}
	return doc, err
}

// inBrowser runs a script of the front end that measures in a browser, and reads the JSON
// that it prints.
func inBrowser(ctx context.Context, result any, script string, args ...string) error {
	node := exec.CommandContext(ctx, "node", append([]string{script}, args...)...)
	node.Dir, node.Stderr = "frontend", os.Stderr
	out, err := node.Output()
	if err != nil {
		return err
	}
	return json.Unmarshal(out, result)
}
