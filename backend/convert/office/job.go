package office

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/process"
	"lectern/backend/convert/schedule"
	"lectern/backend/internal/tracing"
	"lectern/converters/wire"
)

// killGrace is the time in which the parent process must confirm that a job was killed. After that, the parent is
// killed.
const killGrace = 3 * time.Second

// maxEvents is the maximum number of unread messages of a job: steps, facts, page 1 and the end. Only a faulty
// converter sends more.
const maxEvents = 512

// job is one conversion in a folder of its own.
type job struct {
	server         *server
	id             uint64
	folder         string
	events         chan wire.OfficeEvent
	earlyFirstPage bool          // convert page 1 before the whole document
	firstPage      *firstPageJob // converts a cut copy; stopped by the first result of this job; nil in a job for a cut copy
	report         Report
	stepStart      time.Time // start of the current step; it must be set before the job runs
}

// newJob creates a job. The document is read from the reader in the argument.
func (s *server) newJob(in io.Reader) (*job, error) {
	folder, err := os.MkdirTemp(s.folder, "job-")
	if err != nil {
		if s.ended() {
			<-s.gone
			return nil, s.crashError()
		}
		return nil, fmt.Errorf("convert: %w", err)
	}
	job := &job{server: s, folder: folder, events: make(chan wire.OfficeEvent, maxEvents)}
	if err := copyTo(filepath.Join(folder, wire.OfficeInput), in); err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastJob++
	job.id = s.lastJob
	s.jobs[job.id] = job.events
	return job, nil
}

// copyTo writes the content of a reader to a new file. Empty content is an error, because LibreOffice would open it as
// a new document.
func copyTo(path string, in io.Reader) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	size, err := io.Copy(file, in)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	if size == 0 {
		return &convert.Error{Reason: convert.ReasonEmpty, Detail: "the document is empty"}
	}
	return nil
}

// remove removes the job and its folder.
func (j *job) remove() {
	j.server.mu.Lock()
	delete(j.server.jobs, j.id)
	j.server.mu.Unlock()
	if err := os.RemoveAll(j.folder); err != nil {
		j.server.log.Error("the folder of a conversion could not be removed", "error", err)
	}
}

// run performs the conversion, and passes its results to a receiver. If the conversion fails, the current step is added
// to the report as a stopped step.
func (j *job) run(ctx context.Context, order Order, family string, turn *schedule.Turn, to Receiver) error {
	err := j.execute(ctx, order, family, turn, to)
	if name := j.currentStep(); err != nil && name != "" {
		j.report.Steps = append(j.report.Steps, Step{Name: name, Took: time.Since(j.stepStart), Stopped: true})
	}
	return err
}

// currentStep returns the name of the current step: the step after the last finished step, or "" if all steps are
// finished.
func (j *job) currentStep() string {
	done := ""
	if n := len(j.report.Steps); n > 0 {
		done = j.report.Steps[n-1].Name
	}
	switch {
	case done == "":
		return wire.StepLoad
	case done == wire.StepLoad && j.earlyFirstPage:
		return wire.StepFirst
	case done == wire.StepWhole:
		return ""
	}
	return wire.StepWhole
}

// execute does the work of run, but does not add the current step to the report of a failed conversion.
func (j *job) execute(ctx context.Context, order Order, family string, turn *schedule.Turn, to Receiver) error {
	line, err := wire.OfficeConvert{
		Job: j.id, Folder: j.folder, Extension: string(order.Kind), Family: family, EarlyFirstPage: j.earlyFirstPage, Password: order.Password,
	}.Line()
	if err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	if err := j.server.send(line); err != nil {
		<-j.server.gone
		return j.server.crashError()
	}
	running, cancel := context.WithCancelCause(ctx) // Receive gets ctx, so a running call is not cancelled
	defer cancel(nil)
	clock := order.Clock
	if clock == nil {
		clock = schedule.NewClock(j.server.cfg.Deadline, func() {
			cancel(&convert.Error{Reason: convert.ReasonTimeout,
				Limit: j.server.cfg.Deadline})
		})
		clock.Run()
		defer clock.Pause()
	}
	if turn.IsLong() {
		j.lowerPriority()
	}
	stop := turn.OnPreempt(j.lowerPriority, func() {}, func(err error) { cancel(err) })
	defer stop()
	ticker := time.NewTicker(spaceCheckPeriod)
	defer ticker.Stop()
	for {
		select {
		case event := <-j.events:
			if event.Kind == wire.OfficeBegun {
				defer clock.Watch(event.PID)()
				continue
			}
			if done, err := j.handle(ctx, event, turn, to); done {
				return err
			} else if err != nil {
				return j.kill(err)
			}
		case <-j.server.gone:
			return j.server.crashError()
		case <-ticker.C:
			if err := checkFreeSpace(j.folder); err != nil {
				return j.kill(err)
			}
		case <-running.Done():
			return j.kill(context.Cause(running))
		}
	}
}

// lowerPriority lowers the priority of the job's process. Errors are ignored: they mean that the parent process has
// ended, and then the job fails anyway.
func (j *job) lowerPriority() { _ = j.server.send(wire.OfficeSlow(j.id)) }

