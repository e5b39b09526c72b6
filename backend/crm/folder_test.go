package crm_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/crm"
	"lectern/backend/internal/fault"
)

// openFolder returns a fixture for the platform Folder. The configured folder is the one at the given path.
func openFolder(t *testing.T, path string) *harness {
	t.Helper()
	h := &harness{t: t, all: crm.New(crm.Config{}), in: crm.Integration{Type: "Folder"}}
	if err := h.all.Configure(nil, path); err != nil {
		t.Fatal(err)
	}
	var err error
	if h.Platform, err = h.all.Find("Folder"); err != nil {
		t.Fatal(err)
	}
	return h
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	check(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)))
}

// Templates can only be regular files within the folder whose paths contain no symbolic links.
func TestFolderTemplates(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "templates")
	h := openFolder(t, dir)
	write(t, filepath.Join(base, "secret.docx"), "secret")
	write(t, filepath.Join(dir, "offer.docx"), "offer")
	write(t, filepath.Join(dir, "en", "Größe (1).docx"), "nested")
	check(t, os.Symlink("../secret.docx", filepath.Join(dir, "out.docx")))
	check(t, os.Symlink("offer.docx", filepath.Join(dir, "in.docx")))
	check(t, os.Symlink("en", filepath.Join(dir, "english")))
	check(t, os.Symlink("..", filepath.Join(dir, "up")))
	check(t, syscall.Mkfifo(filepath.Join(dir, "pipe.docx"), 0o600))
	for identifier, want := range map[string][2]string{"offer.docx": {"offer.docx", "offer"},
		"en/Größe (1).docx": {"Größe (1).docx", "nested"}} {
		if name, content, err := h.template(identifier); name != want[0] || content != want[1] || err != nil {
			t.Errorf("%s: %q %q %v", identifier, name, content, err)
		}
	}
	for _, wrong := range []string{
		"../secret.docx", "en/../../secret.docx", filepath.Join(base, "secret.docx"), "/etc/passwd", "out.docx", "in.docx",
		"english/Größe (1).docx", "up/secret.docx",
		"pipe.docx", "en", "en/", "./offer.docx", "en/../offer.docx", "offer.docx/", "offer.docx/x", "none.docx", "", ".", "..", "offer.docx\x00",
		"en//Größe (1).docx",
	} {
		_, content, err := h.template(wrong)
		if h.wantCode(err, "platform-file-gone"); content != "" {
			t.Errorf("%q: got %q", wrong, content)
		}
	}
	if _, err := h.Query(t.Context(), h.in, map[string]string{"a": "SELECT"}, nil); err == nil {
		t.Error("a folder was queried")
	} else {
		h.wantCode(err, "platform-query")
	}
}

// Results are written to the folder "results" within the folder of templates. Existing results are not overwritten.
func TestFolderResults(t *testing.T) {
	dir := t.TempDir()
	h := openFolder(t, dir)
	write(t, filepath.Join(dir, "results", "a.docx"), "the first")
	for _, test := range []struct{ name, want string }{
		{"a.docx", "results/a (2).docx"}, {"a.docx", "results/a (3).docx"}, {"b", "results/b"}, {"b", "results/b (2)"},
		{"../../x.docx", "results/_.._x.docx"}, {".hidden", "results/hidden"}, {"..", "results/document"}, {"a/b\\c:\x00\n.pdf",
			"results/a_b_c___.pdf"},
	} {
		id, err := h.store("001", test.name, "content of "+test.name)
		if id != test.want || err != nil {
			t.Errorf("%q: %q %v", test.name, id, err)
		}
		if content, err := os.ReadFile(filepath.Join(dir, id)); string(content) != "content of "+test.name || err != nil {
			t.Errorf("%q: %q %v", test.name, content, err)
		}
	}
	if content, err := os.ReadFile(filepath.Join(dir, "results", "a.docx")); string(content) != "the first" || err != nil {
		t.Errorf("%q %v", content, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "results", ".*")); len(left) != 0 || err != nil {
		t.Errorf("left: %q %v", left, err)
	}
	if name := crm.FileName(strings.Repeat("ö", 300) + ".docx"); len(name) > 200 || !strings.HasSuffix(name, "ö.docx") {
		t.Errorf("%q", name)
	}
}

// If the folder for results cannot be used, nothing is written.
func TestFolderRefusals(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	check(t, os.Symlink(outside, filepath.Join(dir, "results")))
	h := openFolder(t, dir)
	_, err := h.store("", "a.docx", "x")
	h.wantCode(err, "platform-folder")
	if there, err := os.ReadDir(outside); len(there) != 0 || err != nil {
		t.Errorf("%v %v", there, err)
	}
	for _, path := range []string{"", filepath.Join(dir, "none"), filepath.Join(dir, "results", "x")} {
		h := openFolder(t, path)
		_, err := h.store("", "a.docx", "x")
		h.wantCode(err, "platform-folder")
		_, _, err = h.template("a.docx")
		h.wantCode(err, "platform-folder")
		if err := h.Check(h.in); fault.Is(err, fault.Invalid) != (path == "") {
			t.Errorf("%q: %v", path, err)
		}
	}
}
