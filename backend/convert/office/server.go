package office

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

	"lectern/backend/convert"
	"lectern/backend/convert/fontfolder"
	"lectern/backend/convert/process"
	"lectern/backend/convert/schedule"
	"lectern/converters/wire"
)

const (
	// maxSpares is the number of warm spare children to keep.
	maxSpares = 2
	// startLimit is the time in which the parent process must start.
	startLimit = time.Minute
	// stopLimit is the time in which the parent process must exit by itself.
	stopLimit = 3 * time.Second
	// goneLimit is the time in which killed processes must end.
	goneLimit = 10 * time.Second
)

// server is one parent process of `lectern-converter office`, with its folder. After the process has ended, a new
// server is needed.
type server struct {
	cfg    convert.Config
	log    *slog.Logger
	folder string
	cmd    *exec.Cmd
	stderr *process.Excerpt // its error output

	ready chan struct{} // closed when LibreOffice is loaded
	warm  chan struct{} // closed when the first spare child is ready
	done  chan struct{} // closed when the process accepts no more jobs
	gone  chan struct{} // closed when all processes of the tree and the folder are gone

	inMu sync.Mutex
	in   io.WriteCloser

	killMu sync.Mutex
	reaped bool // its process id may have been reused
	killed bool // by server.kill

	mu      sync.Mutex
	jobs    map[uint64]chan<- wire.OfficeEvent
	lastJob uint64
	fatal   string // the reason why LibreOffice could not be loaded
}

// startServer starts a parent process and does not wait for it.
func startServer(cfg convert.Config, log *slog.Logger) (*server, error) {
	engine, err := findEngine(cfg)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(cfg.TempDir, "office-")
	if err != nil {
		return nil, fmt.Errorf("start LibreOffice: %w", err)
	}
	s := &server{
		cfg: cfg, log: log, folder: folder, stderr: &process.Excerpt{},
		ready: make(chan struct{}), warm: make(chan struct{}),
		done: make(chan struct{}), gone: make(chan struct{}),
		jobs: map[uint64]chan<- wire.OfficeEvent{},
	}
	if err := s.start(engine); err != nil {
		os.RemoveAll(folder)
		return nil, fmt.Errorf("start LibreOffice: %w", err)
	}
	return s, nil
}

func (s *server) start(engine engine) error {
	env, err := engine.environment(s.folder, cacheFolder(s.cfg), s.cfg.Fonts)
	if err != nil {
		return err
	}
	s.cmd = exec.Command(s.cfg.Converter, append([]string{converterCommand(s.cfg)}, serverArguments(s.cfg, engine, s.folder)...)...)
	s.cmd.Env = env
	s.cmd.Dir = s.folder
	s.cmd.Stderr = s.stderr
	process.SetOwnGroup(s.cmd)
	s.cmd.WaitDelay = time.Second
	return s.launch()
}

// StartArguments returns the arguments and the environment of an office process. The argument folder is the working
// folder of the process.
func StartArguments(cfg convert.Config, folder string) (arguments, environment []string, err error) {
	engine, err := findEngine(cfg)
	if err != nil {
		return nil, nil, err
	}
	environment, err = engine.environment(folder, cacheFolder(cfg), cfg.Fonts)
	return serverArguments(cfg, engine, folder), environment, err
}

// serverArguments returns the command-line arguments of an office process: LibreOffice's program folder, the working
// folder, the limits, and the paths that its children may read.
func serverArguments(cfg convert.Config, engine engine, folder string) []string {
	// This limit of processor time is for processes that the server's deadline does not end. The limit must not end a
	// conversion that uses all cores until its deadline, even if the deadline is extended.
	cpu := schedule.MaxExtension * int64(cfg.Deadline.Seconds()+1) * int64(runtime.NumCPU()+1)
	return append([]string{engine.program(), folder, strconv.FormatInt(cfg.Memory, 10), strconv.FormatInt(cpu, 10),
		strconv.Itoa(min(maxSpares, max(cfg.Workers, 1)))}, fontfolder.ReadablePaths(cfg.Fonts)...)
}

