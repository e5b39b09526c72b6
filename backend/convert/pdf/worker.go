package pdf

import (
	"bufio"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/fontfolder"
	"lectern/backend/convert/process"
)

// worker is one process of `lectern-converter pdf`, with at most one document open. Only the holder of its slot may
// call exchange; any goroutine may call terminate and Alive.
type worker struct {
	*process.Process
	conn     *connection
	in       *bufio.Reader
	deadline time.Duration
	maxPages int
	lastID   uint64
	worn     bool // it must be replaced: it is exiting, was short of memory, or has used maxCPU

	endOnce sync.Once
}

// startWorker starts a process that waits for its document. If warm is set, the process draws a page first, which takes
// some milliseconds and makes the first page of the document faster.
func startWorker(cfg convert.Config, warm bool) (*worker, error) {
	cfg = cfg.WithLimits()
	p := &worker{
		Process:  process.New(cfg, append([]string{"pdf", fmt.Sprintf("--warm=%t", warm)}, Arguments(cfg)...)...),
		deadline: cfg.Deadline, maxPages: cfg.MaxPages,
	}
	conn, closeOther, err := newConnection(p.Cmd, p.Kill)
	if err != nil {
		return nil, fmt.Errorf("start PDF process: %w", err)
	}
	defer closeOther()
	p.conn, p.in = conn, bufio.NewReaderSize(conn, 64<<10)
	if err := p.Start(); err != nil {
		conn.Close()
		return nil, fmt.Errorf("start PDF process: %w", err)
	}
	cfg.Metrics.Started(convert.KindPDF)
	return p, nil
}

// Arguments returns the command-line arguments of a PDF process, with its limits and fonts. The sandbox allows the
// process to read the paths in them.
func Arguments(cfg convert.Config) []string {
	cfg = cfg.WithLimits()
	arguments := []string{
		fmt.Sprintf("--memory=%d", cfg.Memory), fmt.Sprintf("--max-pages=%d", cfg.MaxPages), fmt.Sprintf("--max-side=%g", cfg.MaxSide),
		fmt.Sprintf("--max-pixels=%g", cfg.MaxPixels), fmt.Sprintf("--max-svg=%d", cfg.MaxSVG),
		"--cjk-font=" + cjkFaces.find(cfg), "--korean-font=" + koreanFaces.find(cfg),
	}
	if cfg.Fonts != "" {
		arguments = append(arguments, "--own-fonts="+fontfolder.Absolute(cfg.Fonts))
	}
	if cfg.LibreOffice != "" {
		arguments = append(arguments, "--free-fonts="+fontfolder.Absolute(filepath.Join(cfg.LibreOffice, "fonts")))
	}
	for _, folder := range fontFolders(cfg) {
		for _, path := range fontfolder.ReadablePaths(folder) {
			arguments = append(arguments, "--read="+path)
		}
	}
	return arguments
}

// lowerPriority makes the process run with a lower priority than other converters.
func (w *worker) lowerPriority() {
	if w.Alive() {
		process.SetPriority(w.Cmd.Process, process.SlowPriority)
	}
}

// terminate kills the process with its children, and waits until it is gone.
func (w *worker) terminate() {
	w.endOnce.Do(func() {
		w.Kill()
		w.conn.Close()
	})
	<-w.Exited
}
