package sandbox

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lectern/converters/wire"
)

// converter returns the path of the converter program: the one in the folder LECTERN_BIN if it is set, else a new
// build.
func converter(t *testing.T) string {
	t.Helper()
	if built := os.Getenv("LECTERN_BIN"); built != "" {
		return filepath.Join(built, "lectern-converter")
	}
	program := filepath.Join(t.TempDir(), "lectern-converter")
	if out, err := exec.Command("go", "build", "-o", program, "lectern/converters/cmd/lectern-converter").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// compile compiles a C program of testdata and returns its path. Warnings fail the test.
func compile(t *testing.T, program string, sources ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), program)
	args := append([]string{"-std=gnu11", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", path, filepath.Join("testdata", program+".c")},
		sources...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return path
}

// canaries creates targets that a probe must not be able to reach, and returns the arguments that name them.
func canaries(t *testing.T) []string {
	t.Helper()
	folder := t.TempDir()
	file, outside := filepath.Join(folder, "file"), filepath.Join(folder, "outside")
	if err := os.WriteFile(file, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", filepath.Join(folder, "s"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tcp.Close(); socket.Close() })
	port := strconv.Itoa(tcp.Addr().(*net.TCPAddr).Port)
	return []string{wire.ProbeCanary, "file=" + file, "outside=" + outside, "tcp=" + port, "udp=" + port,
		"socket=" + socket.Addr().String(), "variable=LECTERN_CANARY", "descriptor=3"}
}

// leaked returns an open file. No converter may inherit it.
func leaked(t *testing.T) *os.File {
	t.Helper()
	file, err := os.Open(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// probe runs a probe of the PDF process and returns its result. launcher is the beginning of the command, and may be
// empty.
func probe(t *testing.T, launcher ...string) wire.Probe {
	t.Helper()
	words := append(launcher, converter(t), "probe", "pdf", "--memory=1000000000")
	command := exec.Command(words[0], append(words[1:], canaries(t)...)...)
	command.Env = []string{"LECTERN_CANARY=secret"}
	command.ExtraFiles = []*os.File{leaked(t)}
	out, err := command.Output()
	if command.ProcessState == nil || command.ProcessState.ExitCode() != 0 && command.ProcessState.ExitCode() != wire.ProbeAllowed {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
	found, err := wire.ParseProbe(string(out))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func allowed(found wire.Probe) []string {
	var names []string
	for _, attempt := range found.Attempts {
		if attempt.Allowed {
			names = append(names, attempt.Name)
		}
	}
	return names
}

// TestProbe checks that the sandbox blocks every attempt of a probe, and that all layers are active.
//
// SECURITY.md, promise 9 (no local files in documents), promise 10 (converters without a network),
// promise 13 (isolated converters), promise 17 (limits of converters), promise 47 (no inherited descriptors)
func TestProbe(t *testing.T) {
	found := probe(t)
	if names := allowed(found); len(names) > 0 || len(found.Attempts) != 17 {
		t.Errorf("%d attempts, of which were allowed: %v", len(found.Attempts), names)
	}
	for _, layer := range wire.Layers() {
		if found.Layers[layer] == 0 {
			t.Logf("this kernel lacks %s", layer)
		}
	}
}

// If the kernel lacks a layer, the other layers still block all operations that they can. allowed lists the only
// operations that may succeed then.
func TestProbeWithoutLayers(t *testing.T) {
	without := compile(t, "without")
	whole := probe(t)
	if whole.Layers[wire.LayerFiles] < 6 || whole.Layers[wire.LayerNetwork] == 0 || whole.Layers[wire.LayerCalls] == 0 {
		t.Skipf("this kernel lacks layers itself: %v", whole.Layers)
	}
	for _, test := range []struct {
		name    string
		lacking []string
		allowed []string
	}{
		// Without Landlock, the filter still blocks writing, the network and processes.
		{"no Landlock", []string{"files"}, []string{"read a file", "read the list of users"}},
		{"no namespaces", []string{"network"}, nil},
		{"neither", []string{"files", "network"}, []string{"read a file", "read the list of users"}},
		{"no close_range", []string{"close_range"}, nil}, // a kernel before Linux 5.9: SECURITY.md, promise 47 (no inherited descriptors)
		{"no filter", []string{"system calls"}, []string{"change a file's mode", "connect to a Unix socket", "make a process"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			found := probe(t, append(append([]string{without}, test.lacking...), "--")...)
			for layer, n := range found.Layers {
				want := whole.Layers[layer]
				if slices.Contains(test.lacking, layer) {
					want = 0
				}
				if n != want {
					t.Errorf("layer %s is %d, want %d", layer, n, want)
				}
			}
			// The attempt to read the parent's environment is ignored if neither layer is active, because its result
			// depends on the user: processes of an ordinary user may read that environment, but processes of root that
			// have dropped their privileges may not.
			got := slices.DeleteFunc(allowed(found), func(name string) bool {
				return name == "read the parent's environment" && test.name == "neither"
			})
			if !slices.Equal(got, test.allowed) {
				t.Errorf("allowed: %q, want %q", got, test.allowed)
			}
		})
	}
}

// TestInside checks the result of each system call in the sandbox of each kind of process.
func TestInside(t *testing.T) {
	program := compile(t, "inside", "sandbox.c", "kinds.c", "landlock.c", "filter.c", "syscalls.c")
	if probe(t).Layers[wire.LayerFiles] == 0 {
		t.Skip("this kernel has no Landlock")
	}
	tests := []struct{ call, office, pdf string }{
		{"list the granted folder", "ok", "ok"},
		{"read a granted file", "ok", "ok"},
		{"write a granted file", "EACCES", "EACCES"},
		{"cut a granted file", "EACCES", "EACCES"},
		{"cut it by its name", "EPERM", "EPERM"},
		{"change its mode", "EPERM", "EPERM"},
		{"change its times", "EPERM", "EPERM"},
		{"link to it", "EPERM", "EPERM"},
		{"make a file", "ok", "EACCES"},
		{"rename it", "ok", "ENOSYS"},
		{"remove it", "ok", "ENOSYS"},
		{"make a folder", "ok", "ENOSYS"},
		{"make a symbolic link", "EPERM", "EPERM"},
		{"make a socket", "EPERM", "EPERM"},
		{"leave the folder by its parent", "EACCES", "EACCES"},
		{"read the parent folder", "EACCES", "EACCES"},
		{"read the kernel's log", "EACCES", "EACCES"},
		{"write to nothing", "ok", "ok"},
		{"start a thread", "ok", "ok"},
		{"fork", "EPERM", "EPERM"},
		{"clone3", "ENOSYS", "ENOSYS"},
		{"signal itself", "ok", "ok"},
		{"signal the group", "EPERM", "EPERM"},
		{"signal init", "EPERM", "EPERM"},
		{"limits of another", "EPERM", "EPERM"},
		{"send signals by a descriptor", "EPERM", "EPERM"},
		{"name itself", "ok", "ok"},
		{"undo its death", "EPERM", "EPERM"},
		{"type on a terminal", "EPERM", "EPERM"},
		{"map memory", "ok", "ok"},
		{"map a program", "ok", "EPERM"},
		{"an unknown call", "ENOSYS", "ENOSYS"},
		{"a call of x32", "ENOSYS", "ENOSYS"},
		{"socket of any family", "EPERM", "EPERM"},
		{"io_uring", "ENOSYS", "ENOSYS"},
		{"run a program", "EPERM", "EPERM"},
	}
	for _, kind := range []string{"office", "pdf", "ooxml", "template"} {
		got := inside(t, program, kind)
		for _, test := range tests {
			want := test.pdf
			if kind == "office" {
				want = test.office
			}
			if became, found := got[test.call]; found && became != want || !found && !strings.HasPrefix(test.call, "a call of x32") {
				t.Errorf("%s: %s: got %q, want %q", kind, test.call, became, want)
			}
		}
		if len(got) > len(tests) {
			t.Errorf("%s: %d calls, of which %d are expected", kind, len(got), len(tests))
		}
	}
}

// inside runs a program, compiled from testdata/inside.c, in the sandbox of a kind of converter. It returns the outcome
// of each of its system calls.
func inside(t *testing.T, program, kind string) map[string]string {
	t.Helper()
	read, work := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(read, "file"), []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/bin/true", filepath.Join(work, "program")); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, kind, read, work)
	command.Dir = work
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", kind, err, out)
	}
	if content, err := os.ReadFile(filepath.Join(read, "file")); err != nil || string(content) != "kept" {
		t.Errorf("%s: what was to be read is now %q, %v", kind, content, err)
	}
	became := map[string]string{}
	for line := range strings.Lines(string(out)) {
		call, result, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		became[call] = result
	}
	return became
}

// A process whose command line allows it to read more paths than the sandbox supports exits with an error.
func TestRefusesToStartUnconfined(t *testing.T) {
	words := []string{"probe", "pdf"}
	for n := range 70 {
		words = append(words, "--read=/nowhere/"+strconv.Itoa(n))
	}
	command := exec.Command(converter(t), append(words, canaries(t)...)...)
	out, _ := command.CombinedOutput()
	if command.ProcessState.ExitCode() != 70 || !strings.Contains(string(out), "the sandbox cannot be entered") {
		t.Errorf("status %d: %s", command.ProcessState.ExitCode(), out)
	}
}

func TestLimitMemoryOutside(t *testing.T) {
	if err := LimitMemory(1 << 30); !errors.Is(err, ErrNotConfined) {
		t.Errorf("got %v, want %v", err, ErrNotConfined)
	}
}

// A process whose command line is too long to be read does not enter a sandbox, and then refuses to serve requests.
func TestRefusesToServeUnconfined(t *testing.T) {
	command := exec.Command(converter(t), "pdf", "--memory=1000000000", "--read=/"+strings.Repeat("x", 70000))
	out, _ := command.CombinedOutput()
	if command.ProcessState.Success() || !strings.Contains(string(out), ErrNotConfined.Error()) {
		t.Errorf("status %d: %s", command.ProcessState.ExitCode(), out)
	}
}