// launch starts the command with its pipes and reads its messages in the background.
func (s *server) launch() error {
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	life, err := newProcessTree(s.cmd)
	if err != nil {
		return err
	}
	s.in = in
	if err = s.cmd.Start(); err == nil {
		process.LowerPriority(s.cmd)
	}
	life.closeWriteEnd()
	if err != nil {
		life.close()
		return err
	}
	s.cfg.Metrics.Started(convert.KindOffice)
	late := time.AfterFunc(startLimit, s.kill)
	go func() {
		s.listen(out, late)
		close(s.done)
		late.Stop()
		s.cleanUp(life)
	}()
	return nil
}

// listen dispatches the messages of the process until its output ends.
func (s *server) listen(out io.Reader, startTimer *time.Timer) {
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 0, wire.OfficeLineMax), wire.OfficeLineMax)
	// Each function closes its channel only once, even if the converter repeats the message.
	ready := sync.OnceFunc(func() { close(s.ready) })
	warm := sync.OnceFunc(func() { close(s.warm) })
	for lines.Scan() {
		event, err := wire.ParseOffice(lines.Text())
		if err != nil {
			s.log.Error("the office converter has sent a line that is not valid", "error", err)
			return
		}
		switch event.Kind {
		case wire.OfficeReady:
			startTimer.Stop()
			ready()
		case wire.OfficeSpare:
			warm()
		case wire.OfficeFatal:
			s.mu.Lock()
			s.fatal = event.Detail
			s.mu.Unlock()
		default:
			s.dispatch(event)
		}
	}
}

// dispatch passes an event to its job, if the job still exists.
func (s *server) dispatch(event wire.OfficeEvent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if events, found := s.jobs[event.Job]; found {
		select {
		case events <- event:
		default: // dropped: only a faulty converter sends so many
			s.log.Error("the office converter sends more messages than can be handled: one was dropped", "job", event.Job)
		}
	}
}

// cleanUp waits for the end of all processes, removes the folder and closes gone.
func (s *server) cleanUp(tree *processTree) {
	defer close(s.gone)
	// The children of a killed parent end by themselves. If this function called kill now, crashError could no longer
	// tell whether somebody else has killed the parent.
	if err := tree.await(process.ExitGrace); err != nil {
		s.kill()
	}
	if err := tree.await(goneLimit); err != nil {
		s.log.Error("some processes of the office converter are still running", "error", err)
	}
	tree.close()
	s.reap()
	if err := os.RemoveAll(s.folder); err != nil {
		s.log.Error("the folder of the office converter could not be removed", "error", err)
	}
}

func (s *server) reap() {
	s.killMu.Lock()
	defer s.killMu.Unlock()
	_ = s.cmd.Wait() // the result is in cmd.ProcessState
	s.reaped = true
	s.log.Debug("the office converter has ended", "status", s.cmd.ProcessState.String())
}

// kill kills the parent process. Its children end with it.
func (s *server) kill() {
	s.killMu.Lock()
	defer s.killMu.Unlock()
	if !s.reaped {
		s.killed = true
		_ = process.KillGroup(s.cmd.Process) // fails if the processes have ended
	}
}

// ended reports whether the process accepts no more jobs.
func (s *server) ended() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// stop ends the process, and waits until its children and its folder are gone.
func (s *server) stop() {
	s.inMu.Lock()
	s.in.Close()
	s.inMu.Unlock()
	limit := time.AfterFunc(stopLimit, s.kill)
	defer limit.Stop()
	<-s.gone
}

// send writes a line to the process.
func (s *server) send(line string) error {
	s.inMu.Lock()
	defer s.inMu.Unlock()
	_, err := io.WriteString(s.in, line)
	return err
}

// startError returns the reason why the process ended before LibreOffice was loaded.
func (s *server) startError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fatal == "" {
		return s.crashError()
	}
	return fatalError(s.cfg, s.fatal, s.stderr.String())
}

// crashError returns the error of a conversion whose parent process has ended.
func (s *server) crashError() error {
	s.killMu.Lock()
	defer s.killMu.Unlock()
	return &convert.Error{
		Reason: convert.ReasonCrashed, Killed: !s.killed && process.WasKilled(s.cmd.ProcessState),
		Detail: "the office converter ended: " + s.stderr.String(),
	}
}
