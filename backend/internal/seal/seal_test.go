package seal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestSealedIsOpenedForItsOwnerOnly(t *testing.T) {
	own, other := New(NewKey()), New(NewKey())
	sealed, err := own.Seal("open sesame", "a")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, []byte("sesame")) {
		t.Error("the secret can be read")
	}
	if secret, err := own.Open(sealed, "a"); err != nil || secret != "open sesame" {
		t.Errorf("opened %q, %v", secret, err)
	}
	changed := bytes.Clone(sealed)
	changed[len(changed)-1] ^= 1
	for name, open := range map[string]func() (string, error){
		"another owner": func() (string, error) { return own.Open(sealed, "b") },
		"changed":       func() (string, error) { return own.Open(changed, "a") },
		"cut off":       func() (string, error) { return own.Open(sealed[:5], "a") },
		"another key":   func() (string, error) { return other.Open(sealed, "a") },
	} {
		if secret, err := open(); err == nil {
			t.Errorf("%s: opened %q", name, secret)
		}
	}
}

func TestTheKeyIsForItsUserOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	key, err := WriteNew(path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key is %v, %v", info, err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := ParseKey(text); err != nil || read != key {
		t.Errorf("it is read as %x, %v", read, err)
	}
}

func TestDamagedKeyIsRejected(t *testing.T) {
	key := NewKey()
	for _, text := range [][]byte{nil, []byte("short"), key[:31], append(key[:], 0)} {
		if _, err := ParseKey(text); err == nil {
			t.Errorf("%x was taken for a key", text)
		}
	}
}
