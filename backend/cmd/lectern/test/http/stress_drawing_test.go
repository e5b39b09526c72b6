package http_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestStressUnreadDrawing measures how fast a reader gets pages while 100 connections with another session request
// pictures of the same document, each at a different scale.
//
// SECURITY.md, promise 46 (bounded requests)
func TestStressUnreadDrawing(t *testing.T) {
	if !lecterntest.StressEnabled() {
		t.Skip("it takes a minute: 'make stress' runs it")
	}
	const connections, maxMemory, maxTime, during = 100, 300e6, 100 * time.Millisecond, 20 * time.Second
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("wordy.pdf", pdfWithText(2000)).ID)
	session, reader := sessionPath(s, doc.ID), sessionPath(s, doc.ID)
	for name, attack := range map[string]func(n int) string{
		"large pictures": func(n int) string {
			return fmt.Sprintf("%s/page/%d.png?scale=%g", session, n%2000+1, 5+float64(n%3000)/1000)
		},
		"drawings": func(n int) string { return fmt.Sprintf("%s/page/%d.svg", session, n%2000+1) },
	} {
		stop := make(chan struct{})
		var attacking sync.WaitGroup
		for connection := range connections {
			attacking.Go(func() { draw(s, attack, connection*connections, stop) })
		}
		peak, times := 0.0, []time.Duration(nil)
		for page, end := 1, time.Now().Add(during); time.Now().Before(end) && page <= 2000; page++ {
			begin := time.Now()
			if status, _ := s.Call(http.MethodGet, s.URL+fmt.Sprintf("%s/page/%d.png?scale=1.5", reader, page), nil, nil); status != http.StatusOK {
				t.Errorf("page %d has status %d", page, status)
			}
			times = append(times, time.Since(begin))
			peak = max(peak, resident(s))
		}
		close(stop)
		attacking.Wait()
		slices.Sort(times)
		p95 := times[len(times)*95/100]
		t.Logf("%s, %d connections: at most %.0f MB resident (target %.0f), a page drawn for another reader: median %s, p95 %s (target %s) of %d",
			name, connections, peak/1e6, maxMemory/1e6, times[len(times)/2].Round(time.Millisecond/10), p95.Round(time.Millisecond/10),
			maxTime, len(times))
		if peak > maxMemory || p95 > maxTime {
			t.Errorf("%s: too much", name)
		}
	}
}

// draw requests one picture after another until stop is closed.
func draw(s *lecterntest.Server, path func(n int) string, n int, stop <-chan struct{}) {
	client := http.Client{Timeout: lecterntest.WaitTimeout}
	for ; ; n++ {
		select {
		case <-stop:
			return
		default:
		}
		answer, err := client.Get(s.URL + path(n))
		if err != nil {
			continue
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
	}
}
