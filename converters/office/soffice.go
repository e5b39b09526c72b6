package office

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"lectern/converters/wire"
)

// ServeSoffice is the office converter where LibreOffice cannot be forked: it reads the orders that
// [lectern/converters/wire] describes from in, runs the engine's own program once for each document,
// with a profile of its own, and tells on out what came of it. At the end of in it ends all that run. The
// arguments are those of the converter that forks; of a document it hands on the whole alone, and no facts.
//
// Nothing confines the program but a profile that lets nothing of a document act, a limit of memory where the system has one, and
// the server's deadline.
func ServeSoffice(arguments []string, in io.Reader, out io.Writer) error {
	const program, folder, memory, least = 0, 1, 2, 5
	if len(arguments) < least {
		return errors.New("say PROGRAM FOLDER MEMORY CPU SPARES")
	}
	s := &sofficeServer{program: arguments[program], folder: arguments[folder], out: out, jobs: map[uint64]*sofficeJob{}}
	var err error
	if s.memory, err = strconv.ParseInt(arguments[memory], 10, 64); err != nil {
		return fmt.Errorf("memory: %w", err)
	}
	s.tell(wire.OfficeEvent{Kind: wire.OfficeReady})
	s.tell(wire.OfficeEvent{Kind: wire.OfficeSpare}) // there is nothing to warm
	err = s.listen(in)
	s.end()
	return err
}

type sofficeServer struct {
	program string // the engine's folder of programs
	folder  string // the process's own
	memory  int64  // bytes that a document may take; 0 or less is no limit

	outMu sync.Mutex
	out   io.Writer

	work sync.WaitGroup
	mu   sync.Mutex
	jobs map[uint64]*sofficeJob
}

// sofficeJob is one conversion.
type sofficeJob struct {
	wire.OfficeConvert
	kill context.CancelFunc
	slow chan struct{} // has an element when it is to be slow
}

// listen does what the lines say, up to their end.
func (s *sofficeServer) listen(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, wire.OfficeLineMax), wire.OfficeLineMax)
	for lines.Scan() {
		order, err := wire.ParseOfficeOrder(lines.Text())
		if err != nil {
			return err
		}
		s.mu.Lock()
		switch {
		case order.Convert != nil:
			s.begin(*order.Convert)
		case s.jobs[order.Kill] != nil:
			s.jobs[order.Kill].kill()
		case s.jobs[order.Slow] != nil:
			select {
			case s.jobs[order.Slow].slow <- struct{}{}:
			default: // it is slow already
			}
		}
		s.mu.Unlock()
	}
	return lines.Err()
}

// begin begins a conversion; mu is held.
func (s *sofficeServer) begin(order wire.OfficeConvert) {
	ctx, kill := context.WithCancel(context.Background())
	job := &sofficeJob{OfficeConvert: order, kill: kill, slow: make(chan struct{}, 1)}
	s.jobs[job.Job] = job
	s.work.Go(func() {
		defer kill()
		begin := time.Now()
		memory, fault := s.convert(ctx, job)
		s.mu.Lock()
		delete(s.jobs, job.Job)
		s.mu.Unlock()
		if fault != nil {
			s.tell(wire.OfficeEvent{Kind: wire.OfficeFailed, Job: job.Job, Reason: fault.reason, Detail: fault.detail})
			return
		}
		s.tell(wire.OfficeEvent{Kind: wire.OfficeStep, Job: job.Job, Name: wire.StepWhole, Took: time.Since(begin), Memory: memory})
		s.tell(wire.OfficeEvent{Kind: wire.OfficeDone, Job: job.Job})
	})
}

// end kills all conversions, and waits until they are gone.
func (s *sofficeServer) end() {
	s.mu.Lock()
	for _, job := range s.jobs {
		job.kill()
	}
	s.mu.Unlock()
	s.work.Wait()
}

// tell writes an event. Where nobody reads any more, the end of the input ends the process.
func (s *sofficeServer) tell(event wire.OfficeEvent) {
	s.outMu.Lock()
	defer s.outMu.Unlock()
	_, _ = io.WriteString(s.out, event.Line())
}

// sofficeFault says why a document could not be converted.
type sofficeFault struct{ reason, detail string }

func faultOf(reason string, err error) *sofficeFault { return &sofficeFault{reason, err.Error()} }

