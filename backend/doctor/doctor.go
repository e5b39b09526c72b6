// Package doctor looks whether a machine has what Lectern needs, and says how to mend what it
// has not.
package doctor

import (
	"context"
	"net"

	"lectern/backend/convert"
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
	Check  string `json:"check" doc:"What was looked at." example:"Office"`
	State  State  `json:"state" enum:"ok,warning,failed" doc:"Whether it is as it should be: with warning something is missing, and the rest works."`
	Detail string `json:"detail" doc:"What was found, in a person's words." example:"LibreOffice 25.2.3 in /opt/lectern/libreoffice"`
	Mend   string `json:"mend,omitempty" doc:"What to do about it; absent where there is nothing to do." example:"run 'make libreoffice'"`
}

// failed turns a finding into one of an error.
func (f Finding) failed(err error, mend string) Finding {
	f.State, f.Detail, f.Mend = Bad, err.Error(), mend
	return f
}

// Machine is where Lectern is to run.
type Machine struct {
	Folder string // that of the data, there or not
	Addr   string // to listen on
	Fonts  string // folder of further fonts; empty for none
	Temp   string // where temporary folders are made; empty for the system's
	// Server gives the address of the server that runs on the folder; an error where none answers.
	Server func(context.Context) (string, error)
	// Converters gives the converters as the server has them, but for the fonts. temp is a private
	// folder for their work.
	Converters func(temp string) (convert.Config, error)
}

// Examine makes all checks. It starts converters, and takes some seconds.
func (m *Machine) Examine(ctx context.Context) []Finding {
	checks := []func(context.Context) Finding{
		m.checkData, m.checkDisk, m.checkPort, m.checkConverter, m.checkLibreOffice, m.checkFonts,
	}
	findings := make([]Finding, 0, len(checks))
	for _, check := range checks {
		findings = append(findings, check(ctx))
	}
	return append(findings, m.checkSandbox(ctx)...)
}

func (m *Machine) checkPort(ctx context.Context) Finding {
	f := Finding{Check: "port", State: Good}
	if address, err := m.Server(ctx); err == nil {
		f.Detail = "a server is running at " + address
		return f
	}
	listener, err := net.Listen("tcp", m.Addr)
	if err != nil {
		return f.failed(err, "stop the program that has it, or pick another with --addr")
	}
	f.Detail = m.Addr + " is free"
	if err := listener.Close(); err != nil {
		return f.failed(err, "")
	}
	return f
}
