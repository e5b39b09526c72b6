package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// embed measures the compressed size of the script that a page with an embedded viewer loads.
func (b *bench) embed(ctx context.Context) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, b.server.URL+"/viewer/public/embed.js", nil)
	if err != nil {
		return err
	}
	r.Header.Set("Accept-Encoding", "gzip") // if this is set explicitly, the client does not decompress the response
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	size, err := io.Copy(io.Discard, answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Encoding") != "gzip" {
		return fmt.Errorf("embed.js: %s, %q", answer.Status, answer.Header.Get("Content-Encoding"))
	}
	b.report(row{measure: "embed.js, gzipped", unit: "KB", ours: float64(size) / 1024,
		target: 4, targetOurs: true, pairs: 1})
	return nil
}