// convert makes the PDF of a document, and gives the peak of memory that this took, in bytes; 0 where the
// system does not tell.
func (s *sofficeServer) convert(ctx context.Context, job *sofficeJob) (memory int64, fault *sofficeFault) {
	work, err := os.MkdirTemp(s.folder, "soffice-")
	if err != nil {
		return 0, faultOf(wire.FailedCrashed, err)
	}
	defer os.RemoveAll(work)
	input, fault := takeInput(job, work)
	if fault != nil {
		return 0, fault
	}
	if err := makeProfile(filepath.Join(work, "profile")); err != nil {
		return 0, faultOf(wire.FailedCrashed, err)
	}
	said, state, err := s.run(ctx, job, work, input)
	switch {
	case ctx.Err() != nil:
		return 0, &sofficeFault{wire.FailedKilled, "by order"}
	case err != nil && state == nil:
		return 0, faultOf(wire.FailedCrashed, err)
	case err != nil && strings.Contains(said, "std::bad_alloc"):
		return 0, &sofficeFault{wire.FailedMemory, said}
	case err != nil && diedBySignal(state):
		return 0, &sofficeFault{wire.FailedCrashed, state.String() + ": " + said}
	}
	// It ends well without a PDF, too: that there is one is what counts.
	made := filepath.Join(work, "out", strings.TrimSuffix(filepath.Base(input), filepath.Ext(input))+".pdf")
	if info, statErr := os.Stat(made); err != nil || statErr != nil || info.Size() == 0 {
		return 0, &sofficeFault{wire.FailedDamaged, "soffice made no PDF: " + said}
	}
	if err := os.Rename(made, filepath.Join(job.Folder, wire.OfficeWhole)); err != nil {
		return 0, faultOf(wire.FailedCrashed, err)
	}
	return peakMemory(state), nil
}

// takeInput moves the document into the folder work, under a name with its type's extension.
func takeInput(job *sofficeJob, work string) (path string, fault *sofficeFault) {
	path = filepath.Join(work, wire.OfficeInput+"."+job.Extension)
	if err := os.Rename(filepath.Join(job.Folder, wire.OfficeInput), path); err != nil {
		return "", faultOf(wire.FailedCrashed, err)
	}
	encrypted, err := isEncrypted(path, job.Extension)
	switch {
	case err != nil:
		return "", faultOf(wire.FailedDamaged, err)
	case encrypted && job.Password == "":
		return "", &sofficeFault{wire.FailedProtected, "an encrypted package"}
	case encrypted:
		// The program takes no password on its command line, where others could read it, too.
		return "", &sofficeFault{wire.FailedEncryption, "soffice is not told passwords"}
	}
	return path, nil
}

// isEncrypted says of a package whether it lies encrypted in an OLE file ([MS-OFFCRYPTO], 2.3.1). Of the
// older formats that is not looked for: those that are encrypted make no PDF.
func isEncrypted(path, extension string) (bool, error) {
	const ole = "\xd0\xcf\x11\xe0"
	if !strings.HasSuffix(extension, "x") {
		return false, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	start := make([]byte, len(ole))
	_, err = io.ReadFull(file, start)
	return string(start) == ole, err
}

// makeProfile makes a profile with the settings of all converters.
func makeProfile(profile string) error {
	settings, err := assets.ReadFile("assets/settings.xcu")
	if err != nil {
		return err
	}
	user := filepath.Join(profile, "user")
	if err := os.MkdirAll(user, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(user, "registrymodifications.xcu"), settings, 0o600)
}

// The program ends with sofficeAgain when it has completed a new profile, and wants to be started again: once, as a rule.
const (
	sofficeAgain  = 81
	sofficeStarts = 3
)

// run runs the program until it has ended, and gives what it said on standard error.
func (s *sofficeServer) run(ctx context.Context, job *sofficeJob, work, input string) (said string, state *os.ProcessState, err error) {
	for range sofficeStarts {
		said, state, err = s.runOnce(ctx, job, work, input)
		if state == nil || state.ExitCode() != sofficeAgain {
			break
		}
	}
	return said, state, err
}

func (s *sofficeServer) runOnce(ctx context.Context, job *sofficeJob, work, input string) (said string, state *os.ProcessState, err error) {
	heard := &lastWords{}
	command := exec.CommandContext(ctx, filepath.Join(s.program, sofficeProgram), "--headless", "--norestore", "--nolockcheck",
		"--nodefault", "--nologo",
		"-env:UserInstallation="+fileURL(filepath.Join(work, "profile")), "--convert-to", "pdf", "--outdir", filepath.Join(work, "out"), input)
	command.Dir = work
	command.Env = append(os.Environ(), "TMPDIR="+work, "TMP="+work, "TEMP="+work) // what it leaves goes with the folder
	command.Stderr = heard
	command.WaitDelay = time.Second
	command.Cancel = func() error { return killSoffice(command.Process) }
	attend(command)
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	limitMemory(command.Process, s.memory)
	s.tell(wire.OfficeEvent{Kind: wire.OfficeBegun, Job: job.Job, PID: command.Process.Pid})
	ended := make(chan struct{})
	s.work.Go(func() {
		select {
		case <-job.slow:
			giveWay(command.Process)
		case <-ended:
		}
	})
	err = command.Wait()
	close(ended)
	return heard.String(), command.ProcessState, err
}

// lastWords keeps the end of what is written to it.
type lastWords struct{ bytes []byte }

func (l *lastWords) Write(p []byte) (int, error) {
	const most = 2048
	l.bytes = append(l.bytes, p...)
	l.bytes = append([]byte(nil), l.bytes[max(0, len(l.bytes)-most):]...)
	return len(p), nil
}

func (l *lastWords) String() string { return string(l.bytes) }
