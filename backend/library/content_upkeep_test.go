package library

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"lectern/backend/document/content"
)

// TestNothingIsRemovedFromAForeignBucket changes or removes the marker of a bucket while a server runs. The server must
// log an error once, and must remove nothing until the bucket has the server's own marker again.
func TestNothingIsRemovedFromAForeignBucket(t *testing.T) {
	s := newSharedServers(t)
	var said strings.Builder
	log := slog.New(slog.NewTextHandler(&said, nil))
	at := Place{Data: t.TempDir(), Database: s.Library("one"), Blobs: s.Bucket("first")}
	server, err := Open(t.Context(), Config{Place: at, CacheSize: 1 << 30, ContentGrace: time.Millisecond, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	own, err := server.bucket.ReadAll(t.Context(), content.MarkerObject)
	if err != nil {
		t.Fatal(err)
	}
	orphan := "ff/" + strings.Repeat("0", 62)
	write := func(name, text string) {
		t.Helper()
		if err := server.bucket.WriteAll(t.Context(), name, []byte(text), nil); err != nil {
			t.Fatal(err)
		}
	}
	write(orphan, "left")
	isThere := func() bool {
		there, err := server.bucket.Exists(t.Context(), orphan)
		return err == nil && there
	}
	library, _, err := server.DB.LibraryID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, mark := range []string{`{"library":"` + library + `","database":"another"}`, `{"library":"another"}`, ""} {
		write(content.MarkerObject, mark)
		if mark == "" {
			if err := server.bucket.Delete(t.Context(), content.MarkerObject); err != nil {
				t.Fatal(err)
			}
		}
		said.Reset()
		var done tidyState
		for range 3 {
			server.tidyContentOnce(t.Context(), &done)
		}
		if told := strings.Count(said.String(), "nothing is removed"); told != 1 || !isThere() {
			t.Errorf("with the mark %q it is told %d times, the object is there: %t\n%s", mark, told, isThere(), &said)
		}
	}
	write(content.MarkerObject, string(own))
	// The deletion of a document makes the same call.
	if err := server.DB.Removals.ScheduleRemoval(t.Context(), []string{orphan}); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); isThere(); {
		server.tidyContentOnce(t.Context(), new(tidyState))
		if time.Now().After(end) {
			t.Fatalf("an unneeded object stays: %s", &said)
		}
	}
}
