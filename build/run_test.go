package build_test

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is the maximum time of every wait. It is reached only if something hangs.
const patience = time.Minute

func TestRunPrintsStartOnceAndStopsCompletely(t *testing.T) {
	data := t.TempDir()

	first := start(t, data)
	welcome := first.read("Read one")
	if !regexp.MustCompile(`API base +http://127\.0\.0\.1:\d+/api/v0\n`).MatchString(welcome) {
		t.Errorf("no API base in %q", welcome)
	}
	key := match(t, welcome, `Key +(\S+) `)
	viewer := match(t, welcome, `Read one +(\S+)\n`)
	if status := get(t, viewer, ""); status != http.StatusOK {
		t.Errorf("the viewer's address: got status %d", status)
	}
	if status := get(t, match(t, welcome, `API base +(\S+)`)+"/document", key); status != http.StatusOK {
		t.Errorf("the key has status %d", status)
	}

	again, err := script(data).CombinedOutput()
	url := match(t, viewer, `^(http://[^/]+)`)
	if err != nil || !strings.Contains(string(again), "already") || !strings.Contains(string(again), url) {
		t.Errorf("a second start beside it: %v, %q", err, again)
	}
	first.interrupt()

	second := start(t, data)
	if welcome := second.read("New key"); strings.Contains(welcome, "Read one") {
		t.Errorf("the samples are posted again: %q", welcome)
	}
	second.interrupt()
}

// running is a started run.sh. The script replaces itself with the server, so the server has the same process id.
type running struct {
	t     *testing.T
	cmd   *exec.Cmd
	lines *bufio.Reader
	ended chan error
}

// script returns the command that starts the server with a data folder and without a window.
func script(data string) *exec.Cmd {
	cmd := exec.Command("./run.sh")
	cmd.Env = append(os.Environ(), "LECTERN_DATA="+data, "LECTERN_ADDR=127.0.0.1:0", "DISPLAY=", "WAYLAND_DISPLAY=")
	return cmd
}

func start(t *testing.T, data string) *running {
	t.Helper()
	// The output goes to a file and not to a buffer. With a buffer, Wait would also wait for every other process that
	// has the output open.
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r := &running{t: t, cmd: script(data), lines: bufio.NewReader(reader), ended: make(chan error, 1)}
	r.cmd.Stdout, r.cmd.Stderr = writer, os.Stderr
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = writer.Close()
	go func() { r.ended <- r.cmd.Wait() }()
	deadline := time.AfterFunc(patience, func() { _ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL) })
	t.Cleanup(func() {
		deadline.Stop()
		_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL)
		_ = reader.Close()
	})
	return r
}

// read returns the output up to and including the line that contains the given words.
func (r *running) read(words string) string {
	r.t.Helper()
	var text strings.Builder
	for {
		line, err := r.lines.ReadString('\n')
		text.WriteString(line)
		if strings.Contains(line, words) {
			return text.String()
		}
		if err != nil {
			r.t.Fatalf("it ended after %q", text.String())
		}
	}
}

// interrupt sends an interrupt, as Ctrl-C does, and fails the test if a process is left.
func (r *running) interrupt() {
	r.t.Helper()
	go func() { _, _ = io.Copy(io.Discard, r.lines) }()
	group := r.cmd.Process.Pid
	if err := syscall.Kill(-group, syscall.SIGINT); err != nil {
		r.t.Fatal(err)
	}
	if err := <-r.ended; err != nil {
		r.t.Errorf("it ended with %v", err)
	}
	for _, process := range alive(r.t, group) {
		r.t.Errorf("it left the process %s", process)
	}
}

// alive lists the processes of a process group, except for zombies, which have ended.
func alive(t *testing.T, group int) (found []string) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // the process has ended
		}
		// The format is "pid (name) state parent group …", see proc(5). The name may contain any characters.
		end := bytes.LastIndexByte(stat, ')') + 1
		fields := strings.Fields(string(stat[end:]))
		if len(fields) > 2 && fields[0] != "Z" && fields[2] == strconv.Itoa(group) {
			found = append(found, string(stat[:end]))
		}
	}
	return found
}

func match(t *testing.T, text, pattern string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no %s in %q", pattern, text)
	}
	return found[1]
}

func get(t *testing.T, address, key string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

func TestPackagesAreNamedBeforeTheyAreInstalled(t *testing.T) {
	// PATH contains neither apt-get nor sudo, so nothing can be installed.
	tools := t.TempDir()
	for _, name := range []string{"bash", "grep", "sed", "id"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(tools, name)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("./packages.sh", "first-package", "second-package")
	cmd.Env = []string{"PATH=" + tools}
	text, err := cmd.CombinedOutput()
	if exitCode(err) != 1 || !strings.Contains(string(text), "first-package second-package") {
		t.Errorf("%v, %q", err, text)
	}
}