// kill kills the job's process, waits until it has ended, and returns cause.
func (j *job) kill(cause error) error {
	grace := time.AfterFunc(killGrace, j.server.kill)
	defer grace.Stop()
	if err := j.server.send(wire.OfficeKill(j.id)); err != nil {
		<-j.server.gone
		return cause
	}
	for {
		select {
		case event := <-j.events:
			if event.Kind == wire.OfficeDone || event.Kind == wire.OfficeFailed {
				return cause
			}
		case <-j.server.gone:
			return cause
		}
	}
}

// handle processes an event and reports whether it was the last event of the job.
func (j *job) handle(ctx context.Context, event wire.OfficeEvent, turn *schedule.Turn, to Receiver) (done bool, err error) {
	switch event.Kind {
	case wire.OfficeStep:
		j.server.cfg.Metrics.ObserveStep(convert.KindOffice, event.Name, event.Took)
		tracing.AddStep(ctx, string(convert.KindOffice)+" "+event.Name, time.Now().Add(-event.Took), nil)
		j.report.Steps = append(j.report.Steps, Step{Name: event.Name, Took: event.Took, Memory: event.Memory})
		j.stepStart = time.Now()
		return false, nil
	case wire.OfficeFact:
		j.report.Facts = append(j.report.Facts, Fact{Name: FactName(event.Name), Value: event.Value})
		return false, nil
	case wire.OfficePage1:
		return false, j.deliver(ctx, FirstPage, wire.OfficeFirst, to)
	case wire.OfficeDone:
		turn.Release() // the process has finished, so another document may start
		return true, j.deliver(ctx, WholeDocument, wire.OfficeWhole, to)
	}
	failed := &convert.Error{Reason: failureReason(event.Reason), Killed: event.Reason == wire.FailedKilled, Detail: event.Detail}
	if failed.Reason == convert.ReasonMachineLimit {
		failed.Resource = convert.Resource(event.Detail)
	}
	return true, j.explainFailure(failed)
}

// explainFailure returns an error about a full disk if the disk is almost full, because that may have caused the
// failure and the document must not be blamed. Otherwise it returns err.
func (j *job) explainFailure(err error) error {
	if full := checkFreeSpace(j.folder); full != nil {
		return full
	}
	return err
}

// deliver opens a result, passes it to the receiver, and deletes it.
func (j *job) deliver(ctx context.Context, completeness Completeness, name string, to Receiver) error {
	path := filepath.Join(j.folder, name)
	file, err := openPDF(path)
	if err != nil {
		return j.explainFailure(err)
	}
	defer os.Remove(path)
	defer file.Close()
	if j.firstPage != nil {
		j.firstPage.stop()
	}
	return to.Receive(ctx, completeness, file)
}

// openPDF opens a file that a converter has created. The converter is not trusted, so the file may be anything, such as
// a link. openPDF does not follow links, and rejects a file that does not begin and end like a PDF, such as an
// incomplete one.
func openPDF(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|process.OpenUntrusted, 0)
	if err != nil {
		return nil, &convert.Error{Reason: convert.ReasonEmpty, Detail: err.Error()}
	}
	if err := checkPDF(file); err != nil {
		file.Close()
		return nil, &convert.Error{Reason: convert.ReasonEmpty, Detail: err.Error()}
	}
	return file, nil
}

func checkPDF(file *os.File) error {
	const magic = "%PDF-"
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file", info.Name())
	}
	start := make([]byte, len(magic))
	if _, err := file.ReadAt(start, 0); err != nil {
		return fmt.Errorf("%s of %d bytes: %w", info.Name(), info.Size(), err)
	}
	if string(start) != magic {
		return fmt.Errorf("%s begins with %q", info.Name(), start)
	}
	return checkPDFEnd(file, info.Size())
}

func checkPDFEnd(file *os.File, size int64) error {
	const mark, near = "%%EOF", 1024
	end := make([]byte, min(size, near))
	if _, err := file.ReadAt(end, size-int64(len(end))); err != nil {
		return err
	}
	if !bytes.Contains(end, []byte(mark)) {
		return fmt.Errorf("%d bytes of a PDF do not end with %s", size, mark)
	}
	return nil
}

// failureReason returns the reason for a failure by the name that the converter reports.
func failureReason(reported string) convert.Reason {
	switch reported {
	case wire.FailedDamaged:
		return convert.ReasonDamaged
	case wire.FailedProtected:
		return convert.ReasonProtected
	case wire.FailedPassword:
		return convert.ReasonWrongPassword
	case wire.FailedEncryption:
		return convert.ReasonEncryption
	case wire.FailedMemory:
		return convert.ReasonMemory
	case wire.FailedMachine:
		return convert.ReasonMachineLimit
	case wire.FailedEmpty:
		return convert.ReasonEmpty
	case wire.FailedSheets:
		return convert.ReasonHiddenSheets
	case wire.FailedSlides:
		return convert.ReasonHiddenSlides
	}
	return convert.ReasonCrashed
}
