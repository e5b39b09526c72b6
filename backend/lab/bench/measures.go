package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"lectern/backend/lab/trial"
)

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// memory measures the resident memory of an idle server before the first document.
func (b *bench) memory(context.Context) error {
	ours, err := resident(b.server.PID())
	if err != nil {
		return err
	}
	b.report(row{measure: "serve at rest, resident", ours: ours, unit: "MB", target: 80,
		targetOurs: true, pairs: 1})
	return nil
}

// office compares the times from posting a document until it is viewable and until it is ready with the time of a
// conversion by soffice.
func (b *bench) office(ctx context.Context, files []string) error {
	// The first document on each side takes longer: LibreOffice creates a profile, and Lectern starts its converters.
	if _, _, _, err := b.server.post(ctx, b.letter()); err != nil {
		return err
	}
	soffice := officePeer{b}
	if _, err := soffice.convert(ctx, b.letter()); err != nil {
		return err
	}
	var viewable, ready, alone []pair
	lost := 0
	for _, file := range files {
		peer, peerErr := soffice.convert(ctx, file)
		fresh, freshErr := soffice.convertAlone(ctx, file)
		doc, seen, done, err := b.server.post(ctx, file)
		if err != nil {
			return err
		}
		if peerErr != nil || freshErr != nil || doc.Status != "ready" {
			lost++
			continue
		}
		alone = append(alone, pair{milliseconds(seen), milliseconds(fresh)})
		viewable = append(viewable, pair{milliseconds(seen), milliseconds(peer)})
		ready = append(ready, pair{milliseconds(done), milliseconds(peer)})
	}
	b.report(
		compare("Office: post to viewable ÷ soffice --convert-to pdf", "ms", 0.08, viewable, lost),
		compare("Office: post to ready ÷ soffice --convert-to pdf", "ms", 0.1, ready, lost),
		compare("Office: post to viewable ÷ soffice with a profile of its own", "ms", 0, alone, lost))
	return nil
}

// officePeer converts files with the program soffice and measures how long that takes.
type officePeer struct{ *bench }

// convert converts a file. It uses the same LibreOffice profile for all conversions, as a desktop user does.
func (p officePeer) convert(ctx context.Context, file string) (time.Duration, error) {
	return p.convertIn(ctx, filepath.Join(p.temp, "profile"), file)
}

// convertAlone converts a file with a new LibreOffice profile. Processes of soffice that run at the same time, as on a
// server, need separate profiles.
func (p officePeer) convertAlone(ctx context.Context, file string) (time.Duration, error) {
	profile, err := os.MkdirTemp(p.temp, "profile-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(profile)
	return p.convertIn(ctx, profile, file)
}

func (p officePeer) convertIn(ctx context.Context, profile, file string) (time.Duration, error) {
	out := filepath.Join(p.temp, "soffice")
	if err := os.RemoveAll(out); err != nil {
		return 0, err
	}
	begin := time.Now()
	err := exec.CommandContext(ctx, filepath.Join(p.libreOffice, "program", "soffice"), "--headless",
		"-env:UserInstallation=file://"+profile, "--convert-to", "pdf", "--outdir", out, file).Run()
	took := time.Since(begin)
	if made, _ := filepath.Glob(filepath.Join(out, "*.pdf")); err == nil && len(made) == 0 {
		err = errors.New("soffice created no file")
	}
	return took, err
}

// pdf compares the time from posting a PDF until it is viewable with the time that mutool needs to draw page 1.
func (b *bench) pdf(ctx context.Context, files []string) error {
	var pairs []pair
	lost := 0
	for _, file := range files {
		begin := time.Now()
		peerErr := exec.CommandContext(ctx, "mutool", "draw", "-o", filepath.Join(b.temp, "page.svg"), file, "1").Run()
		peer := time.Since(begin)
		doc, seen, _, err := b.server.post(ctx, file)
		if err != nil {
			return err
		}
		if peerErr != nil || doc.Status != "ready" {
			lost++
			continue
		}
		pairs = append(pairs, pair{milliseconds(seen), milliseconds(peer)})
	}
	b.report(compare("PDF: post to viewable ÷ mutool draw page 1", "ms", 3, pairs, lost))
	return nil
}

// lastPage is the number of the last page that is measured.
const lastPage = 6

// svg compares requests for pages as SVG over HTTP with calls of go-fitz in a process of its own. The server does not
// cache drawn pages. Both sides draw page 1 once before the measurement.
func (b *bench) svg(ctx context.Context, files []string) error {
	server, err := startServer(ctx, b.bin, b.libreOffice, filepath.Join(b.temp, "uncached"), "--page-cache", "1")
	if err != nil {
		return err
	}
	defer server.stop()
	peerProgram := filepath.Join(b.temp, "fitzsvg")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", peerProgram, "./converters/pdf/fitzsvg").CombinedOutput(); err != nil {
		return fmt.Errorf("build the program to compare with: %s", out)
	}
	var pairs []pair
	lost := 0
	for _, file := range files {
		doc, _, _, err := server.post(ctx, file)
		if err != nil {
			return err
		}
		result, peerErr := exec.CommandContext(ctx, peerProgram, "-last", strconv.Itoa(lastPage), file).Output()
		if peerErr != nil || doc.Status != "ready" {
			lost++
			continue
		}
		drawn, err := drawPages(ctx, server, doc, strings.Fields(string(result)))
		if err != nil {
			return err
		}
		pairs = append(pairs, drawn...)
	}
	b.report(compare("page to SVG over HTTP ÷ go-fitz in-process", "ms", 2, pairs, lost))
	return nil
}

// drawPages requests the pages that the peer has drawn, beginning with page 1.
func drawPages(ctx context.Context, server *server, doc trial.Document, peers []string) ([]pair, error) {
	var pairs []pair
	for i, field := range peers {
		peer, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return nil, err
		}
		begin := time.Now()
		if _, err := server.Fetch(ctx, http.MethodGet, fmt.Sprintf("%s/document/%s/page/%d.svg", server.APIBase, doc.ID, i+1), nil); err != nil {
			return nil, err
		}
		pairs = append(pairs, pair{milliseconds(time.Since(begin)), peer})
	}
	return pairs, nil
}
