package watch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
	"lectern/backend/property"
	"lectern/backend/store"
	"lectern/backend/watch"
)

// A folder on a network file system is polled, and its message says so and names the file system.
//
// SECURITY.md, promise 41 (no missed files)
func TestNetworkFileSystem(t *testing.T) {
	folder := t.TempDir()
	b := newTestService(t, func(p *watch.Config) {
		p.FileSystem = func(string) (watch.FileSystem, error) {
			return watch.FileSystem{Network: "NFS", Device: "server"}, nil
		}
	})
	b.start()
	f := b.create(folder, nil)
	b.becomes("it is polled", func() bool { return b.find(f.ID).State == watch.Polling })
	if message := b.find(f.ID).Message; !strings.Contains(message.String(), "NFS") {
		t.Errorf("the message is %q", message)
	}
	for i := range 3 {
		name := fmt.Sprintf("%d.pdf", i)
		write(t, filepath.Join(folder, name), name)
		b.becomes(name+" is taken", func() bool { return b.files(f.ID)[name].Stage == watch.Taken })
	}
	if err := os.Remove(filepath.Join(folder, "1.pdf")); err != nil {
		t.Fatal(err)
	}
	b.becomes("that one is gone is noticed", func() bool { return !b.files(f.ID)["1.pdf"].GoneAt.IsZero() })
	if f := b.find(f.ID); f.Taken != 3 {
		t.Errorf("the folder is %+v", f)
	}
}

// Files that do not fit into the queue or on the disk are imported later. Until then they have a message with the
// reason.
func TestFilesWaitForRoom(t *testing.T) {
	for state, test := range map[watch.State]struct {
		refusal error
		words   string
	}{
		watch.Watching: {document.ErrBusy(7), "follow automatically."},
		watch.Full:     {fault.FullDisk(nil), "The disk of Lectern's library is full"},
	} {
		folder := t.TempDir()
		b := newTestService(t, nil)
		b.refuse(test.refusal)
		b.start()
		const n = 50
		for i := range n {
			write(t, filepath.Join(folder, fmt.Sprintf("%d.pdf", i)), fmt.Sprint(i))
		}
		f := b.create(folder, nil)
		b.becomes("the files wait", func() bool {
			f := b.find(f.ID)
			return f.State == state && strings.Contains(f.Message.String(), test.words) && f.Waiting == n
		})
		b.refuse(nil)
		b.becomes("all are taken", func() bool {
			f := b.find(f.ID)
			return f.Taken == n && f.State == watch.Watching && f.Message == ""
		})
	}
}

// A file that the server rejects is reported as failed, and is tried again when it has changed.
func TestRefusedFile(t *testing.T) {
	folder := t.TempDir()
	b := newTestService(t, nil)
	b.refuse(fault.New(fault.TooLarge, "The file is too large."))
	b.start()
	f := b.create(folder, nil)
	write(t, filepath.Join(folder, "a.pdf"), "large")
	b.becomes("it has failed", func() bool {
		a := b.files(f.ID)["a.pdf"]
		return a.Stage == watch.Failed && a.Message.String() == "The file is too large."
	})
	b.refuse(nil)
	write(t, filepath.Join(folder, "a.pdf"), "small")
	b.becomes("it is taken", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Taken })
}

// A file whose import fails because of the server does not delay other files, and is tried again later.
func TestFileAtWhichTheServerFails(t *testing.T) {
	folder := t.TempDir()
	b := newTestService(t, nil)
	b.refuse(errors.New("out of order"))
	b.start()
	f := b.create(folder, nil)
	write(t, filepath.Join(folder, "a.pdf"), "one")
	b.becomes("it has failed", func() bool {
		a := b.files(f.ID)["a.pdf"]
		return a.Stage == watch.Failed && strings.Contains(a.Message.String(), "log")
	})
	b.refuse(nil)
	write(t, filepath.Join(folder, "b.pdf"), "two")
	b.becomes("another is taken", func() bool { return b.files(f.ID)["b.pdf"].Stage == watch.Taken })
	if _, err := b.Scan(t.Context(), f.ID); err != nil {
		t.Fatal(err)
	}
	b.becomes("it is taken", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Taken })
}

// An empty file is imported when it has content.
func TestEmptyFile(t *testing.T) {
	folder := t.TempDir()
	b := newTestService(t, nil)
	b.start()
	f := b.create(folder, nil)
	write(t, filepath.Join(folder, "a.pdf"), "")
	b.becomes("it is told", func() bool {
		a := b.files(f.ID)["a.pdf"]
		return a.Stage == watch.Writing && strings.Contains(a.Message.String(), "empty")
	})
	write(t, filepath.Join(folder, "a.pdf"), "something")
	b.becomes("it is taken", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Taken })
}

