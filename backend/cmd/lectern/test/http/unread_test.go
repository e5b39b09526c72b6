package http_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/pdf/pdftest"
)

// pdfWithText returns a PDF with the given number of pages. Each page contains the letter a more than 2,000 times.
func pdfWithText(pages int) []byte {
	all := make([]pdftest.Page, pages)
	for number := range all {
		var content strings.Builder
		fmt.Fprintf(&content, "BT /F 8 Tf 11 TL 40 800 Td (Page %d) Tj", number+1)
		for line := range 60 {
			fmt.Fprintf(&content, " (a%d%s) '", line+60*number, strings.Repeat(" banana", 11))
		}
		all[number].Content = content.String() + " ET"
	}
	return pdftest.Build(all)
}

// sessionPath creates a session for a document, and returns the base path of the session's resources.
func sessionPath(s *lecterntest.Server, document string) string {
	s.T.Helper()
	viewed, err := url.Parse(s.View(document))
	if err != nil {
		s.T.Fatal(err)
	}
	return "/viewer/session/" + viewed.Query().Get("sessionId")
}

// openUnread sends a request over a connection with a tiny receive buffer and does not read the response. It returns
// the connection.
func openUnread(s *lecterntest.Server, request string) (net.Conn, error) {
	c, err := dial(s)
	if err != nil {
		return nil, err
	}
	if err := c.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		return nil, err
	}
	_, err = io.WriteString(c, request)
	return c, err
}

// get returns a GET request without a body.
func get(s *lecterntest.Server, path string, fields ...string) string {
	return "GET " + path + " HTTP/1.1\r\n" + strings.Join(append([]string{"Host: " + strings.TrimPrefix(s.URL, "http://")}, fields...),
		"\r\n") + "\r\n\r\n"
}

// TestSearchesOfOneLink sends more concurrent searches of one session than are allowed. Some are rejected with 429 and
// Retry-After, and a reader with another session gets responses meanwhile.
//
// SECURITY.md, promise 46 (bounded requests)
func TestSearchesOfOneLink(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("wordy.pdf", pdfWithText(300)).ID)
	path := sessionPath(s, doc.ID) + "/search?q=a&limit=100&lines=true"
	var refused, answered atomic.Int64
	var asking sync.WaitGroup
	search := func() {
		answer, err := http.Get(s.URL + path)
		if err != nil {
			t.Error(err)
			return
		}
		defer answer.Body.Close()
		size, err := io.Copy(io.Discard, answer.Body)
		wait, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		switch {
		case answer.StatusCode == http.StatusTooManyRequests && wait > 0:
			refused.Add(1)
		case answer.StatusCode == http.StatusOK && size < 1<<20:
			answered.Add(1)
		default:
			t.Errorf("%d, %d bytes, Retry-After %d, %v", answer.StatusCode, size, wait, err)
		}
	}
	begin := time.Now()
	for range 60 {
		asking.Go(func() {
			for search(); refused.Load() == 0 && time.Since(begin) < lecterntest.WaitTimeout; {
				search()
			}
		})
	}
	if status, _ := s.Call(http.MethodGet, s.URL+sessionPath(s, doc.ID)+"/search?q=banana", nil, nil); status != http.StatusOK {
		t.Errorf("another session has status %d", status)
	}
	asking.Wait()
	if answered.Load() == 0 || refused.Load() == 0 {
		t.Errorf("%d searches are answered, %d refused", answered.Load(), refused.Load())
	}
}

