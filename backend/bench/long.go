package main

import (
	"context"
	"os"
	"path/filepath"

	"lectern/backend/internal/trial"
	"lectern/converters/pdf/pdftest"
)

// longPages is how many pages the long PDF has: 400 words each, and a picture on
// every fifth.
const longPages = 5000

// longPDF measures a PDF of many pages: until it can be viewed, until it is ready with
// all its text indexed, and the memory that all processes take for it.
func (b *bench) longPDF(ctx context.Context) error {
	file := filepath.Join(b.temp, "long.pdf")
	if err := os.WriteFile(file, pdftest.Long(longPages), 0o600); err != nil {
		return err
	}
	server, err := b.startOwn(ctx, "long-pdf")
	if err != nil {
		return err
	}
	defer server.stop()
	memory := trial.WatchMemory(server.PID(), memoryPeriod)
	doc, viewable, ready, err := server.post(ctx, file)
	peak := memory.Stop().Total
	if err != nil {
		return err
	}
	if doc.PageCount != longPages {
		return errShort(file, doc)
	}
	own := func(measure, unit string, value, target float64) row {
		return row{measure: measure, ours: value, unit: unit, target: target, targetOurs: true, pairs: 1}
	}
	b.table.rows = append(b.table.rows,
		own("PDF of 5,000 pages: post to viewable", "ms", milliseconds(viewable), 300),
		own("PDF of 5,000 pages: post to ready, text indexed", "ms", milliseconds(ready), 12000),
		own("PDF of 5,000 pages: peak memory of server and converters", "MB", peak, 400))
	return nil
}
