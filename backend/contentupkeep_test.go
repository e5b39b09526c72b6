package backend

import (
	"cmp"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/document"
)

// TestABucketThatWasTakenOverIsLeftAlone has the mark of a bucket be another database's, or gone, while a server runs:
// it says so once, and removes nothing until the bucket is its own again.
func TestABucketThatWasTakenOverIsLeftAlone(t *testing.T) {
	s := newSharing(t)
	t.Setenv("LECTERN_CONVERTER", filepath.Join(cmp.Or(os.Getenv("LECTERN_BIN"), filepath.Join("..", "build", "bin")), "lectern-converter"))
	config := DefaultConfig()
	config.Data, config.Database, config.Blobs, config.Addr = t.TempDir(), s.library("one"), s.bucket("first"), "127.0.0.1:0"
	config.ContentGrace = time.Millisecond
	var said strings.Builder
	server, err := Open(t.Context(), config, "test", slog.New(slog.NewTextHandler(&said, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	own, err := readObject(t.Context(), server.bucket, document.MarkerObject)
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
	library, _, err := server.db.Library(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, mark := range []string{`{"library":"` + library + `","database":"another"}`, `{"library":"another"}`, ""} {
		write(document.MarkerObject, mark)
		if mark == "" {
			if err := server.bucket.Delete(t.Context(), document.MarkerObject); err != nil {
				t.Fatal(err)
			}
		}
		said.Reset()
		var done contentTidied
		for range 3 {
			server.tidyContentOnce(t.Context(), &done)
		}
		if told := strings.Count(said.String(), "nothing is removed"); told != 1 || !isThere() {
			t.Errorf("with the mark %q it is told %d times, the object is there: %t\n%s", mark, told, isThere(), &said)
		}
	}
	write(document.MarkerObject, string(own))
	if err := server.db.LeaveContent(t.Context(), []string{orphan}); err != nil { // as a deletion does
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); isThere(); {
		server.tidyContentOnce(t.Context(), new(contentTidied))
		if time.Now().After(end) {
			t.Fatalf("what nothing needs stays: %s", &said)
		}
	}
}