// TestWorkEndsWithItsSession ends a session during a download. The download must be aborted.
//
// SECURITY.md, promise 50 (open viewers)
func TestWorkEndsWithItsSession(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	large := append(lecterntest.Sample(t, "sample.pdf"), make([]byte, 64<<20)...)
	doc := s.Wait(s.Upload("large.pdf", large).ID)
	path := sessionPath(s, doc.ID)
	id := strings.TrimPrefix(path, "/viewer/session/")
	ctx, cancel := context.WithTimeout(t.Context(), lecterntest.WaitTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path+"/pdf", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.ContentLength != int64(len(large)) {
		t.Fatalf("the download has status %d, %d bytes", answer.StatusCode, answer.ContentLength)
	}
	if status, text := s.Call(http.MethodDelete, "/session/"+id, nil, nil); status != http.StatusNoContent {
		t.Fatalf("the session is not ended: %d %s", status, text)
	}
	if n, err := io.Copy(io.Discard, answer.Body); err == nil {
		t.Errorf("the download goes on for %d bytes of %d", n, len(large))
	}
}

// attack is a kind of request whose responses are not read.
type attack struct {
	name    string
	request func(number int) string
}

// attacks returns attacks with a session and with a read key.
func attacks(s *lecterntest.Server, document, session string) []attack {
	key := "Authorization: " + s.Key
	below := func(path string, fields ...string) func(int) string {
		return func(int) string { return get(s, path, fields...) }
	}
	api := "/api/v0"
	return []attack{
		{"search", below(session+"/search?q=a&limit=100&lines=true", "Accept-Encoding: gzip")},
		{"search, plain", below(session + "/search?q=a&limit=100&lines=true")},
		{"counts", below(session + "/search/counts?q=a")},
		{"text", below(session+"/text", "Accept-Encoding: gzip")},
		{"large pictures", func(n int) string { return get(s, fmt.Sprintf("%s/page/%d.png?scale=8", session, n%500+1)) }},
		{"drawings", func(n int) string { return get(s, fmt.Sprintf("%s/page/%d.svg", session, n%2000+1)) }},
		{"words", func(n int) string { return get(s, fmt.Sprintf("%s/page/%d.json", session, n%2000+1)) }},
		{"the PDF", below(session + "/pdf")},
		{"the viewer", below("/viewer/view?sessionId=" + strings.TrimPrefix(session, "/viewer/session/"))},
		{"the reference", below("/docs")},
		{"search with a key", below(api+"/document/"+document+"/search?q=a&limit=100&lines=true", key)},
		{"search of the library", below(api+"/search?q=banana&limit=100&boxes=true", key)},
		{"text with a key", below(api+"/document/"+document+"/text", key)},
		{"report", below(api+"/document/"+document+"/report", key)},
		{"list", below(api+"/document?details=true", key)},
	}
}

// TestStressUnread measures the memory of the server, and the response time of a page for another reader, while 200
// connections do not read their responses.
//
// SECURITY.md, promise 46 (bounded requests)
func TestStressUnread(t *testing.T) {
	if !lecterntest.StressEnabled() {
		t.Skip("it takes some minutes: 'make stress' runs it")
	}
	const connections, maxMemory, maxTime = 200, 300e6, 100 * time.Millisecond
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("wordy.pdf", pdfWithText(2000)).ID)
	other := s.Wait(s.Upload("sample.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	t.Logf("before: %.0f MB resident", resident(s)/1e6)
	session, reader := sessionPath(s, doc.ID), sessionPath(s, other.ID)
	for _, a := range attacks(s, doc.ID, session) {
		stop := make(chan struct{})
		var attacking sync.WaitGroup
		for number := range connections {
			attacking.Go(func() { persist(s, a, number, stop) })
		}
		peak, times := observe(s, reader+"/page/1.svg", 20*time.Second)
		close(stop)
		attacking.Wait()
		p95 := times[len(times)*95/100]
		t.Logf("%-22s %d connections: at most %3.0f MB resident (target %.0f), page of another reader: median %s, p95 %s (target %s) of %d",
			a.name, connections, peak/1e6, maxMemory/1e6, times[len(times)/2].Round(time.Millisecond/10), p95.Round(time.Millisecond/10),
			maxTime, len(times))
		if peak > maxMemory {
			t.Errorf("%s: %.0f MB are resident", a.name, peak/1e6)
		}
		if p95 > maxTime {
			t.Errorf("%s: the 95th percentile of a page is %s", a.name, p95)
		}
	}
}

// persist runs an attack until stop is closed. If its connection is closed or a part of the response arrives, it opens
// a new connection shortly afterwards.
func persist(s *lecterntest.Server, a attack, number int, stop <-chan struct{}) {
	for {
		c, err := openUnread(s, a.request(number))
		if err == nil {
			select {
			case <-stop:
			case <-time.After(10 * time.Second):
			}
			_ = c.Close()
		}
		number += 200
		select {
		case <-stop:
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// resident returns the resident memory of the server in bytes, without its converters.
func resident(s *lecterntest.Server) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.Cmd.Process.Pid))
	if err != nil {
		s.T.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return 1024 * kib
		}
	}
	s.T.Fatalf("the system does not tell the memory of a process: %s", status)
	return 0
}

// observe requests a page repeatedly for a duration. It returns the maximum memory of the server and the response
// times.
func observe(s *lecterntest.Server, path string, during time.Duration) (peak float64, times []time.Duration) {
	s.T.Helper()
	client := http.Client{Timeout: lecterntest.WaitTimeout}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(during); time.Now().Before(end); <-tick.C {
		begin := time.Now()
		answer, err := client.Get(s.URL + path)
		if err != nil {
			s.T.Error(err)
			continue
		}
		_, err = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK || err != nil {
			s.T.Errorf("the page is answered %d %v", answer.StatusCode, err)
		}
		times = append(times, time.Since(begin))
		peak = max(peak, resident(s))
	}
	slices.Sort(times)
	return peak, times
}
