package pdf_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/pdf"
	"lectern/converters/pdf/pdftest"
)

func copyFile(t *testing.T) *os.File {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "copy.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	return out
}

// A PDF with a password can be saved without encryption.
//
// SECURITY.md, promise 14 (passwords of documents)
func TestPDFDecrypt(t *testing.T) {
	reader := newPDF(t, nil)
	for _, password := range []string{"secret", pdftest.OwnerPassword} {
		out := copyFile(t)
		if err := reader.Decrypt(t.Context(), source(t, pdftest.Protected), password, out); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(out.Name())
		if err != nil {
			t.Fatal(err)
		}
		text, err := reader.Text(t.Context(), source(t, data), 1)
		if err != nil || text == "" {
			t.Errorf("text %q, %v", text, err)
		}
	}
}

// The error names the reason why a PDF cannot be decrypted, and no log contains a password.
//
// SECURITY.md, promise 14 (passwords of documents)
func TestPDFDecryptRefuses(t *testing.T) {
	tests := map[string]struct {
		data     []byte
		password string
		want     convert.Reason
	}{
		"no password":      {pdftest.Protected, "", convert.ReasonProtected},
		"another password": {pdftest.Protected, "hunter2", convert.ReasonWrongPassword},
		"a long one":       {pdftest.Protected, strings.Repeat("hunter2", 20_000), convert.ReasonWrongPassword},
		"a NUL in it":      {pdftest.Protected, "secret\x00hunter2", convert.ReasonWrongPassword},
		"damaged":          {[]byte("%PDF-1.7\nno more"), "hunter2", convert.ReasonDamaged},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			reader := pdf.New(pdfConfig(t, nil), slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
			err := reader.Decrypt(t.Context(), source(t, test.data), test.password, copyFile(t))
			if err := reader.Close(); err != nil {
				t.Fatal(err)
			}
			wantReason(t, err, test.want)
			if strings.Contains(log.String(), "hunter2") || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the password is in %q or the log\n%s", err, &log)
			}
		})
	}
}

func TestPDFDecryptLeavesNoProcess(t *testing.T) {
	reader := newPDF(t, nil)
	link, _ := links.Load(reader)
	for range 10 {
		if err := reader.Decrypt(t.Context(), source(t, pdftest.Protected), "secret", copyFile(t)); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "the spare process alone is left", func() bool { return len(processes(t, link.(string))) == 1 })
}

func TestPDFDecryptIntoAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	err = newPDF(t, nil).Decrypt(t.Context(), source(t, pdftest.Protected), "secret", full)
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("got %v", err)
	}
}
