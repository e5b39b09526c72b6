package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"

	"lectern/converters/pdf/pdftest"
)

// openLong posts a PDF with the given number of pages of prose, and returns the URL of its viewer.
func (b *bench) openLong(ctx context.Context, pages int) (string, error) {
	file := filepath.Join(b.temp, strconv.Itoa(pages)+" pages.pdf")
	if err := os.WriteFile(file, pdftest.Long(pages), 0o600); err != nil {
		return "", err
	}
	return b.open(ctx, file)
}

// jumps are pages of a document with longPages pages. Each is far from the previous one.
var jumps = []string{"4000", "1000", "3000", "500", "4500", "2000", "3500", "1500", "2500"}

// jump measures the time until a distant page is painted.
func (b *bench) jump(ctx context.Context) error {
	address, err := b.openLong(ctx, longPages)
	if err != nil {
		return err
	}
	var took []float64
	if err := inBrowser(ctx, &took, "e2e/bench/jump.mjs", append([]string{address}, jumps...)...); err != nil {
		return err
	}
	b.report(
		row{measure: "jump to page 4,000 of 5,000 painted", ours: took[0], unit: "ms", target: 150, targetOurs: true, pairs: 1},
		row{measure: "such jumps, median", ours: median(took), unit: "ms", target: 150, targetOurs: true, pairs: len(took)})
	return nil
}

const (
	// The number of scrolled pages, and the speed in pages per second.
	scrolledPages = 500
	scrollPace    = 10
	// longBlank is the time in milliseconds after which a visible page that is still blank is counted.
	longBlank = 200
)

// scroll compares scrolling through many pages with scrolling through blank boxes.
func (b *bench) scroll(ctx context.Context) error {
	address, err := b.openLong(ctx, scrolledPages)
	if err != nil {
		return err
	}
	var result struct {
		Long, Boxes []float64
		Blank       []float64
		Unseen      float64
	}
	if err := inBrowser(ctx, &result, "e2e/bench/scroll.mjs", address, strconv.Itoa(scrolledPages), strconv.Itoa(scrollPace)); err != nil {
		return err
	}
	blank := 0.0
	for _, milliseconds := range result.Blank {
		if milliseconds > longBlank {
			blank++
		}
	}
	// If there are no long frames over blank boxes, one is assumed, because a single long frame can occur on any
	// machine.
	long, boxes := sum(result.Long), max(sum(result.Boxes), 1)
	count := func(measure string, value float64) row {
		return row{measure: measure, ours: value, targetOurs: true, mustBeZero: true, pairs: len(result.Blank)}
	}
	b.report(
		row{measure: "scroll through 500 pages: frames over 50 ms ÷ over blank boxes", ours: long, peer: boxes, ratio: long / boxes, target: 2,
			pairs: len(result.Long)},
		count("pages in sight without a picture for over 200 ms", blank),
		count("pages that had gone by before their picture came", result.Unseen))
	return nil
}

func sum(values []float64) float64 {
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	return sum
}

// viewerMemory is what a viewer keeps in memory: the numbers of DOM nodes, bytes of the JavaScript heap, and fonts.
type viewerMemory struct{ Nodes, Heap, Fonts float64 }

// readPages is the number of pages that are read before the first measurement.
const readPages = 50

// reading compares what the viewer keeps in memory after many pages with what it keeps in memory after a few pages.
func (b *bench) reading(ctx context.Context) error {
	address, err := b.openLong(ctx, longPages)
	if err != nil {
		return err
	}
	var result struct {
		Before, After struct{ Closed, Open viewerMemory }
	}
	if err := inBrowser(ctx, &result, "e2e/bench/memory.mjs", address, strconv.Itoa(readPages), strconv.Itoa(longPages)); err != nil {
		return err
	}
	held := func(before, after viewerMemory, state string) {
		b.report(
			compare("DOM nodes after 5,000 pages ÷ after 50, thumbnails "+state, "", 1.2, []pair{{after.Nodes, before.Nodes}}, 0),
			compare("JS heap, the same", "MB", 1.2, []pair{{after.Heap / 1e6, before.Heap / 1e6}}, 0),
			compare("fonts, the same", "", 1.2, []pair{{after.Fonts, before.Fonts}}, 0))
	}
	held(result.Before.Closed, result.After.Closed, "closed")
	held(result.Before.Open, result.After.Open, "open")
	return nil
}
