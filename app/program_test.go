package app

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/backend/library"
)

// timeout is the time limit for waiting in a test.
const timeout = 5 * time.Minute

// await waits until yes returns true. It fails the test after the timeout.
func await(t *testing.T, what string, yes func() bool) {
	t.Helper()
	deadline := time.After(timeout)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !yes() {
		select {
		case <-deadline:
			t.Fatalf("waited %s for %s", timeout, what)
		case <-tick.C:
		}
	}
}

// screen starts an X server with a window manager and returns its display. It skips the test if the necessary programs
// are missing.
func screen(t *testing.T) string {
	t.Helper()
	for _, program := range []string{"Xvfb", "openbox", "xdotool", "import"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the window cannot be tested without %s: apt-get install xvfb openbox xdotool imagemagick", program)
		}
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	// Without -noreset, the X server resets when its only client disconnects. That client may be the check below, and
	// the reset would then disconnect the window manager.
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset")
	x.ExtraFiles = []*os.File{write}
	start(t, x)
	write.Close()
	number, err := bufio.NewReader(read).ReadString('\n')
	read.Close()
	if err != nil {
		t.Fatalf("Xvfb named no display: %v", err)
	}
	display := ":" + strings.TrimSpace(number)
	manager := exec.Command("openbox")
	manager.Env = append(os.Environ(), "DISPLAY="+display)
	start(t, manager)
	await(t, "the window manager", func() bool {
		return tool(display, "xdotool", "get_num_desktops").Run() == nil
	})
	return display
}

// start starts a program, and stops it at the end of the test.
func start(t *testing.T, c *exec.Cmd) {
	t.Helper()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM) // unlike SIGKILL, lets the program end its child processes
		late := time.AfterFunc(timeout, func() { _ = c.Process.Kill() })
		defer late.Stop()
		_ = c.Wait()
	})
}

// tool returns a command that runs on the given display, without access to the desktop of the user who runs the tests.
func tool(display, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), "DISPLAY="+display, "WAYLAND_DISPLAY=", "GDK_BACKEND=x11", "NO_AT_BRIDGE=1",
		"DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent")
	return c
}

// program is the running program lectern-desktop.
type program struct {
	*exec.Cmd
	display, data string
	log           *bytes.Buffer
	ended         chan struct{}
}

// binFolder returns the folder of the built programs.
func binFolder() string {
	if bin := os.Getenv("LECTERN_BIN"); bin != "" {
		return bin
	}
	return filepath.Join("..", "build", "bin")
}

// desktopCommand returns a command that starts lectern-desktop. It fails the test if the program has not been built.
func desktopCommand(t *testing.T, display, data string, env ...string) *exec.Cmd {
	t.Helper()
	path := filepath.Join(binFolder(), "lectern-desktop")
	if _, err := os.Stat(path); err != nil {
		t.Fatal("lectern-desktop was not built: run 'make build'")
	}
	c := tool(display, path, "--data", data, "--addr", "127.0.0.1:0")
	c.Env = append(c.Env, env...)
	return c
}

// launch starts lectern-desktop on a new data folder.
func launch(t *testing.T, display string, env ...string) *program {
	t.Helper()
	p := &program{display: display, data: t.TempDir(), log: new(bytes.Buffer), ended: make(chan struct{})}
	p.Cmd = desktopCommand(t, display, p.data, env...)
	p.Stderr = p.log
	p.run(t)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the program's output:\n%s", p.log)
		}
	})
	return p
}

// run starts the program, and stops it at the end of the test.
func (p *program) run(t *testing.T) {
	t.Helper()
	p.Stdout = io.Discard
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		_ = p.Wait()
	}()
	t.Cleanup(func() {
		_ = p.Process.Signal(syscall.SIGTERM) // unlike SIGKILL, lets the program end its child processes
		select {
		case <-p.ended:
		case <-time.After(timeout):
			_ = p.Process.Kill()
			<-p.ended
		}
	})
}

// window waits for the window and returns its id.
func (p *program) window(t *testing.T) string {
	t.Helper()
	var id string
	await(t, "the window", func() bool {
		out, err := tool(p.display, "xdotool", "search", "--onlyvisible", "--pid", strconv.Itoa(p.Process.Pid), "--name", "Lectern$").Output()
		id = strings.TrimSpace(string(out))
		return err == nil && id != ""
	})
	return strings.Fields(id)[0]
}

// instance waits until the program's server has stored its address, and returns the instance.
func (p *program) instance(t *testing.T) library.Instance {
	t.Helper()
	var found library.Instance
	await(t, "the server", func() (yes bool) {
		var err error
		found, err = library.FindInstance(p.data)
		return err == nil
	})
	return found
}

// hasEnded reports whether the program has ended.
func (p *program) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// gone waits until the program and the processes in family have ended and the server no longer listens.
func (p *program) gone(t *testing.T, instance library.Instance, family []int) {
	t.Helper()
	select {
	case <-p.ended:
	case <-time.After(timeout):
		t.Fatalf("the program still runs after %s", timeout)
	}
	if code := p.ProcessState.ExitCode(); code != 0 {
		t.Errorf("it ended with %d", code)
	}
	await(t, "the end of all its processes", func() bool {
		for _, pid := range family {
			if syscall.Kill(pid, 0) == nil && !zombie(pid) {
				return false
			}
		}
		return true
	})
	u, err := url.Parse(instance.URL)
	if err != nil {
		t.Fatal(err)
	}
	if conn, err := net.Dial("tcp", u.Host); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("something still listens at %s (%v, %v)", u.Host, conn, err)
	}
	if _, err := library.FindInstance(p.data); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its data folder still says that it runs: %v", err)
	}
}

// descendants returns the process IDs of all descendants of a process.
func descendants(t *testing.T, root int) []int {
	t.Helper()
	children := make(map[int][]int)
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, stat := range stats {
		pid, parent, _, ok := readStat(stat)
		if ok {
			children[parent] = append(children[parent], pid)
		}
	}
	var all []int
	for todo := []int{root}; len(todo) > 0; todo = todo[1:] {
		all = append(all, children[todo[0]]...)
		todo = append(todo, children[todo[0]]...)
	}
	return all
}

// zombie reports whether the process has ended but has not been waited for.
func zombie(pid int) bool {
	_, _, state, ok := readStat(fmt.Sprintf("/proc/%d/stat", pid))
	return !ok || state == "Z"
}

// readStat reads a process's file: "pid (name) state parent …".
func readStat(path string) (pid, parent int, state string, ok bool) {
	content, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, "", false // it has ended in the meantime
	}
	before, _, _ := strings.Cut(string(content), " ")
	after := strings.Fields(string(content[bytes.LastIndexByte(content, ')')+1:]))
	pid, _ = strconv.Atoi(before)
	parent, _ = strconv.Atoi(after[1])
	return pid, parent, after[0], true
}

// fails runs lectern-desktop, which must end with an error, and returns its output.
func fails(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	out := new(bytes.Buffer)
	c.Stderr = out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	stop := context.AfterFunc(ctx, func() { _ = c.Process.Kill() })
	defer stop()
	if err := c.Wait(); c.ProcessState.ExitCode() != 1 {
		t.Fatalf("got %v, want exit code 1; the message is %q", err, out)
	}
	return out.String()
}

// Without a display, the program ends with an error message before it opens a window.
func TestWithoutDisplay(t *testing.T) {
	p := newPaged(t, ":nonexistent")
	p.run(t)
	<-p.ended
	if said := p.said.String(); strings.TrimSpace(said) != errNoDisplay.Error() {
		t.Errorf("the message is %s", said)
	}
}
