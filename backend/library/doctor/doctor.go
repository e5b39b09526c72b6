// Package doctor checks whether a machine meets the requirements of Lectern, and explains how to fix each problem.
package doctor

import (
	"context"
	"net"
	"time"

	"lectern/backend/convert"
	"lectern/backend/internal/certificate"
	"lectern/backend/sentence"
)

// State is the severity of a finding.
type State string

// The states of findings.
const (
	Good    State = "ok"
	Warning State = "warning" // something is missing, but everything else works
	Bad     State = "failed"  // Lectern does not work
)

// Finding is the result of one check.
type Finding struct {
	Check  sentence.Encoded `json:"check" doc:"The item that was checked." example:"Office"`
	State  State            `json:"state" enum:"ok,warning,failed" doc:"The result: with warning, something is missing but everything else works."`
	Detail sentence.Encoded `json:"detail" doc:"The finding, as a sentence for people." example:"LibreOffice 25.2.3 in /opt/lectern/libreoffice"`
	Remedy sentence.Encoded `json:"mend,omitempty" doc:"How to solve the problem; absent if there is none." example:"run 'make libreoffice'"`
}

// good returns the finding for a passed check.
func good(check, detail sentence.Sentence) Finding {
	return Finding{Check: check.Encode(), State: Good, Detail: detail.Encode()}
}

// warned returns a copy of the finding f that is a warning, with the given detail and remedy.
func (f Finding) warned(detail, remedy sentence.Sentence) Finding {
	f.State, f.Detail, f.Remedy = Warning, detail.Encode(), remedy.Encode()
	return f
}

// failed returns a copy of the finding f that is a failure, with the given detail and remedy.
func (f Finding) failed(detail, remedy sentence.Sentence) Finding {
	f.State, f.Detail, f.Remedy = Bad, detail.Encode(), remedy.Encode()
	return f
}

// plain returns a sentence that is the same in all languages: a name, or a message of the system or a program.
func plain(text string) sentence.Sentence { return sentence.Sentence{English: text} }

// The subjects of the findings, and advice that is used for several findings.
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

	dataRemedy        = sentence.New("mend-other-data", "choose another folder with --data")
	libraryRemedy     = sentence.New("mend-library", "follow this advice, or choose another folder with --data")
	dbRemedy          = sentence.New("mend-database", "fix this, or choose another database with --database")
	bucketRemedy      = sentence.New("mend-bucket", "fix this, or choose another bucket with --blobs")
	fontsRemedy       = sentence.New("mend-other-fonts", "choose another folder with --fonts")
	buildRemedy       = sentence.New("mend-build", "run 'make build'")
	libreOfficeRemedy = sentence.New("mend-libreoffice", "run 'make libreoffice'")
)

// Machine describes the machine and the server to check.
type Machine struct {
	Folder string // the data folder, which need not exist
	Addr   string // address to listen on
	Fonts  string // folder of additional fonts; empty for none
	Temp   string // folder for temporary files; empty for the system's
	// Library returns an error if a server cannot start on the library in the folder. The function is nil if a server
	// already runs on the library.
	Library func(context.Context) error
	// Server returns the address of the server that runs on the folder, and an error if no server responds.
	Server func(context.Context) (string, error)
	// Database and Bucket check the shared database and the shared bucket. Database is nil if the database is in the
	// folder, and Bucket is nil if the content is there.
	Database, Bucket Inspection
	// Certificate loads the server's certificate. The function is nil if the server has no certificate.
	Certificate func() (*certificate.Pair, error)
	// Faults finds the content that is recorded as missing or damaged. If the function is nil, the content is not
	// checked.
	Faults FindFaults
	// Converters returns the configuration of the server's converters, without the fonts. The argument temp is a
	// temporary folder for these converters only.
	Converters func(temp string) (convert.Config, error)
}

// FindFaults returns which content is recorded as missing or damaged, and how to repair it. Both sentences are zero if
// no content is missing or damaged.
type FindFaults func(context.Context) (found, remedy sentence.Sentence, err error)

// Inspection describes a database or a bucket, and returns an error if no server can use it.
type Inspection func(ctx context.Context) (sentence.Sentence, error)

// Examine runs all checks. It starts converters, so it takes some seconds.
func (m *Machine) Examine(ctx context.Context) []Finding {
	checks := []func(context.Context) Finding{m.checkData, m.checkDisk, m.checkLimits}
	if m.Database != nil {
		checks = append(checks, m.Database.check(dbCheck, dbRemedy))
	}
	if m.Bucket != nil {
		checks = append(checks, m.Bucket.check(bucketCheck, bucketRemedy))
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

// inspectTimeout is the time limit for checking a database or a bucket.
const inspectTimeout = 10 * time.Second

func (i Inspection) check(subject, remedy sentence.Sentence) func(context.Context) Finding {
	return func(ctx context.Context) Finding {
		ctx, cancel := context.WithTimeout(ctx, inspectTimeout)
		defer cancel()
		found, err := i(ctx)
		if err != nil {
			return good(subject, found).failed(plain(err.Error()), remedy)
		}
		return good(subject, found)
	}
}

func (m *Machine) checkContent(ctx context.Context) Finding {
	f := good(contentCheck, sentence.New("found-content", "no missing or damaged files are known"))
	ctx, cancel := context.WithTimeout(ctx, inspectTimeout)
	defer cancel()
	found, remedy, err := m.Faults(ctx)
	switch {
	case err != nil:
		return f.warned(describe(err), sentence.Sentence{})
	case !found.IsZero():
		return f.warned(found, remedy)
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
		return f.failed(plain(err.Error()), sentence.New("mend-port", "stop the program that uses it, or choose another port "+
			"with --addr"))
	}
	if err := listener.Close(); err != nil {
		return f.failed(plain(err.Error()), sentence.Sentence{})
	}
	return f
}
