package watch_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestLinksAndSpecialFilesAreIgnored puts symbolic links, a pipe and files with unusual names into a watched folder.
// Links and pipes must be ignored, with a message.
//
// SECURITY.md, promise 42 (safe originals)
func TestLinksAndSpecialFilesAreIgnored(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	inbox, outside := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret.pdf")
	lecterntest.WriteFile(t, secret, pdf(1))
	for link, target := range map[string]string{"link.pdf": secret, "linked": outside, "loop": inbox, "dangling.pdf": "/nowhere"} {
		if err := os.Symlink(target, filepath.Join(inbox, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(inbox, "pipe.pdf"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := s.Watch(inbox, "")
	for _, name := range []string{"link.pdf", "dangling.pdf", "pipe.pdf"} {
		if a := s.AwaitFile(f.ID, name, "ignored"); a.Message == "" {
			t.Errorf("%s is ignored without a word", name)
		}
	}
	for _, name := range []string{"\xff\xfebytes.pdf", "line\nbreak.pdf", "\u202egnp.pdf", "<script>alert(1)<.pdf", strings.Repeat("n", 251) +
		".pdf", "a ... .pdf", "-rf.pdf", "'; DROP TABLE folder;--.pdf"} {
		lecterntest.WriteFile(t, filepath.Join(inbox, name), pdf(len(name)+int(name[0])*1000))
	}
	if err := os.Symlink(secret, filepath.Join(inbox, "later.pdf")); err != nil {
		t.Fatal(err)
	}
	s.AwaitFile(f.ID, "later.pdf", "ignored")
	lecterntest.Eventually(t, "all whose names are strange are taken", func() bool { return s.Folder(f.ID).Taken == 8 })
	if names := s.DocumentNames(); len(names) != 8 || slices.Contains(names, "secret.pdf") || slices.Contains(names, "link.pdf") {
		t.Errorf("the documents are %q", names)
	}
}

// TestDuplicates puts files with the same content into a folder under several names.
func TestDuplicates(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	inbox := t.TempDir()
	f := s.Watch(inbox, "")
	lecterntest.WriteFile(t, filepath.Join(inbox, "a.pdf"), pdf(1))
	first := s.AwaitFile(f.ID, "a.pdf", "taken")
	lecterntest.WriteFile(t, filepath.Join(inbox, "b.pdf"), pdf(1))
	if second := s.AwaitFile(f.ID, "b.pdf", "duplicate"); second.DocumentID != first.DocumentID {
		t.Errorf("the second is %+v", second)
	}
	lecterntest.WriteFile(t, filepath.Join(inbox, "b.pdf"), pdf(2))
	if other := s.AwaitFile(f.ID, "b.pdf", "taken"); other.DocumentID == first.DocumentID {
		t.Error("a duplicate that was changed is a version of the other file's document")
	}
	var changed lecterntest.Folder
	s.SendJSON(http.StatusOK, http.MethodPatch, "/folder/"+f.ID, `{"duplicates":"take"}`, &changed)
	lecterntest.WriteFile(t, filepath.Join(inbox, "c.pdf"), pdf(1))
	s.AwaitFile(f.ID, "c.pdf", "taken")
	if names := s.DocumentNames(); !slices.Equal(names, []string{"a.pdf", "b.pdf", "c.pdf"}) {
		t.Errorf("the documents are %q", names)
	}
}

// TestOriginalsAreMoved checks that originals are moved to the folder for success or to the folder for failure,
// depending on the result of the conversion. Existing files in these folders must not be overwritten.
//
// SECURITY.md, promise 42 (safe originals)
func TestOriginalsAreMoved(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	inbox := t.TempDir()
	other := lecterntest.MountDisk(t, "4m") // on another file system
	f := s.Watch(inbox, `,"afterSuccess":{"action":"move","folder":"done"},"afterFailure":{"action":"move","folder":"`+filepath.Join(other,
		"failed")+`"}`)
	if err := os.WriteFile(filepath.Join(inbox, "done", "good.pdf"), []byte("somebody else's"), 0o600); err != nil {
		t.Fatal(err)
	}
	good, bad := pdf(1), []byte("%PDF-1.7 and nothing else")
	lecterntest.WriteFile(t, filepath.Join(inbox, "good.pdf"), good)
	lecterntest.WriteFile(t, filepath.Join(inbox, "bad.pdf"), bad)
	failed := s.AwaitFile(f.ID, "bad.pdf", "failed")
	lecterntest.Eventually(t, "both are moved", func() bool {
		all := s.WatchedFiles(f.ID)
		return all["good.pdf"].MovedTo != "" && all["bad.pdf"].MovedTo != ""
	})
	for path, want := range map[string]string{
		filepath.Join(inbox, "done", "good.pdf"):     "somebody else's",
		filepath.Join(inbox, "done", "good (2).pdf"): string(good),
		filepath.Join(other, "failed", "bad.pdf"):    string(bad),
	} {
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s: %v, %.40q", path, err, got)
		}
	}
	if failed.Message == "" {
		t.Error("the failed file has no message")
	}
	// Another document with the same name gets the next number.
	lecterntest.WriteFile(t, filepath.Join(inbox, "good.pdf"), pdf(2))
	lecterntest.Eventually(t, "the next of that name is moved", func() bool {
		_, err := os.Stat(filepath.Join(inbox, "done", "good (3).pdf"))
		return err == nil
	})
	if names := s.DocumentNames(); !slices.Equal(names, []string{"bad.pdf", "good.pdf", "good.pdf"}) {
		t.Errorf("the documents are %q: what was moved was imported again", names)
	}
	left, err := filepath.Glob(filepath.Join(inbox, "*.pdf"))
	hidden, _ := filepath.Glob(filepath.Join(inbox, ".lectern*"))
	part, _ := filepath.Glob(filepath.Join(other, "failed", ".lectern*"))
	if err != nil || len(left)+len(hidden)+len(part) > 0 {
		t.Errorf("left are %q %q %q, %v", left, hidden, part, err)
	}
}

// TestRetryInAFolder retries files whose import failed.
func TestRetryInAFolder(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	inbox := t.TempDir()
	f := s.Watch(inbox, "")
	lecterntest.WriteFile(t, filepath.Join(inbox, "locked.pdf"), lecterntest.Sample(t, "protected.pdf"))
	failed := s.AwaitFile(f.ID, "locked.pdf", "failed")
	status, answer := s.Call(http.MethodPost, "/document/"+failed.DocumentID+"/retry",
		http.Header{"Document-Password": {lecterntest.SamplePassword}}, nil)
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	s.AwaitFile(f.ID, "locked.pdf", "taken")
	s.SendJSON(http.StatusConflict, http.MethodPost, "/folder/"+f.ID+"/arrival/"+failed.ID+"/retry", "", nil)

	lecterntest.WriteFile(t, filepath.Join(inbox, "bad.pdf"), []byte("%PDF-1.7 and nothing else"))
	failed = s.AwaitFile(f.ID, "bad.pdf", "failed")
	s.SendJSON(http.StatusOK, http.MethodPost, "/folder/"+f.ID+"/arrival/"+failed.ID+"/retry", "", nil)
	if again := s.AwaitFile(f.ID, "bad.pdf", "failed"); again.DocumentID != failed.DocumentID {
		t.Errorf("after the retry it is %+v", again)
	}
	s.SendJSON(http.StatusNotFound, http.MethodPost, "/folder/"+f.ID+"/arrival/4711/retry", "", nil)
	if folder := s.Folder(f.ID); folder.Taken != 1 || folder.Failed != 1 {
		t.Errorf("the folder is %+v", folder)
	}
}

// TestOwnOutputIsNotImported saves a PDF that Lectern created into the watched folder. The PDF must not be imported.
//
// SECURITY.md, promise 42 (safe originals)
func TestOwnOutputIsNotImported(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	inbox := t.TempDir()
	f := s.Watch(inbox, "")
	lecterntest.WriteFile(t, filepath.Join(inbox, "letter.rtf"), []byte(`{\rtf1 A letter.}`))
	letter := s.AwaitFile(f.ID, "letter.rtf", "taken")
	if doc := s.Wait(letter.DocumentID); doc.Status != "ready" {
		t.Fatalf("%+v", doc)
	}
	_, made := s.Call(http.MethodGet, "/document/"+letter.DocumentID+"/pdf", nil, nil)
	lecterntest.WriteFile(t, filepath.Join(inbox, "saved.pdf"), made)
	s.AwaitFile(f.ID, "saved.pdf", "ignored")
	if names := s.DocumentNames(); len(names) != 1 {
		t.Errorf("the documents are %q", names)
	}
}

// TestRefusedFolders checks the error message for each kind of folder that cannot be watched.
func TestRefusedFolders(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	base := t.TempDir()
	for _, name := range []string{"in/deep", "done", "other"} {
		if err := os.MkdirAll(filepath.Join(base, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	lecterntest.WriteFile(t, filepath.Join(base, "file"), nil)
	at := func(name string) string { return filepath.Join(base, name) }
	if err := os.Symlink(at("in"), at("link")); err != nil {
		t.Fatal(err)
	}
	s.Watch(at("in"), `,"afterSuccess":{"action":"move","folder":"`+at("done")+`"}`)
	refused := func(words, text string) {
		t.Helper()
		var problem struct {
			Message string
			Errors  []struct{ Location string }
		}
		s.SendJSON(http.StatusUnprocessableEntity, http.MethodPost, "/folder", text, &problem)
		if !strings.Contains(problem.Message, words) {
			t.Errorf("%s is refused with %q, want %q", text, problem.Message, words)
		}
		for _, wrong := range problem.Errors {
			if !strings.HasPrefix(wrong.Location, "/") {
				t.Errorf("%s is refused for %q, want a pointer", text, wrong.Location)
			}
		}
	}
	path := func(path string) string {
		text, _ := json.Marshal(map[string]string{"path": path})
		return string(text)
	}
	refused("missing", `{}`)
	refused("absolute", path("inbox"))
	refused("already watched", path(at("in")))
	refused("already watched", path(at("link")))
	refused("is inside", path(at("in/deep")))
	refused("is inside this one", path(base))
	refused("moved to", path(at("done")))
	refused("root of the file system", path("/"))
	more := func(fields string) string { return strings.TrimSuffix(path(at("other")), "}") + "," + fields + "}" }
	moved := func(folder string) string { return more(`"afterSuccess":{"action":"move","folder":"` + folder + `"}`) }
	for _, system := range []string{"/dev", "/proc", "/proc/self/fd", "/run", "/sys", "/sys/kernel", "/etc", "/usr/bin", "/boot"} {
		refused("a folder of the operating system", path(system))
		refused("a folder of the operating system", moved(system))
	}
	refused("root of the file system", moved("/"))
	refused("root of the file system", more(`"afterFailure":{"action":"move","folder":"/etc/.."}`))
	refused("a folder of the operating system", moved("/etc/lectern-originals"))
	if _, err := os.Stat("/etc/lectern-originals"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
	refused("not a folder", path(at("file")))
	refused("does not exist", path(at("nowhere")))
	refused("library", path(s.Data))
	refused("library", path(filepath.Join(s.Data, "content")))
	refused("did you mean", more(`"exlude":["a"]`))
	refused("pattern", more(`"include":["["]`))
	refused("collection", more(`"collection":"none"`))
	refused("profile", more(`"profile":"none"`))
	refused("webhook", more(`"webhookURL":"file:///etc"`))
	refused("imported again", more(`"afterSuccess":{"action":"move","folder":"`+at("other")+`"}`))
	refused("imported again", more(`"afterSuccess":{"action":"move","folder":"`+at("in/deep")+`"}`))
	refused("library", more(`"afterSuccess":{"action":"move","folder":"`+s.Data+`"}`))
	refused("leads out", more(`"afterSuccess":{"action":"move","folder":"../outside"}`))
	refused("leads out", more(`"afterFailure":{"action":"move","folder":"a/../../outside"}`))
	if _, err := os.Stat(at("outside")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder outside was made: %v", err)
	}
	refused("stay or move", more(`"afterSuccess":{"action":"delete"}`))
	refused("skip or take", more(`"duplicates":"maybe"`))
	s.SendJSON(http.StatusBadRequest, http.MethodPost, "/folder", `{"path":`, nil)
}

// TestChangesOfAFolder pauses a watched folder, renames it, and removes it.
func TestChangesOfAFolder(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	inbox := t.TempDir()
	f := s.Watch(inbox, `,"paused":true,"exclude":["draft*"],"subfolders":false`)
	if f.State != "paused" || f.Name != filepath.Base(inbox) {
		t.Errorf("the folder is %+v", f)
	}
	if err := os.Mkdir(filepath.Join(inbox, "below"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"a.pdf", "draft.pdf", "below/b.pdf", "c.txt"} {
		lecterntest.WriteFile(t, filepath.Join(inbox, name), pdf(i))
	}
	s.SendJSON(http.StatusConflict, http.MethodPost, "/folder/"+f.ID+"/scan", "", nil)
	s.SendJSON(http.StatusUnprocessableEntity, http.MethodPatch, "/folder/"+f.ID, `{"path":"/tmp"}`, nil)
	s.SendJSON(http.StatusOK, http.MethodPatch, "/folder/"+f.ID, `{"paused":false,"name":"Post"}`, &f)
	s.AwaitFile(f.ID, "a.pdf", "taken")
	s.AwaitFile(f.ID, "c.txt", "ignored")
	s.SendJSON(http.StatusOK, http.MethodPatch, "/folder/"+f.ID, `{"exclude":[],"subfolders":true,"include":["*"]}`, &f)
	for _, name := range []string{"a.pdf", "draft.pdf", "below/b.pdf", "c.txt"} {
		s.AwaitFile(f.ID, name, "taken")
	}
	if f.Name != "Post" || f.Paused {
		t.Errorf("the folder is %+v", f)
	}
	// A profile that a folder uses can be deleted. The folder can still be changed afterwards.
	s.SendJSON(http.StatusOK, http.MethodPut, "/settings/viewer/profile/short", `{}`, nil)
	s.SendJSON(http.StatusOK, http.MethodPatch, "/folder/"+f.ID, `{"profile":"short"}`, &f)
	s.SendJSON(http.StatusNoContent, http.MethodDelete, "/settings/viewer/profile/short", "", nil)
	s.SendJSON(http.StatusOK, http.MethodPatch, "/folder/"+f.ID, `{"paused":true}`, &f)
	s.SendJSON(http.StatusUnprocessableEntity, http.MethodPatch, "/folder/"+f.ID, `{"theme":"none"}`, nil)
	s.SendJSON(http.StatusNoContent, http.MethodDelete, "/folder/"+f.ID, "", nil)
	s.SendJSON(http.StatusNotFound, http.MethodGet, "/folder/"+f.ID, "", nil)
	s.SendJSON(http.StatusNotFound, http.MethodGet, "/folder/"+f.ID+"/arrival", "", nil)
	if names := s.DocumentNames(); len(names) != 4 {
		t.Errorf("the documents are %q", names)
	}
}

// TestArrivalsInPages lists the files that arrived in a folder page by page.
func TestArrivalsInPages(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	inbox := t.TempDir()
	const n = 7
	for i := range n {
		lecterntest.WriteFile(t, filepath.Join(inbox, strings.Repeat("a", i+1)+".pdf"), pdf(i))
	}
	f := s.Watch(inbox, "")
	lecterntest.Eventually(t, "all are taken", func() bool { return s.Folder(f.ID).Taken == n })
	seen := map[string]bool{}
	next := s.APIBase + "/folder/" + f.ID + "/arrival?limit=3&state=taken"
	for pages := 0; next != ""; pages++ {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, next, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", s.Key)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var list []lecterntest.WatchedFile
		err = json.NewDecoder(answer.Body).Decode(&list)
		_ = answer.Body.Close()
		if err != nil || len(list) > 3 || pages > n {
			t.Fatalf("page %d has %d: %v", pages, len(list), err)
		}
		for _, a := range list {
			if seen[a.ID] {
				t.Errorf("%s is listed twice", a.Path)
			}
			seen[a.ID] = true
		}
		link, found := strings.CutSuffix(answer.Header.Get("Link"), `>; rel="next"`)
		if next = ""; found {
			next = strings.TrimPrefix(link, "<")
		}
	}
	if len(seen) != n {
		t.Errorf("the pages have %d files", len(seen))
	}
	if status, _ := s.Call(http.MethodGet, "/folder/"+f.ID+"/arrival?after=x", nil, nil); status != http.StatusUnprocessableEntity {
		t.Errorf("a wrong place has status %d", status)
	}
}
