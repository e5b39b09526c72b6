package convert

import (
	"bufio"
	"fmt"
	"path/filepath"
	"sync"
	"time"
)

// slowPriority is that of a process that gives way to others, as nice(1) has it.
const slowPriority = priority + 10

// pdfProcess is one process of `lectern-converter pdf`. Who holds its document's
// turn calls exchange; anyone may call end and alive.
type pdfProcess struct {
	*process
	conn     *pdfLink
	in       *bufio.Reader
	deadline time.Duration
	maxPages int
	lastID   uint64
	worn     bool // it ends, was short of memory, or has used much of the processor time that it may

	endOnce sync.Once
}

// startPDFProcess starts a process that waits for its document. A warm one is for later:
// it takes some milliseconds to make the first page come sooner.
func startPDFProcess(cfg Config, warm bool) (*pdfProcess, error) {
	cfg = cfg.withLimits()
	p := &pdfProcess{
		process:  newProcess(cfg, append([]string{"pdf", fmt.Sprintf("--warm=%t", warm)}, pdfArguments(cfg)...)...),
		deadline: cfg.Deadline, maxPages: cfg.MaxPages,
	}
	link, begin, err := newPDFLink(p.cmd, p.kill)
	if err != nil {
		return nil, fmt.Errorf("start PDF process: %w", err)
	}
	defer begin()
	p.conn, p.in = link, bufio.NewReaderSize(link, 64<<10)
	if err := p.start(); err != nil {
		link.Close()
		return nil, fmt.Errorf("start PDF process: %w", err)
	}
	cfg.Metrics.started(kindPDF)
	return p, nil
}

// pdfArguments are what a PDF process is told of its limits and fonts. Its sandbox
// lets it read what they name.
func pdfArguments(cfg Config) []string {
	cfg = cfg.withLimits()
	arguments := []string{
		fmt.Sprintf("--memory=%d", cfg.Memory), fmt.Sprintf("--max-pages=%d", cfg.MaxPages), fmt.Sprintf("--max-side=%g", cfg.MaxSide),
		fmt.Sprintf("--max-pixels=%g", cfg.MaxPixels), fmt.Sprintf("--max-svg=%d", cfg.MaxSVG),
		"--cjk-font=" + cjkFaces.find(cfg), "--korean-font=" + koreanFaces.find(cfg),
	}
	if cfg.Fonts != "" {
		arguments = append(arguments, "--own-fonts="+absolute(cfg.Fonts))
	}
	if cfg.LibreOffice != "" {
		arguments = append(arguments, "--free-fonts="+absolute(filepath.Join(cfg.LibreOffice, "fonts")))
	}
	for _, folder := range fontFolders(cfg) {
		for _, path := range readable(folder) {
			arguments = append(arguments, "--read="+path)
		}
	}
	return arguments
}

// slow leaves the processors to others while they want them.
func (p *pdfProcess) slow() {
	if p.alive() {
		setPriority(p.cmd.Process, slowPriority)
	}
}

// end kills the process and all that it started, and waits until it is gone.
func (p *pdfProcess) end() {
	p.endOnce.Do(func() {
		p.kill()
		p.conn.Close()
	})
	<-p.exited
}

// tailSize bounds what is kept of a process's words, in bytes: a fatal error of
// Go's runtime has its cause at the beginning, a library's at the end.
const tailSize = 4 << 10

// tail keeps the beginning and the end of what is written to it.
type tail struct {
	mu        sync.Mutex
	head, end []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	size := len(p)
	n := min(len(p), tailSize-len(t.head))
	t.head = append(t.head, p[:n]...)
	t.end = append(t.end, p[n:]...)
	if over := len(t.end) - tailSize; over > 0 {
		t.end = append([]byte(nil), t.end[over:]...)
	}
	return size, nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.head) + string(t.end)
}
