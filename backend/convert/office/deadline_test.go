package office

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/schedule"
)

// TestOfficeDeadline checks that a conversion ends at its deadline.
//
// SECURITY.md, promise 17 (limits of converters)
func TestOfficeDeadline(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	cfg.Deadline = 300 * time.Millisecond
	office := openOffice(t, cfg)
	report, err := office.Convert(t.Context(), Order{In: converttest.RTF(20 * converttest.LongText), Kind: filetype.Rtf}, &result{})
	var failed *convert.Error
	if !errors.As(err, &failed) || failed.Reason != convert.ReasonTimeout || failed.Limit != cfg.Deadline {
		t.Errorf("Convert: %#v, want %s after %s", err, convert.ReasonTimeout, cfg.Deadline)
	}
	wantStopped(t, report, cfg.Deadline)
}

// wantStopped checks that the report of a failed conversion names the step that failed, and that the times of its steps
// add up to the whole time.
func wantStopped(t *testing.T, report Report, took time.Duration) {
	t.Helper()
	var all time.Duration
	for i, step := range report.Steps {
		all += step.Took
		if step.Stopped != (i == len(report.Steps)-1) {
			t.Errorf("step %q is stopped: %t", step.Name, step.Stopped)
		}
	}
	if len(report.Steps) == 0 || all < took*9/10 {
		t.Errorf("the steps %+v do not account for %s", report.Steps, took)
	}
}

// TestOfficeDeadlineWithoutStart checks that the start of LibreOffice does not count towards the time limit of a
// document, because it takes many times as long on a busy machine.
//
// SECURITY.md, promise 17 (limits of converters)
func TestOfficeDeadlineWithoutStart(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	gate := filepath.Join(t.TempDir(), "gate")
	if err := syscall.Mkfifo(gate, 0o600); err != nil {
		t.Fatal(err)
	}
	slow := filepath.Join(t.TempDir(), "slow-converter")
	script := fmt.Sprintf("#!/bin/sh\nread -r _ <'%s'\nexec '%s' \"$@\"\n", gate, cfg.Converter)
	if err := os.WriteFile(slow, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	cfg.Converter = slow
	office := openOffice(t, cfg)
	const limit = 50 * time.Millisecond
	var expired atomic.Bool
	clock := schedule.NewClock(limit, func() { expired.Store(true) })
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := office.Convert(ctx, Order{In: converttest.RTF(1), Kind: filetype.Rtf, Clock: clock}, &result{})
		done <- err
	}()
	opened, err := os.OpenFile(gate, os.O_WRONLY, 0) // blocks until LibreOffice is being started
	if err != nil {
		t.Fatal(err)
	}
	later := make(chan struct{})
	schedule.NewClock(2*limit, func() { close(later) }).Run()
	<-later
	if expired.Load() {
		t.Errorf("the time limit expired while LibreOffice was starting")
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Convert: %v, want %v", err, context.Canceled)
	}
	if err := opened.Close(); err != nil { // ends the script
		t.Error(err)
	}
}

// If the parent process does not respond, it is killed with all its children.
func TestOfficeDeadlineOfStoppedParent(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	cfg.Deadline = 300 * time.Millisecond
	office := openOffice(t, cfg)
	if err := office.Warm(t.Context()); err != nil {
		t.Fatalf("Warm: %v", err)
	}
	if err := syscall.Kill(office.server.cmd.Process.Pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	_, err := office.Convert(t.Context(), Order{In: converttest.RTF(1), Kind: filetype.Rtf}, &result{})
	if converttest.ReasonOf(err) != convert.ReasonTimeout {
		t.Errorf("Convert: %#v, want %s", err, convert.ReasonTimeout)
	}
}
