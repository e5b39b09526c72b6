package http_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestStressBodies measures the memory of the server while 24 concurrent requests send 16 MB of parameters each,
// compressed to a few KB.
//
// SECURITY.md, promise 46 (bounded requests)
func TestStressBodies(t *testing.T) {
	const connections, maxMemory, during = 24, 400e6, 20 * time.Second
	if !lecterntest.StressEnabled() {
		t.Skip("it takes a minute: 'make stress' runs it")
	}
	s := lecterntest.Start(t)
	s.Wait(s.Upload("sample.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	id := s.CreateTemplate("letter", lecterntest.Sample(t, "sample.docx")).ID
	payload := gzipped(t, `{"params": {"a": [`+strings.Repeat("1,", 16e6/2-100)+`1]}}`)
	task := gzipped(t, `{"template": "letter", "params": {"a": [`+strings.Repeat("1,", 16e6/2-100)+`1]}}`)
	for name, post := range map[string]func() int{
		"tasks":     func() int { return postGzipped(s, s.URL+"/v1/task", task) },
		"rendering": func() int { return postGzipped(s, s.URL+"/v1/template/"+id+"/render", payload) },
	} {
		var answered, refused atomic.Int64
		var posting sync.WaitGroup
		end := time.Now().Add(during)
		for range connections {
			posting.Go(func() {
				for time.Now().Before(end) {
					switch status := post(); status {
					case http.StatusTooManyRequests:
						refused.Add(1)
					case http.StatusOK, http.StatusAccepted:
						answered.Add(1)
					default:
						t.Errorf("%s: answered with %d", name, status)
					}
				}
			})
		}
		peak, times := observe(s, "/healthz", during)
		posting.Wait()
		t.Logf("%s, %d connections of %d KB: at most %.0f MB resident (target %.0f), %d done, %d refused; /healthz: median %s, p95 %s", name,
			connections, len(task)>>10,
			peak/1e6, maxMemory/1e6, answered.Load(), refused.Load(), times[len(times)/2].Round(time.Millisecond/10),
			times[len(times)*95/100].Round(time.Millisecond/10))
		if peak > maxMemory {
			t.Errorf("%s: %.0f MB are resident", name, peak/1e6)
		}
	}
}

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write([]byte(text))
	lecterntest.Check(t, err)
	lecterntest.Check(t, w.Close())
	return packed.Bytes()
}

// postGzipped posts gzip-compressed JSON. It returns the status of the response, or 0 if there was none.
func postGzipped(s *lecterntest.Server, address string, payload []byte) int {
	r, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(payload))
	if err != nil {
		return 0
	}
	r.Header.Set("Authorization", s.Key)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Content-Encoding", "gzip")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}
