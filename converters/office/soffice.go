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

// ServeSoffice is the office converter for systems on which LibreOffice cannot be forked. It reads the orders of
// [lectern/converters/wire] from in, runs soffice once for each document, with a separate profile, and writes the
// events to out. When the input ends, it kills all running programs. The arguments are the same as for the forking
// converter. ServeSoffice does not deliver page 1 in advance, and sends no [wire.OfficeFact] events.
//
// The program is not in a sandbox. It is only restricted by a profile that disables active content, a memory limit if
// the system has one, and the server's deadline.
func ServeSoffice(arguments []string, in io.Reader, out io.Writer) error {
	const program, folder, memory, least = 0, 1, 2, 5
	if len(arguments) < least {
		return errors.New("the arguments must be PROGRAM FOLDER MEMORY CPU SPARES")
	}
	s := &sofficeServer{program: arguments[program], folder: arguments[folder], out: out, jobs: map[uint64]*sofficeJob{}}
	var err error
	if s.memory, err = strconv.ParseInt(arguments[memory], 10, 64); err != nil {
		return fmt.Errorf("memory: %w", err)
	}
	s.send(wire.OfficeEvent{Kind: wire.OfficeReady})
	s.send(wire.OfficeEvent{Kind: wire.OfficeSpare}) // there are no spares to warm up
	err = s.listen(in)
	s.stop()
	return err
}

type sofficeServer struct {
	program string // folder with LibreOffice's programs
	folder  string // private folder of the process
	memory  int64  // memory limit of a document in bytes; none if it is not above 0

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
	slow chan struct{} // receives an element when the priority is to be lowered
}

// listen reads and executes orders until the input ends.
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
			default: // already slow
			}
		}
		s.mu.Unlock()
	}
	return lines.Err()
}

// begin starts a conversion. The caller holds mu.
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
			s.send(wire.OfficeEvent{Kind: wire.OfficeFailed, Job: job.Job, Reason: fault.reason, Detail: fault.detail})
			return
		}
		s.send(wire.OfficeEvent{Kind: wire.OfficeStep, Job: job.Job, Name: wire.StepWhole, Took: time.Since(begin), Memory: memory})
		s.send(wire.OfficeEvent{Kind: wire.OfficeDone, Job: job.Job})
	})
}

// stop kills all conversions and waits for their end.
func (s *sofficeServer) stop() {
	s.mu.Lock()
	for _, job := range s.jobs {
		job.kill()
	}
	s.mu.Unlock()
	s.work.Wait()
}

// send writes an event. Errors are ignored: if the server is gone, the end of the input ends the process.
func (s *sofficeServer) send(event wire.OfficeEvent) {
	s.outMu.Lock()
	defer s.outMu.Unlock()
	_, _ = io.WriteString(s.out, event.Line())
}

// sofficeFault describes why a document could not be converted.
type sofficeFault struct{ reason, detail string }

func faultOf(reason string, err error) *sofficeFault { return &sofficeFault{reason, err.Error()} }

// convert converts a document and returns the peak of memory in bytes, or 0 if it is unknown.
func (s *sofficeServer) convert(ctx context.Context, job *sofficeJob) (memory int64, fault *sofficeFault) {
	work, err := os.MkdirTemp(s.folder, "soffice-")
	if err != nil {
		return 0, faultOf(wire.FailedCrashed, err)
	}
	defer os.RemoveAll(work)
	input, fault := moveInput(job, work)
	if fault != nil {
		return 0, fault
	}
	if err := makeProfile(filepath.Join(work, "profile")); err != nil {
		return 0, faultOf(wire.FailedCrashed, err)
	}
	output, state, err := s.run(ctx, job, work, input)
	switch {
	case ctx.Err() != nil:
		return 0, &sofficeFault{wire.FailedKilled, "by order"}
	case err != nil && state == nil:
		return 0, faultOf(wire.FailedCrashed, err)
	case err != nil && strings.Contains(output, "std::bad_alloc"):
		return 0, &sofficeFault{wire.FailedMemory, output}
	case err != nil && diedBySignal(state):
		return 0, &sofficeFault{wire.FailedCrashed, state.String() + ": " + output}
	}
	// The program may exit with success without having created a PDF, so check for the file.
	made := filepath.Join(work, "out", strings.TrimSuffix(filepath.Base(input), filepath.Ext(input))+".pdf")
	if info, statErr := os.Stat(made); err != nil || statErr != nil || info.Size() == 0 {
		return 0, &sofficeFault{wire.FailedDamaged, "soffice created no PDF: " + output}
	}
	if err := os.Rename(made, filepath.Join(job.Folder, wire.OfficeWhole)); err != nil {
		return 0, faultOf(wire.FailedCrashed, err)
	}
	return peakMemory(state), nil
}

// moveInput moves the document into the folder work and adds the extension of its type.
func moveInput(job *sofficeJob, work string) (path string, fault *sofficeFault) {
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
		// soffice has no safe way to receive a password: other users can read its command line.
		return "", &sofficeFault{wire.FailedEncryption, "soffice does not support passwords"}
	}
	return path, nil
}

// isEncrypted reports whether a package is encrypted in a compound file ([MS-OFFCRYPTO], 2.3.1). Files of older formats
// are not checked: if they are encrypted, soffice creates no PDF.
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

// makeProfile creates a profile of LibreOffice with the settings that all converters share.
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

// soffice exits with the status sofficeRestart after it has created a new profile, usually once. It must then be
// started again.
const (
	sofficeRestart   = 81
	maxSofficeStarts = 3
)

// run runs the program and returns its standard error.
func (s *sofficeServer) run(ctx context.Context, job *sofficeJob, work, input string) (output string, state *os.ProcessState, err error) {
	for range maxSofficeStarts {
		output, state, err = s.runOnce(ctx, job, work, input)
		if state == nil || state.ExitCode() != sofficeRestart {
			break
		}
	}
	return output, state, err
}

func (s *sofficeServer) runOnce(ctx context.Context, job *sofficeJob, work, input string) (
	output string, state *os.ProcessState, err error) {
	heard := &tailBuffer{}
	command := exec.CommandContext(ctx, filepath.Join(s.program, sofficeProgram), "--headless", "--norestore", "--nolockcheck",
		"--nodefault", "--nologo",
		"-env:UserInstallation="+fileURL(filepath.Join(work, "profile")), "--convert-to", "pdf", "--outdir", filepath.Join(work, "out"), input)
	command.Dir = work
	command.Env = append(os.Environ(), "TMPDIR="+work, "TMP="+work, "TEMP="+work) // temporary files are removed with the folder
	command.Stderr = heard
	command.WaitDelay = time.Second
	command.Cancel = func() error { return killSoffice(command.Process) }
	killWithParent(command)
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	limitMemory(command.Process, s.memory)
	s.send(wire.OfficeEvent{Kind: wire.OfficeBegun, Job: job.Job, PID: command.Process.Pid})
	ended := make(chan struct{})
	s.work.Go(func() {
		select {
		case <-job.slow:
			lowerPriority(command.Process)
		case <-ended:
		}
	})
	err = command.Wait()
	close(ended)
	return heard.String(), command.ProcessState, err
}

// tailBuffer is a writer that keeps the last bytes written to it.
type tailBuffer struct{ bytes []byte }

func (l *tailBuffer) Write(p []byte) (int, error) {
	const limit = 2048
	l.bytes = append(l.bytes, p...)
	l.bytes = append([]byte(nil), l.bytes[max(0, len(l.bytes)-limit):]...)
	return len(p), nil
}

func (l *tailBuffer) String() string { return string(l.bytes) }