// A file that is not imported has a message with the reason. Either the folder's settings exclude it, or Lectern does
// not support its type, whatever the settings are.
func TestFileOfOtherName(t *testing.T) {
	for words, include := range map[string][]string{
		"a type that Lectern cannot show": nil,
		"change the included names":       {"*.pdf"},
	} {
		folder := t.TempDir()
		b := newTestService(t, nil)
		b.start()
		f := b.create(folder, func(s *watch.Settings) { s.Include = include }) // nil: the default patterns
		write(t, filepath.Join(folder, "note.txt"), "a note")
		b.becomes("it is told to be ignored", func() bool { return b.files(f.ID)["note.txt"].Stage == watch.Ignored })
		if message := b.files(f.ID)["note.txt"].Message.String(); !strings.Contains(message, words) {
			t.Errorf("where %v is included, the message is %q", include, message)
		}
	}
}

// failingDeleteStore is a store that fails to delete a folder.
type failingDeleteStore struct{ store.Folders }

func (failingDeleteStore) DeleteFolder(context.Context, string) error {
	return errors.New("out of order")
}

// A folder whose deletion fails continues to be watched.
func TestUndeletableFolder(t *testing.T) {
	folder := t.TempDir()
	b := newTestService(t, func(p *watch.Config) { p.Store = failingDeleteStore{p.Store.(store.Folders)} })
	b.start()
	f := b.create(folder, nil)
	b.becomes("it is watched", func() bool { return b.find(f.ID).State == watch.Watching })
	if err := b.Delete(t.Context(), f.ID); err == nil {
		t.Fatal("it was deleted")
	}
	write(t, filepath.Join(folder, "a.pdf"), "one")
	b.becomes("its file is taken", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Taken })
}

// Nothing is imported from a folder to which the originals of another watched folder are moved, even if that target
// folder is removed and created again.
//
// SECURITY.md, promise 42 (safe originals)
func TestRecreatedTargetIsNotImported(t *testing.T) {
	home, done := t.TempDir(), t.TempDir()
	target := filepath.Join(home, "done")
	b := newTestService(t, nil)
	b.start()
	b.create(t.TempDir(), func(s *watch.Settings) { s.AfterSuccess = watch.After{Action: "move", Folder: target} })
	f := b.create(home, nil)
	b.becomes("it is watched", func() bool { return b.find(f.ID).State == watch.Watching })
	if err := os.Remove(target); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(done, "moved.pdf"), "moved")
	if err := os.Rename(done, target); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, "a.pdf"), "arrived")
	b.becomes("what arrives is taken", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Taken })
	if a, seen := b.files(f.ID)["done/moved.pdf"]; seen {
		t.Errorf("what was moved is %+v", a)
	}
}

// If the target folder is changed, originals in the previous target within the watched folder stay there and are not
// imported again.
//
// SECURITY.md, promise 42 (safe originals)
func TestFormerTargetIsNotImported(t *testing.T) {
	folder := t.TempDir()
	moveTo := func(name string) func(*watch.Settings) error {
		return func(s *watch.Settings) error {
			s.AfterSuccess = watch.After{Action: "move", Folder: filepath.Join(folder, name)}
			return nil
		}
	}
	b := newTestService(t, nil)
	b.start()
	f := b.create(folder, func(s *watch.Settings) { _ = moveTo("done [1]")(s) })
	write(t, filepath.Join(folder, "a.pdf"), "one")
	b.becomes("the first is moved", func() bool { _, err := os.Stat(filepath.Join(folder, "done [1]/a.pdf")); return err == nil })
	after, err := b.Edit(t.Context(), f.ID, moveTo("finished"))
	if err != nil {
		t.Fatal(err)
	}
	if pattern := after.Exclude[len(after.Exclude)-1]; pattern != `done \[1]/**` {
		t.Errorf("the last pattern is %s", pattern)
	}
	if _, err := b.Scan(t.Context(), f.ID); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "b.pdf"), "two")
	b.becomes("the second is moved", func() bool { _, err := os.Stat(filepath.Join(folder, "finished/b.pdf")); return err == nil })
	if _, err := os.Stat(filepath.Join(folder, "done [1]/a.pdf")); err != nil {
		t.Error(err)
	}
	if again, err := b.Edit(t.Context(), f.ID, moveTo("finished")); err != nil || !slices.Equal(again.Exclude, after.Exclude) {
		t.Errorf("after the same settings, excluded are %v, %v", again.Exclude, err)
	}
}

// failingUpdateStore is a store that fails to update a single arrival.
type failingUpdateStore struct{ store.Folders }

func (failingUpdateStore) UpdateArrival(context.Context, int64, func(*watch.Arrival)) error {
	return errors.New("out of order")
}

// A renamed file keeps its document, even if the server is killed in between. A new file with the old name becomes
// another document.
func TestRenamedFile(t *testing.T) {
	folder := t.TempDir()
	b := newTestService(t, func(p *watch.Config) { p.Store = failingUpdateStore{p.Store.(store.Folders)} })
	b.start()
	f := b.create(folder, nil)
	write(t, filepath.Join(folder, "a.pdf"), "one")
	b.becomes("it is taken", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Taken })
	document := b.files(f.ID)["a.pdf"].DocumentID
	if err := os.Rename(filepath.Join(folder, "a.pdf"), filepath.Join(folder, "b.pdf")); err != nil {
		t.Fatal(err)
	}
	b.becomes("it has its new name", func() bool { return b.files(f.ID)["b.pdf"].Stage == watch.Taken })
	if a := b.files(f.ID)["a.pdf"]; a.Stage != watch.Gone || a.DocumentID != "" || b.files(f.ID)["b.pdf"].DocumentID != document {
		t.Errorf("the files are %+v", b.files(f.ID))
	}
	write(t, filepath.Join(folder, "a.pdf"), "two")
	b.becomes("another is taken", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Taken })
	if b.files(f.ID)["a.pdf"].DocumentID == document {
		t.Error("it is a version of the renamed file's document")
	}
}

