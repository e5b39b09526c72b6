package process

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
)

func TestFindConverterRefusesOtherPrograms(t *testing.T) {
	script := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho MuPDF 1.2.3; exit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/bin/true":     "/bin/true is not Lectern's converter",
		"/etc/hostname": "/etc/hostname cannot be used as Lectern's converter",
		script:          "does not report its version",
		"/nonexistent":  "is not at /nonexistent",
	} {
		t.Setenv("LECTERN_CONVERTER", path)
		if _, err := FindConverter(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	own := converttest.OwnConverter(t)
	t.Setenv("LECTERN_CONVERTER", own)
	if got, err := FindConverter(); err != nil || got != own {
		t.Errorf("%s: %q, %v", own, got, err)
	}
}
