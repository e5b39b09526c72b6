package convert

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"time"

	"lectern/converters/wire"
)

const (
	// officeSpares is how many warm children are kept for those who wait.
	officeSpares = 2
	// officeStartLimit bounds the start of the parent process.
	officeStartLimit = time.Minute
	// officeStopLimit is how long the parent has to end by itself.
	officeStopLimit = 3 * time.Second
	// officeGoneLimit is how long killed processes have to be gone.
	officeGoneLimit = 10 * time.Second
)

// officeServer is one parent process of `lectern-converter office` with its
// folder. It is used up when it has ended.
type officeServer struct {
	cfg    Config
	log    *slog.Logger
	folder string
	cmd    *exec.Cmd
	said   *tail // on standard error

	ready chan struct{} // closed when the engine is loaded
	warm  chan struct{} // closed with the first warm spare
	over  chan struct{} // closed when it takes no more jobs
	gone  chan struct{} // closed when all its processes and its folder are gone

	inMu sync.Mutex
	in   io.WriteCloser

	killMu sync.Mutex
	reaped bool // its number may be another process's
	killed bool // by us

	mu      sync.Mutex
	jobs    map[uint64]chan<- wire.OfficeEvent
	lastJob uint64
	fatal   string // why the engine could not be loaded
}

// startOfficeServer starts a parent process. It does not wait for it.
func startOfficeServer(cfg Config, log *slog.Logger) (*officeServer, error) {
	engine, err := findEngine(cfg)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(cfg.TempDir, "office-")
	if err != nil {
		return nil, fmt.Errorf("start LibreOffice: %w", err)
	}
	s := &officeServer{
		cfg: cfg, log: log, folder: folder, said: &tail{},
		ready: make(chan struct{}), warm: make(chan struct{}),
		over: make(chan struct{}), gone: make(chan struct{}),
		jobs: map[uint64]chan<- wire.OfficeEvent{},
	}
	if err := s.start(engine); err != nil {
		os.RemoveAll(folder)
		return nil, fmt.Errorf("start LibreOffice: %w", err)
	}
	return s, nil
}

func (s *officeServer) start(engine officeEngine) error {
	env, err := engine.environment(s.folder, officeCache(s.cfg), s.cfg.Fonts)
	if err != nil {
		return err
	}
	s.cmd = exec.Command(s.cfg.Converter, append([]string{s.cfg.officeWord()}, officeArguments(s.cfg, engine, s.folder)...)...)
	s.cmd.Env = env
	s.cmd.Dir = s.folder
	s.cmd.Stderr = s.said
	ownGroup(s.cmd)
	s.cmd.WaitDelay = time.Second
	return s.launch()
}

// officeArguments are what an office process is told of its engine, folder and
// limits, and what more its children may read.
func officeArguments(cfg Config, engine officeEngine, folder string) []string {
	// A conversion that uses every core until its deadline is not cut short by
	// the limit of processor time, however long that is put off: that is for what the deadline does not reach.
	cpu := clockPatience * int64(cfg.Deadline.Seconds()+1) * int64(runtime.NumCPU()+1)
	return append([]string{engine.program(), folder, strconv.FormatInt(cfg.Memory, 10), strconv.FormatInt(cpu, 10),
		strconv.Itoa(min(officeSpares, max(cfg.Workers, 1)))}, readable(cfg.Fonts)...)
}

// launch starts the command with its pipes, and what listens to them.
func (s *officeServer) launch() error {
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	life, err := newLife(s.cmd)
	if err != nil {
		return err
	}
	s.in = in
	if err = s.cmd.Start(); err == nil {
		yield(s.cmd)
	}
	life.begin()
	if err != nil {
		life.close()
		return err
	}
	s.cfg.Metrics.started(kindOffice)
	late := time.AfterFunc(officeStartLimit, s.kill)
	go func() {
		s.listen(out, late)
		close(s.over)
		late.Stop()
		s.clearAway(life)
	}()
	return nil
}

// listen passes on what the process says, until it says no more.
func (s *officeServer) listen(out io.Reader, late *time.Timer) {
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 0, wire.OfficeLineMax), wire.OfficeLineMax)
	// Each closes its channel once, however often the converter says it.
	ready := sync.OnceFunc(func() { close(s.ready) })
	warm := sync.OnceFunc(func() { close(s.warm) })
	for lines.Scan() {
		event, err := wire.ParseOffice(lines.Text())
		if err != nil {
			s.log.Error("office converter", "error", err)
			return
		}
		switch event.Kind {
		case wire.OfficeReady:
			late.Stop()
			ready()
		case wire.OfficeSpare:
			warm()
		case wire.OfficeFatal:
			s.mu.Lock()
			s.fatal = event.Detail
			s.mu.Unlock()
		default:
			s.pass(event)
		}
	}
}

// pass gives an event to the job that it is of, if that still listens.
func (s *officeServer) pass(event wire.OfficeEvent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if events, found := s.jobs[event.Job]; found {
		select {
		case events <- event:
		default: // more than a job ever has: it is not from a sound converter
			s.log.Error("office converter: too many messages", "job", event.Job)
		}
	}
}

// clearAway waits for the last process, removes the folder and tells all jobs.
func (s *officeServer) clearAway(life *life) {
	defer close(s.gone)
	// A parent that was killed takes its children along at once: who did it is seen as long as we have not.
	if err := life.await(deathWait); err != nil {
		s.kill()
	}
	if err := life.await(officeGoneLimit); err != nil {
		s.log.Error("office converter: processes of it are still there", "error", err)
	}
	life.close()
	s.reap()
	if err := os.RemoveAll(s.folder); err != nil {
		s.log.Error("office converter: its folder is still there", "error", err)
	}
}

func (s *officeServer) reap() {
	s.killMu.Lock()
	defer s.killMu.Unlock()
	_ = s.cmd.Wait() // how it ended is in cmd.ProcessState
	s.reaped = true
	s.log.Debug("office converter ended", "status", s.cmd.ProcessState.String())
}

// kill kills the parent process, with which its children die.
func (s *officeServer) kill() {
	s.killMu.Lock()
	defer s.killMu.Unlock()
	if !s.reaped {
		s.killed = true
		_ = killGroup(s.cmd.Process) // fails where it is gone
	}
}

// ended says whether the process takes no more jobs.
func (s *officeServer) ended() bool {
	select {
	case <-s.over:
		return true
	default:
		return false
	}
}

// stop ends the process and returns when everything of it is gone.
func (s *officeServer) stop() {
	s.inMu.Lock()
	s.in.Close()
	s.inMu.Unlock()
	limit := time.AfterFunc(officeStopLimit, s.kill)
	defer limit.Stop()
	<-s.gone
}

// send writes a line to the process.
func (s *officeServer) send(line string) error {
	s.inMu.Lock()
	defer s.inMu.Unlock()
	_, err := io.WriteString(s.in, line)
	return err
}

// startError says why the process ended before the engine was loaded.
func (s *officeServer) startError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fatal == "" {
		return s.crash()
	}
	return s.cfg.fatalError(s.fatal, s.said.String())
}

// crash is the error of a conversion whose parent process died, and is gone.
func (s *officeServer) crash() error {
	s.killMu.Lock()
	defer s.killMu.Unlock()
	return &Error{
		Reason: ReasonCrashed, Killed: !s.killed && wasKilled(s.cmd.ProcessState),
		Detail: "the office converter ended: " + s.said.String(),
	}
}
