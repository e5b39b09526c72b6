package convert

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert/filetype"
	"lectern/converters/wire"
)

// promises 9, 10, 13, 17 and 47: each kind of process, started as for a document,
// reaches nothing of what it must not.
func TestProbeSandbox(t *testing.T) {
	cfg := officeConfig(t)
	for _, kind := range []Kind{KindPDF, KindOffice, KindOOXML, KindTemplate} {
		probe, err := ProbeSandbox(t.Context(), cfg, kind)
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
	assertNothingLeft(t, cfg)
}

// What reaches a canary is told, whatever the process says of itself, and however long the path of its folder is.
func TestCanariesTell(t *testing.T) {
	for _, name := range []string{"outside", strings.Repeat("long", 30)} {
		on, err := openCanaries(filepath.Join(t.TempDir(), name))
		if err != nil {
			t.Fatal(err)
		}
		if reached := on.reached(); len(reached) != 0 {
			t.Errorf("reached by nobody: %v", reached)
		}
		reach(t, on)
		if reached := on.reached(); len(reached) != 4 {
			t.Errorf("of four, these tell: %v", reached)
		}
		on.close()
		if _, err := os.Stat(on.socket.Addr().String()); !os.IsNotExist(err) {
			t.Errorf("the socket is left: %v", err)
		}
	}
}

// promise 13: no variable, descriptor or privilege of the server's is with a
// process that parses, and every one of its threads is confined.
func TestConfinedProcesses(t *testing.T) {
	t.Setenv("LECTERN_SECRET", "in the server's environment")
	held, err := os.Open("/etc/hostname") // without O_CLOEXEC it would be inherited
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	cfg := officeConfig(t)
	probe, err := ProbeSandbox(t.Context(), cfg, KindPDF)
	if err != nil {
		t.Fatal(err)
	}
	office := openOffice(t, cfg)
	looked := 0
	_, err = office.Convert(t.Context(), Order{In: text(longText), Kind: filetype.Rtf}, func(Stage, *os.File) error {
		for _, pid := range children(t, office) {
			looked++
			checkConfined(t, pid, probe)
			checkDescriptors(t, pid, cfg)
		}
		return nil
	})
	if err != nil || looked == 0 {
		t.Errorf("%d children, %v", looked, err)
	}
}

func TestConfinedPDFProcesses(t *testing.T) { // promise 13
	t.Setenv("LECTERN_SECRET", "in the server's environment")
	cfg := officeConfig(t)
	probe, err := ProbeSandbox(t.Context(), cfg, KindPDF)
	if err != nil {
		t.Fatal(err)
	}
	reader := NewPDF(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	file := openSample(t, "sample.pdf")
	for _, key := range []string{"k", "l"} { // the second may get the spare process
		if _, err := reader.Info(t.Context(), Source{Key: key, Open: file}); err != nil {
			t.Fatal(err)
		}
	}
	looked := 0
	pids := processes(t, cfg.Converter)
	spare := sparePID(reader)
	for _, pid := range pids {
		if pid == spare {
			continue // it may still be starting: it has read nothing
		}
		looked++
		checkConfined(t, pid, probe)
	}
	if looked == 0 {
		t.Error("there is no process")
	}
}

// sparePID gives the id of the process of a reader that has no document yet; 0 where there is none.
func sparePID(reader *PDF) int {
	reader.spare.mu.Lock()
	defer reader.spare.mu.Unlock()
	if reader.spare.process == nil {
		return 0
	}
	return reader.spare.process.cmd.Process.Pid
}

// checkConfined checks what the kernel says of a process and all its threads.
func checkConfined(t *testing.T, pid int, probe wire.Probe) {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	if err != nil || len(tasks) == 0 {
		t.Errorf("process %d has no threads: %v", pid, err)
	}
	for _, task := range tasks {
		status, err := os.ReadFile(task)
		if err != nil {
			continue // it has ended
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

// checkDescriptors checks that an office child has open what is its own or the
// engine's only.
func checkDescriptors(t *testing.T, pid int, cfg Config) {
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
