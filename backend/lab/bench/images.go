package main

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

const (
	imageReaders = 2
	imageDPI     = 96
	// Only documents with at least imagePages pages are measured, and at most imagePagesMax of their pages.
	imagePages, imagePagesMax = 4, 200
)

// images measures how many pages per second two readers receive as PNG over HTTP. It compares that with mutool, which
// writes PNG or uncompressed pixels to /dev/null.
func (b *bench) images(ctx context.Context, files []string) error {
	server, err := b.startOwn(ctx, "images", "--page-cache", "1")
	if err != nil {
		return err
	}
	defer server.stop()
	var total int
	var ours, png, pnm time.Duration
	for _, file := range files {
		doc, _, _, err := server.post(ctx, file)
		if err != nil {
			return err
		}
		if doc.Status != "ready" || doc.PageCount < imagePages {
			continue
		}
		pages := min(doc.PageCount, imagePagesMax)
		asPNG, err := timeMutool(ctx, "png", file, pages)
		if err != nil {
			continue
		}
		asPixels, err := timeMutool(ctx, "pnm", file, pages)
		if err != nil {
			continue
		}
		took, err := drawAll(ctx, server, doc.ID, pages)
		if err != nil {
			return err
		}
		total, ours, png, pnm = total+pages, ours+took, png+asPNG, pnm+asPixels
	}
	b.report(
		rate("PDF: pages a second to PNG, 2 readers over HTTP ÷ mutool draw -F png", "/s", 1.2, total, ours, png),
		rate("the same ÷ mutool draw -F pnm", "/s", 0, total, ours, pnm))
	return nil
}

func timeMutool(ctx context.Context, form, file string, pages int) (time.Duration, error) {
	begin := time.Now()
	err := exec.CommandContext(ctx, "mutool", "draw", "-q", "-F", form, "-o", "/dev/null", "-r", fmt.Sprint(imageDPI),
		file, fmt.Sprintf("1-%d", pages)).Run()
	return time.Since(begin), err
}

// drawAll fetches all pages of a document with two concurrent readers.
func drawAll(ctx context.Context, server *server, id string, pages int) (time.Duration, error) {
	begin := time.Now()
	var next atomic.Int64
	var readers sync.WaitGroup
	failed := make(chan error, imageReaders)
	for range imageReaders {
		readers.Go(func() {
			for page := next.Add(1); page <= int64(pages); page = next.Add(1) {
				address := fmt.Sprintf("%s/document/%s/page/%d.png?scale=%.4f", server.APIBase, id, page, imageDPI/72.0)
				if _, err := server.Fetch(ctx, http.MethodGet, address, nil); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	readers.Wait()
	select {
	case err := <-failed:
		return 0, err
	default:
		return time.Since(begin), nil
	}
}
