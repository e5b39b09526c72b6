package main

import (
	"context"
	"io/fs"
	"net/http"
	"strconv"

	"lectern/frontend"
)

const (
	// paintFiles is how many PDFs are opened in browsers, and paintRounds how often each is.
	paintFiles  = 12
	paintRounds = 3
)

// painted is what a browser says of a page: milliseconds from the navigation's start until it
// is painted, and the bytes that were transferred until then.
type painted struct{ Milliseconds, Bytes float64 }

// paint measures the viewer's first paint against an empty page of the same server and against
// pdf.js with the same PDF, each in a fresh browser profile.
func (b *bench) paint(ctx context.Context, files []string) error {
	peer, err := startPDFJS()
	if err != nil {
		return err
	}
	defer peer.Close()
	var empty, pdfjs, bytes []pair
	lost := 0
	for _, file := range spread(files, paintFiles) {
		address, err := b.open(ctx, file)
		if err != nil {
			return err
		}
		var said map[string][]painted
		err = inBrowser(ctx, &said, "e2e/bench/paint.mjs", strconv.Itoa(paintRounds), "viewer="+address, "empty="+b.server.URL+"/healthz",
			"pdfjs="+peer.show(file))
		if err != nil {
			lost++
			continue
		}
		ours, theirs := medianPaint(said["viewer"]), medianPaint(said["pdfjs"])
		empty = append(empty, pair{ours.Milliseconds, medianPaint(said["empty"]).Milliseconds})
		pdfjs = append(pdfjs, pair{ours.Milliseconds, theirs.Milliseconds})
		bytes = append(bytes, pair{ours.Bytes / 1000, theirs.Bytes / 1000})
	}
	script, err := viewerScript()
	if err != nil {
		return err
	}
	weight := compare("bytes until page 1 is painted ÷ pdf.js", "KB", 120, bytes, lost)
	weight.targetOurs = true
	b.report(
		compare("navigation to page 1 painted ÷ an empty page", "ms", 1.8, empty, lost),
		compare("the same ÷ pdf.js", "ms", 0, pdfjs, lost),
		weight,
		row{measure: "the viewer's script, gzipped", ours: script, unit: "KB", target: 60, targetOurs: true, pairs: 1})
	return nil
}

// open posts a file, and gives the address at which it is read.
func (b *bench) open(ctx context.Context, file string) (string, error) {
	doc, _, _, err := b.server.post(ctx, file)
	if err != nil {
		return "", err
	}
	session, err := b.server.Call(ctx, http.MethodPost, "/session?documentId="+doc.ID, nil)
	return session.ViewerURL, err
}

func medianPaint(all []painted) painted {
	var milliseconds, bytes []float64
	for _, one := range all {
		milliseconds, bytes = append(milliseconds, one.Milliseconds), append(bytes, one.Bytes)
	}
	return painted{median(milliseconds), median(bytes)}
}

// viewerScript gives the kilobytes of all scripts that the viewer may load, packed.
func viewerScript() (float64, error) {
	files, err := fs.Glob(frontend.FS(), "viewer/*.js")
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, file := range files {
		text, err := fs.ReadFile(frontend.FS(), file)
		if err != nil {
			return 0, err
		}
		sum += gzipped(text) / 1000
	}
	return sum, nil
}
