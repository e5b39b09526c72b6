package sandbox

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	"lectern/converters/wire"
)

// Processes of every kind, started in the same way as for a document, reach no canary.
//
// SECURITY.md, promise 9 (no local files in documents), promise 10 (converters without a network),
// promise 13 (isolated converters), promise 17 (limits of converters), promise 47 (no inherited descriptors)
func TestProbeSandbox(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	for _, kind := range []convert.Kind{convert.KindPDF, convert.KindOffice, convert.KindOOXML, convert.KindTemplate} {
		probe, err := Probe(t.Context(), cfg, kind)
		if err != nil {
			t.Fatal(err)
		}
		for _, attempt := range probe.Attempts {
			if attempt.Allowed {
				t.Errorf("%s: allowed to %s", kind, attempt.Name)
			}
		}
		if len(probe.Attempts) != 17 {
			t.Errorf("%s: %d attempts", kind, len(probe.Attempts))
		}
	}
	converttest.AssertNothingLeft(t, cfg)
}

// An access to a canary is reported even if the process does not report it, and even if the path of the canary's folder
// is long.
func TestCanariesReportAccess(t *testing.T) {
	for _, name := range []string{"outside", strings.Repeat("long", 30)} {
		on, err := openCanaries(filepath.Join(t.TempDir(), name))
		if err != nil {
			t.Fatal(err)
		}
		if reached := on.reachedCanaries(); len(reached) != 0 {
			t.Errorf("reached by nobody: %v", reached)
		}
		reach(t, on)
		if reached := on.reachedCanaries(); len(reached) != 4 {
			t.Errorf("of four, these tell: %v", reached)
		}
		on.close()
		if _, err := os.Stat(on.socket.Addr().String()); !os.IsNotExist(err) {
			t.Errorf("the socket is left: %v", err)
		}
	}
}

// A process that parses documents has no variable, descriptor or privilege of the server, and each of its threads is
// confined.
//
// SECURITY.md, promise 13 (isolated converters)
func TestConfinedProcesses(t *testing.T) {
	t.Setenv("LECTERN_SECRET", "in the server's environment")
	held, err := os.Open("/etc/hostname") // must not be inherited; os.Open sets O_CLOEXEC
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	cfg := converttest.OfficeConfig(t)
	probe, err := Probe(t.Context(), cfg, convert.KindPDF)
	if err != nil {
		t.Fatal(err)
	}
	converter := office.New(cfg, slog.New(slog.DiscardHandler))
	t.Cleanup(func() {
		if err := converter.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		converttest.AssertNothingLeft(t, cfg)
	})
	looked := 0
	order := office.Order{In: converttest.RTF(converttest.LongText), Kind: filetype.Rtf}
	_, err = converter.Convert(t.Context(), order, office.ReceiverFunc(func(office.Completeness, *os.File) error {
		for _, pid := range converttest.Processes(t, cfg.Converter) {
			if parentOf(t, pid) == os.Getpid() {
				continue // the parent process, which parses no documents
			}
			looked++
			checkConfined(t, pid, probe)
			checkDescriptors(t, pid, cfg)
		}
		return nil
	}))
	if err != nil || looked == 0 {
		t.Errorf("%d children, %v", looked, err)
	}
}

func TestConfinedPDFProcesses(t *testing.T) { // SECURITY.md, promise 13 (isolated converters)
	t.Setenv("LECTERN_SECRET", "in the server's environment")
	cfg := converttest.OfficeConfig(t)
	probe, err := Probe(t.Context(), cfg, convert.KindPDF)
	if err != nil {
		t.Fatal(err)
	}
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	open := func(context.Context) (*os.File, error) { return os.Open("../../samples/testdata/sample.pdf") }
	for _, key := range []string{"k", "l"} { // the second document may get the spare process
		if _, err := reader.Info(t.Context(), pdf.Source{Key: key, Open: open}); err != nil {
			t.Fatal(err)
		}
	}
	looked := 0
	for _, pid := range converttest.Processes(t, cfg.Converter) {
		if !hasPDFOpen(pid) {
			continue // the spare process may still be starting
		}
		looked++
		checkConfined(t, pid, probe)
	}
	if looked == 0 {
		t.Error("there is no process")
	}
}

// parentOf returns the id of the parent of a process.
func parentOf(t *testing.T, pid int) (parent int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0 // the process has ended
	}
	_, line, _ := strings.Cut(string(status), "PPid:")
	if _, err := fmt.Sscan(line, &parent); err != nil {
		t.Fatal(err)
	}
	return parent
}

// hasPDFOpen reports whether a process has a PDF open.
func hasPDFOpen(pid int) bool {
	descriptors, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	return slices.ContainsFunc(descriptors, func(path string) bool {
		target, err := os.Readlink(path)
		return err == nil && strings.HasSuffix(target, ".pdf")
	})
}

// checkConfined checks the kernel's status of a process and all its threads.
func checkConfined(t *testing.T, pid int, probe wire.Probe) {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	if err != nil || len(tasks) == 0 {
		t.Errorf("process %d has no threads: %v", pid, err)
	}
	for _, task := range tasks {
		status, err := os.ReadFile(task)
		if err != nil {
			continue // the thread has ended
		}
		for _, want := range []string{"NoNewPrivs:\t1\n", "CapEff:\t0000000000000000\n", "CapPrm:\t0000000000000000\n", "Seccomp:\t2\n"} {
			if !strings.Contains(string(status), want) && (want != "Seccomp:\t2\n" || probe.Layers[wire.LayerCalls] > 0) {
				t.Errorf("%s lacks %q:\n%s", task, want, status)
			}
		}
	}
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid))
	for _, name := range []string{"Max core file size", "Max cpu time", "Max file size", "Max address space", "Max locked memory"} {
		if _, rest, found := strings.Cut(string(limits), name); err == nil &&
			(!found || strings.HasPrefix(strings.TrimSpace(rest), "unlimited")) {
			t.Errorf("process %d has no limit %q:\n%s", pid, name, limits)
		}
	}
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err == nil && strings.Contains(string(environ), "LECTERN_SECRET") {
		t.Errorf("process %d has the server's environment: %q", pid, environ)
	}
	own, _ := os.Readlink("/proc/self/ns/net")
	its, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/net", pid))
	if err == nil && own == its && probe.Layers[wire.LayerNetwork] > 0 {
		t.Errorf("process %d is in the server's network", pid)
	}
}

// checkDescriptors checks that an office child has no open files except for its own files and LibreOffice's files.
func checkDescriptors(t *testing.T, pid int, cfg convert.Config) {
	t.Helper()
	fds, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil {
		t.Fatal(err)
	}
	own := []string{"pipe:", "anon_inode:[eventfd]", "/dev/null", "/dev/urandom", fmt.Sprintf("/proc/%d/", pid), cfg.LibreOffice, cfg.TempDir}
	for _, fd := range fds {
		target, err := os.Readlink(fd)
		if err == nil && !slices.ContainsFunc(own, func(prefix string) bool { return strings.HasPrefix(target, prefix) }) {
			t.Errorf("descriptor %s is %s", fd, target)
		}
	}
}

// reach accesses the canaries like a process that has escaped its sandbox.
func reach(t *testing.T, on *canaries) {
	t.Helper()
	for network, address := range map[string]string{
		"tcp": on.tcp.Addr().String(), "udp": on.udp.LocalAddr().String(), "unix": on.socket.Addr().String(),
	} {
		conn, err := net.Dial(network, address)
		if err == nil {
			_, err = io.WriteString(conn, "x")
			conn.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(on.outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
}