// A folder whose profile was renamed uses the new name.
func TestRenamedProfile(t *testing.T) {
	folder := t.TempDir()
	b := newTestService(t, nil)
	b.start()
	for _, name := range []string{"old", "other"} {
		keep := func(*property.Set) error { return nil }
		if err := b.db.ViewerSettings.SaveSet(t.Context(), "profile", property.Set{Name: name}, keep); err != nil {
			t.Fatal(err)
		}
	}
	f := b.create(folder, func(s *watch.Settings) { s.Profile = "old" })
	other := b.create(t.TempDir(), func(s *watch.Settings) { s.Profile, s.Theme = "other", "old" })
	b.becomes("it is watched", func() bool { return b.find(f.ID).State == watch.Watching })
	if err := b.db.ViewerSettings.RenameSet(t.Context(), "profile", "old", "new"); err != nil {
		t.Fatal(err)
	}
	if err := b.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if other := b.find(other.ID); other.Profile != "other" || other.Theme != "old" {
		t.Errorf("another folder is %+v", other)
	}
	write(t, filepath.Join(folder, "a.pdf"), "one")
	b.becomes("it is taken", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Taken })
	if doc, err := b.db.Documents.FindDocument(t.Context(), b.files(f.ID)["a.pdf"].DocumentID); err != nil || doc.Profile != "new" ||
		b.find(f.ID).Profile != "new" {
		t.Errorf("its profile is %q, %v; the folder's %q", doc.Profile, err, b.find(f.ID).Profile)
	}
}

// hangingLibrary is a library that blocks while it receives certain files.
type hangingLibrary struct {
	*fakeLibrary
	until <-chan struct{}
}

func (h hangingLibrary) Receive(ctx context.Context, name string, r io.Reader) (watch.Received, error) {
	if strings.HasPrefix(name, "hung") {
		<-h.until
	}
	return h.fakeLibrary.Receive(ctx, name, r)
}

// A folder on a disk that does not respond does not delay other folders.
func TestHungFolder(t *testing.T) {
	away, there := t.TempDir(), t.TempDir()
	until := make(chan struct{})
	b := newTestService(t, func(p *watch.Config) { p.Library = hangingLibrary{p.Library.(*fakeLibrary), until} })
	b.start()
	t.Cleanup(func() { close(until) })
	const n = 20
	for i := range n {
		write(t, filepath.Join(away, fmt.Sprintf("hung %d.pdf", i)), fmt.Sprint(i))
	}
	f := b.create(away, nil)
	b.becomes("the files wait", func() bool { return b.find(f.ID).Waiting == n })
	g := b.create(there, nil)
	write(t, filepath.Join(there, "a.pdf"), "one")
	b.becomes("another folder's is taken", func() bool { return b.files(g.ID)["a.pdf"].Stage == watch.Taken })
}

// forgetfulLibrary is a library that does not find documents that are retried.
type forgetfulLibrary struct{ *fakeLibrary }

func (forgetfulLibrary) Retry(context.Context, string) error {
	return fault.New(fault.NotFound, "There is no document.")
}

// A failed file of a paused folder is not retried. A file that no longer exists when it is retried is recorded as
// removed.
func TestRetryOfAMissingFile(t *testing.T) {
	folder := t.TempDir()
	b := newTestService(t, func(p *watch.Config) { p.Library = forgetfulLibrary{p.Library.(*fakeLibrary)} })
	b.status = document.Failed
	b.start()
	write(t, filepath.Join(folder, "a.pdf"), "one")
	f := b.create(folder, nil)
	b.becomes("it has failed", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Failed })
	if err := os.Remove(filepath.Join(folder, "a.pdf")); err != nil {
		t.Fatal(err)
	}
	b.becomes("that it is gone is noticed", func() bool { return !b.files(f.ID)["a.pdf"].GoneAt.IsZero() })
	id := b.files(f.ID)["a.pdf"].ID
	pauseFolder(b, f.ID, true)
	if _, err := b.Service.Retry(t.Context(), f.ID, id); !fault.Is(err, fault.Conflict) {
		t.Errorf("of a folder that is paused: %v", err)
	}
	if a := b.files(f.ID)["a.pdf"]; a.Stage != watch.Failed {
		t.Errorf("then it is %s", a.Stage)
	}
	pauseFolder(b, f.ID, false)
	if _, err := b.Service.Retry(t.Context(), f.ID, id); err != nil {
		t.Fatal(err)
	}
	b.becomes("it is told to be gone", func() bool { return b.files(f.ID)["a.pdf"].Stage == watch.Gone })
}
