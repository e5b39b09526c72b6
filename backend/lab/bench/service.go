package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"lectern/backend/lab/trial"
)

// The load: the numbers of concurrent clients, and the duration.
const (
	requestClients = 32
	postingClients = 16
	loadTime       = 8 * time.Second
	uploadCount    = 1500
	largeUpload    = 1_000_000_000
)

// requestRate measures how many requests for a document the server answers per second. The clients run on the same
// machine.
func (b *bench) requestRate(ctx context.Context) error {
	server, err := b.startOwn(ctx, "request-rate")
	if err != nil {
		return err
	}
	defer server.stop()
	doc, _, _, err := server.post(ctx, filepath.Join(b.samples, "testdata", "sample.pdf"))
	if err != nil {
		return err
	}
	client := newLoad(requestClients)
	address := server.APIBase + "/document/" + doc.ID
	took, err := client.run(ctx, loadTime, 0, func(ctx context.Context) error {
		return client.call(ctx, server.Server, http.MethodGet, address, nil)
	})
	if err != nil {
		return err
	}
	b.report(
		row{measure: fmt.Sprintf("GET /document/<id>, %d clients: answers a second", requestClients), unit: "/s",
			ours: float64(len(took)) / loadTime.Seconds(), target: 5000, targetOurs: true, atLeast: true, pairs: len(took)},
		row{measure: "the same: time of 99 in 100 answers", unit: "ms", ours: percentile(took, 99), target: 20, targetOurs: true,
			pairs: len(took)})
	return nil
}

// posting measures how many small PDFs can be uploaded per second. An upload is acknowledged when the PDF is on the
// disk. Meanwhile, earlier PDFs are converted.
func (b *bench) posting(ctx context.Context) error {
	server, err := b.startOwn(ctx, "posting")
	if err != nil {
		return err
	}
	defer server.stop()
	content, err := os.ReadFile(filepath.Join(b.samples, "testdata", "sample.pdf"))
	if err != nil {
		return err
	}
	client := newLoad(postingClients)
	begin := time.Now()
	took, err := client.run(ctx, 0, uploadCount, func(ctx context.Context) error {
		own := append(slices.Clone(content), "\n%"+rand.Text()+"\n"...) // each PDF has different bytes
		return client.call(ctx, server.Server, http.MethodPost, server.APIBase+"/document/upload?filename=a.pdf", bytes.NewReader(own))
	})
	if err != nil {
		return err
	}
	b.report(row{measure: fmt.Sprintf("uploads of a PDF of %d KB, %d clients: a second", len(content)>>10,
		postingClients), unit: "/s",
		ours: float64(len(took)) / time.Since(begin).Seconds(), target: 150, targetOurs: true, atLeast: true, pairs: len(took)})
	return nil
}

// large measures how much memory an upload of 1 GB needs.
func (b *bench) large(ctx context.Context) error {
	server, err := b.startOwn(ctx, "large")
	if err != nil {
		return err
	}
	defer server.stop()
	if _, _, _, err := server.post(ctx, filepath.Join(b.samples, "testdata", "sample.pdf")); err != nil {
		return err
	}
	before := trial.WatchMemory(server.PID(), memoryPeriod).Stop()
	watch := trial.WatchMemory(server.PID(), memoryPeriod)
	err = newLoad(1).call(ctx, server.Server, http.MethodPost, server.APIBase+"/document/upload?filename=a.bin",
		io.LimitReader(rand.Reader, largeUpload))
	peak := watch.Stop()
	if err != nil {
		return err
	}
	b.report(row{measure: "upload of 1 GB: memory of the server beyond that at rest", unit: "MB",
		ours: peak.Server - before.Server, target: 30, targetOurs: true, pairs: 1})
	return nil
}

// load is a number of clients that send requests without pauses.
type load struct {
	clients int
	client  *http.Client
}

func newLoad(clients int) *load {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = clients
	return &load{clients: clients, client: &http.Client{Transport: transport}}
}

// run calls do concurrently from all clients. It stops when the time limit has passed, or when do was called as many
// times as count states. It returns the duration of each call.
func (l *load) run(ctx context.Context, limit time.Duration, count int64, do func(context.Context) error) ([]time.Duration, error) {
	var calls atomic.Int64
	var mu sync.Mutex
	var all []time.Duration
	var errs []error
	var clients sync.WaitGroup
	begin := time.Now()
	for range l.clients {
		clients.Go(func() {
			var own []time.Duration
			var err error
			for err == nil && (limit == 0 || time.Since(begin) < limit) && (count == 0 || calls.Add(1) <= count) {
				start := time.Now()
				err = do(ctx)
				own = append(own, time.Since(start))
			}
			mu.Lock()
			defer mu.Unlock()
			all, errs = append(all, own...), append(errs, err)
		})
	}
	clients.Wait()
	return all, errors.Join(errs...)
}

// call sends a request that must succeed, and reads the response.
func (l *load) call(ctx context.Context, server *trial.Server, method, address string, body io.Reader) error {
	r, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", server.Key)
	answer, err := l.client.Do(r)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(answer.Body)
	if err = errors.Join(err, answer.Body.Close()); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s %s", method, address, answer.Status, text)
	}
	return nil
}

// percentile returns the time in milliseconds that the given percentage of calls does not exceed.
func percentile(durations []time.Duration, percent int) float64 {
	sorted := slices.Sorted(slices.Values(durations))
	return milliseconds(sorted[min(len(sorted)*percent/100, len(sorted)-1)])
}
