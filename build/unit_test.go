package build_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// systemd-analyze reports no warnings about the systemd units.
func TestUnits(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("the units cannot be tested without systemd-analyze: apt-get install systemd")
	}
	for _, name := range []string{"lectern.service", "lectern-user.service"} {
		text, err := os.ReadFile(filepath.Join("package", name))
		if err != nil {
			t.Fatal(err)
		}
		// The program and its manual page exist only if the package is installed, so the test names other files.
		text = regexp.MustCompile(`(?m)^ExecStart=/usr/bin/lectern `).ReplaceAll(text, []byte("ExecStart=/bin/true "))
		text = regexp.MustCompile(`(?m)^Documentation=.*`).ReplaceAll(text, nil)
		unit := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(unit, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("systemd-analyze", "verify", "--man=no", unit).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: the message is %s, %v", name, out, err)
		}
	}
}
