package intake

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestOwnFolder checks that no file of the library's own folder is imported, by whatever path it is reached.
func TestOwnFolder(t *testing.T) {
	top := t.TempDir()
	own, link, mount := filepath.Join(top, "own"), filepath.Join(top, "link"), filepath.Join(top, "mount")
	content := filepath.Join(own, "content", "ab")
	for _, folder := range []string{content, mount} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(content, "letter.rtf"), []byte(`{\rtf1 Hello}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(content, link); err != nil {
		t.Fatal(err)
	}
	paths := map[string]string{"link": link, "file behind a link": filepath.Join(link, "letter.rtf"), "folder": own, "part": content,
		"folder above": top}
	if err := syscall.Mount(content, mount, "", syscall.MS_BIND, ""); err == nil { // only root may mount
		t.Cleanup(func() { _ = syscall.Unmount(mount, syscall.MNT_DETACH) })
		paths["mount"], paths["file in a mount"] = mount, filepath.Join(mount, "letter.rtf")
	}
	for name, path := range paths {
		library := &contestedLibrary{}
		sum, err := New(library, own).Import(t.Context(), Request{Paths: []string{path}}, func(File) error { return nil })
		if err != nil || sum.Taken != 0 || len(library.received) != 0 {
			t.Errorf("%s: %+v, %v", name, sum, err)
		}
	}
}
