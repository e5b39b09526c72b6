package wire

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// # The probe of the sandbox
//
// `lectern-converter probe KIND ARGUMENT… canary NAME=VALUE…` enters the sandbox of a kind of process (pdf, ooxml,
// template or office), with the arguments of such a process, and tries operations that the sandbox must deny. The
// canaries are the targets: file= (to read), outside= (to write), tcp= and udp= (ports of 127.0.0.1), socket= (path of
// a Unix socket), variable= (name of an environment variable) and descriptor= (number of an inherited descriptor). An
// operation whose target is not named is not tried. The probe writes lines of tab-separated fields to standard output:
//
//	layer    NAME  N        N is 0 if the layer is missing; for files it is the ABI of Landlock
//	attempt  NAME  denied   LAYER
//	attempt  NAME  ALLOWED  (empty)
//
// The exit status is 0 if everything was denied, 3 if something was allowed, and another one if the sandbox could not
// be entered.
const (
	ProbeCanary  = "canary"
	ProbeAllowed = 3
)

// The names of the sandbox's layers.
const (
	LayerCalls      = "system calls" // a seccomp filter
	LayerFiles      = "files"        // Landlock
	LayerNetwork    = "network"      // a network namespace
	LayerPrivileges = "privileges"   // no capabilities, and no way to gain privileges
	LayerLimits     = "limits"       // resource limits
)

// Layers returns the names of the layers in the order of the report.
func Layers() []string {
	return []string{LayerCalls, LayerFiles, LayerNetwork, LayerPrivileges, LayerLimits}
}

// Probe is the result of a probe of the sandbox.
type Probe struct {
	// Layers has a value for each layer, which is 0 if the kernel lacks it.
	Layers   map[string]int
	Attempts []ProbeAttempt
}

// ProbeAttempt is an operation that the sandbox must deny.
type ProbeAttempt struct {
	Name     string
	Allowed  bool
	DeniedBy string // the layer that denied it
}

// ErrBadProbe is the error of an invalid or incomplete report.
var ErrBadProbe = errors.New("not a complete report of a sandbox probe")

// ParseProbe parses the report that a probe wrote to standard output.
func ParseProbe(text string) (Probe, error) {
	probe := Probe{Layers: map[string]int{}}
	for line := range strings.Lines(text) {
		if err := probe.add(strings.Split(strings.TrimSuffix(line, "\n"), "\t")); err != nil {
			return Probe{}, fmt.Errorf("line %q: %w", line, err)
		}
	}
	for _, layer := range Layers() {
		if _, found := probe.Layers[layer]; !found {
			return Probe{}, fmt.Errorf("the layer %q is missing: %w", layer, ErrBadProbe)
		}
	}
	return probe, nil
}

func (p *Probe) add(fields []string) error {
	switch {
	case len(fields) == 3 && fields[0] == "layer":
		n, err := strconv.Atoi(fields[2])
		if err != nil || n < 0 {
			return ErrBadProbe
		}
		p.Layers[fields[1]] = n
	case len(fields) == 4 && fields[0] == "attempt" && (fields[2] == "denied" || fields[2] == "ALLOWED"):
		p.Attempts = append(p.Attempts, ProbeAttempt{Name: fields[1], Allowed: fields[2] == "ALLOWED", DeniedBy: fields[3]})
	default:
		return ErrBadProbe
	}
	return nil
}
