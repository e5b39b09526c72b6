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

// pdfProcess is one process of `lectern-converter pdf`. Who holds its document's
// turn calls exchange; anyone may call end and alive.
type worker struct {
	*process.Process
	conn     *connection
	in       *bufio.Reader
	deadline time.Duration
	maxPages int
	lastID   uint64
	worn     bool // it ends, was short of memory, or has used much of the processor time that it may

	endOnce sync.Once
}

// startPDFProcess starts a process that waits for its document. A warm one is for later:
// it takes some milliseconds to make the first page come sooner.
func startWorker(cfg convert.Config, warm bool) (*worker, error) {
	cfg = cfg.WithLimits()
	p := &worker{
		Process:  process.New(cfg, append([]string{"pdf", fmt.Sprintf("--warm=%t", warm)}, Arguments(cfg)...)...),
		deadline: cfg.Deadline, maxPages: cfg.MaxPages,
	}
	link, begin, err := newConnection(p.Cmd, p.Kill)
	if err != nil {
		return nil, fmt.Errorf("start PDF process: %w", err)
	}
	defer begin()
	p.conn, p.in = link, bufio.NewReaderSize(link, 64<<10)
	if err := p.Start(); err != nil {
		link.Close()
		return nil, fmt.Errorf("start PDF process: %w", err)
	}
	cfg.Metrics.Started(convert.KindPDF)
	return p, nil
}

// pdfArguments are what a PDF process is told of its limits and fonts. Its sandbox
// lets it read what they name.
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
		for _, path := range fontfolder.Readable(folder) {
			arguments = append(arguments, "--read="+path)
		}
	}
	return arguments
}

// slow leaves the processors to others while they want them.
func (p *worker) slow() {
	if p.Alive() {
		process.SetPriority(p.Cmd.Process, process.SlowPriority)
	}
}

// end kills the process and all that it started, and waits until it is gone.
func (p *worker) end() {
	p.endOnce.Do(func() {
		p.Kill()
		p.conn.Close()
	})
	<-p.Exited
}
