package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"lectern/backend/lab/trial"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/pdf/pdftest"
)

// longPages is the number of pages of the long PDF. Each page has 400 words, and every fifth page a picture.
const longPages = 5000

// longPDF measures a PDF of many pages: the time until it is viewable, the time until all its text is indexed, and the
// memory of all processes.
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
		return errIncomplete(file, doc)
	}
	own := func(measure, unit string, value, target float64) row {
		return row{measure: measure, ours: value, unit: unit, target: target, targetOurs: true, pairs: 1}
	}
	b.report(
		own("PDF of 5,000 pages: post to viewable", "ms", milliseconds(viewable), 300),
		own("PDF of 5,000 pages: post to ready, text indexed", "ms", milliseconds(ready), 12000),
		own("PDF of 5,000 pages: peak memory of server and converters", "MB", peak, 400))
	return nil
}

// longRounds is the number of times that each long Office document is posted. A new server is used each time.
const longRounds = 3

// warmTime is how long the measurement waits for a server to start its spare converters.
const warmTime = 2 * time.Second

// longOffice compares the time until long Office documents are viewable with the time until they are ready.
func (b *bench) longOffice(ctx context.Context) error {
	for _, document := range []struct {
		name    string
		content []byte
	}{
		{"300 pages.docx", ooxmltest.Docx(300)},
		{"200 slides.pptx", ooxmltest.Pptx(200)},
		{"40 sheets.xlsx", ooxmltest.Xlsx(40, 400)},
	} {
		file := filepath.Join(b.temp, document.name)
		if err := os.WriteFile(file, document.content, 0o600); err != nil {
			return err
		}
		var pairs []pair
		for round := range longRounds {
			viewable, ready, err := b.longRound(ctx, file, round)
			if err != nil {
				return err
			}
			pairs = append(pairs, pair{viewable, ready})
		}
		b.report(compare(document.name+": post to viewable ÷ post to ready", "ms", 0.15, pairs, 0))
	}
	return nil
}

// longRound returns the times until the document is viewable and until it is ready, in milliseconds.
func (b *bench) longRound(ctx context.Context, file string, round int) (viewable, ready float64, err error) {
	server, err := b.startOwn(ctx, fmt.Sprintf("%s-%d", filepath.Base(file), round))
	if err != nil {
		return 0, 0, err
	}
	defer server.stop()
	// Starts LibreOffice and the first spare converter.
	if _, _, _, err := server.post(ctx, b.letter()); err != nil {
		return 0, 0, err
	}
	time.Sleep(warmTime)
	doc, seen, done, err := server.post(ctx, file)
	if err == nil && doc.Status != "ready" {
		err = errIncomplete(file, doc)
	}
	return milliseconds(seen), milliseconds(done), err
}
