package pdf

import (
	"os"
	"path/filepath"
	"testing"

	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// decrypted returns a copy of data that opens without a password.
func decrypted(t *testing.T, data []byte, password string) []byte {
	t.Helper()
	doc, _, err := tryUnlock(t, data, password)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy.pdf")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := doc.Decrypt(file); err != nil {
		t.Fatal(err)
	}
	copied, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return copied
}

// The password of the user or of the owner opens the document.
//
// SECURITY.md, promise 14 (passwords of documents)
func TestPasswords(t *testing.T) {
	tests := map[string]struct {
		data     []byte
		password string
		want     any
	}{
		"none":               {pdftest.Protected, "", wire.PDFProtected},
		"the user's":         {pdftest.Protected, "secret", nil},
		"the owner's":        {pdftest.Protected, pdftest.OwnerPassword, nil},
		"another":            {pdftest.Protected, "Secret", wire.PDFWrongPassword},
		"very long":          {pdftest.Protected, string(make([]byte, 10_000)), wire.PDFProtected},
		"one is not needed":  {pdftest.Locked, "anything", nil},
		"not even encrypted": {pdftest.Build([]pdftest.Page{{}}), "anything", nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if _, _, err := tryUnlock(t, test.data, test.password); kind(err) != test.want {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

func TestDecrypt(t *testing.T) {
	plain := pdftest.Build([]pdftest.Page{pdftest.Text("Plain")})
	tests := map[string]struct {
		data     []byte
		password string
	}{
		"with the user's password": {pdftest.Protected, "secret"},
		"locked":                   {pdftest.Locked, ""},
		"not encrypted":            {plain, ""},
		"cut off":                  {plain[:len(plain)-200], ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			before, _, err := tryUnlock(t, test.data, test.password)
			if err != nil {
				t.Fatal(err)
			}
			want, err := before.Text(1)
			if err != nil || want == "" {
				t.Fatalf("text before: %q, %v", want, err)
			}
			after, info := open(t, decrypted(t, test.data, test.password))
			if got, err := after.Text(1); got != want || err != nil || info.Encrypted || info.Pages != 1 {
				t.Errorf("text %q, %+v, %v; want %q", got, info, err, want)
			}
		})
	}
}

func TestDecryptIntoAFullDisk(t *testing.T) {
	doc, _ := open(t, pdftest.Build([]pdftest.Page{pdftest.Text("Plain")}))
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	if err := doc.Decrypt(full); kind(err) != wire.PDFNoSpace {
		t.Errorf("got %v", err)
	}
}
