package seal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestSealedIsOpenedForItsOwnerOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	sealed, err := New(File(path)).Seal("open sesame", "a")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, []byte("sesame")) {
		t.Error("the secret can be read")
	}
	if secret, err := New(File(path)).Open(sealed, "a"); err != nil || secret != "open sesame" {
		t.Errorf("opened %q, %v", secret, err)
	}
	changed := bytes.Clone(sealed)
	changed[len(changed)-1] ^= 1
	other := New(File(filepath.Join(t.TempDir(), "key")))
	for name, open := range map[string]func() (string, error){
		"another owner": func() (string, error) { return New(File(path)).Open(sealed, "b") },
		"changed":       func() (string, error) { return New(File(path)).Open(changed, "a") },
		"cut off":       func() (string, error) { return New(File(path)).Open(sealed[:5], "a") },
		"another key":   func() (string, error) { return other.Open(sealed, "a") },
	} {
		if secret, err := open(); err == nil {
			t.Errorf("%s: opened %q", name, secret)
		}
	}
}

func TestTheKeyIsForItsUserOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	s := New(File(path))
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a key before the first secret")
	}
	if _, err := s.Seal("x", "a"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 || info.Size() != keySize {
		t.Errorf("the key is %v, %v", info, err)
	}
	if err := os.WriteFile(path, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(File(path)).Seal("x", "a"); err == nil {
		t.Error("a broken key was used")
	}
}
