package main

import (
	"context"
	"io/fs"
	"net/http"
	"strconv"

	"lectern/frontend"
)

const (
	// paintFiles is the number of PDFs, and paintRounds the number of times that each is opened.
	paintFiles  = 12
	paintRounds = 3
)

// painted is the result of opening a page: the milliseconds from the start of the navigation to the first paint, and
// the bytes that were transferred until then.
type painted struct{ Milliseconds, Bytes float64 }

// paint compares the first paint of the viewer with the first paint of an empty page of the same server, and of pdf.js
// with the same PDF. Each page is opened in a new browser profile.
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
		var result map[string][]painted
		err = inBrowser(ctx, &result, "e2e/bench/paint.mjs", strconv.Itoa(paintRounds), "viewer="+address, "empty="+b.server.URL+"/healthz",
			"pdfjs="+peer.show(file))
		if err != nil {
			lost++
			continue
		}
		ours, theirs := medianPaint(result["viewer"]), medianPaint(result["pdfjs"])
		empty = append(empty, pair{ours.Milliseconds, medianPaint(result["empty"]).Milliseconds})
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

// open posts a file and returns the address of its viewer.
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

// viewerScript returns the compressed size of all scripts that the viewer may load, in kilobytes.
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
