package convert

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// slowPriority is that of a process that gives way to others, as nice(1) has it.
const slowPriority = 10

// pdfProcess is one process of `lectern-converter pdf`. Who holds its document's
// turn calls exchange; anyone may call end and alive.
type pdfProcess struct {
	cmd      *exec.Cmd
	conn     *net.UnixConn
	in       *bufio.Reader
	said     *tail // on standard error
	deadline time.Duration
	maxPages int
	lastID   uint64
	worn     bool // it ends, was short of memory, or has used much of the processor time that it may

	exited  chan struct{} // closed when it is gone and reaped
	endOnce sync.Once
}

// startPDFProcess starts a process that waits for its document. It inherits no
// variable, no file and no working folder of the server. A warm one is for later:
// it takes some milliseconds to make the first page come sooner.
func startPDFProcess(cfg Config, warm bool) (*pdfProcess, error) {
	cfg = cfg.withLimits()
	ours, theirs, err := socketPair()
	if err != nil {
		return nil, fmt.Errorf("start PDF process: %w", err)
	}
	defer theirs.Close()
	said := &tail{}
	cmd := exec.Command(cfg.Converter, append([]string{"pdf", fmt.Sprintf("--warm=%t", warm)}, pdfArguments(cfg)...)...)
	cmd.Env = []string{}
	cmd.Dir = "/"
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs, theirs, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		ours.Close()
		return nil, fmt.Errorf("start PDF process: %w", err)
	}
	cfg.Metrics.started(kindPDF)
	p := &pdfProcess{
		cmd: cmd, conn: ours, in: bufio.NewReaderSize(ours, 64<<10), said: said,
		deadline: cfg.Deadline, maxPages: cfg.MaxPages, exited: make(chan struct{}),
	}
	go p.reap()
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

func (p *pdfProcess) reap() {
	_ = p.cmd.Wait() // how it ended is in cmd.ProcessState
	p.killGroup()
	close(p.exited)
}

// slow leaves the processors to others while they want them.
func (p *pdfProcess) slow() {
	if p.alive() {
		_ = syscall.Setpriority(syscall.PRIO_PGRP, p.cmd.Process.Pid, slowPriority) // fails where it is gone
	}
}

// alive is false once the process is gone.
func (p *pdfProcess) alive() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// end kills the process and all that it started, and waits until it is gone.
func (p *pdfProcess) end() {
	p.endOnce.Do(func() {
		if p.alive() {
			p.killGroup()
		}
		p.conn.Close()
	})
	<-p.exited
}

func (p *pdfProcess) killGroup() {
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // fails where all are gone
}

// socketPair is a connection of ours and a file for the other process.
func socketPair() (ours *net.UnixConn, theirs *os.File, err error) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("socket pair: %w", err)
	}
	mine := os.NewFile(uintptr(fds[0]), "converter")
	theirs = os.NewFile(uintptr(fds[1]), "server")
	conn, err := net.FileConn(mine) // has a descriptor of its own
	mine.Close()
	if err != nil {
		theirs.Close()
		return nil, nil, fmt.Errorf("socket pair: %w", err)
	}
	return conn.(*net.UnixConn), theirs, nil
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
