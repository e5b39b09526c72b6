package main

import (
	"context"
	"path/filepath"
	"strconv"
)

// scrollRounds is the number of times that the library, and the blank boxes for comparison, are scrolled.
const scrollRounds = 6

// scrollLibrary compares scrolling through a large library in a browser with scrolling through blank boxes that move
// like the library's tiles.
func (b *bench) scrollLibrary(ctx context.Context) error {
	data := filepath.Join(b.temp, "library")
	if err := b.createLibrary(ctx, data, libraryDocuments); err != nil {
		return err
	}
	server, err := startServer(ctx, b.bin, b.libreOffice, data)
	if err != nil {
		return err
	}
	defer server.stop()
	var result struct {
		Steady, Through []struct{ Library, Boxes float64 }
	}
	if err := inBrowser(ctx, &result, "e2e/bench/scroll-library.mjs", server.URL+"/#key="+server.Key, strconv.Itoa(scrollRounds)); err != nil {
		return err
	}
	frames := func(measure string, turns []struct{ Library, Boxes float64 }) row {
		long, boxes := 0.0, 0.0
		for _, turn := range turns {
			long, boxes = long+turn.Library, boxes+turn.Boxes
		}
		// If there are no long frames over blank boxes, one is assumed, because a single long frame can occur on any
		// machine.
		boxes = max(boxes, 1)
		return row{measure: measure, ours: long, peer: boxes, ratio: long / boxes, target: 2, pairs: len(turns)}
	}
	b.report(
		frames("scroll 100,000 documents, 3,000 pixels a second: frames over 50 ms ÷ over blank boxes", result.Steady),
		frames("the same, through all of them in 4 seconds", result.Through))
	return nil
}
