package conversion_test

import (
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// limited changes cmd so that it runs with a resource limit. A shell sets the limit with the command ulimit, to which
// it passes option and value.
func limited(cmd *exec.Cmd, option, value string) {
	cmd.Args = append([]string{"/bin/sh", "-c", `ulimit ` + option + ` ` + value + ` && exec "$@"`, "sh", cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
}

// TestTooFewDescriptorsAreTheMachinesFault posts an Office document to a server that has too few file descriptors for
// LibreOffice. The document must fail with a message that names the limit, and PDFs must still be converted. After a
// restart without the limit, a retry must succeed.
func TestTooFewDescriptorsAreTheMachinesFault(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	data := t.TempDir()
	s := lecterntest.StartCommand(t, data, func(cmd *exec.Cmd) { limited(cmd, "-n", "100") }, "--workers", "1")
	doc := s.Wait(s.Upload("sample.docx", lecterntest.UniqueSample(t, "sample.docx")).ID)
	if doc.Status != "failed" || doc.Reason != "machine-limit" || !strings.Contains(doc.Message, "ulimit -n") {
		t.Errorf("the document is %+v", doc)
	}
	if pdf := s.Wait(s.Upload("sample.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID); pdf.Status != "ready" {
		t.Errorf("the PDF is %+v", pdf)
	}
	s.Stop()
	again := lecterntest.StartIn(t, data, nil, "--workers", "1")
	again.Want(http.StatusOK, http.MethodPost, "/document/"+doc.ID+"/retry", nil)
	if doc = again.Wait(doc.ID); doc.Status != "ready" {
		t.Errorf("tried again, it is %+v", doc)
	}
}

// TestDoctorReportsLowLimits runs doctor with low resource limits. It must report each limit that is too low.
func TestDoctorReportsLowLimits(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	for _, test := range []struct{ option, value, want string }{
		{"-n", "100", "only 100 files may be open at the same time, but 256 are needed"},
		{"-v", "2000000", "of address space may be used, but"},
	} {
		cmd := exec.Command(lecterntest.Program(t, "lectern"), "doctor", "--data", t.TempDir(), "--addr", "127.0.0.1:0")
		cmd.Env = append(os.Environ(), lecterntest.DatabaseEnv(t, lecterntest.DataFolder(cmd.Args))...)
		limited(cmd, test.option, test.value)
		out, _ := cmd.CombinedOutput() // other tests check the exit code
		if !strings.Contains(string(out), "warning  limits") || !strings.Contains(string(out), test.want) {
			t.Errorf("ulimit %s %s: the message is %s", test.option, test.value, out)
		}
	}
}

// TestCommandsRefuseLimitsThatAreTooLow runs commands with resource limits that are too low for the Go runtime, the
// server or a conversion. Each must refuse to start and name the limit.
func TestCommandsRefuseLimitsThatAreTooLow(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	for _, test := range []struct{ command, option, value, want string }{
		{"key list", "-v", "100000", "lectern: only 102 MB of address space may be used, and Lectern needs 2.5 GB: raise the limit (ulimit -v"},
		{"serve --addr 127.0.0.1:0", "-v", "500000", "lectern: only 512 MB of address space may be used"},
		{"convert a.docx", "-v", "1900000", "lectern: only 1945 MB of address space may be used"},
		{"convert a.docx", "-n", "40", "may open only 40 files at the same time, but converting needs 64: raise the limit (ulimit -n"},
		{"serve --addr 127.0.0.1:0", "-v", "2300000", "of address space, but the server needs 2.5 GB: raise the limit (ulimit -v"},
		{"serve --addr 127.0.0.1:0", "-n", "40", "may open only 40 files at the same time, but the server needs 64: raise the limit (ulimit -n"},
	} {
		cmd := exec.Command(lecterntest.Program(t, "lectern"), strings.Fields(test.command)...)
		cmd.Env = append(append(os.Environ(), "LECTERN_DATA="+t.TempDir()), lecterntest.DatabaseEnv(t, lecterntest.DataFolder(cmd.Args))...)
		limited(cmd, test.option, test.value)
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), test.want) {
			t.Errorf("%s with ulimit %s %s: %v, and the message is %s", test.command, test.option, test.value, err, out)
		}
	}
}
