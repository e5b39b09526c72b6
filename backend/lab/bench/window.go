package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"lectern/backend/lab/trial"
)

const (
	// windowDocuments is the number of documents in the library.
	windowDocuments = 10_000
	// windowStarts is the number of times that each window is started.
	windowStarts = 5
	// windowRest is the time between starting a window and reading its memory use.
	windowRest = 10 * time.Second
	// emptyColor is the color of the empty window.
	emptyColor color = 0x3f7f5f
)

// opened is the result of opening a window: the milliseconds until it was drawn, and the memory use of its program
// without WebKit, in MB, as resident set size and as proportional set size.
type opened struct{ drawn, resident, share float64 }

// window compares the start of the desktop window with the start of an empty Wails window. The start of the desktop
// window lasts from the start of the program until the pictures of all visible documents are shown. window also
// measures the memory of the program.
func (b *bench) window(ctx context.Context) error {
	data := filepath.Join(b.temp, "window")
	if err := b.createLibrary(ctx, data, windowDocuments); err != nil {
		return err
	}
	empty := filepath.Join(b.temp, "emptywindow")
	if out, err := exec.CommandContext(ctx, "go", "build", "-ldflags", "-s -w", "-o", empty, "./app/emptywindow").
		CombinedOutput(); err != nil {
		return fmt.Errorf("build the program to compare with: %s", out)
	}
	s, err := startScreen(ctx, filepath.Join(b.temp, "screen"))
	if err != nil {
		return err
	}
	defer s.close()
	ours := func() *exec.Cmd {
		c := s.command(ctx, filepath.Join(b.bin, "lectern-desktop"), "--data", data, "--addr", "127.0.0.1:0", "--log-level", "error")
		c.Env = append(c.Env, "LECTERN_LIBREOFFICE="+b.libreOffice)
		return c
	}
	var drawn, resident, share []pair
	for i := range windowStarts + 1 {
		lectern, err := s.open(ctx, ours(), pageColor)
		if err != nil {
			return err
		}
		peer, err := s.open(ctx, s.command(ctx, empty, emptyColor.String()), emptyColor)
		if err != nil {
			return err
		}
		if i == 0 {
			continue // the first start is not measured, because it only fills the disk cache
		}
		drawn = append(drawn, pair{lectern.drawn, peer.drawn})
		resident = append(resident, pair{lectern.resident, peer.resident})
		share = append(share, pair{lectern.share, peer.share})
	}
	start := compare("start to a window with the pictures of a library of 10,000 documents ÷ an empty window", "ms", 1500, drawn, 0)
	start.targetOurs = true
	b.report(start,
		memoryOverhead("memory of lectern-desktop at rest beyond an empty window's, resident", 60, resident),
		memoryOverhead("the same, proportional set size", 0, share))
	return nil
}

// memoryOverhead returns a row that states by how much the memory use of Lectern exceeds the memory use of the peer, in
// MB.
func memoryOverhead(measure string, target float64, pairs []pair) row {
	r := compare(measure, "MB", target, pairs, 0)
	r.ours, r.ratio, r.targetOurs = r.ours-r.peer, 0, target > 0
	return r
}

// open starts the program of a window, waits until a certain color appears in the window, and stops the program. The
// argument expected is that color.
func (s *screen) open(ctx context.Context, program *exec.Cmd, expected color) (o opened, err error) {
	var stderr bytes.Buffer // output of GTK and Wails; only printed after a failure
	program.Stderr = &stderr
	begin := time.Now()
	if err := program.Start(); err != nil {
		return o, fmt.Errorf("%w: run 'make build'", err)
	}
	defer func() {
		_ = program.Process.Signal(syscall.SIGTERM) // fails if the process has ended, which Wait reports
		_ = program.Wait()
	}()
	took, err := s.await(ctx, expected, begin)
	if err != nil {
		return o, fmt.Errorf("%w; its output is:\n%s", err, &stderr)
	}
	o.drawn = milliseconds(took)
	time.Sleep(windowRest)
	o.share = trial.WatchMemory(program.Process.Pid, time.Second).Stop().Server
	o.resident, err = resident(program.Process.Pid)
	return o, err
}

// resident returns the resident memory of a process in MB.
func resident(pid int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kib / 1024, err
		}
	}
	return 0, errors.New("/proc does not state the resident memory")
}
