package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"lectern/backend/lab/trial"
)

const (
	// proseGlyphs is the minimum number of glyphs of a page of prose.
	proseGlyphs = 300
	// prosePages is the maximum number of pages of one document, so that no document dominates.
	prosePages = 50
	// proseFiles is the factor by which more documents are searched than for other measurements, because only few
	// documents have pages of prose.
	proseFiles = 6
)

// prosePairs contains the values of Lectern's SVG of pages, each paired with the value of the SVG that MuPDF itself
// writes for the page. bytes are the sizes of the SVG in kilobytes, nodes the numbers of its elements, and shown the
// numbers of elements in the viewer, including the text layer. lost and lostShown count the pages that could not be
// measured.
type prosePairs struct {
	bytes, nodes, shown []pair
	lost, lostShown     int
}

// prose compares pages of prose as SVG with the SVG that MuPDF itself writes for them.
func (b *bench) prose(ctx context.Context) error {
	office, pdfs, err := b.files(proseFiles * b.count)
	if err != nil {
		return err
	}
	var all prosePairs
	for _, file := range slices.Concat(pdfs, office) {
		doc, _, _, err := b.server.post(ctx, file)
		if err != nil {
			return err
		}
		if doc.Status != "ready" {
			all.lost++
			continue
		}
		if err := (proseBench{b}).measureDocument(ctx, doc, &all); err != nil {
			return err
		}
	}
	b.report(
		compare("a page of prose, gzipped ÷ MuPDF's SVG, gzipped", "KB", 0.35, all.bytes, all.lost),
		compare("its elements ÷ those of MuPDF's SVG", "", 0.25, all.nodes, all.lost),
		compare("the same in the viewer, with the text layer", "", 0.25, all.shown, all.lost+all.lostShown))
	return nil
}

// proseBench contains the measurements of pages of prose.
type proseBench struct{ *bench }

// measureDocument measures the pages of one document, and appends the results to those in the argument all.
func (b proseBench) measureDocument(ctx context.Context, doc trial.Document, all *prosePairs) error {
	address := fmt.Sprintf("%s/document/%s", b.server.APIBase, doc.ID)
	pdf, err := b.server.Fetch(ctx, http.MethodGet, address+"/pdf", nil)
	if err != nil {
		return err
	}
	file := filepath.Join(b.temp, "prose.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		return err
	}
	first := len(all.nodes)
	var pages []string
	for page := 1; page <= min(doc.PageCount, prosePages); page++ {
		peer, err := exec.CommandContext(ctx, "mutool", "draw", "-q", "-F", "svg", "-o", "-", file, fmt.Sprint(page)).Output()
		if err != nil {
			all.lost++
			continue
		}
		if bytes.Count(peer, []byte("<use data-text=")) < proseGlyphs {
			continue
		}
		if err := b.weighPage(ctx, fmt.Sprintf("%s/page/%d", address, page), peer, all); err != nil {
			return err
		}
		pages = append(pages, strconv.Itoa(page))
	}
	return b.countShown(ctx, doc, pages, all.nodes[first:], all)
}

// countShown counts the elements of pages in the viewer. The argument peerCounts contains the numbers of the peer.
func (b proseBench) countShown(ctx context.Context, doc trial.Document, pages []string, peerCounts []pair, all *prosePairs) error {
	if len(pages) == 0 {
		return nil
	}
	session, err := b.server.Call(ctx, http.MethodPost, "/session?documentId="+doc.ID, nil)
	if err != nil {
		return err
	}
	var result struct{ Picture, Layer []float64 }
	err = inBrowser(ctx, &result, "e2e/bench/elements.mjs", append([]string{session.ViewerURL}, pages...)...)
	if err != nil || len(result.Layer) != len(pages) {
		all.lostShown += len(pages)
		return nil
	}
	for i, pair := range peerCounts {
		pair.ours = result.Picture[i] + result.Layer[i]
		all.shown = append(all.shown, pair)
	}
	return nil
}

func (b proseBench) weighPage(ctx context.Context, address string, peer []byte, all *prosePairs) error {
	svg, err := b.server.Fetch(ctx, http.MethodGet, address+".svg", nil)
	if err != nil {
		return err
	}
	all.bytes = append(all.bytes, pair{gzipped(svg) / 1000, gzipped(peer) / 1000})
	all.nodes = append(all.nodes, pair{elements(svg), elements(peer)})
	return nil
}

// elements counts the elements of an SVG. In the SVG, "<" must occur only in tags.
func elements(svg []byte) float64 {
	others := 0
	for _, start := range []string{"</", "<?", "<!"} {
		others += bytes.Count(svg, []byte(start))
	}
	return float64(bytes.Count(svg, []byte{'<'}) - others)
}

// gzipped returns the size of data after gzip compression at the default level, in kilobytes.
func gzipped(data []byte) float64 {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(data) // writing to a buffer cannot fail
	_ = w.Close()
	return float64(out.Len())
}
