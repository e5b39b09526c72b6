package http_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestPublicURL sends requests like a proxy that strips the path of the public URL, and like a proxy that keeps it.
// Some of the public paths look like paths of the server itself.
func TestPublicURL(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	for _, path := range []string{"/docs/sub", "/api", "/viewer", "/my%20docs"} {
		t.Run(path, func(t *testing.T) {
			s := lecterntest.Start(t, "--public-url", "http://public.example"+path)
			doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
			address := s.View(doc.ID)
			own, ok := strings.CutPrefix(address, "http://public.example"+path)
			if !ok {
				t.Fatalf("viewerURL is %s", address)
			}
			for _, prefix := range []string{"", path} {
				if status, text := s.Call(http.MethodGet, s.URL+prefix+own, nil, nil); status != 200 || !strings.Contains(string(text),
					`src="`+path+`/viewer/public/`) {
					t.Errorf("viewer under %q: %d", prefix, status)
				}
				if status, _ := s.Call(http.MethodGet, s.URL+prefix+"/api/v0/document/"+doc.ID, nil, nil); status != 200 {
					t.Errorf("API under %q: %d", prefix, status)
				}
			}
			_, metrics := s.Call(http.MethodGet, s.URL+"/metrics", nil, nil)
			if strings.Contains(string(metrics), `route="none"`) {
				t.Error("requests under the prefix are counted without their route")
			}
		})
	}
}

// TestConcurrentCommandsOnANewFolder runs several commands on a new data folder at the same time.
func TestConcurrentCommandsOnANewFolder(t *testing.T) {
	t.Parallel()
	for range 3 {
		data := t.TempDir()
		var all sync.WaitGroup
		for range 4 {
			// A command may log that it waits for another command, so its standard error is not checked.
			all.Go(func() { lecterntest.RunWithEnv(t, nil, 0, "key", "create", "--data", data, "k") })
		}
		all.Wait()
		if lines := strings.Count(lecterntest.Run(t, 0, "key", "list", "--data", data), "\n"); lines != 5 {
			t.Errorf("the list has %d lines", lines)
		}
	}
}
