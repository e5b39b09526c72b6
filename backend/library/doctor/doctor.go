// Package doctor looks whether a machine has what Lectern needs, and says how to mend what it
// has not.
package doctor

import (
	"context"
	"net"
	"time"

	"lectern/backend/convert"
	"lectern/backend/internal/certificate"
	"lectern/backend/sentence"
)

// State is how bad a finding is.
type State string

// The states of findings.
const (
	Good    State = "ok"
	Warning State = "warning" // something is missing, the rest works
	Bad     State = "failed"  // Lectern does not work
)

// Finding is what a check found.
type Finding struct {
	Check  sentence.Kept `json:"check" doc:"What was looked at." example:"Office"`
	State  State         `json:"state" enum:"ok,warning,failed" doc:"Whether it is as it should be: with warning something is missing, and the rest works."`
	Detail sentence.Kept `json:"detail" doc:"What was found, in a person's words." example:"LibreOffice 25.2.3 in /opt/lectern/libreoffice"`
	Mend   sentence.Kept `json:"mend,omitempty" doc:"What to do about it; absent where there is nothing to do." example:"run 'make libreoffice'"`
}

// good gives what a check finds where all is as it should be.
func good(check, detail sentence.Sentence) Finding {
	return Finding{Check: check.Keep(), State: Good, Detail: detail.Keep()}
}

// warned turns a finding into one of something that is missing.
func (f Finding) warned(detail, mend sentence.Sentence) Finding {
	f.State, f.Detail, f.Mend = Warning, detail.Keep(), mend.Keep()
	return f
}

// failed turns a finding into one of what does not work.
func (f Finding) failed(detail, mend sentence.Sentence) Finding {
	f.State, f.Detail, f.Mend = Bad, detail.Keep(), mend.Keep()
	return f
}

// plain is what is the same in all languages: a name, or what the system or a program says.
func plain(text string) sentence.Sentence { return sentence.Sentence{English: text} }

// What was looked at, and what to do that serves several findings.
var (
	dataCheck    = sentence.New("check-data", "data folder")
	dbCheck      = sentence.New("check-database", "database")
	bucketCheck  = sentence.New("check-bucket", "bucket")
	diskCheck    = sentence.New("check-disk", "disk")
	limitsCheck  = sentence.New("check-limits", "limits")
	portCheck    = sentence.New("check-port", "port")
	fontsCheck   = sentence.New("check-fonts", "fonts")
	contentCheck = sentence.New("check-content", "files")
	sandboxCheck = sentence.New("check-sandbox", "sandbox")
	pdfCheck     = plain("PDF")
	officeCheck  = plain("Office")

	otherData   = sentence.New("mend-other-data", "name another folder with --data")
	followIt    = sentence.New("mend-library", "do what it says, or name another folder with --data")
	otherDB     = sentence.New("mend-database", "mend that, or name another database with --database")
	otherBucket = sentence.New("mend-bucket", "mend that, or name another bucket with --blobs")
	otherFonts  = sentence.New("mend-other-fonts", "name another folder with --fonts")
	build       = sentence.New("mend-build", "run 'make build'")
	libreOffice = sentence.New("mend-libreoffice", "run 'make libreoffice'")
)

// Machine is where Lectern is to run.
type Machine struct {
	Folder string // that of the data, there or not
	Addr   string // to listen on
	Fonts  string // folder of further fonts; empty for none
	Temp   string // where temporary folders are made; empty for the system's
	// Library says why no server starts on the library in the folder; nil where one has.
	Library func(context.Context) error
	// Server gives the address of the server that runs on the folder; an error where none answers.
	Server func(context.Context) (string, error)
	// Database and Bucket look at those that several servers share; nil where the library is in the folder.
	Database, Bucket Look
	// Certificate loads that of the server; nil where it has none.
	Certificate func() (*certificate.Pair, error)
	// Faults finds the content that is recorded as missing or damaged.
	Faults FindFaults
	// Converters gives the converters as the server has them, but for the fonts. temp is a private
	// folder for their work.
	Converters func(temp string) (convert.Config, error)
}

// FindFaults returns which content is recorded as missing or damaged, and how to mend it; zero sentences where none is.
type FindFaults func(context.Context) (found, mend sentence.Sentence, err error)

// Look looks at an engine, and says what was found there; an error where no server could work with it.
type Look func(ctx context.Context) (sentence.Sentence, error)

// Examine makes all checks. It starts converters, and takes some seconds.
func (m *Machine) Examine(ctx context.Context) []Finding {
	checks := []func(context.Context) Finding{m.checkData, m.checkDisk, m.checkLimits}
	if m.Database != nil {
		checks = append(checks, m.Database.check(dbCheck, otherDB))
	}
	if m.Bucket != nil {
		checks = append(checks, m.Bucket.check(bucketCheck, otherBucket))
	}
	if m.Certificate != nil {
		checks = append(checks, m.checkCertificate)
	}
	if m.Faults != nil {
		checks = append(checks, m.checkContent)
	}
	checks = append(checks, m.checkPort, m.checkConverter, m.checkLibreOffice, m.checkFonts)
	findings := make([]Finding, 0, len(checks))
	for _, check := range checks {
		findings = append(findings, check(ctx))
	}
	return append(findings, m.checkSandbox(ctx)...)
}

// lookTime is how long an engine may take to answer.
const lookTime = 10 * time.Second

func (l Look) check(what, mend sentence.Sentence) func(context.Context) Finding {
	return func(ctx context.Context) Finding {
		ctx, cancel := context.WithTimeout(ctx, lookTime)
		defer cancel()
		found, err := l(ctx)
		if err != nil {
			return good(what, found).failed(plain(err.Error()), mend)
		}
		return good(what, found)
	}
}

func (m *Machine) checkContent(ctx context.Context) Finding {
	f := good(contentCheck, sentence.New("found-content", "none of the library is known to be missing or damaged"))
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	found, mend, err := m.Faults(ctx)
	switch {
	case err != nil:
		return f.warned(describe(err), sentence.Sentence{})
	case !found.IsZero():
		return f.warned(found, mend)
	}
	return f
}

func (m *Machine) checkPort(ctx context.Context) Finding {
	if address, err := m.Server(ctx); err == nil {
		return good(portCheck, sentence.New("found-server", "a server is running at {address}").With("address", address))
	}
	f := good(portCheck, sentence.New("found-port", "{address} is free").With("address", m.Addr))
	listener, err := net.Listen("tcp", m.Addr)
	if err != nil {
		return f.failed(plain(err.Error()), sentence.New("mend-port", "stop the program that has it, or pick another with --addr"))
	}
	if err := listener.Close(); err != nil {
		return f.failed(plain(err.Error()), sentence.Sentence{})
	}
	return f
}
