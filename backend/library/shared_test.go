package library

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/document/content"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/seal"
	"lectern/backend/lab/engines/enginestest"
	"lectern/backend/library/secrets"
	"lectern/backend/template"
	"lectern/backend/webhook"
)

// sharedServers contains the PostgreSQL and S3 servers of the test, and the opened libraries.
type sharedServers struct {
	*enginestest.Sharing
	closers map[*Library]func() error
}

func newSharedServers(t *testing.T) *sharedServers {
	t.Helper()
	return &sharedServers{enginestest.New(t), map[*Library]func() error{}}
}

// open opens a library as a server does. The library is closed at the end of the test.
func (s *sharedServers) open(database, blobs string) (*Library, error) {
	s.T.Helper()
	at := Place{Data: s.T.TempDir(), Database: database, Blobs: blobs}
	l, err := Open(s.T.Context(), Config{Place: at, CacheSize: 1 << 30, ContentGrace: time.Minute, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		s.closers[l] = sync.OnceValue(l.Close)
		s.T.Cleanup(func() { _ = s.closeLibrary(l) })
	}
	return l, err
}

// closeLibrary closes a library before the test ends, so that its database can be copied.
func (s *sharedServers) closeLibrary(l *Library) error { return s.closers[l]() }

// TestALibraryAndItsBucketBelongTogether checks that a library cannot be opened with the bucket of another library.
func TestALibraryAndItsBucketBelongTogether(t *testing.T) {
	s := newSharedServers(t)
	one, two := s.Library("one"), s.Library("two")
	first, second := s.Bucket("first"), s.Bucket("second")
	for _, test := range []struct{ name, database, blobs, refusal string }{
		{"the first start", one, first, ""},
		{"another node", one, first, ""},
		{"another bucket", one, second, "is in another store"},
		{"the data folder instead", one, "", "is in another store"},
		{"another library", two, first, "belongs to another library"},
		{"another library with its own", two, second, ""},
	} {
		_, err := s.open(test.database, test.blobs)
		if (err == nil) != (test.refusal == "") || err != nil && !strings.Contains(err.Error(), test.refusal) {
			t.Errorf("%s: %v, want %q", test.name, err, test.refusal)
		}
	}
}

// TestAMarkOfAnEarlierProgramGetsItsDatabase starts with a marker that names only the library, as earlier versions
// wrote it. The next start must add the name of the database, so that a copy of the database is then refused.
func TestAMarkOfAnEarlierProgramGetsItsDatabase(t *testing.T) {
	s := newSharedServers(t)
	database, blobs := s.Library("one"), s.Bucket("first")
	node, err := s.open(database, blobs)
	if err != nil {
		t.Fatal(err)
	}
	id, _, err := node.DB.LibraryID(t.Context())
	if err == nil {
		err = node.bucket.WriteAll(t.Context(), content.MarkerObject, []byte(`{"library":"`+id+`"}`), nil)
	}
	if err = errors.Join(err, s.closeLibrary(node)); err != nil {
		t.Fatal(err)
	}
	again, err := s.open(database, blobs)
	if err = errors.Join(err, s.closeLibrary(again)); err != nil {
		t.Fatal(err)
	}
	replica, err := s.Postgres.CreateDatabase(t.Context(), "copy", "one")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.open(replica, blobs); err == nil || !strings.Contains(err.Error(), "last used by another database") {
		t.Errorf("the copy: %v", err)
	}
	if _, err := s.open(database, blobs); err != nil {
		t.Errorf("the original: %v", err)
	}
}

// TestWhyABucketIsRefused checks the error for each mistake in the configuration of a bucket.
func TestWhyABucketIsRefused(t *testing.T) {
	s := newSharedServers(t)
	database, there := s.Library("one"), s.Bucket("there")
	for _, test := range []struct{ name, blobs, variable, value, refusal string }{
		{"a bucket that is not there", s.S3.Address("missing"), "", "", `no bucket "missing"`},
		{"a wrong secret", there, "AWS_SECRET_ACCESS_KEY", "wrong", "rejects these credentials"},
		{"an unknown key", there, "AWS_ACCESS_KEY_ID", "nobody", "rejects these credentials"},
		{"no credentials", there, "AWS_ACCESS_KEY_ID", "", "no credentials"},
		{"a bucket in the name of the host", strings.Replace(there, "use_path_style=true", "use_path_style=false", 1), "", "",
			"add use_path_style=true to the address of the bucket: its endpoint is the IP address"},
		{"another scheme", "gs://there", "", "", "s3://bucket"},
		{"an endpoint that is no address", "s3://there?endpoint=here", "", "", `but is "here"`},
		{"an unknown parameter", there + "&speed=high", "", "", `"speed"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("AWS_CONFIG_FILE", os.DevNull)
			t.Setenv("AWS_SHARED_CREDENTIALS_FILE", os.DevNull)
			if test.variable != "" {
				t.Setenv(test.variable, test.value)
			}
			_, err := s.open(database, test.blobs)
			if err == nil || !strings.Contains(err.Error(), test.refusal) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %q in one line", err, test.refusal)
			}
		})
	}
}

// TestOpenWaitsForTheBucket opens a library before its bucket is reachable. Opening waits for the
// bucket.
func TestOpenWaitsForTheBucket(t *testing.T) {
	s := newSharedServers(t)
	database, blobs := s.Library("one"), s.Bucket("later")
	if err := s.S3.Stop(); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		_, err := s.open(database, blobs)
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatalf("it did not wait: %v", err)
	case <-time.After(2 * time.Second): // long enough to fail if it does not wait
	}
	if err := s.S3.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

// TestNodesShareTheKey creates the key on two nodes at the same time. Each node must be able to decrypt what
// the other has encrypted.
func TestNodesShareTheKey(t *testing.T) {
	s := newSharedServers(t)
	database, blobs := s.Library("one"), s.Bucket("sealed")
	type sealed struct {
		sealer *seal.Sealer
		secret []byte
		err    error
	}
	made := make(chan sealed, 2)
	for range 2 {
		node, err := s.open(database, blobs)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			own := sealed{}
			if own.sealer, own.err = node.secrets().Open(t.Context()); own.err != nil {
				made <- own
				return
			}
			own.secret, own.err = own.sealer.Seal("open sesame", "a")
			made <- own
		}()
	}
	a, b := <-made, <-made
	if a.err != nil || b.err != nil {
		t.Fatal(a.err, b.err)
	}
	if got, err := b.sealer.Open(a.secret, "a"); err != nil || got != "open sesame" {
		t.Errorf("opened %q, %v", got, err)
	}
}

// TestTakeOverRestoresALostMarker removes or damages the marker of a bucket. The error must name the command take-over.
// This command must write the marker again, but only into the bucket that contains the library's files.
func TestTakeOverRestoresALostMarker(t *testing.T) {
	s := newSharedServers(t)
	database, blobs, empty := s.Library("one"), s.Bucket("first"), s.Bucket("empty")
	node, err := s.open(database, blobs)
	if err != nil {
		t.Fatal(err)
	}
	key, size, err := node.Content.Add(t.Context(), strings.NewReader("a document"), 100)
	if err == nil {
		err = node.DB.Templates.CreateTemplate(t.Context(), template.Template{ID: "t1", Name: "letter", CreatedAt: time.Now(),
			Versions: []template.Version{{Number: 1, Filename: "t.docx", Type: filetype.Docx, Size: size, CreatedAt: time.Now(), Content: key}}})
	}
	if err != nil {
		t.Fatal(err)
	}
	takeOver := func(blobs string) error {
		return TakeOver(t.Context(), Place{Data: t.TempDir(), Database: database, Blobs: blobs}, slog.New(slog.DiscardHandler))
	}
	for name, text := range map[string]string{"lost": "", "damaged": `{"library":`, "empty": "{}"} {
		err := node.bucket.Delete(t.Context(), content.MarkerObject)
		if err == nil && text != "" {
			err = node.bucket.WriteAll(t.Context(), content.MarkerObject, []byte(text), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.open(database, blobs); err == nil || !strings.Contains(err.Error(), "'lectern take-over'") {
			t.Errorf("%s: the start: message %v", name, err)
		}
		if err := takeOver(empty); err == nil || !strings.Contains(err.Error(), "are not in the content store") {
			t.Errorf("%s: another bucket: %v", name, err)
		}
		if err := takeOver(blobs); err != nil {
			t.Errorf("%s: it is not taken over: %v", name, err)
		}
		if _, err := s.open(database, blobs); err != nil {
			t.Errorf("%s: the next start: the message is %v", name, err)
		}
	}
}

// TestEmptyLibraryTakesOverEmptyBucketsOnly checks that a library without documents can take over an empty bucket
// without a marker. It must not take over a bucket that contains a file of a document, because such a bucket belongs to
// another library.
func TestEmptyLibraryTakesOverEmptyBucketsOnly(t *testing.T) {
	s := newSharedServers(t)
	database, blobs := s.Library("one"), s.Bucket("first")
	node, err := s.open(database, blobs)
	if err != nil {
		t.Fatal(err)
	}
	takeOver := func() error {
		t.Helper()
		if err := node.bucket.Delete(t.Context(), content.MarkerObject); err != nil {
			t.Fatal(err)
		}
		return TakeOver(t.Context(), Place{Data: t.TempDir(), Database: database, Blobs: blobs}, slog.New(slog.DiscardHandler))
	}
	for _, name := range []string{"notes.txt", "first/" + strings.Repeat("0", 64)} {
		if err := node.bucket.WriteAll(t.Context(), name, []byte("not a document"), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := takeOver(); err != nil {
		t.Errorf("without a document: %v", err)
	}
	if _, _, err := node.Content.Add(t.Context(), strings.NewReader("a document"), 100); err != nil {
		t.Fatal(err)
	}
	if err := takeOver(); err == nil || !strings.Contains(err.Error(), "this library has no documents, but the content store has files "+
		"of documents") {
		t.Errorf("with a document: %v", err)
	}
}

// TestAKeyInABucketIsExamined damages the encryption key in a bucket. [Place.Examine] must report the damage, without a
// start of the server.
func TestAKeyInABucketIsExamined(t *testing.T) {
	s := newSharedServers(t)
	at := Place{Data: t.TempDir(), Database: s.Library("one"), Blobs: s.Bucket("first")}
	node, err := s.open(at.Database, at.Blobs)
	if err != nil {
		t.Fatal(err)
	}
	sealer, err := node.secrets().Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := sealer.Seal("secret", webhook.SecretOwner)
	if err == nil {
		err = node.DB.Webhooks.AddSecret(t.Context(), sealed, time.Now().Add(time.Hour))
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := at.Examine(t.Context()); err != nil {
		t.Errorf("with the right key: %v", err)
	}
	key, err := node.bucket.ReadAll(t.Context(), secrets.Object)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(key)
	flipped[len(flipped)/2] ^= 1
	for name, text := range map[string][]byte{"flipped": flipped, "cut short": key[:len(key)/2], "missing": nil} {
		err := node.bucket.Delete(t.Context(), secrets.Object)
		if text != nil {
			err = node.bucket.WriteAll(t.Context(), secrets.Object, text, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := at.Examine(t.Context()); !fault.Is(err, fault.Conflict) {
			t.Errorf("%s: the library is examined with %v", name, err)
		}
		if _, err := node.secrets().Open(t.Context()); !fault.Is(err, fault.Conflict) {
			t.Errorf("%s: the start: message %v", name, err)
		}
	}
}
